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
    /// The number of the next row, from 1.
    pub fn next_row(&mut self) -> u64 {
        self.rows += 1;
        self.rows
    }

    /// Adds a row.
    pub fn add(&mut self, problem: String) {
        self.failed += 1;
        if self.failed <= MAX_REPORTED {
            self.held.push(problem);
        }
    }

    /// Prints the rows that are held back no longer.
    pub fn report(&mut self, print: impl Fn(&str)) {
        if (2..self.rows).contains(&self.failed) {
            self.held.drain(..).for_each(|problem| print(&problem));
        }
    }

    /// Succeeds only if every row was scored.
    pub fn verdict(&self, several: impl Fn(u64, u64) -> String) -> Result<()> {
        let cause = no_human_scores(&self.held).filter(|_| self.failed == self.rows);
        let sentence = match (self.failed, cause) {
            (0, _) => return Ok(()),
            (_, Some(cause)) => cause,
            (1, None) => self.held.concat(),
            (failed, None) => {
                self.held
                    .iter()
                    .for_each(|problem| console::report(problem));
                several(failed, self.rows)
            }
        };
        refuse(sentence)
    }
}
