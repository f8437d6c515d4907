//! The parts of both texts that a metric counts.

use std::ops::Range;

use crate::sides::Sides;
use bertscope_overlap::{MatchedNgrams, Metric, NGram};

/// Matched parts of both texts, as bytes, in order. Neighbouring words that match as an n-gram are one part, with the space
/// between them; others are parts of their own.
pub type MatchedSpans = Sides<Vec<Range<usize>>>;

impl MatchedSpans {
    fn from_ngrams(matched: &MatchedNgrams, counted: impl Fn(&NGram) -> bool) -> Self {
        Self {
            candidate: merge_spans(&matched.candidate, &counted),
            reference: merge_spans(&matched.reference, &counted),
        }
    }
}

/// The matched parts of each metric, in the order of [`Metric::ALL`].
pub fn matched_spans(candidate: &str, reference: &str) -> [MatchedSpans; 5] {
    let bleu = MatchedNgrams::bleu(candidate, reference);
    let chrf = MatchedNgrams::chrf(candidate, reference);
    let rouge = MatchedNgrams::rouge(candidate, reference);
    let subsequence = MatchedNgrams::rouge_l(candidate, reference);
    // Single characters match almost everywhere; the longest n-grams show what the texts share.
    let longest = chrf.candidate.iter().map(|ngram| ngram.order).max();
    Metric::ALL.map(|metric| match metric {
        Metric::Bleu => MatchedSpans::from_ngrams(&bleu, |_| true),
        Metric::Chrf => MatchedSpans::from_ngrams(&chrf, |ngram| Some(ngram.order) == longest),
        Metric::Rouge1 => MatchedSpans::from_ngrams(&rouge, |ngram| ngram.order == 1),
        Metric::Rouge2 => MatchedSpans::from_ngrams(&rouge, |ngram| ngram.order == 2),
        Metric::RougeL => MatchedSpans::from_ngrams(&subsequence, |_| true),
    })
}

pub fn merge_spans(ngrams: &[NGram], counted: impl Fn(&NGram) -> bool) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = ngrams
        .iter()
        .filter(|n| counted(n))
        .map(|n| n.bytes.clone())
        .collect();
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
