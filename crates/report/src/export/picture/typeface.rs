//! Names of the fonts of a drawing.

/// Family of the bundled font.
pub const BUNDLED: &str = "Inter";

/// A part of a text that one font draws.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// The font.
    pub family: String,
    /// The part.
    pub text: String,
    /// Its width in units of the font size; 0 if it is the whole text, which needs no width.
    pub width: f32,
}

/// Chooses the font of each part of a text, from left to right; without it, the viewer chooses.
pub type Faces<'a> = &'a dyn Fn(&str, bool) -> Vec<Piece>;
