//! A page: rows of spans, with the target and the derivation of each row.

use std::ops::Range;

use crate::wrap::wrapped_words;
use bertscope_analysis::{Idf, Side};
use bertscope_encoder::Layer;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_printable::printable;

/// The role of a span, from which its colour follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Names and sentences.
    Plain,
    /// Secondary text.
    Quiet,
    /// Important numbers.
    Strong,
    /// Headings.
    Accent,
    /// A warning.
    Warning,
    /// An increase.
    Up,
    /// A decrease.
    Down,
    /// The full part of a bar.
    Bar,
    /// The empty part of a bar.
    Rest,
}

/// A part of a row in one tone. It has no control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// The tone.
    pub tone: Tone,
}

impl Span {
    /// A span; control characters become visible symbols.
    #[must_use]
    pub fn new(text: impl AsRef<str>, tone: Tone) -> Self {
        Self { text: printable(text.as_ref()), tone }
    }
}

/// What a row is about, and what Enter opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A token, with its best match.
    Token(Side, usize),
    /// A word, by its first token, which can be opened to show its tokens.
    Word(Side, usize),
    /// A cell of the matrix.
    Cell {
        /// Row.
        candidate: usize,
        /// Column.
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
        /// The candidate.
        candidate: usize,
        /// The reference.
        reference: usize,
    },
    /// The row itself: it can be selected to see its derivation.
    Row,
}

/// An explanation as rows.
pub trait Page {
    /// The summary above the rows, one or two sentences.
    fn lead(&self) -> String;

    /// Number of rows.
    fn len(&self) -> usize;

    /// Whether there is no row.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A row in at most `width` columns.
    fn row(&self, index: usize, width: u16) -> Vec<Span>;

    /// The subject of a row; `None` for headings, which cannot be selected.
    fn target(&self, index: usize) -> Option<Target>;

    /// How the numbers of a row were computed, with the numbers of this pair, a sentence or formula each.
    fn derivation(&self, index: usize) -> Vec<String>;

    /// The parts of a text to mark while a row is chosen, as bytes, in order.
    fn highlights(&self, _index: usize, _side: Side) -> Vec<Range<usize>> {
        Vec::new()
    }
}

/// A page as text in lines of at most `width` columns, without colours.
#[must_use]
pub fn text(page: &dyn Page, width: u16) -> Vec<String> {
    let mut lines: Vec<String> = wrapped_words(&printable(&page.lead()), usize::from(width));
    for index in 0..page.len() {
        let row: String = page.row(index, width).into_iter().map(|span| span.text).collect();
        lines.push(row.trim_end().to_owned());
    }
    lines
}
