//! The cells of a table, each with the one text that every medium prints.

use bertscope_systems::Interval;

use crate::number::{MISSING, decimals, or_missing, p_value, signed, with_thousands_separators};

#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// A name or words.
    Text(String),
    /// A number without a sign, such as a mean or a coefficient.
    Score {
        value: Option<f64>,
        places: usize,
    },
    /// A difference, with its sign.
    Difference {
        value: Option<f64>,
        places: usize,
    },
    /// The ends of a 95% interval.
    Interval {
        ends: Option<Interval>,
        places: usize,
        /// Whether the ends are differences.
        is_signed: bool,
    },
    PValue(Option<f64>),
    /// A count for each system.
    Counts(Vec<u64>),
    /// Something to type, such as a filter.
    Code(String),
    /// A word that leads to its pairs.
    Link {
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
            Self::Score { value, places } => or_missing(*value, |x| decimals(x, *places)),
            Self::Difference { value, places } => or_missing(*value, |x| signed(x, *places)),
            Self::Interval {
                ends,
                places,
                is_signed,
            } => match ends {
                Some(Interval { low, high }) => {
                    let form = if *is_signed { signed } else { decimals };
                    format!("[{}, {}]", form(*low, *places), form(*high, *places))
                }
                None => MISSING.to_owned(),
            },
            Self::PValue(p) => or_missing(*p, p_value),
            Self::Counts(counts) => {
                let counts = counts.iter().map(|n| with_thousands_separators(*n));
                counts.collect::<Vec<_>>().join(" / ")
            }
        }
    }

    /// Whether it stands at the right of its column.
    pub fn is_number(&self) -> bool {
        !matches!(self, Self::Text(_) | Self::Code(_) | Self::Link { .. })
    }

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

#[cfg(test)]
mod tests {
    use super::*;

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
