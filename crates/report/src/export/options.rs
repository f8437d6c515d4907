//! How an analysis is drawn.

use crate::MatchDirection;
use crate::explanation::Section;
use crate::export::{PairOrigin, Palette};
use bertscope_analysis::Side;
use bertscope_metric::Pair;

/// How an analysis is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportOptions {
    /// Whether the background is dark.
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
        let heading = |side: &str, own: &Option<String>| {
            format!("{side} {}", own.as_deref().unwrap_or_default())
        };
        let Pair {
            reference,
            candidate,
        } = &self.text_names;
        [
            (
                heading("Reference", reference).trim_end().to_owned(),
                Side::Reference,
            ),
            (
                heading("Candidate", candidate).trim_end().to_owned(),
                Side::Candidate,
            ),
        ]
    }
}
