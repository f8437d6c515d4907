//! Word overlap metrics (BLEU, chrF, ROUGE) beside BERTScore: which words they count, and which ones only BERTScore
//! matches.
//!
//! The words are BLEU's: case matters, and punctuation marks are words. Each word records whether BLEU counts it, and what
//! its tokens are matched with.

mod json;
mod reason;
mod spans;
mod words;

use std::ops::Range;

use crate::kept::KeptTexts;
use crate::sides::Sides;
use bertscope_analysis::{Analysis, Side};
use bertscope_overlap::{MatchedNgrams, Metric, Overlap, PairCounts};

pub use reason::OverlapReason;
pub use spans::{MatchedSpans, matched_spans};
pub(crate) use words::tokens_of_characters;
pub use words::{BestMatch, ComparedWord, MatchTarget};

/// Word overlap beside BERTScore.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct WordOverlap {
    /// The counts behind the scores.
    pub counts: PairCounts,
    /// The scores.
    pub scores: Overlap,
    /// The n-grams that BLEU counts.
    pub ngrams: MatchedNgrams,
    /// BLEU's words.
    pub words: Sides<Vec<ComparedWord>>,
    /// Why BLEU and BERTScore differ here.
    pub reason: OverlapReason,
    /// The scores with all references, if further ones are kept.
    pub all_references: Option<AllReferences>,
    matched_spans: [MatchedSpans; 5],
}

/// A candidate against several references at once, as the packages score it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AllReferences {
    /// How many references.
    pub references: usize,
    /// The scores.
    pub scores: Overlap,
}

impl AllReferences {
    fn compute(candidate: &str, reference: &str, further: &KeptTexts) -> Option<Self> {
        let references = further.with_shown(reference);
        (references.len() > 1).then(|| Self {
            references: references.len(),
            scores: Overlap::score(candidate, &references),
        })
    }
}

impl WordOverlap {
    /// Compares the two texts, and scores the candidate with `further` references, too.
    pub fn compute(analysis: &Analysis, further: &KeptTexts) -> Self {
        let text = |side: Side| &*analysis.side(side).tokenized.text;
        let (candidate, reference) = (text(Side::Candidate), text(Side::Reference));
        let counts = PairCounts::count(candidate, &[reference]);
        let ngrams = MatchedNgrams::bleu(candidate, reference);
        let words = words::compared_words(analysis, &ngrams);
        Self {
            counts,
            scores: counts.scores(),
            reason: OverlapReason::classify(&counts.bleu, &words),
            words,
            matched_spans: matched_spans(candidate, reference),
            all_references: AllReferences::compute(candidate, reference, further),
            ngrams,
        }
    }

    /// The words of a side.
    pub fn words(&self, side: Side) -> &[ComparedWord] {
        self.words.side(side)
    }

    /// The n-grams of one order that BLEU counts in a text, as bytes.
    pub fn ngram_spans(&self, order: usize, side: Side) -> Vec<Range<usize>> {
        let ngrams = match side {
            Side::Candidate => &self.ngrams.candidate,
            Side::Reference => &self.ngrams.reference,
        };
        spans::merge_spans(ngrams, |ngram| ngram.order == order)
    }

    /// The parts of both texts that a metric counts.
    pub fn matched_spans(&self, metric: Metric) -> &MatchedSpans {
        &self.matched_spans[metric as usize]
    }
}
