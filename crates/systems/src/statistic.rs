//! Corpus-level statistics. Every measure is a function of sums over the segments, so that a resample needs
//! only new sums.

use bertscope_overlap::{BleuCounts, ChrfCounts, bleu, chrf};

use crate::column::Column;
use crate::segments::SegmentBlock;
use crate::{Measure, SegmentValue};

const BLEU_ORDERS: usize = bleu::MAX_ORDER;
const CHRF_ORDERS: usize = chrf::MAX_ORDER;

/// Computes the corpus-level number from sums over segments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Statistic {
    /// The mean over the segments in which the number is defined. One column; undefined numbers are NaN.
    Mean,
    /// BLEU from summed counts. Columns: matches of each order, then the two lengths. Sums: matches and totals of each
    /// order, then the two lengths.
    Bleu,
    /// chrF from summed counts. Columns: matches of each order, then the two lengths. Sums: matches, n-grams of the
    /// candidate and of the reference, of each order.
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

    /// The orders of n-grams; 1 for a mean, whose only column is read as the matches of one order.
    fn orders(self) -> usize {
        match self {
            Self::Mean => 1,
            Self::Bleu => BLEU_ORDERS,
            Self::Chrf => CHRF_ORDERS,
        }
    }

    /// Empty columns of a system. N-gram totals are not stored, because they follow from the lengths.
    pub fn columns(self) -> Vec<Column> {
        let width = match self {
            Self::Mean => 1,
            Self::Bleu | Self::Chrf => self.orders() + 2,
        };
        vec![Column::default(); width]
    }

    /// Adds the contribution of a segment.
    ///
    /// # Panics
    /// If the value is of another kind, or its counts of n-grams contradict the lengths of the texts, from which
    /// [`Self::read`] computes them.
    pub fn push(self, columns: &mut [Column], value: &SegmentValue) {
        match (self, value) {
            (Self::Mean, SegmentValue::Number(number)) => {
                columns[0].push(number.unwrap_or(f64::NAN));
            }
            (Self::Bleu | Self::Chrf, SegmentValue::Number(None)) => {
                for column in columns {
                    column.push(f64::NAN);
                }
            }
            (Self::Bleu, SegmentValue::Bleu(counts)) => {
                assert_eq!(
                    counts.totals,
                    ngram_totals(counts.candidate_words),
                    "the n-grams of a text of this length"
                );
                let lengths = [counts.candidate_words, counts.reference_words];
                push_counts(columns, &counts.matches, lengths);
            }
            (Self::Chrf, SegmentValue::Chrf(counts)) => {
                let lengths = [counts.candidate[0], counts.reference[0]];
                let [mut candidate, reference] = lengths.map(ngram_totals::<CHRF_ORDERS>);
                for (count, reference) in candidate.iter_mut().zip(reference) {
                    // chrF counts the n-grams of the candidate only in orders that the reference has too.
                    if reference == 0 {
                        *count = 0;
                    }
                }
                assert_eq!(
                    (counts.candidate, counts.reference),
                    (candidate, reference),
                    "the n-grams of texts of these lengths"
                );
                push_counts(columns, &counts.matches, lengths);
            }
            _ => panic!("a value of the kind of its measure"),
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

    /// Writes the numbers behind a sum for a block of segments to `out`, which is as long as the block.
    pub fn read(self, columns: &[Column], sum: usize, block: SegmentBlock<'_>, out: &mut [f64]) {
        let orders = self.orders();
        // Parts of one sum for each order; the two lengths of BLEU are a last, shorter part.
        let part = sum / orders;
        let order = sum % orders;
        match (self, part) {
            (_, 0) => block.read(&columns[sum], out),
            (Self::Mean | Self::Bleu, 1) => read_ngrams(&columns[orders], order, block, out),
            (Self::Mean | Self::Bleu, _) => block.read(&columns[orders + order], out),
            (Self::Chrf, 1) => {
                let mut reference = vec![0.0; out.len()];
                read_ngrams(&columns[orders + 1], order, block, &mut reference);
                read_ngrams(&columns[orders], order, block, out);
                for (count, reference) in out.iter_mut().zip(reference) {
                    // As in `push`.
                    if reference <= 0.0 {
                        *count = 0.0;
                    }
                }
            }
            (Self::Chrf, _) => read_ngrams(&columns[orders + 1], order, block, out),
        }
    }

    /// The number of a corpus from the sums of its columns over `defined` segments; `None` if it is undefined.
    pub fn value(self, sums: &[f64], defined: f64) -> Option<f64> {
        let value = match self {
            Self::Mean => sums[0] / defined,
            Self::Bleu => {
                let [candidate_words, reference_words] = whole_numbers(&sums[2 * BLEU_ORDERS..]);
                let counts = BleuCounts {
                    matches: whole_numbers(sums),
                    totals: whole_numbers(&sums[BLEU_ORDERS..]),
                    candidate_words,
                    reference_words,
                };
                counts.corpus().score
            }
            Self::Chrf => {
                let counts = ChrfCounts {
                    matches: whole_numbers(sums),
                    candidate: whole_numbers(&sums[CHRF_ORDERS..]),
                    reference: whole_numbers(&sums[2 * CHRF_ORDERS..]),
                };
                counts.score().score
            }
        };
        if defined > 0.0 && value.is_finite() {
            Some(value)
        } else {
            None
        }
    }
}

fn push_counts(columns: &mut [Column], matches: &[u64], lengths: [u64; 2]) {
    for (column, count) in columns.iter_mut().zip(matches.iter().chain(&lengths)) {
        column.push(*count as f64);
    }
}

/// The number of n-grams of each order in a text with so many items.
fn ngram_totals<const ORDERS: usize>(items: u64) -> [u64; ORDERS] {
    std::array::from_fn(|i| items.saturating_sub(i as u64))
}

/// Reads a column of lengths as numbers of n-grams, as [`ngram_totals`] counts them; the first order is 0.
fn read_ngrams(lengths: &Column, order: usize, block: SegmentBlock<'_>, out: &mut [f64]) {
    block.read(lengths, out);
    for number in out {
        *number = (*number - order as f64).max(0.0);
    }
}

/// The first sums, which are of counts.
fn whole_numbers<const N: usize>(sums: &[f64]) -> [u64; N] {
    std::array::from_fn(|i| sums[i].round() as u64)
}
