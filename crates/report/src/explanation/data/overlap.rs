//! Word overlap.

use std::ops::Range;

use serde::Serialize;

use super::Sides;
use crate::json_parts::OverlapScores;
use bertscope_explain::overlap::{ComparedWord, MatchTarget};
use bertscope_overlap::bleu::MAX_ORDER;
use bertscope_overlap::{BleuCounts, ChrfCounts, NGram, RougeScore, chrf};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct WordOverlap {
    scores: OverlapScores,
    /// The scores with all references, if there are several.
    #[serde(rename = "together")]
    all_references: Option<OverlapScores>,
    bleu: Bleu,
    chrf: Chrf,
    rouge1: Rouge,
    rouge2: Rouge,
    #[serde(rename = "rougeL")]
    rouge_l: Rouge,
    /// What BLEU counts.
    ngrams: Sides<Vec<NgramJson>>,
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
    matches: [u64; chrf::MAX_ORDER],
    candidate: [u64; chrf::MAX_ORDER],
    reference: [u64; chrf::MAX_ORDER],
    precision: f64,
    recall: f64,
    orders: usize,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Rouge {
    shared: u64,
    candidate: u64,
    reference: u64,
    precision: f64,
    recall: f64,
    f1: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct NgramJson {
    /// Index of its first word.
    word: usize,
    /// Number of words.
    order: usize,
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
        let grams = |ngrams: &[NGram]| {
            ngrams.iter().map(|ngram| NgramJson { word: ngram.position, order: ngram.order }).collect()
        };
        let words = |words: &[ComparedWord]| words.iter().map(Word::new).collect();
        Self {
            scores: all.scores.into(),
            all_references: all.all_references.map(|together| together.scores.into()),
            bleu: Bleu::new(&counts.bleu),
            chrf: Chrf::new(&counts.chrf),
            rouge1: Rouge::new(&counts.rouge.rouge1),
            rouge2: Rouge::new(&counts.rouge.rouge2),
            rouge_l: Rouge::new(&counts.rouge.rouge_l),
            ngrams: Sides { candidate: grams(&all.ngrams.candidate), reference: grams(&all.ngrams.reference) },
            words: Sides { candidate: words(&all.candidate), reference: words(&all.reference) },
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
    fn new(counts: &ChrfCounts) -> Self {
        let ChrfCounts { matches, candidate, reference } = *counts;
        let chrf::Chrf { precision, recall, orders, .. } = counts.score();
        Self { matches, candidate, reference, precision, recall, orders }
    }
}

impl Rouge {
    fn new(score: &RougeScore) -> Self {
        let RougeScore { shared, candidate, reference, precision, recall, f1 } = *score;
        Self { shared, candidate, reference, precision, recall, f1 }
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
