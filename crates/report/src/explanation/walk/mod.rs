//! The walkthrough: how the score of this pair is made, a stage at a time.
//!
//! A stage is one formula, a few words and the figures of the pair; what people stumble over is said where it is true
//! of the pair.

mod ends;
mod matching;
mod start;

use crate::label;
use bertscope_analysis::{Analysis, Cosine, Note, Side};
use bertscope_encoder::Token;

/// A stage on the way from two texts to a score, in the order in which the score is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// What is compared.
    Texts,
    /// Texts in pieces.
    Pieces,
    /// Numbers for each piece.
    Vectors,
    /// One cell, worked out.
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
    /// What each piece counts.
    Weights,
    /// Both in one number.
    F1,
    /// The number on another scale.
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

    /// Its place, from 1.
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

    /// The stage after it, or before; `None` at the ends.
    #[must_use]
    pub fn next(self, forward: bool) -> Option<Self> {
        let here = self as usize;
        let there = if forward { Some(here + 1) } else { here.checked_sub(1) };
        there.and_then(|i| Self::ALL.get(i).copied())
    }

    /// Whether it speaks of the numbers of the cell under the crosshair.
    #[must_use]
    pub fn works_out_cell(self) -> bool {
        matches!(self, Self::Vectors | Self::Cosine)
    }
}

/// A part of a stage.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// The formula.
    Formula(String),
    /// What it means.
    Words(String),
    /// The same in the figures of the pair.
    Figure(String),
    /// What people stumble over and is true of this pair.
    Watch(String),
    /// The first numbers of a vector.
    Strip {
        /// The token that has them.
        label: String,
        /// The numbers, each between 0 for the smallest of the strips and 1 for the largest.
        heights: Vec<f32>,
    },
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
        Stage::Texts => start::texts(analysis),
        Stage::Pieces => start::pieces(analysis),
        Stage::Vectors => start::vectors(analysis, candidate, reference, cosine),
        Stage::Cosine => start::cosine(analysis, candidate, reference, cosine),
        Stage::Matrix => start::matrix(analysis),
        Stage::RowBest => matching::best(analysis, Side::Candidate, candidate),
        Stage::Precision => matching::mean(analysis, Side::Candidate),
        Stage::ColumnBest => matching::best(analysis, Side::Reference, reference),
        Stage::Recall => matching::mean(analysis, Side::Reference),
        Stage::Weights => ends::weights(analysis, candidate, reference),
        Stage::F1 => ends::f1(analysis),
        Stage::Rescaling => ends::rescaling(analysis),
    }
}

/// A token of a side, in quotation marks; special ones without.
fn name(analysis: &Analysis, side: Side, index: usize) -> String {
    analysis.side(side).tokenized.tokens.get(index).map_or_else(String::new, quoted)
}

fn quoted(token: &Token) -> String {
    let text = label::fit(&label::token(token), 24);
    if token.special { text } else { format!("“{text}”") }
}

/// Names in a row: `a`, `a and b`, `a, b and c`; after `most` of them, how many more there are.
fn listed(names: &[String], most: usize) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        names if names.len() > most => format!("{} and {} more", names[..most].join(", "), names.len() - most),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Why P and R are 0 by convention; empty for ordinary pairs.
fn by_convention(analysis: &Analysis) -> Vec<Part> {
    let is = |note: &&Note| matches!(note, Note::Empty(_) | Note::TwoTokens(_));
    analysis.notes.iter().filter(is).map(|note| Part::Watch(note.to_string())).collect()
}

/// A number to three places, without the zero before them.
fn rough(x: f64) -> String {
    let text = format!("{:.3}", x.abs());
    let sign = if x <= -0.0005 { "−" } else { "" };
    format!("{sign}{}", text.strip_prefix('0').unwrap_or(&text))
}
