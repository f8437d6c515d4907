//! What a page is made of.

use unicode_width::UnicodeWidthStr;

use bertscope_analysis::{Idf, Side};
use bertscope_encoder::Layer;
use bertscope_metric::alignment::Kind;
use bertscope_printable::printable;

/// What a piece of text is, for those who give it a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Names and sentences.
    Plain,
    /// What can be overlooked.
    Quiet,
    /// The numbers that matter.
    Strong,
    /// Headings.
    Accent,
    /// What is easily misread.
    Warning,
    /// More than before.
    Up,
    /// Less than before.
    Down,
    /// The full part of a bar.
    Bar,
    /// The empty part of a bar.
    Rest,
}

/// A piece of a row. It has no control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// What it is.
    pub tone: Tone,
}

impl Span {
    /// A piece of text; control characters become pictures.
    #[must_use]
    pub fn new(text: impl AsRef<str>, tone: Tone) -> Self {
        Self { text: printable(text.as_ref()), tone }
    }
}

/// What a row speaks of: where Enter goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A token, with its best partner.
    Token(Side, usize),
    /// A word, by its first token, which can be shown in pieces.
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
    /// A way to align, whose pairs are shown.
    Alignment(Kind),
    /// A text that is kept, by its place among them.
    Kept(Side, usize),
    /// Nothing beyond the row itself: it can be chosen to see how its numbers came about.
    Row,
}

/// An explanation as rows.
pub trait Page {
    /// What the page says, in one or two sentences.
    fn lead(&self) -> String;

    /// Number of rows.
    fn len(&self) -> usize;

    /// Whether there is nothing to say beyond the lead.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A row in at most `width` columns.
    fn row(&self, index: usize, width: u16) -> Vec<Span>;

    /// What a row speaks of; `None` for headings, which can not be chosen.
    fn target(&self, index: usize) -> Option<Target>;

    /// How the numbers of a row came about, in words and in the figures of this pair, a sentence or formula each.
    fn derivation(&self, index: usize) -> Vec<String>;
}

/// A page as text in lines of at most `width` columns, without colours.
#[must_use]
pub fn text(page: &dyn Page, width: u16) -> Vec<String> {
    let mut lines: Vec<String> = textwrap_lead(&page.lead(), width);
    for index in 0..page.len() {
        let row: String = page.row(index, width).into_iter().map(|span| span.text).collect();
        lines.push(row.trim_end().to_owned());
    }
    lines
}

fn textwrap_lead(lead: &str, width: u16) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in printable(lead).split(' ') {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= usize::from(width) => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
