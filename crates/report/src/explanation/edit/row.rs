//! The rows of an edit's page.

use bertscope_explain::edit::Cause;

/// A row.
pub(super) enum Row {
    Blank,
    ScoreHeading,
    /// Index among P, R, F1.
    Score(usize),
    CauseHeading,
    Cause(Cause),
    Heading(&'static str),
    /// Index among the shifts.
    Shift(usize),
    /// A word that came or went in pieces: indices among the shifts.
    Word(Vec<usize>),
    /// Index among the shifts, of a piece of such a word.
    Piece(usize),
    /// What the shifts that are not shown did together.
    Rest(usize, f64),
}
