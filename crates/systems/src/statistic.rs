//! Corpus-level statistics. Every measure is a function of sums over the segments, so that a resample needs
//! only new sums.

use bertscope_overlap::{BleuCounts, ChrfCounts};

use crate::column::Column;
use crate::{Measure, SegmentValue};

/// Computes the corpus-level number from sums over segments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Statistic {
    /// The mean over the segments in which the number is defined. One column; undefined numbers are NaN.
    Mean,
    /// BLEU from summed counts: matches and totals of each order, then the two lengths.
    Bleu,
    /// chrF from summed counts: matches, n-grams of the candidate and of the reference, for each order.
    Chrf,
}

impl Statistic {
    pub fn for_measure(measure: Measure) -> Self {
        match measure {
            Measure::Precision | Measure::Recall | Measure::F1 | Measure::F1AtLayer { .. } | Measure::RougeL => {
                Self::Mean
            }
            Measure::Bleu => Self::Bleu,
            Measure::Chrf => Self::Chrf,
        }
    }

    /// Empty columns of a system.
    pub fn columns(self, measure: Measure) -> Vec<Column> {
        let width = match self {
            Self::Mean if measure.is_main() => return vec![Column::F64(Vec::new())],
            Self::Mean => 1,
            Self::Bleu => bleu(&BleuCounts::default()).len(),
            Self::Chrf => chrf(&ChrfCounts::default()).len(),
        };
        vec![Column::F32(Vec::new()); width]
    }

    /// Adds the contribution of a segment.
    pub fn push(columns: &mut [Column], value: &SegmentValue) {
        let mut push = |numbers: &[f64]| columns.iter_mut().zip(numbers).for_each(|(column, n)| column.push(*n));
        match value {
            SegmentValue::Number(number) => push(&[number.unwrap_or(f64::NAN)]),
            SegmentValue::Bleu(counts) => push(&bleu(counts)),
            SegmentValue::Chrf(counts) => push(&chrf(counts)),
        }
    }

    /// The number of a corpus from the sums of its columns over `defined` segments; `None` if it is undefined.
    pub fn value(self, sums: &[f64], defined: f64) -> Option<f64> {
        let count = |at: usize| sums[at].round() as u64;
        let value = match self {
            Self::Mean => sums[0] / defined,
            Self::Bleu => {
                let (matches, totals) = (std::array::from_fn(count), std::array::from_fn(|i| count(4 + i)));
                BleuCounts { matches, totals, candidate_words: count(8), reference_words: count(9) }.corpus().score
            }
            Self::Chrf => {
                let [matches, candidate, reference] = [0, 6, 12].map(|from| std::array::from_fn(|i| count(from + i)));
                ChrfCounts { matches, candidate, reference }.score().score
            }
        };
        (defined > 0.0 && value.is_finite()).then_some(value)
    }
}

fn bleu(counts: &BleuCounts) -> [f64; 10] {
    let BleuCounts { matches: [a, b, c, d], totals: [e, f, g, h], candidate_words, reference_words } = *counts;
    [a, b, c, d, e, f, g, h, candidate_words, reference_words].map(|n| n as f64)
}

fn chrf(counts: &ChrfCounts) -> [f64; 18] {
    let parts = [counts.matches, counts.candidate, counts.reference];
    std::array::from_fn(|i| parts[i / 6][i % 6] as f64)
}
