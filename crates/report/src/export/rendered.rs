//! The result of an export: a file, or an error.

use bertscope_analysis::Conventions;

/// An exported file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The file.
    pub bytes: Vec<u8>,
    /// Characters that no font on this machine has, drawn as boxes in a PNG; in order.
    pub missing_glyphs: Vec<char>,
}

/// Why an analysis was not exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A PNG with more than 20,000 pixels in a direction or 100 million in all, or with none.
    #[error(
        "a PNG of {width:.0} × {height:.0} pixels cannot be drawn; choose a --scale that gives 1 to 20,000 in each direction and at most 100 million in all, or SVG"
    )]
    TooLarge {
        /// Pixels across.
        width: f64,
        /// Pixels down.
        height: f64,
    },
    /// A PNG that could not be drawn; the reason.
    #[error("the picture cannot be drawn: {0}; SVG and HTML do not need the fonts of this machine")]
    Picture(String),
    /// A script for a score that `bert_score` does not compute.
    #[error("a script computes the score with bert_score, but this score is that of {}; choose another program or format", .0.name())]
    NoScript(Conventions),
    /// A PNG from a program without the feature `png`.
    #[error(
        "this program was built without PNG (the feature `png`); save the picture as SVG instead"
    )]
    NoPng,
}
