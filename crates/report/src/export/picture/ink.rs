//! Colours of a picture: paper, text, and contrast on a cell.

use crate::export::palette::{self, Palette};

/// Colours as SVG and CSS write them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ink {
    /// Background; `None` for a transparent one.
    pub paper: Option<&'static str>,
    pub text: &'static str,
    /// Secondary text.
    pub quiet: &'static str,
    /// Thin lines.
    pub line: &'static str,
    pub bar: &'static str,
    pub warning: &'static str,
    /// The subject of a figure.
    pub accent: &'static str,
}

impl Ink {
    /// Dark text on white.
    pub const LIGHT: Self = Self {
        paper: Some("#ffffff"),
        text: "#1c2128",
        quiet: "#5b6570",
        line: "#ccd3da",
        bar: "#7d8894",
        warning: "#8a5a00",
        accent: "#0b62c4",
    };
    /// Light text on a dark ground.
    pub const DARK: Self = Self {
        paper: Some("#0f1318"),
        text: "#e8ecf1",
        quiet: "#98a2ad",
        line: "#39414a",
        bar: "#75808c",
        warning: "#e3b341",
        accent: "#6cb2ff",
    };
    /// The colours of the HTML page around the picture.
    pub const PAGE: Self = Self {
        paper: None,
        text: "var(--text)",
        quiet: "var(--quiet)",
        line: "var(--line)",
        bar: "var(--bar)",
        warning: "var(--warning)",
        accent: "var(--precision)",
    };
}

/// Steps of a colour map, as many as its published table has.
const STEPS: f32 = 255.0;

/// The step of the colour map for a value, 0 to 255; values outside 0 to 1 are clamped.
pub fn step(value: f32) -> u8 {
    if value.is_nan() {
        0
    } else {
        (value.clamp(0.0, 1.0) * STEPS).round() as u8
    }
}

pub fn rgb(palette: Palette, step: u8) -> (u8, u8, u8) {
    palette.rgb(f32::from(step) / STEPS)
}

/// A colour as `#rrggbb`.
pub fn hex((r, g, b): (u8, u8, u8)) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Black or white, whichever has more contrast on a colour.
pub fn on(rgb: (u8, u8, u8)) -> &'static str {
    if palette::ink_on(rgb) == (0, 0, 0) {
        "#000"
    } else {
        "#fff"
    }
}
