//! Word overlap metrics (BLEU, chrF and ROUGE) beside BERTScore: which words they count, and which ones only BERTScore
//! matches.
//!
//! The words are BLEU's: case matters, and punctuation marks are words. Each word records whether BLEU counts it, and what
//! its tokens are matched with.

mod json;
mod reason;
mod spans;
mod words;

use std::ops::Range;

use serde::Serialize;

use crate::kept::KeptTexts;
use crate::sides::Sides;
use bertscope_analysis::{Analysis, Side};
use bertscope_overlap::{MatchedNgrams, Metric, Overlap, PairCounts};

pub use reason::OverlapReason;
pub use spans::{MatchedSpans, matched_spans};
pub use words::{BestMatch, ComparedWord, MatchTarget};

/// Word overlap beside BERTScore.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WordOverlap {
    /// The scores.
    pub scores: Overlap,
    /// The scores with all references, if further ones are kept.
    #[serde(rename = "together")]
    pub all_references: Option<AllReferences>,
    /// The counts behind the scores.
    #[serde(flatten, serialize_with = "json::counts")]
    pub counts: PairCounts,
    /// The n-grams that BLEU counts.
    pub ngrams: MatchedNgrams,
    /// BLEU's words; none where it is undefined.
    pub words: Sides<Vec<ComparedWord>>,
    /// Why BLEU and BERTScore differ here.
    #[serde(skip)]
    pub reason: OverlapReason,
    /// In the order of [`Metric::ALL`].
    #[serde(skip)]
    matched_spans: [MatchedSpans; 5],
}

/// A candidate against several references at once, as the packages score it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct AllReferences {
    /// How many references.
    #[serde(skip)]
    pub references: usize,
    /// The scores.
    #[serde(flatten)]
    pub scores: Overlap,
}

impl AllReferences {
    /// `None` without further references.
    fn compute(candidate: &str, reference: &str, further: &KeptTexts) -> Option<Self> {
        if further.is_empty() {
            return None;
        }
        let references = further.with_shown(reference);
        Some(Self {
            references: references.len(),
            scores: Overlap::score(candidate, &references),
        })
    }
}

impl WordOverlap {
    /// Compares the two texts, and scores the candidate with `further` references, too.
    pub fn compute(analysis: &Analysis, further: &KeptTexts) -> Self {
        let candidate = &analysis.candidate.tokenized.text;
        let reference = &analysis.reference.tokenized.text;
        let counts = PairCounts::count(candidate, &[reference]);
        let ngrams = MatchedNgrams::bleu(candidate, reference);
        let words = match counts.tokenizer {
            Some(tokenizer) => words::compared_words(analysis, &ngrams, tokenizer),
            None => Sides::default(),
        };
        Self {
            scores: counts.scores(),
            all_references: AllReferences::compute(candidate, reference, further),
            reason: OverlapReason::classify(&counts, &words),
            matched_spans: matched_spans(candidate, reference),
            counts,
            ngrams,
            words,
        }
    }

    /// The words of a side.
    pub fn words(&self, side: Side) -> &[ComparedWord] {
        self.words.side(side)
    }

    /// The n-grams of one order that BLEU counts in a text, as bytes.
    pub fn ngram_spans(&self, order: usize, side: Side) -> Vec<Range<usize>> {
        let ngrams = side.pick(&self.ngrams.reference, &self.ngrams.candidate);
        spans::merge_spans(ngrams, |ngram| ngram.order == order)
    }

    /// The parts of both texts that a metric counts.
    pub fn matched_spans(&self, metric: Metric) -> &MatchedSpans {
        &self.matched_spans[metric as usize]
    }
}
