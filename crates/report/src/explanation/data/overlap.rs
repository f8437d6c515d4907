//! Word overlap.

use std::ops::Range;

use serde::Serialize;

use bertscope_explain::Sides;
use bertscope_explain::overlap::{ComparedWord, MatchTarget};
use bertscope_overlap::bleu::MAX_ORDER;
use bertscope_overlap::{BleuCounts, ChrfCounts, MatchedNgrams, Overlap, RougeScore, chrf};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct WordOverlap {
    scores: Overlap,
    /// The scores with all references, if there are several.
    #[serde(rename = "together")]
    all_references: Option<Overlap>,
    bleu: Bleu,
    chrf: Chrf,
    rouge1: RougeScore,
    rouge2: RougeScore,
    #[serde(rename = "rougeL")]
    rouge_l: RougeScore,
    /// What BLEU counts.
    ngrams: MatchedNgrams,
    /// BLEU's words.
    words: Sides<Vec<Word>>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Bleu {
    matches: [u64; MAX_ORDER],
    totals: [u64; MAX_ORDER],
    precisions: [f64; MAX_ORDER],
    /// Number of precisions that count.
    orders: usize,
    candidate_words: u64,
    reference_words: u64,
    brevity_penalty: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Chrf {
    #[serde(flatten)]
    counts: ChrfCounts,
    #[serde(flatten)]
    score: chrf::Chrf,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Word {
    word: String,
    /// Characters of the text.
    start: usize,
    end: usize,
    /// Words of the longest n-gram in which BLEU counts it.
    counted: Option<usize>,
    tokens: Vec<usize>,
    /// Mean of the best cosines of its tokens.
    similarity: Option<f64>,
    /// The word of the other text that its tokens are matched with, if it is one.
    #[serde(rename = "match")]
    partner: Option<usize>,
}

impl WordOverlap {
    pub(super) fn new(all: &bertscope_explain::WordOverlap) -> Self {
        let counts = &all.counts;
        let words = |words: &[ComparedWord]| words.iter().map(Word::new).collect();
        Self {
            scores: all.scores,
            all_references: all.all_references.map(|together| together.scores),
            bleu: Bleu::new(&counts.bleu),
            chrf: Chrf::new(counts.chrf),
            rouge1: counts.rouge.rouge1,
            rouge2: counts.rouge.rouge2,
            rouge_l: counts.rouge.rouge_l,
            ngrams: all.ngrams.clone(),
            words: Sides { candidate: words(&all.words.candidate), reference: words(&all.words.reference) },
        }
    }
}

impl Bleu {
    fn new(counts: &BleuCounts) -> Self {
        let BleuCounts { matches, totals, candidate_words, reference_words } = *counts;
        let bertscope_overlap::bleu::Bleu { precisions, orders, brevity_penalty, .. } = counts.sentence();
        Self { matches, totals, precisions, orders, candidate_words, reference_words, brevity_penalty }
    }
}

impl Chrf {
    fn new(counts: ChrfCounts) -> Self {
        Self { counts, score: counts.score() }
    }
}

impl Word {
    fn new(word: &ComparedWord) -> Self {
        let Range { start, end } = word.characters;
        let partner = match word.best.map(|best| best.target) {
            Some(MatchTarget::Word(i)) => Some(i),
            Some(MatchTarget::Special | MatchTarget::Several) | None => None,
        };
        Self {
            word: word.text.clone(),
            start,
            end,
            counted: word.counted,
            tokens: word.tokens.clone().collect(),
            similarity: word.best.map(|best| best.similarity),
            partner,
        }
    }
}
