//! How much a cell shows.

/// The sign of a best match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellSymbol {
    /// The candidate token's best: a triangle that points right.
    Candidate,
    /// The reference token's best: a triangle that points down.
    Reference,
    /// Each other's best: a diamond.
    Both,
    /// Any of these, if cells are too small to distinguish them: a dot.
    Any,
}

/// The detail of a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Detail {
    /// Its number, in this font size.
    Digits(f32),
    /// Its colour and the sign of a match.
    Symbols,
    /// Its colour and a dot for a match.
    Dots,
}
