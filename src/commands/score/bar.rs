//! How far a run is, on standard error, where a person can see it and nothing else is being written.

use std::io::{IsTerminal, stderr, stdout};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::printable::printable;
use crate::report::rows::RowFormat;

const KNOWN: &str = "{msg}{wide_bar} {human_pos} of {human_len} pairs, {per_sec}, {eta} left";
const UNKNOWN: &str = "{msg}{spinner} {human_pos} pairs, {per_sec}, {elapsed}";

/// A bar, or nothing.
pub struct Bar(Option<ProgressBar>);

impl Bar {
    /// For work over so many rows, where that is known. `what` says what is done, if it is not the scoring.
    pub fn new(what: &'static str, total: Option<u64>) -> Self {
        if !stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(10));
        let template = if total.is_some() { KNOWN } else { UNKNOWN };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = bar.with_style(style.progress_chars("━╸ ")).with_message(what);
        bar.enable_steady_tick(Duration::from_millis(500));
        Self(Some(bar))
    }

    /// For rows that are written somewhere: those that a person reads as they come need no bar.
    pub fn for_rows(total: Option<u64>, to_file: bool, format: RowFormat) -> Self {
        let seen = stdout().is_terminal() && !to_file && format != RowFormat::Summary;
        if seen { Self(None) } else { Self::new("", total) }
    }

    /// So many rows are done.
    pub fn advance(&self, rows: u64) {
        if let Some(bar) = &self.0 {
            bar.inc(rows);
        }
    }

    /// A sentence on standard error, above the bar.
    pub fn say(&self, sentence: &str) {
        let line = format!("bertscope: {}", printable(sentence));
        match &self.0 {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.finish();
    }
}
