//! The scores of a pair and of a corpus, and the counts that they are computed from.

use std::ops::AddAssign;

use crate::{BleuCounts, ChrfCounts, Rouge};

/// The scores of one pair or of a corpus, each on its package's own scale.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Overlap {
    /// BLEU, 0 to 100.
    pub bleu: f64,
    /// chrF, 0 to 100.
    pub chrf: f64,
    /// F1 of ROUGE-1, 0 to 1.
    pub rouge1: f64,
    /// F1 of ROUGE-2, 0 to 1.
    pub rouge2: f64,
    /// F1 of ROUGE-L, 0 to 1.
    #[serde(rename = "rougeL")]
    pub rouge_l: f64,
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
    pub bleu: BleuCounts,
    pub chrf: ChrfCounts,
    /// ROUGE, whose corpus score is a mean of scores, not a score of summed counts.
    pub rouge: Rouge,
}

impl PairCounts {
    pub fn count(candidate: &str, references: &[&str]) -> Self {
        Self {
            bleu: BleuCounts::count(candidate, references),
            chrf: ChrfCounts::count(candidate, references),
            rouge: Rouge::score(candidate, references),
        }
    }

    /// The scores of the pair.
    pub fn scores(&self) -> Overlap {
        Overlap {
            bleu: self.bleu.sentence().score,
            chrf: self.chrf.score().score,
            rouge1: self.rouge.rouge1.f1,
            rouge2: self.rouge.rouge2.f1,
            rouge_l: self.rouge.rouge_l.f1,
        }
    }
}

/// The counts of many pairs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CorpusCounts {
    pairs: u64,
    bleu: BleuCounts,
    chrf: ChrfCounts,
    /// Sums of F1.
    rouge1: f64,
    rouge2: f64,
    rouge_l: f64,
}

impl CorpusCounts {
    /// The scores of the corpus: BLEU and chrF from the summed counts of all pairs, which are not means of pair scores, and
    /// the means of ROUGE. `None` without pairs.
    pub fn scores(&self) -> Option<Overlap> {
        if self.pairs == 0 {
            return None;
        }
        let pairs = self.pairs as f64;
        Some(Overlap {
            bleu: self.bleu.corpus().score,
            chrf: self.chrf.score().score,
            rouge1: self.rouge1 / pairs,
            rouge2: self.rouge2 / pairs,
            rouge_l: self.rouge_l / pairs,
        })
    }
}

impl AddAssign<&PairCounts> for CorpusCounts {
    fn add_assign(&mut self, pair: &PairCounts) {
        self.pairs += 1;
        self.bleu += pair.bleu;
        self.chrf += pair.chrf;
        self.rouge1 += pair.rouge.rouge1.f1;
        self.rouge2 += pair.rouge.rouge2.f1;
        self.rouge_l += pair.rouge.rouge_l.f1;
    }
}
