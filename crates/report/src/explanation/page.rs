//! A page: rows of spans, with the target and the derivation of each row.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use crate::label::fit;
use crate::wrap::wrapped_words;
use bertscope_analysis::{Idf, Side};
use bertscope_encoder::Layer;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_printable::printable;
pub use bertscope_sheet::columns::{Part as Span, Tone};

/// What a row is about, and what Enter opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
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

/// An explanation as rows. A row is rendered only when it is needed: a text of 512 tokens has a thousand rows, and the
/// screen shows twenty.
pub struct Page<'a> {
    lead: String,
    rows: Vec<Row<'a>>,
    columns: &'static [&'static str],
    highlights: Option<Box<Highlights<'a>>>,
}

type Derivation<'a> = dyn Fn() -> Vec<String> + 'a;

type Highlights<'a> = dyn Fn(usize, Side) -> Vec<Range<usize>> + 'a;

/// Columns of the narrowest page.
const MIN_WIDTH: usize = 28;

/// What a row is in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowForm {
    /// The cells of a table, a span each. A first row without a subject names the columns, unless a heading did.
    Cells,
    /// A line of text, from side to side.
    Text,
    /// A heading, and the names of the columns of the table below it; in text, the form of a row says what its parts are.
    Heading(&'static [&'static str]),
}

pub(super) struct Row<'a> {
    spans: Box<dyn Fn(u16) -> Vec<Span> + 'a>,
    form: RowForm,
    /// Its subject and its derivation; `None` for headings.
    subject: Option<(Target, Box<Derivation<'a>>)>,
}

impl<'a> Row<'a> {
    /// A row without a subject, in at most as many columns as the number says. Spans that do not fit are left out.
    pub(super) fn new(spans: impl Fn(u16) -> Vec<Span> + 'a) -> Self {
        Self {
            spans: Box::new(spans),
            form: RowForm::Cells,
            subject: None,
        }
    }

    pub(super) fn blank() -> Self {
        Self::new(|_| Vec::new())
    }

    /// A text on its own row.
    pub(super) fn text(text: impl Into<String>, tone: Tone) -> Self {
        let text = text.into();
        Self::new(move |width| vec![Span::new(fit(&text, width), tone)]).with_form(RowForm::Text)
    }

    /// A paragraph, in as many rows as the narrowest page needs; on a wider one the last rows are blank.
    pub(super) fn paragraph(text: &str, tone: Tone) -> impl Iterator<Item = Self> {
        let text = printable(text);
        (0..wrapped_words(&text, MIN_WIDTH).len()).map(move |line| {
            let text = text.clone();
            Self::new(move |width| {
                let line = wrapped_words(&text, width.into()).into_iter().nth(line);
                line.map(|line| Span::new(line, tone)).into_iter().collect()
            })
            .with_form(RowForm::Text)
        })
    }

    pub(super) fn heading(text: impl Into<String>) -> Self {
        Self::text(text, Tone::Accent).with_form(RowForm::Heading(&[]))
    }

    pub(super) fn with_form(self, form: RowForm) -> Self {
        Self { form, ..self }
    }

    /// The same row with a subject, and how its numbers were computed.
    pub(super) fn about(self, target: Target, derivation: impl Fn() -> Vec<String> + 'a) -> Self {
        Self {
            subject: Some((target, Box::new(derivation))),
            ..self
        }
    }
}

impl<'a> Page<'a> {
    pub(super) fn new(lead: impl Into<String>, rows: Vec<Row<'a>>) -> Self {
        Self {
            lead: lead.into(),
            rows,
            columns: &[],
            highlights: None,
        }
    }

    pub(super) fn with_columns(self, columns: &'static [&'static str]) -> Self {
        Self { columns, ..self }
    }

    pub(super) fn with_highlights(
        self,
        highlights: impl Fn(usize, Side) -> Vec<Range<usize>> + 'a,
    ) -> Self {
        Self {
            highlights: Some(Box::new(highlights)),
            ..self
        }
    }

    /// The summary above the rows, one or two sentences.
    pub fn lead(&self) -> String {
        self.lead.clone()
    }

    /// Number of rows without the blank ones at the end.
    pub fn height(&self, width: u16) -> usize {
        (0..self.len())
            .rfind(|row| !self.row(*row, width).is_empty())
            .map_or(0, |last| last + 1)
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A row in at most `width` columns.
    pub fn row(&self, index: usize, width: u16) -> Vec<Span> {
        let mut used = 0;
        let fits = |span: &Span| {
            used += span.text.width();
            used <= usize::from(width)
        };
        (self.rows[index].spans)(width)
            .into_iter()
            .take_while(fits)
            .collect()
    }

    pub fn form(&self, index: usize) -> RowForm {
        self.rows[index].form
    }

    /// The names of the columns of the table at the top; empty if its first row has them.
    pub fn columns(&self) -> &'static [&'static str] {
        self.columns
    }

    /// The subject of a row; `None` for headings, which cannot be selected.
    pub fn target(&self, index: usize) -> Option<Target> {
        self.rows[index].subject.as_ref().map(|(target, _)| *target)
    }

    /// How the numbers of a row were computed, with the numbers of this pair, a sentence or formula each.
    pub fn derivation(&self, index: usize) -> Vec<String> {
        match &self.rows[index].subject {
            Some((_, derivation)) => derivation(),
            None => Vec::new(),
        }
    }

    /// The parts of a text to mark while a row is chosen, as bytes, in order.
    pub fn highlights(&self, index: usize, side: Side) -> Vec<Range<usize>> {
        self.highlights
            .as_ref()
            .map_or_else(Vec::new, |highlights| highlights(index, side))
    }
}

/// A page as text in lines of at most `width` columns, without colours.
pub fn text(page: &Page<'_>, width: u16) -> Vec<String> {
    let mut lines: Vec<String> = wrapped_words(&printable(&page.lead), usize::from(width));
    for index in 0..page.height(width) {
        let row: String = page
            .row(index, width)
            .into_iter()
            .map(|span| span.text)
            .collect();
        lines.push(row.trim_end().to_owned());
    }
    lines
}
