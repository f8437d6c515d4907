//! Several pairs of a file in one file: a page with their pictures, Markdown, or JSON Lines.

mod json_lines;
mod sheet;

use std::path::Path;

use strum::VariantArray;

use crate::ScoredCandidate;
use crate::export::html_page::{page, page_head};
use crate::export::pair::Medium;
use crate::export::{FormatFacts, PairOrigin, Palette};
use bertscope_printable::printable;
use bertscope_sheet::html as sheet_html;
use maud::html;

use super::markdown;
use super::page::STYLE as PAGE_STYLE;

/// What a handout has that a report has not.
const STYLE: &str = include_str!("page.css");

/// Most pictures on a page: browsers do not show more well.
pub const MAX_PICTURES: usize = 300;

#[derive(Debug, Clone, Copy, PartialEq, Eq, VariantArray)]
pub enum HandoutFormat {
    /// A self-contained HTML page: a table of all pairs, then each with its picture.
    Html,
    /// The same with the numbers as tables.
    Markdown,
    /// One JSON object per line, which `bertscope open` reads.
    JsonLines,
}

impl HandoutFormat {
    pub const ALL: &[Self] = Self::VARIANTS;

    pub fn facts(self) -> FormatFacts {
        match self {
            Self::Html => FormatFacts::new(
                &["html", "htm"],
                "a page with all pictures, to print or share",
            ),
            Self::Markdown => FormatFacts::new(&["md", "markdown"], "tables for a document"),
            Self::JsonLines => FormatFacts::new(
                &["jsonl", "ndjson"],
                "one pair per line; open it with bertscope open",
            ),
        }
    }

    /// The format for a file extension, in upper or lower case.
    pub fn from_path(path: &Path) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|format| format.facts().fits(path))
    }

    /// Most pairs in a file; `None` if there is no limit.
    pub fn max_pairs(self) -> Option<usize> {
        match self {
            Self::Html => Some(MAX_PICTURES),
            Self::Markdown | Self::JsonLines => None,
        }
    }
}

#[derive(Debug, Clone)]
pub struct HandoutPair {
    /// The row of the file.
    pub origin: PairOrigin,
    /// The references, at least one.
    pub references: Vec<String>,
    /// One candidate for each system.
    pub outputs: Vec<HandoutOutput>,
}

/// The candidate of one system for a pair.
#[derive(Debug, Clone)]
pub struct HandoutOutput {
    pub candidate: String,
    pub human: Option<f64>,
    /// Its scores, or a sentence that says why it has none.
    pub scored: Result<ScoredCandidate, String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandoutSystem {
    /// Its name, which is its column's name in the file; empty for a single system.
    pub name: String,
    /// The column of its human scores.
    pub human: Option<String>,
}

/// Pairs for others to read.
#[derive(Debug, Clone)]
pub struct Handout {
    /// What they are.
    pub title: String,
    /// The systems, at least one.
    pub systems: Vec<HandoutSystem>,
    pub pairs: Vec<HandoutPair>,
    /// Colours of the pictures.
    pub palette: Palette,
    /// Whether special tokens have rows and columns.
    pub special: bool,
}

impl Handout {
    /// The file.
    pub fn render(&self, format: HandoutFormat) -> String {
        match format {
            HandoutFormat::Html => self.html(),
            HandoutFormat::Markdown => {
                markdown(&self.title, &sheet::blocks(self, Medium::Markdown))
            }
            HandoutFormat::JsonLines => json_lines::lines(self),
        }
    }

    fn html(&self) -> String {
        let title = printable(&self.title);
        let style = [sheet_html::STYLE, PAGE_STYLE, STYLE].concat();
        let body = html! {
            h1 dir="auto" { (title) }
            main { (sheet_html::render(&sheet::blocks(self, Medium::Page))) }
        };
        page(&page_head(&title, &style), &body)
    }

    /// Whether any pair has a human score.
    fn is_judged(&self) -> bool {
        self.pairs
            .iter()
            .flat_map(|pair| &pair.outputs)
            .any(|output| output.human.is_some())
    }

    fn has_several_systems(&self) -> bool {
        self.systems.len() > 1
    }

    /// The signature, which is the same for all pairs.
    fn signature(&self) -> Option<&str> {
        self.pairs
            .iter()
            .flat_map(|pair| &pair.outputs)
            .find_map(HandoutOutput::signature)
    }
}

impl HandoutOutput {
    fn signature(&self) -> Option<&str> {
        self.scored.as_ref().ok()?.signature()
    }

    /// Precision, recall and F1.
    fn numbers(&self) -> [Option<f64>; 3] {
        match &self.scored {
            Ok(scored) => scored.scaled.numbers(),
            Err(_) => [None; 3],
        }
    }
}
