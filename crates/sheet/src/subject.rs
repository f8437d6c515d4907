//! What a row is about.

use std::ops::Range;

use bertscope_analysis::{Idf, Side};
use bertscope_encoder::Layer;
use bertscope_metric::alignment::AlignmentKind;

/// What a row is about, and what Enter opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A token, with its best match.
    Token(Side, usize),
    /// A word, by its first token, which can be opened to show its tokens.
    Word(Side, usize),
    Cell {
        candidate: usize,
        reference: usize,
    },
    /// A layer to score with.
    Layer(Layer),
    /// A source of weights.
    Idf(Idf),
    /// Whether the score is rescaled.
    Rescale(bool),
    /// An alignment whose pairs are shown.
    Alignment(AlignmentKind),
    /// A kept text, by its index.
    KeptText(Side, usize),
    /// Two kept texts, by their indices.
    KeptPair {
        candidate: usize,
        reference: usize,
    },
    /// The row itself: it can be selected to see its derivation.
    Row,
}

impl Subject {
    /// The first of some tokens; the row alone if there are none.
    pub fn first_of(side: Side, tokens: &Range<usize>) -> Self {
        if tokens.is_empty() {
            Self::Row
        } else {
            Self::Token(side, tokens.start)
        }
    }
}

/// A part of one of the texts that is marked while a row is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Highlight {
    pub side: Side,
    /// In bytes.
    pub range: Range<usize>,
}
