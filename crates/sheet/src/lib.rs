//! A [`Sheet`] is an answer as a document: blocks and tables of typed cells, without widths, colours or markup.
//!
//! A builder (`explanation -> Sheet`) owns its sentences and knows no medium. The renderers know only blocks and cells, and
//! all of them print [`Cell::text`], so no two media can disagree: [`columns`] lays a sheet out in columns of characters for
//! terminals and text, [`markdown`] and [`html`] write it into files and pages.
#![forbid(unsafe_code)]

use std::borrow::Cow;

mod block;
mod cell;
mod chart;
pub mod columns;
mod derivation;
pub mod escaping;
mod example;
pub mod html;
pub mod label;
pub mod markdown;
pub mod number;
mod plot;
mod subject;
mod table;
pub mod tsv;
pub mod wrap;

pub use block::{Angle, Block, Fact, Heading, Histogram, MarkedText};
pub use cell::{Cell, NumberKind};
pub use chart::{Axis, Chart, ChartSize, Tick};
pub use derivation::{Derivation, Step};
pub use example::{ColourScale, Example, ExampleOutput, Figure};
pub use plot::{Plot, PlotNumbers, PlotRow};
pub use subject::{Highlight, Subject};
pub use table::{Column, Emphasis, Row, Table};

/// An answer: a summary, and the blocks below it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sheet {
    /// One or two sentences; empty if there are none.
    pub lead: String,
    pub blocks: Vec<Block>,
}

impl Sheet {
    pub fn new(lead: impl Into<String>) -> Self {
        Self {
            lead: lead.into(),
            blocks: Vec::new(),
        }
    }

    pub fn push(&mut self, block: impl Into<Block>) {
        self.blocks.push(block.into());
    }

    pub fn extend<B: Into<Block>>(&mut self, blocks: impl IntoIterator<Item = B>) {
        self.blocks.extend(blocks.into_iter().map(Into::into));
    }

    /// The heading of a section with this anchor.
    pub fn section(&mut self, anchor: impl Into<Cow<'static, str>>, text: impl Into<String>) {
        self.push(Block::section(anchor, text));
    }

    /// A heading inside a section.
    pub fn heading(&mut self, text: impl Into<String>) {
        self.push(Block::heading(text));
    }

    /// A statement.
    pub fn text(&mut self, text: impl Into<String>) {
        self.push(Block::Text(text.into()));
    }

    /// How to read what is beside it.
    pub fn note(&mut self, text: impl Into<String>) {
        self.push(Block::Note(text.into()));
    }

    pub fn notes(&mut self, texts: impl IntoIterator<Item = String>) {
        self.extend(texts.into_iter().map(Block::Note));
    }

    /// The rows of all tables, in order. A row is known by its number among them, which no width changes.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.blocks.iter().flat_map(|block| match block {
            Block::Table(table) => table.rows.as_slice(),
            _ => &[],
        })
    }
}
