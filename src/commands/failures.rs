//! The rows of a run that could not be scored.

use std::fmt;

use color_eyre::eyre::Result;

use crate::console;
use crate::usage_error::refuse;
use bertscope_pairs::{RowError, no_human_scores};
use bertscope_report::number::with_thousands_separators;

/// Maximum number of rows reported one by one; further ones are only counted.
const MAX_REPORTED: u64 = 20;

/// Why a row could not be scored.
#[derive(Debug)]
pub enum Failure {
    /// The row is not a pair.
    Row(RowError),
    /// The pair has no score; the sentence says which and why.
    Pair(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(error) => error.fmt(f),
            Self::Pair(sentence) => f.write_str(sentence),
        }
    }
}

/// Rows that could not be scored. The first is held back: if it stays the only one, it is the error of the run. So are all
/// before the first score, because they may have one cause.
#[derive(Debug, Default)]
pub struct Failures {
    rows: u64,
    pub failed: u64,
    held: Vec<Failure>,
    /// Rows whose human score cannot be read, which are scored all the same.
    unread_humans: u64,
    /// The first two of them: enough to tell a slip of the pen from a column without numbers.
    first_unread: Vec<RowError>,
}

impl Failures {
    pub fn row_count(&self) -> u64 {
        self.rows
    }

    /// The number of the next row, from 1.
    pub fn next_row(&mut self) -> u64 {
        self.rows += 1;
        self.rows
    }

    pub fn add(&mut self, failure: Failure) {
        self.failed += 1;
        if self.failed <= MAX_REPORTED {
            self.held.push(failure);
        }
    }

    /// Counts a row that was scored, but whose human score counts as missing.
    pub fn add_unread_human(&mut self, error: &RowError) {
        self.unread_humans += 1;
        if self.first_unread.len() < 2 {
            self.first_unread.push(error.clone());
        }
    }

    /// Whether there are human scores, and none of them can be read.
    pub fn lacks_readable_human_scores(&self) -> bool {
        self.unread_humans > 0 && self.unread_humans == self.rows
    }

    /// Prints the rows that are held back no longer.
    pub fn report(&mut self, print: impl Fn(&str)) {
        // With the rows that failed, some were scored: the failures have several causes.
        let some_scored = self.failed < self.rows;
        if self.failed >= 2 && some_scored {
            for failure in self.held.drain(..) {
                print(&failure.to_string());
            }
        }
    }

    /// Succeeds only if every row was read and scored. `count` is the sentence for a number of failed rows of all.
    pub fn verdict(&self, count: impl Fn(u64, u64) -> String) -> Result<()> {
        let unread = self.unread_human_scores();
        if self.failed == 0 {
            return match unread {
                Some(problem) => refuse(problem),
                None => Ok(()),
            };
        }
        if let Some(problem) = unread {
            console::report(&problem);
        }
        if let Some(cause) = self.common_cause() {
            return refuse(cause);
        }
        if let [failure] = &self.held[..] {
            return refuse(failure.to_string());
        }
        for failure in &self.held {
            console::report(&failure.to_string());
        }
        refuse(count(self.failed, self.rows))
    }

    /// How many human scores cannot be read, and the first; `None` if all can.
    pub fn unread_human_scores(&self) -> Option<String> {
        let first = self.first_unread.first()?;
        if self.unread_humans == self.rows {
            let errors: Vec<&RowError> = self.first_unread.iter().collect();
            if let Some(cause) = no_human_scores(&errors) {
                return Some(cause);
            }
        }
        let count = with_thousands_separators(self.unread_humans);
        let all = with_thousands_separators(self.rows);
        let which = match self.unread_humans {
            1 => "a human score that cannot be read and counts as missing:",
            _ => "human scores that cannot be read and count as missing; the first is in",
        };
        let have = if self.unread_humans == 1 {
            "has"
        } else {
            "have"
        };
        Some(format!("{count} of {all} rows {have} {which} {first}"))
    }

    /// Why no row at all could be scored, if all have the same problem.
    fn common_cause(&self) -> Option<String> {
        if self.failed != self.rows {
            return None;
        }
        let mut rows = Vec::with_capacity(self.held.len());
        for failure in &self.held {
            match failure {
                Failure::Row(error) => rows.push(error),
                Failure::Pair(_) => return None,
            }
        }
        no_human_scores(&rows)
    }
}
