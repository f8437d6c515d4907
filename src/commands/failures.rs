//! The rows of a run that could not be scored.

use color_eyre::eyre::Result;

use crate::console;
use crate::usage_error::refuse;
use bertscope_pairs::no_human_scores;

/// Maximum number of rows reported one by one; further ones are only counted.
const MAX_REPORTED: u64 = 20;

/// Rows that could not be scored. The first is held back: if it stays the only one, it is the error of the run. So are all
/// before the first score, because they may have one cause.
#[derive(Debug, Default)]
pub struct Failures {
    rows: u64,
    pub failed: u64,
    held: Vec<String>,
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

    pub fn add(&mut self, problem: String) {
        self.failed += 1;
        if self.failed <= MAX_REPORTED {
            self.held.push(problem);
        }
    }

    /// Prints the rows that are held back no longer.
    pub fn report(&mut self, print: impl Fn(&str)) {
        // With the rows that failed, some were scored: the failures have several causes.
        let some_scored = self.failed < self.rows;
        if self.failed >= 2 && some_scored {
            for problem in self.held.drain(..) {
                print(&problem);
            }
        }
    }

    /// Succeeds only if every row was scored. `count` is the sentence for a number of failed rows of all.
    pub fn verdict(&self, count: impl Fn(u64, u64) -> String) -> Result<()> {
        if self.failed == 0 {
            return Ok(());
        }
        if self.failed == self.rows
            && let Some(cause) = no_human_scores(&self.held)
        {
            return refuse(cause);
        }
        if self.failed == 1 {
            return refuse(self.held.concat());
        }
        for problem in &self.held {
            console::report(problem);
        }
        refuse(count(self.failed, self.rows))
    }
}
