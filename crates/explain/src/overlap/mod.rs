//! Word overlap metrics (BLEU, chrF, ROUGE) beside BERTScore: which words they count, and which ones only BERTScore
//! matches.
//!
//! The words are BLEU's: case matters, and punctuation marks are words. Each word records whether BLEU counts it, and what
//! its tokens are matched with.

mod marks;
mod reason;
mod words;

use std::ops::Range;

use crate::kept::KeptTexts;
use bertscope_analysis::{Analysis, Side};
use bertscope_overlap::{Matched, Metric, Overlap, PairCounts};

pub use marks::{Marks, marks};
pub use reason::Reason;
pub use words::{BestMatch, ComparedWord, Partner};

/// Word overlap beside BERTScore.
#[derive(Debug, Clone, PartialEq)]
pub struct WordOverlap {
    /// The counts behind the scores.
    pub counts: PairCounts,
    /// The scores.
    pub scores: Overlap,
    /// The n-grams that BLEU counts.
    pub ngrams: Matched,
    /// BLEU's words of the candidate.
    pub candidate: Vec<ComparedWord>,
    /// BLEU's words of the reference.
    pub reference: Vec<ComparedWord>,
    /// Why BLEU and BERTScore differ here.
    pub reason: Reason,
    /// The scores with all references, if further ones are kept.
    pub together: Option<Together>,
    marks: [Marks; 5],
}

/// A candidate against several references at once, as the packages score it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Together {
    /// How many references.
    pub references: usize,
    /// The scores.
    pub scores: Overlap,
}

impl Together {
    fn of(candidate: &str, reference: &str, further: &KeptTexts) -> Option<Self> {
        let references = further.with_shown(reference);
        (references.len() > 1)
            .then(|| Self { references: references.len(), scores: Overlap::of(candidate, &references) })
    }
}

impl WordOverlap {
    /// Compares the two texts, and scores the candidate with `further` references, too.
    #[must_use]
    pub fn of(analysis: &Analysis, further: &KeptTexts) -> Self {
        let text = |side: Side| &*analysis.side(side).tokenized.text;
        let (candidate, reference) = (text(Side::Candidate), text(Side::Reference));
        let counts = PairCounts::of(candidate, &[reference]);
        let ngrams = Matched::bleu(candidate, reference);
        let words = words::both(analysis, &ngrams);
        Self {
            counts,
            scores: counts.scores(),
            reason: Reason::of(&counts.bleu, &words),
            candidate: words.candidate,
            reference: words.reference,
            marks: marks(candidate, reference),
            together: Together::of(candidate, reference, further),
            ngrams,
        }
    }

    /// The words of a side.
    #[must_use]
    pub fn words(&self, side: Side) -> &[ComparedWord] {
        match side {
            Side::Candidate => &self.candidate,
            Side::Reference => &self.reference,
        }
    }

    /// The n-grams of one order that BLEU counts in a text, as bytes.
    #[must_use]
    pub fn ngrams_of(&self, order: usize, side: Side) -> Vec<Range<usize>> {
        let ngrams = match side {
            Side::Candidate => &self.ngrams.candidate,
            Side::Reference => &self.ngrams.reference,
        };
        marks::merged(ngrams, |ngram| ngram.order == order)
    }

    /// The parts of both texts that a metric counts.
    #[must_use]
    pub fn marks(&self, metric: Metric) -> &Marks {
        &self.marks[metric as usize]
    }
}
