//! The cells of a table, each with the one text that every medium prints.

use bertscope_metric::Score;

use crate::Chart;
use crate::number::{
    MISSING, bounded_percent, decimals, five_places, narrow_change, narrow_score, or_missing,
    p_value, percent, short, signed, trimmed, weight, with_thousands_separators, without_zero,
};

#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing: the row has no such number.
    Empty,
    /// A number that is still being computed.
    Waiting,
    /// A name or words.
    Text(String),
    /// A word or token of a text.
    Word(String),
    /// Words beside the numbers, which a narrow screen cuts first.
    Remark(String),
    /// One of several texts, of which the part from this byte says most where not all has room.
    Excerpt {
        text: String,
        from: usize,
    },
    /// A number; `None` if it is undefined.
    Number {
        value: Option<f64>,
        kind: NumberKind,
    },
    /// The ends of a 95% interval.
    Interval {
        ends: Option<[f64; 2]>,
        places: usize,
        /// Whether the ends are differences.
        is_signed: bool,
    },
    PValue(Option<f64>),
    /// The similarity of a row's token and a column's token, with the sign of a best match.
    Match {
        similarity: f32,
        /// Whether it has five decimals, not two.
        is_exact: bool,
        sign: Option<char>,
    },
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
    /// A name that leads to its section of the document.
    Anchor {
        text: String,
        anchor: String,
    },
    Chart(Chart),
}

/// What a number is, from which its form and its colour follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberKind {
    /// A number with so many decimals, such as a mean, a ratio or a coefficient: `0.71634`.
    Decimals { places: usize },
    /// A difference of two such numbers: `+0.25000`.
    SignedDecimals { places: usize },
    /// P, R or F1 of a pair: `.71634`.
    Score,
    /// A score or a cosine in a formula of a panel: `.7163`.
    RoundedScore,
    /// The highest of several such scores: `.7163▴`.
    BestScore,
    /// A difference of scores of a pair: `+.0131`.
    Difference,
    /// What a token takes from P or R: `−.0876`.
    Cost,
    /// The cosine of two tokens: `.68`.
    Similarity,
    /// The weight of a token: `8.63`.
    Weight,
    /// A part of a whole, in percent: `30.5%`.
    Share { places: usize },
    /// A share of pairs in percent, never rounded to none or all: `>99.9%`.
    ShareOfPairs,
    /// A human score, with the decimals that it needs: `4.5`.
    Human,
}

/// Beside the highest of several scores.
pub const BEST_MARK: &str = "▴";

impl NumberKind {
    fn text(self, x: f64) -> String {
        match self {
            Self::Decimals { places } => decimals(x, places),
            Self::SignedDecimals { places } => signed(x, places),
            Self::Score => five_places(Some(x)),
            Self::RoundedScore => narrow_score(Some(x)),
            Self::BestScore => narrow_score(Some(x)) + BEST_MARK,
            Self::Difference => narrow_change(Some(x)),
            Self::Cost => narrow_change(Some(-x)),
            Self::Similarity => short(x as f32),
            Self::Weight => weight(x),
            Self::Share { places } => percent(x, places),
            Self::ShareOfPairs => bounded_percent(x),
            Self::Human => trimmed(x, 5),
        }
    }

    /// Whether it is what its row is about, rather than a number beside it.
    pub fn is_important(self) -> bool {
        matches!(
            self,
            Self::Decimals { .. }
                | Self::Score
                | Self::RoundedScore
                | Self::BestScore
                | Self::Cost
                | Self::Weight
        )
    }

    /// Whether it has a direction: more is better, less is worse.
    pub fn is_difference(self) -> bool {
        matches!(self, Self::SignedDecimals { .. } | Self::Difference)
    }
}

