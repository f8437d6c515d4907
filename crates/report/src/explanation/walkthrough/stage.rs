//! The stages of the walkthrough, in order: what a stage computes is shown from then on.

use crate::direction::MatchDirection;
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

impl Stage {
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Its number, from 1.
    pub fn number(self) -> usize {
        self as usize + 1
    }

    pub fn title(self) -> &'static str {
        self.into()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_in_the_order_of_their_numbers_and_lead_from_one_to_the_next() {
        for (i, stage) in Stage::ALL.iter().enumerate() {
            assert_eq!(stage.number(), i + 1);
            assert_eq!(stage.next(true), Stage::ALL.get(i + 1).copied());
            assert_eq!(stage.next(false), i.checked_sub(1).map(|i| Stage::ALL[i]));
        }
    }
}
