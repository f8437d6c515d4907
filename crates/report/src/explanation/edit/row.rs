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
    /// An added or removed word of several tokens: indices among the shifts.
    Word(Vec<usize>),
    /// A token of such a word: index among the shifts.
    Piece(usize),
    /// Number and sum of the shifts that are not listed.
    Rest(usize, f64),
}
