//! How a layout is drawn: colours, fonts, and SVG coordinates.

use std::fmt;

use super::ink::Ink;
use super::typeface::Faces;
use crate::MatchDirection;
use crate::export::{ExportOptions, Palette};
use bertscope_analysis::Analysis;

/// The colours and fonts that a layout is drawn with.
#[derive(Clone, Copy)]
pub struct Pen<'a> {
    pub analysis: &'a Analysis,
    /// Colours of everything except the cells.
    pub ink: Ink,
    /// Colours of the cells.
    pub palette: Palette,
    /// The direction of the matches that are marked.
    pub direction: MatchDirection,
    /// Chooses fonts; without it, the viewer does.
    pub faces: Option<Faces<'a>>,
    /// Whether a script finds tokens and matches by name.
    pub is_scripted: bool,
}

impl<'a> Pen<'a> {
    /// With the colours of the options, and fonts chosen by the viewer.
    pub fn new(analysis: &'a Analysis, options: &ExportOptions, ink: Ink) -> Self {
        Self {
            analysis,
            ink,
            palette: options.palette,
            direction: options.direction,
            faces: None,
            is_scripted: false,
        }
    }

    /// The same for an HTML page with a script.
    pub fn scripted(analysis: &'a Analysis, options: &ExportOptions) -> Self {
        Self {
            is_scripted: true,
            ..Self::new(analysis, options, Ink::PAGE)
        }
    }
}

/// A number of pixels, to the hundredth.
pub struct Px(pub f32);

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (f64::from(self.0) * 100.0).round() / 100.0;
        // Nothing here is infinite; an infinite coordinate would make the file unreadable.
        let number = if rounded.is_finite() { rounded } else { 0.0 };
        // Adding 0 takes the sign from −0.
        write!(f, "{}", number + 0.0)
    }
}
