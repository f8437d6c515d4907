//! The scores of a pair and of a corpus, and the counts that they are computed from.

use std::ops::AddAssign;

use crate::bleu::Tokenizer;
use crate::script::ScriptCounts;
use crate::{BleuCounts, ChrfCounts, Rouge};

/// The scores of one pair or of a corpus, each on its package's own scale.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Overlap {
    /// BLEU, 0 to 100; undefined where only a dictionary finds words.
    pub bleu: Option<f64>,
    /// chrF, 0 to 100.
    pub chrf: f64,
    /// F1 of ROUGE-1, 0 to 1; undefined where ROUGE drops most words.
    pub rouge1: Option<f64>,
    /// F1 of ROUGE-2, 0 to 1; undefined where ROUGE drops most words.
    pub rouge2: Option<f64>,
    /// F1 of ROUGE-L, 0 to 1; undefined where ROUGE drops most words.
    #[serde(rename = "rougeL")]
    pub rouge_l: Option<f64>,
}

impl Overlap {
    /// Scores a candidate against its references; BLEU counts matches in any of them, chrF and each ROUGE use the best
    /// one. Without references every score is 0.
    pub fn score(candidate: &str, references: &[&str]) -> Self {
        PairCounts::count(candidate, references).scores()
    }
}

/// The counts of all metrics for one pair.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PairCounts {
    /// How BLEU divides the texts into words; `None` if it is undefined.
    pub tokenizer: Option<Tokenizer>,
    /// Nothing if BLEU is undefined.
    pub bleu: BleuCounts,
    pub chrf: ChrfCounts,
    /// ROUGE, whose corpus score is a mean of scores, not a score of summed counts; `None` if it is undefined.
    pub rouge: Option<Rouge>,
}

impl PairCounts {
    /// Counts a candidate against its references, whose script decides which metrics are defined.
    pub fn count(candidate: &str, references: &[impl AsRef<str>]) -> Self {
        let references: &[&str] = &texts(references);
        let scripts = ScriptCounts::count(references);
        let tokenizer = scripts.tokenizer();
        let rouge = if scripts.is_lost_to_rouge() {
            None
        } else {
            Some(Rouge::score(candidate, references))
        };
        let bleu = match tokenizer {
            Some(tokenizer) => BleuCounts::count(candidate, references, tokenizer),
            None => BleuCounts::default(),
        };
        Self {
            tokenizer,
            bleu,
            chrf: ChrfCounts::count(candidate, references),
            rouge,
        }
    }

    /// The scores of the pair.
    pub fn scores(&self) -> Overlap {
        Overlap {
            bleu: self.tokenizer.map(|_| self.bleu.sentence().score),
            chrf: self.chrf.score().score,
            rouge1: self.rouge.map(|rouge| rouge.rouge1.f1),
            rouge2: self.rouge.map(|rouge| rouge.rouge2.f1),
            rouge_l: self.rouge.map(|rouge| rouge.rouge_l.f1),
        }
    }

    /// As [`notes`].
    pub fn notes(&self) -> Vec<&'static str> {
        notes_on(self.tokenizer, self.rouge.is_some())
    }
}

/// What to know of the scores with these references: the tokenizer of BLEU unless it is sacrebleu's default, and why a score
/// is undefined.
pub fn notes(references: &[impl AsRef<str>]) -> Vec<&'static str> {
    let scripts = ScriptCounts::count(&texts(references));
    notes_on(scripts.tokenizer(), !scripts.is_lost_to_rouge())
}

fn texts(references: &[impl AsRef<str>]) -> Vec<&str> {
    references.iter().map(AsRef::as_ref).collect()
}

fn notes_on(tokenizer: Option<Tokenizer>, has_rouge: bool) -> Vec<&'static str> {
    let mut notes = Vec::new();
    match tokenizer {
        Some(Tokenizer::Standard) => {}
        Some(Tokenizer::Chinese) => notes.push(ZH_NOTE),
        None => notes.push(BLEU_NOTE),
    }
    if !has_rouge {
        notes.push(ROUGE_NOTE);
    }
    notes
}

const ZH_NOTE: &str = "BLEU divides Chinese into characters (sacrebleu’s tok:zh)";

const BLEU_NOTE: &str = "BLEU is undefined, because the reference has no spaces between words (sacrebleu has tok:flores200, \
    and tok:ja-mecab for Japanese)";

const ROUGE_NOTE: &str = "ROUGE is undefined, because rouge-score keeps only letters a to z and digits, which most words of the reference lack";

/// The counts of many pairs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CorpusCounts {
    pairs: u64,
    /// The pairs whose BLEU is defined, and those of them with Chinese words.
    bleu_pairs: u64,
    chinese_pairs: u64,
    bleu: BleuCounts,
    chrf: ChrfCounts,
    /// The pairs whose ROUGE is defined.
    rouge_pairs: u64,
    /// Sums of F1.
    rouge1: f64,
    rouge2: f64,
    rouge_l: f64,
}

impl CorpusCounts {
    /// The scores of the corpus: BLEU and chrF from the summed counts of all pairs, which are not means of pair scores, and
    /// the means of ROUGE, each over the pairs in which it is defined. `None` without pairs.
    pub fn scores(&self) -> Option<Overlap> {
        if self.pairs == 0 {
            return None;
        }
        Some(Overlap {
            bleu: (self.bleu_pairs > 0).then(|| self.bleu.corpus().score),
            chrf: self.chrf.score().score,
            rouge1: self.mean_rouge(self.rouge1),
            rouge2: self.mean_rouge(self.rouge2),
            rouge_l: self.mean_rouge(self.rouge_l),
        })
    }

    fn mean_rouge(&self, sum: f64) -> Option<f64> {
        (self.rouge_pairs > 0).then(|| sum / self.rouge_pairs as f64)
    }

    /// Whether BLEU has another tokenizer in some pairs than in others. sacrebleu has one for a corpus.
    pub fn has_several_tokenizers(&self) -> bool {
        self.chinese_pairs > 0 && self.chinese_pairs < self.bleu_pairs
    }
}

impl AddAssign<&PairCounts> for CorpusCounts {
    fn add_assign(&mut self, pair: &PairCounts) {
        self.pairs += 1;
        if let Some(tokenizer) = pair.tokenizer {
            self.bleu_pairs += 1;
            self.chinese_pairs += u64::from(tokenizer == Tokenizer::Chinese);
            self.bleu += pair.bleu;
        }
        self.chrf += pair.chrf;
        if let Some(rouge) = pair.rouge {
            self.rouge_pairs += 1;
            self.rouge1 += rouge.rouge1.f1;
            self.rouge2 += rouge.rouge2.f1;
            self.rouge_l += rouge.rouge_l.f1;
        }
    }
}
