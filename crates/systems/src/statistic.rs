//! Corpus-level statistics. Every measure is a function of sums over the segments, so that a resample needs
//! only new sums.

use bertscope_overlap::{BleuCounts, ChrfCounts, bleu, chrf};

use crate::column::{BLOCK_SEGMENTS, Column};
use crate::{Measure, SegmentValue};

const BLEU_ORDERS: usize = bleu::MAX_ORDER;
const CHRF_ORDERS: usize = chrf::MAX_ORDER;

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
            Measure::Precision
            | Measure::Recall
            | Measure::F1
            | Measure::F1AtLayer { .. }
            | Measure::RougeL => Self::Mean,
            Measure::Bleu => Self::Bleu,
            Measure::Chrf => Self::Chrf,
        }
    }

    /// Empty columns of a system. N-gram totals are not stored, because they follow from the lengths.
    pub fn columns(self) -> Vec<Column> {
        let width = match self {
            Self::Mean => 1,
            Self::Bleu => BLEU_ORDERS + 2,
            Self::Chrf => CHRF_ORDERS + 2,
        };
        vec![Column::default(); width]
    }

    /// Adds the contribution of a segment.
    pub fn push(columns: &mut [Column], value: &SegmentValue) {
        let mut push = |matches: &[u64], lengths: [u64; 2]| {
            let numbers = matches.iter().chain(&lengths);
            columns
                .iter_mut()
                .zip(numbers)
                .for_each(|(column, n)| column.push(*n as f64));
        };
        match value {
            SegmentValue::Number(number) => columns[0].push(number.unwrap_or(f64::NAN)),
            SegmentValue::Bleu(BleuCounts {
                matches,
                totals,
                candidate_words,
                reference_words,
            }) => {
                assert_eq!(
                    *totals,
                    ngram_totals(*candidate_words),
                    "the n-grams of a text of this length"
                );
                push(matches, [*candidate_words, *reference_words]);
            }
            SegmentValue::Chrf(ChrfCounts {
                matches,
                candidate,
                reference,
            }) => {
                let [own, others] = [candidate[0], reference[0]].map(ngram_totals::<CHRF_ORDERS>);
                let shared = std::array::from_fn(|i| if others[i] > 0 { own[i] } else { 0 });
                assert_eq!(
                    (*candidate, *reference),
                    (shared, others),
                    "the n-grams of texts of these lengths"
                );
                push(matches, [candidate[0], reference[0]]);
            }
        }
    }

    /// The number of sums that [`Self::value`] needs.
    pub fn sums(self) -> usize {
        match self {
            Self::Mean => 1,
            Self::Bleu => 2 * BLEU_ORDERS + 2,
            Self::Chrf => 3 * CHRF_ORDERS,
        }
    }

    /// Writes the numbers behind a sum, for the segments of which `read` writes the numbers of a column.
    pub fn read(
        self,
        columns: &[Column],
        sum: usize,
        read: impl Fn(&Column, &mut [f64]),
        out: &mut [f64],
    ) {
        let orders = match self {
            Self::Mean => 1,
            Self::Bleu => BLEU_ORDERS,
            Self::Chrf => CHRF_ORDERS,
        };
        let (part, order) = (sum / orders, sum % orders);
        let ngrams = |length: &Column, out: &mut [f64]| {
            read(length, out);
            for n in out.iter_mut() {
                *n = (*n - order as f64).max(0.0);
            }
        };
        match (self, part) {
            (_, 0) => read(&columns[sum], out),
            (Self::Mean | Self::Bleu, 1) => ngrams(&columns[orders], out),
            (Self::Mean | Self::Bleu, _) => read(&columns[orders + order], out),
            (Self::Chrf, 1) => {
                let mut others = vec![0.0; BLOCK_SEGMENTS];
                ngrams(&columns[orders + 1], &mut others[..out.len()]);
                ngrams(&columns[orders], out);
                out.iter_mut()
                    .zip(others)
                    .filter(|(_, others)| *others <= 0.0)
                    .for_each(|(n, _)| *n = 0.0);
            }
            (Self::Chrf, _) => ngrams(&columns[orders + 1], out),
        }
    }

    /// The number of a corpus from the sums of its columns over `defined` segments; `None` if it is undefined.
    pub fn value(self, sums: &[f64], defined: f64) -> Option<f64> {
        let count = |at: usize| sums[at].round() as u64;
        let value = match self {
            Self::Mean => sums[0] / defined,
            Self::Bleu => {
                let (matches, totals) = (
                    std::array::from_fn(count),
                    std::array::from_fn(|i| count(4 + i)),
                );
                BleuCounts {
                    matches,
                    totals,
                    candidate_words: count(8),
                    reference_words: count(9),
                }
                .corpus()
                .score
            }
            Self::Chrf => {
                let [matches, candidate, reference] =
                    [0, 6, 12].map(|from| std::array::from_fn(|i| count(from + i)));
                ChrfCounts {
                    matches,
                    candidate,
                    reference,
                }
                .score()
                .score
            }
        };
        (defined > 0.0 && value.is_finite()).then_some(value)
    }
}

/// The number of n-grams of each order in a text with so many items.
fn ngram_totals<const ORDERS: usize>(items: u64) -> [u64; ORDERS] {
    std::array::from_fn(|i| items.saturating_sub(i as u64))
}
