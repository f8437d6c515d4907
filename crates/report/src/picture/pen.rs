//! How a layout is drawn: colours, fonts, and coordinates as SVG writes them.

use std::fmt::Write as _;

use maud::Render;

use super::ink::Ink;
use super::typeface::Faces;
use crate::direction::Direction;
use crate::palette::Palette;
use bertscope_analysis::Analysis;

/// The colours and fonts that a layout is drawn with.
#[derive(Clone, Copy)]
pub struct Pen<'a> {
    /// What it is a picture of.
    pub analysis: &'a Analysis,
    /// Colours of everything but the cells.
    pub ink: Ink,
    /// Colours of the cells.
    pub palette: Palette,
    /// The direction of the matches that are marked.
    pub direction: Direction,
    /// Fonts.
    pub faces: Option<Faces<'a>>,
    /// What else a page can do with it.
    pub use_of: Use,
}

/// What becomes of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// It is looked at.
    Still,
    /// It is looked at, among many on one page: in as few bytes as can be.
    Small,
    /// A script finds its tokens by name.
    Scripted,
    /// The same, and cells say in words what they are, for readers without scripts.
    Page,
}

/// A number of pixels, to the hundredth.
pub struct Px(pub f32);

impl Render for Px {
    fn render_to(&self, out: &mut String) {
        let hundredths = (f64::from(self.0) * 100.0).round();
        // Nothing here is infinite; a coordinate that were would make the file unreadable.
        let hundredths = if hundredths.is_finite() { hundredths as i64 } else { 0 };
        let (whole, part) = (hundredths / 100, hundredths % 100);
        let sign = if hundredths < 0 && whole == 0 { "-" } else { "" };
        let _ = match part.abs() {
            0 => write!(out, "{sign}{whole}"),
            p if p % 10 == 0 => write!(out, "{sign}{whole}.{}", p / 10),
            p => write!(out, "{sign}{whole}.{p:02}"),
        };
    }
}
