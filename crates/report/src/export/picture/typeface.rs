//! The bundled font, and names of the fonts of a drawing.

use base64::prelude::{BASE64_STANDARD, Engine as _};

pub const BUNDLED: &str = "Inter";

/// The bundled font for text: Latin, Greek and Cyrillic.
pub const REGULAR: &[u8] = include_bytes!("../../../../../assets/fonts/Inter-Regular.ttf");
/// The bundled font for headings and what is bold.
pub const SEMI_BOLD: &[u8] = include_bytes!("../../../../../assets/fonts/Inter-SemiBold.ttf");

/// Style rules that embed the bundled font in a page, so that its lines and pages break alike on every machine.
pub fn embedded() -> String {
    font_face("400 550", REGULAR) + &font_face("551 900", SEMI_BOLD)
}

fn font_face(weights: &str, font: &[u8]) -> String {
    let data = BASE64_STANDARD.encode(font);
    format!(
        "@font-face {{ font-family: {BUNDLED}; font-weight: {weights}; src: url(data:font/ttf;base64,{data}); }}\n"
    )
}

/// A part of a text that one font draws.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    pub family: String,
    pub text: String,
    /// Its width in units of the font size; 0 if it is the whole text, which needs no width.
    pub width: f32,
}

impl Piece {
    /// A text in one font, which is not measured.
    pub fn whole(family: String, text: &str) -> Self {
        Self {
            family,
            text: text.to_owned(),
            width: 0.0,
        }
    }
}

/// Chooses the font of each part of a text, from left to right; without it, the viewer chooses.
pub type Faces<'a> = &'a dyn Fn(&str, bool) -> Vec<Piece>;
