//! What colours are chosen for: the background, and how many colours there are.

/// How many colours there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorDepth {
    /// None: signs, digits and shades say it all.
    None,
    /// The 16 named ones.
    Ansi16,
    /// 256.
    Ansi256,
    /// 24 bits.
    True,
}

/// The kind of background that colours are chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Background {
    /// Light text on a dark background.
    Dark,
    /// Dark text on a light background.
    Light,
}
