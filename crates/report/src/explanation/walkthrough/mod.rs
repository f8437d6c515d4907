//! The walkthrough: builds the score of a pair step by step.
//!
//! A stage is one formula, a few words and the figures of the pair; what people stumble over is said where it is true
//! of the pair.

mod matching;
mod part;
mod phrases;
mod scores;
mod texts;

pub use part::Part;

use crate::direction::Direction;
use bertscope_analysis::{Analysis, Cosine, Side};

/// A stage on the way from two texts to a score, in the order of the computation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The two texts.
    Texts,
    /// Texts in tokens.
    Pieces,
    /// A vector for each token.
    Vectors,
    /// One cell, computed step by step.
    Cosine,
    /// All cells.
    Matrix,
    /// The best cell of each row.
    RowBest,
    /// Their mean.
    Precision,
    /// The best cell of each column.
    ColumnBest,
    /// Their mean.
    Recall,
    /// The weight of each token.
    Weights,
    /// The harmonic mean of both.
    F1,
    /// The scores on the scale of the baseline.
    Rescaling,
}

impl Stage {
    /// All of them, in order.
    pub const ALL: [Self; 12] = [
        Self::Texts,
        Self::Pieces,
        Self::Vectors,
        Self::Cosine,
        Self::Matrix,
        Self::RowBest,
        Self::Precision,
        Self::ColumnBest,
        Self::Recall,
        Self::Weights,
        Self::F1,
        Self::Rescaling,
    ];

    /// Its number, from 1.
    #[must_use]
    pub fn number(self) -> usize {
        self as usize + 1
    }

    /// Its heading.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Texts => "Two texts",
            Self::Pieces => "Pieces",
            Self::Vectors => "Vectors",
            Self::Cosine => "One cosine",
            Self::Matrix => "The matrix",
            Self::RowBest => "Best in each row",
            Self::Precision => "Precision",
            Self::ColumnBest => "Best in each column",
            Self::Recall => "Recall",
            Self::Weights => "Weights",
            Self::F1 => "F1",
            Self::Rescaling => "Rescaling",
        }
    }

    /// The next or the previous stage; `None` at the ends.
    #[must_use]
    pub fn next(self, forward: bool) -> Option<Self> {
        let here = self as usize;
        let there = if forward { Some(here + 1) } else { here.checked_sub(1) };
        there.and_then(|i| Self::ALL.get(i).copied())
    }

    /// The direction of the matches that it is about.
    #[must_use]
    pub fn direction(self) -> Direction {
        match self {
            Self::RowBest | Self::Precision => Direction::Precision,
            Self::ColumnBest | Self::Recall => Direction::Recall,
            _ => Direction::Both,
        }
    }

    /// Whether it highlights a cell of the matrix, candidate and reference; `crosshair` is the one whose cosine it computes.
    #[must_use]
    pub fn highlights(self, analysis: &Analysis, crosshair: (usize, usize), cell: (usize, usize)) -> bool {
        let row = || analysis.matches.candidate.get(cell.0).is_some_and(|found| found.token == cell.1);
        let column = || analysis.matches.reference.get(cell.1).is_some_and(|found| found.token == cell.0);
        match self {
            Self::Texts | Self::Pieces => false,
            Self::Vectors | Self::Cosine => crosshair == cell,
            Self::Matrix | Self::Rescaling => true,
            Self::RowBest | Self::Precision => row(),
            Self::ColumnBest | Self::Recall => column(),
            Self::Weights | Self::F1 => row() || column(),
        }
    }

    /// Whether it shows the numbers of the cell under the crosshair.
    #[must_use]
    pub fn works_out_cell(self) -> bool {
        matches!(self, Self::Vectors | Self::Cosine)
    }
}

/// What a stage says of a pair. `cell` is the crosshair, candidate and reference; `cosine` is what was worked out last, of
/// whichever cell.
#[must_use]
pub fn stage(
    stage: Stage,
    analysis: &Analysis,
    (candidate, reference): (usize, usize),
    cosine: Option<&Cosine>,
) -> Vec<Part> {
    let cosine = cosine.filter(|c| (c.candidate, c.reference) == (candidate, reference));
    match stage {
        Stage::Texts => texts::texts(analysis),
        Stage::Pieces => texts::pieces(analysis),
        Stage::Vectors => texts::vectors(analysis, candidate, reference, cosine),
        Stage::Cosine => texts::cosine(analysis, candidate, reference, cosine),
        Stage::Matrix => texts::matrix(analysis),
        Stage::RowBest => matching::best(analysis, Side::Candidate, candidate),
        Stage::Precision => matching::mean(analysis, Side::Candidate),
        Stage::ColumnBest => matching::best(analysis, Side::Reference, reference),
        Stage::Recall => matching::mean(analysis, Side::Reference),
        Stage::Weights => scores::weights(analysis, candidate, reference),
        Stage::F1 => scores::f1(analysis),
        Stage::Rescaling => scores::rescaling(analysis),
    }
}
