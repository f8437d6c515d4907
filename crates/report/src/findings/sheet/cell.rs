//! The cells of a table, and the one form in which each kind of number is printed.

use bertscope_systems::Interval;

use crate::number::{signed, with_plus, with_thousands_separators};

/// The p-value below which a difference counts as statistically significant.
pub const SIGNIFICANCE_LEVEL: f64 = 0.05;

/// Shown for a missing value.
pub const MISSING: &str = "—";

/// A cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// A name or words.
    Text(String),
    /// A number without a sign, such as a mean or a coefficient.
    Score {
        /// The number.
        value: Option<f64>,
        /// Its decimals.
        places: usize,
    },
    /// A difference, with its sign.
    Difference {
        /// The difference.
        value: Option<f64>,
        /// Its decimals.
        places: usize,
    },
    /// The ends of a 95% interval.
    Interval {
        /// The ends.
        ends: Option<Interval>,
        /// Their decimals.
        places: usize,
        /// Whether the ends are differences.
        is_signed: bool,
    },
    /// A p-value.
    PValue(Option<f64>),
    /// A count for each system; one if they are all the same.
    Counts(Vec<u64>),
    /// Something to type, such as a filter.
    Code(String),
    /// A word that leads to its pairs.
    Link {
        /// The word.
        text: String,
        /// The filter that finds its pairs.
        find: String,
    },
}

impl Cell {
    /// A name or words.
    pub fn named(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A count.
    pub fn count(n: usize) -> Self {
        Self::Counts(vec![n as u64])
    }

    /// A score with five decimals.
    pub fn score(value: Option<f64>) -> Self {
        Self::Score { value, places: 5 }
    }

    /// A difference with five decimals.
    pub fn difference(value: Option<f64>) -> Self {
        Self::Difference { value, places: 5 }
    }

    /// A number with a sign if it is a difference.
    pub fn number(value: Option<f64>, places: usize, is_signed: bool) -> Self {
        if is_signed {
            Self::Difference { value, places }
        } else {
            Self::Score { value, places }
        }
    }

    /// A coefficient of correlation, with four decimals.
    pub fn coefficient(value: Option<f64>) -> Self {
        Self::Score { value, places: 4 }
    }

    /// What every medium prints, besides its own markup.
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) | Self::Code(text) | Self::Link { text, .. } => text.clone(),
            Self::Score { value, places } => {
                value.map_or_else(|| MISSING.to_owned(), |x| rounded(x, *places))
            }
            Self::Difference { value, places } => {
                value.map_or_else(|| MISSING.to_owned(), |x| with_plus(rounded(x, *places)))
            }
            Self::Interval {
                ends,
                places,
                is_signed,
            } => ends.map_or_else(
                || MISSING.to_owned(),
                |Interval { low, high }| {
                    let end = |x: f64| {
                        if *is_signed {
                            with_plus(rounded(x, *places))
                        } else {
                            rounded(x, *places)
                        }
                    };
                    format!("[{}, {}]", end(low), end(high))
                },
            ),
            Self::PValue(p) => p.map_or_else(|| MISSING.to_owned(), p_value),
            Self::Counts(counts) => match &**counts {
                [first, others @ ..] if others.iter().all(|other| other == first) => {
                    with_thousands_separators(*first)
                }
                all => all
                    .iter()
                    .map(|n| with_thousands_separators(*n))
                    .collect::<Vec<_>>()
                    .join(" / "),
            },
        }
    }

    /// Whether it stands at the right of its column.
    pub fn is_number(&self) -> bool {
        !matches!(self, Self::Text(_) | Self::Code(_) | Self::Link { .. })
    }

    /// The number for a bar.
    pub(super) fn bar_number(&self) -> Option<f64> {
        match self {
            Self::Score { value, .. } | Self::Difference { value, .. } => *value,
            Self::Counts(counts) => counts.first().map(|n| *n as f64),
            Self::Text(_)
            | Self::Code(_)
            | Self::Link { .. }
            | Self::Interval { .. }
            | Self::PValue(_) => None,
        }
    }
}

fn rounded(x: f64, places: usize) -> String {
    signed(&format!("{x:.places$}"))
}

/// A p-value with four decimals, or more if rounding would give 0 or [`SIGNIFICANCE_LEVEL`].
pub fn p_value(p: f64) -> String {
    let is_true = |text: &String| {
        text.parse().is_ok_and(|shown: f64| {
            shown > 0.0 && (shown < SIGNIFICANCE_LEVEL) == (p < SIGNIFICANCE_LEVEL)
        })
    };
    (4..=17)
        .map(|places| format!("{p:.places$}"))
        .find(is_true)
        .unwrap_or_else(|| p.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_p_value_is_on_its_side_of_the_level() {
        let shown = [50.0 / 1001.0, 0.05, 0.0504, 0.2797, 1.0, 1.0 / 100_001.0].map(p_value);
        assert_eq!(
            shown,
            ["0.04995", "0.0500", "0.0504", "0.2797", "1.0000", "0.00001"]
        );
    }

    #[test]
    fn a_sign_belongs_to_a_difference_and_neither_to_a_score_nor_to_zero() {
        let ends = Some(Interval {
            low: -0.5,
            high: 0.000_001,
        });
        let cells = [
            Cell::score(Some(-0.000_001)),
            Cell::score(None),
            Cell::difference(Some(0.25)),
            Cell::difference(Some(-0.000_001)),
            Cell::Interval {
                ends,
                places: 2,
                is_signed: true,
            },
            Cell::Counts(vec![1_200, 1_200]),
            Cell::Counts(vec![3, 0]),
        ];
        let expected = [
            "0.00000",
            "—",
            "+0.25000",
            "0.00000",
            "[−0.50, 0.00]",
            "1,200",
            "3 / 0",
        ];
        assert_eq!(cells.map(|cell| cell.text()), expected);
    }
}
