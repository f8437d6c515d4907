//! How an analysis is drawn.

use crate::MatchDirection;
use crate::explanation::Section;
use crate::export::{PairOrigin, Palette};
use bertscope_analysis::Side;
use bertscope_metric::Pair;

/// How an analysis is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportOptions {
    pub dark: bool,
    /// Colours of the cells.
    pub palette: Palette,
    /// Above the picture; `None` for none.
    pub title: Option<String>,
    /// The letters of the texts, where several of a side are compared.
    pub text_names: Pair<Option<String>>,
    /// The row of the file that the pair came from, shown above the picture.
    pub origin: Option<PairOrigin>,
    /// Whether special tokens have rows and columns.
    pub special: bool,
    /// The direction of the matches that are marked.
    pub direction: MatchDirection,
    /// Explanations below the picture, in the formats that have text.
    pub explanations: Vec<Section>,
    /// Pixels of a PNG for each pixel of the SVG.
    pub scale: f32,
}

impl Default for ExportOptions {
    /// For paper and projectors: special tokens included, and sharp on a high-resolution screen.
    fn default() -> Self {
        Self {
            dark: false,
            palette: Palette::Blues,
            title: None,
            text_names: Pair::default(),
            origin: None,
            special: true,
            direction: MatchDirection::Both,
            explanations: Vec::new(),
            scale: 2.0,
        }
    }
}

impl ExportOptions {
    /// The heading of each text: `Reference`, `Candidate B`.
    pub fn headings(&self) -> [(String, Side); 2] {
        [
            (
                heading("Reference", self.text_names.reference.as_deref()),
                Side::Reference,
            ),
            (
                heading("Candidate", self.text_names.candidate.as_deref()),
                Side::Candidate,
            ),
        ]
    }
}

fn heading(side: &str, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{side} {name}").trim_end().to_owned(),
        None => side.to_owned(),
    }
}
