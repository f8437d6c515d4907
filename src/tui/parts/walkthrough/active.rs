//! The active walkthrough: where its text is scrolled to, and when its next row appears by itself.

use std::time::Instant;

#[derive(Debug, Clone, Default)]
pub struct ActiveWalkthrough {
    /// The scroll position of its text.
    pub first_line: u16,
    /// When the next row of the matrix appears by itself; `None` if a key has stopped it.
    pub next_row_at: Option<Instant>,
}
