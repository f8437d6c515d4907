//! The stages of the walkthrough, in order, what each of them computes, and the parts of its text.

use crate::direction::MatchDirection;
use bertscope_analysis::Side;
use bertscope_explain::Topic;
use strum::{IntoStaticStr, VariantArray};

/// A stage of the computation of a score, in order, with its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, VariantArray)]
pub enum Stage {
    #[strum(serialize = "Two texts")]
    Texts,
    #[strum(serialize = "Shared words")]
    Words,
    Tokens,
    Vectors,
    #[strum(serialize = "One cosine")]
    Cosine,
    #[strum(serialize = "Row by row")]
    Rows,
    Weights,
    #[strum(serialize = "Best in each row")]
    RowBest,
    Precision,
    #[strum(serialize = "Best in each column")]
    ColumnBest,
    Recall,
    F1,
    /// A token can be matched more than once.
    #[strum(serialize = "Why greedy?")]
    Greedy,
    #[strum(serialize = "Several references")]
    References,
    /// The scores on the scale of the baseline.
    Rescaling,
    /// The whole computation on one screen.
    Summary,
    /// What the score does not say.
    Limits,
}

/// An intermediate result. A stage shows only results that have been computed by then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Tokens, and how many there are.
    Tokens,
    Cells,
    Weights,
    /// The best matches of the tokens of a side.
    Matches(Side),
    /// Their mean: P of the candidate, R of the reference.
    Mean(Side),
    F1,
    Rescaled,
}

impl Quantity {
    pub fn computed_at(self) -> Stage {
        match self {
            Self::Tokens => Stage::Tokens,
            Self::Cells => Stage::Rows,
            Self::Weights => Stage::Weights,
            Self::Matches(Side::Candidate) => Stage::RowBest,
            Self::Mean(Side::Candidate) => Stage::Precision,
            Self::Matches(Side::Reference) => Stage::ColumnBest,
            Self::Mean(Side::Reference) => Stage::Recall,
            Self::F1 => Stage::F1,
            Self::Rescaled => Stage::Rescaling,
        }
    }
}

impl Stage {
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Its number, from 1.
    pub fn number(self) -> usize {
        self as usize + 1
    }

    pub fn title(self) -> &'static str {
        self.into()
    }

    /// Whether a result has been computed by now.
    pub fn has_computed(self, product: Quantity) -> bool {
        self >= product.computed_at()
    }

    /// The next or the previous stage; `None` at the ends.
    pub fn next(self, forward: bool) -> Option<Self> {
        let here = self as usize;
        let there = if forward {
            here + 1
        } else {
            here.checked_sub(1)?
        };
        Self::ALL.get(there).copied()
    }

    /// What it shows beside its text.
    pub fn picture(self) -> StagePicture {
        match self {
            Self::Texts
            | Self::Words
            | Self::Tokens
            | Self::Vectors
            | Self::Summary
            | Self::Limits => StagePicture::None,
            Self::Cosine => StagePicture::Angle,
            _ => StagePicture::Matrix,
        }
    }

    /// The direction of the matches that it shows.
    pub fn direction(self) -> MatchDirection {
        match self {
            Self::RowBest | Self::Precision => MatchDirection::Precision,
            Self::ColumnBest | Self::Recall => MatchDirection::Recall,
            _ => MatchDirection::Both,
        }
    }

    pub fn rescales(self) -> bool {
        self == Self::Rescaling
    }

    /// Whether it shows the numbers of the cell under the crosshair.
    pub fn shows_cell_numbers(self) -> bool {
        matches!(self, Self::Vectors | Self::Cosine)
    }

    /// The explanation that it needs.
    pub fn question(self) -> Option<Topic> {
        match self {
            Self::Greedy => Some(Topic::Matches),
            Self::References => Some(Topic::Compare),
            _ => None,
        }
    }
}

/// What is shown beside the text of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StagePicture {
    /// Nothing: the text has all the room.
    None,
    /// The angle between two vectors.
    Angle,
    /// The matrix, as far as it has been computed.
    Matrix,
}

/// A part of a stage.
#[derive(Debug, Clone, PartialEq)]
pub enum StepPart {
    Formula(String),
    /// Why the step exists; always shown.
    Reason(String),
    /// A longer explanation; hidden on a projector if there is no room.
    Detail(String),
    /// The formula with the numbers of the pair.
    WorkedFormula(String),
    /// A common misunderstanding, where the pair shows it.
    Pitfall(String),
    /// The first numbers of a vector.
    Strip {
        /// The token that the vector belongs to.
        label: String,
        /// The numbers, each between 0 for the smallest of the strips and 1 for the largest.
        heights: Vec<f32>,
    },
    /// Two vectors from the same point.
    Angle {
        /// The angle between them in degrees, 0 to 180.
        degrees: f64,
        /// The tokens that they belong to: of the candidate, of the reference.
        labels: [String; 2],
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRODUCTS: [Quantity; 9] = [
        Quantity::Tokens,
        Quantity::Cells,
        Quantity::Weights,
        Quantity::Matches(Side::Candidate),
        Quantity::Mean(Side::Candidate),
        Quantity::Matches(Side::Reference),
        Quantity::Mean(Side::Reference),
        Quantity::F1,
        Quantity::Rescaled,
    ];

    #[test]
    fn stages_are_in_the_order_of_their_numbers_and_lead_from_one_to_the_next() {
        for (i, stage) in Stage::ALL.iter().enumerate() {
            assert_eq!(stage.number(), i + 1);
            assert_eq!(stage.next(true), Stage::ALL.get(i + 1).copied());
            assert_eq!(stage.next(false), i.checked_sub(1).map(|i| Stage::ALL[i]));
        }
    }

    #[test]
    fn nothing_is_there_at_the_start_and_what_was_made_stays() {
        assert!(
            PRODUCTS
                .iter()
                .all(|product| !Stage::Texts.has_computed(*product)
                    && Stage::Limits.has_computed(*product))
        );
        for pair in Stage::ALL.windows(2) {
            assert!(
                PRODUCTS.iter().all(
                    |product| !pair[0].has_computed(*product) || pair[1].has_computed(*product)
                )
            );
        }
        for pair in PRODUCTS.windows(2) {
            assert!(
                pair[0].computed_at() < pair[1].computed_at(),
                "{:?} is needed for {:?}",
                pair[0],
                pair[1]
            );
        }
    }
}
