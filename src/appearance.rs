//! Settings of appearance shared by the command line and the inspector.

use clap::ValueEnum;

/// The colours of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorDepth {
    /// No colour: only signs, digits and shading
    None,
    /// The 16 ANSI colours
    #[value(name = "16")]
    Ansi16,
    /// 256 colours
    #[value(name = "256")]
    Ansi256,
    /// 24-bit colour
    True,
}

/// A background.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Background {
    /// Light text on a dark background
    Dark,
    /// Dark text on a light background, for projectors
    Light,
}
