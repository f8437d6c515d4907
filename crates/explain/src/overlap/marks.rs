//! The parts of both texts that a metric counts.

use std::ops::Range;

use bertscope_analysis::Side;
use bertscope_overlap::{Matched, Metric, NGram};

/// Matched parts of both texts, as bytes, in order. Neighbouring words that match as an n-gram are one part, with the space
/// between them; others are parts of their own.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    /// Of the candidate.
    pub candidate: Vec<Range<usize>>,
    /// Of the reference.
    pub reference: Vec<Range<usize>>,
}

impl Marks {
    /// Those of one text.
    #[must_use]
    pub fn side(&self, side: Side) -> &[Range<usize>] {
        match side {
            Side::Candidate => &self.candidate,
            Side::Reference => &self.reference,
        }
    }

    fn of(matched: &Matched, counted: impl Fn(&NGram) -> bool) -> Self {
        Self { candidate: merged(&matched.candidate, &counted), reference: merged(&matched.reference, &counted) }
    }
}

/// The marks of each metric, in the order of [`Metric::ALL`].
#[must_use]
pub fn marks(candidate: &str, reference: &str) -> [Marks; 5] {
    let bleu = Matched::bleu(candidate, reference);
    let chrf = Matched::chrf(candidate, reference);
    let rouge = Matched::rouge(candidate, reference);
    let subsequence = Matched::rouge_l(candidate, reference);
    // Single characters match almost everywhere; the longest n-grams show what the texts share.
    let longest = chrf.candidate.iter().map(|ngram| ngram.order).max();
    Metric::ALL.map(|metric| match metric {
        Metric::Bleu => Marks::of(&bleu, |_| true),
        Metric::Chrf => Marks::of(&chrf, |ngram| Some(ngram.order) == longest),
        Metric::Rouge1 => Marks::of(&rouge, |ngram| ngram.order == 1),
        Metric::Rouge2 => Marks::of(&rouge, |ngram| ngram.order == 2),
        Metric::RougeL => Marks::of(&subsequence, |_| true),
    })
}

pub(super) fn merged(ngrams: &[NGram], counted: impl Fn(&NGram) -> bool) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = ngrams.iter().filter(|n| counted(n)).map(|n| n.bytes.clone()).collect();
    parts.sort_by_key(|part| part.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for part in parts {
        match merged.last_mut() {
            Some(last) if part.start < last.end => last.end = last.end.max(part.end),
            _ => merged.push(part),
        }
    }
    merged
}