impl Cell {
    pub fn named(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub fn word(text: impl Into<String>) -> Self {
        Self::Word(text.into())
    }

    pub fn remark(text: impl Into<String>) -> Self {
        Self::Remark(text.into())
    }

    pub fn count(n: usize) -> Self {
        Self::Counts(vec![n as u64])
    }

    pub fn number(value: impl Into<Option<f64>>, kind: NumberKind) -> Self {
        Self::Number {
            value: value.into(),
            kind,
        }
    }

    /// A mean with five decimals.
    pub fn mean(value: Option<f64>) -> Self {
        Self::number(value, NumberKind::Decimals { places: 5 })
    }

    /// A difference of means with five decimals.
    pub fn mean_difference(value: Option<f64>) -> Self {
        Self::number(value, NumberKind::SignedDecimals { places: 5 })
    }

    /// A coefficient of correlation, with four decimals.
    pub fn coefficient(value: Option<f64>) -> Self {
        Self::number(value, NumberKind::Decimals { places: 4 })
    }

    /// What a token or word takes from P or R.
    pub fn cost(value: f64) -> Self {
        Self::number(value, NumberKind::Cost)
    }

    /// A score or a cosine in a panel.
    pub fn rounded_score(value: impl Into<Option<f64>>) -> Self {
        Self::number(value, NumberKind::RoundedScore)
    }

    /// A difference of two scores of a pair.
    pub fn difference(value: impl Into<Option<f64>>) -> Self {
        Self::number(value, NumberKind::Difference)
    }

    /// P, R and F1; all undefined without a score.
    pub fn scores(score: Option<Score>, kind: NumberKind) -> [Self; 3] {
        let numbers = score.map_or([None; 3], Score::numbers);
        numbers.map(|number| Self::number(number, kind))
    }

    /// What every medium prints, besides its own markup; empty for a chart.
    pub fn text(&self) -> String {
        match self {
            Self::Empty | Self::Chart(_) => String::new(),
            Self::Waiting => "…".to_owned(),
            Self::Text(text)
            | Self::Word(text)
            | Self::Remark(text)
            | Self::Excerpt { text, .. }
            | Self::Code(text)
            | Self::Link { text, .. }
            | Self::Anchor { text, .. } => text.clone(),
            Self::Number { value, kind } => or_missing(*value, |x| kind.text(x)),
            Self::Interval {
                ends,
                places,
                is_signed,
            } => match ends {
                Some(ends) => {
                    let form = if *is_signed { signed } else { decimals };
                    let [low, high] = ends.map(|end| form(end, *places));
                    format!("[{low}, {high}]")
                }
                None => MISSING.to_owned(),
            },
            Self::PValue(p) => or_missing(*p, p_value),
            Self::Match {
                similarity,
                is_exact,
                sign,
            } => {
                let number = if *is_exact {
                    without_zero(*similarity, 5)
                } else {
                    short(*similarity)
                };
                String::from_iter(*sign) + &number
            }
            Self::Counts(counts) => {
                let counts = counts.iter().map(|n| with_thousands_separators(*n));
                counts.collect::<Vec<_>>().join(" / ")
            }
        }
    }

    /// Whether it stands at the right of its column.
    pub fn is_number(&self) -> bool {
        matches!(
            self,
            Self::Waiting
                | Self::Number { .. }
                | Self::Interval { .. }
                | Self::PValue(_)
                | Self::Match { .. }
                | Self::Counts(_)
        )
    }

    /// Whether it is words, which can be cut where there is no room.
    pub fn is_words(&self) -> bool {
        matches!(
            self,
            Self::Text(_)
                | Self::Word(_)
                | Self::Remark(_)
                | Self::Excerpt { .. }
                | Self::Code(_)
                | Self::Link { .. }
                | Self::Anchor { .. }
        )
    }

    /// Whether a mark follows its digits.
    pub fn is_best(&self) -> bool {
        matches!(
            self,
            Self::Number {
                kind: NumberKind::BestScore,
                ..
            }
        )
    }

    /// Its number, for a bar.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Number { value, .. } => *value,
            Self::Counts(counts) => counts.first().map(|n| *n as f64),
            _ => None,
        }
    }
}

impl From<Chart> for Cell {
    fn from(chart: Chart) -> Self {
        Self::Chart(chart)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_belongs_to_a_difference_and_neither_to_a_score_nor_to_zero() {
        let cells = [
            Cell::mean(Some(-0.000_001)),
            Cell::mean(None),
            Cell::mean_difference(Some(0.25)),
            Cell::mean_difference(Some(-0.000_001)),
            Cell::difference(0.0131),
            Cell::cost(0.0876),
            Cell::cost(0.000_01),
            Cell::Interval {
                ends: Some([-0.5, 0.000_001]),
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
            "+.0131",
            "−.0876",
            ".0000",
            "[−0.50, 0.00]",
            "1,200 / 1,200",
            "3 / 0",
        ];
        assert_eq!(cells.map(|cell| cell.text()), expected);
    }
}
