//! The colour settings: the kind of background, and the number of colours.

/// The number of colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorDepth {
    /// No colours; signs, digits and shading carry the meaning.
    None,
    /// The 16 ANSI colours.
    Ansi16,
    /// 256 colours.
    Ansi256,
    /// 24-bit colour.
    True,
}

/// The kind of background.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Background {
    /// Light text on a dark background.
    Dark,
    /// Dark text on a light background.
    Light,
}
