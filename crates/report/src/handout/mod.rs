//! Several pairs of a file in one file: a page with their pictures, Markdown, or JSON Lines.

mod html;
mod json_lines;
mod markdown;

use std::path::Path;

use crate::origin::PairOrigin;
use crate::palette::Palette;
use crate::scored::Scored;
use bertscope_analysis::Analysis;
use bertscope_metric::Score;

/// Pictures that a page has at most: with more, no browser shows it well.
pub const MOST_PICTURES: usize = 300;

/// The format of a hand-out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandoutFormat {
    /// A page that is complete in one file: a table of all pairs, then each with its picture.
    Html,
    /// A table of all pairs, then each as [`crate::markdown::page`] writes it.
    Markdown,
    /// An object a line, which `bertscope open` reads.
    JsonLines,
}

impl HandoutFormat {
    /// The formats, each with its file extension and a short description.
    pub const ALL: [(Self, &str, &str); 3] = [
        (Self::Html, "html", "a page with every picture, to print or to send"),
        (Self::Markdown, "md", "tables for documents"),
        (Self::JsonLines, "jsonl", "a line a pair; bertscope open reads it"),
    ];

    /// The format that the file extension sets, in capitals or not.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "html" | "htm" => Some(Self::Html),
            "md" | "markdown" => Some(Self::Markdown),
            "jsonl" | "ndjson" => Some(Self::JsonLines),
            _ => None,
        }
    }

    /// How many pairs a file has room for; `None` for any number.
    #[must_use]
    pub fn most(self) -> Option<usize> {
        match self {
            Self::Html => Some(MOST_PICTURES),
            Self::Markdown | Self::JsonLines => None,
        }
    }
}

/// A pair of a hand-out.
#[derive(Debug, Clone)]
pub struct HandoutPair {
    /// The row of the file.
    pub origin: PairOrigin,
    /// The references, at least one.
    pub references: Vec<String>,
    /// The candidate.
    pub candidate: String,
    /// Its scores, or a sentence why it has none.
    pub scored: Result<Scored, String>,
}

/// Pairs for others to read.
#[derive(Debug, Clone)]
pub struct Handout {
    /// What they are.
    pub title: String,
    /// In order.
    pub pairs: Vec<HandoutPair>,
    /// Colours of the pictures.
    pub palette: Palette,
    /// Whether special tokens have rows and columns.
    pub special: bool,
}

impl Handout {
    /// The file.
    #[must_use]
    pub fn render(&self, format: HandoutFormat) -> String {
        match format {
            HandoutFormat::Html => html::page(self),
            HandoutFormat::Markdown => markdown::page(self),
            HandoutFormat::JsonLines => json_lines::lines(self),
        }
    }

    /// Whether any pair has a human score.
    fn is_judged(&self) -> bool {
        self.pairs.iter().any(|pair| pair.origin.human.is_some())
    }

    /// The line that makes the scores reproducible; they have all the same.
    fn signature(&self) -> Option<&str> {
        let first = self.pairs.iter().find_map(|pair| pair.scored.as_ref().ok()?.analyses.first());
        first.map(|analysis| analysis.signature.as_str())
    }
}

impl HandoutPair {
    /// The scores on each reference, and the best of them, each with its name.
    fn scores(&self) -> Vec<(String, Score)> {
        let Ok(scored) = &self.scored else { return Vec::new() };
        let on = |(i, analysis): (usize, &Analysis)| (format!("On reference {}", i + 1), analysis.score());
        let best = (format!("Best of {}", scored.analyses.len()), scored.score());
        scored.analyses.iter().enumerate().map(on).chain([best]).collect()
    }

    /// Precision, recall and F1.
    fn numbers(&self) -> [Option<f64>; 3] {
        self.scored.as_ref().map_or([None; 3], |scored| {
            let score = scored.score();
            [score.precision, score.recall, Some(score.f1)]
        })
    }
}
