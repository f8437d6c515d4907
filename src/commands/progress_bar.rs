//! A progress bar on standard error, if that is a terminal.

use std::borrow::Cow;
use std::fmt::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::console;
use bertscope_pairs::Input;

/// A progress bar that is cleared when it is dropped.
pub struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// Counts pairs, up to a total if that is known.
    pub fn for_pairs(total: Option<u64>) -> Self {
        let template = match total {
            Some(_) => "{msg} {wide_bar} {human_pos} of {human_len} pairs, {rate}, {eta} left",
            None => "{spinner} {human_pos} pairs, {rate}, {elapsed}",
        };
        Self::new(total, template)
    }

    /// Counts texts up to a total.
    pub fn for_texts(total: u64) -> Self {
        let template = "{msg} {wide_bar} {human_pos} of {human_len} texts, {rate}, {eta} left";
        Self::new(Some(total), template)
    }

    /// Counts scores that are compared with human scores.
    pub fn for_scores(total: u64) -> Self {
        let template = "agreement {wide_bar} {human_pos} of {human_len} scores, {elapsed}";
        Self::new(Some(total), template)
    }

    /// Counts the rows of an input, if there is a terminal to show a bar and counting does not consume the input.
    pub fn estimated_rows(input: &Input) -> Option<u64> {
        if !console::stderr_is_terminal() {
            return None;
        }
        input.estimated_rows()
    }

    /// Counts bytes, with a total if it is known.
    pub fn for_bytes(total: Option<u64>) -> Self {
        let template = match total {
            Some(_) => {
                "{msg} {wide_bar} {decimal_bytes} of {decimal_total_bytes}, {decimal_bytes_per_sec}, {eta} left"
            }
            None => "{msg} {spinner} {decimal_bytes}, {decimal_bytes_per_sec}",
        };
        Self::new(total, template)
    }

    /// Shows only a message.
    pub fn for_waiting(message: &'static str) -> Self {
        Self::new(None, "{msg}").with_message(message)
    }

    fn new(total: Option<u64>, template: &str) -> Self {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(10));
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let style = style.progress_chars("━╸ ").with_key("rate", write_rate);
        let bar = bar.with_style(style);
        bar.enable_steady_tick(Duration::from_millis(500));
        Self(bar)
    }

    /// Starts at a position; speed and time left ignore what was done before.
    pub fn starting_at(self, done: u64) -> Self {
        self.0.set_position(done);
        self.0.reset_eta();
        self
    }

    pub fn with_message(self, message: impl Into<Cow<'static, str>>) -> Self {
        self.0.set_message(message);
        self
    }

    /// Prints a line on standard error, above the bar.
    pub fn print(&self, sentence: &str) {
        self.0.suspend(|| console::report(sentence));
    }

    pub fn advance(&self, by: u64) {
        self.0.inc(by);
    }

    /// Advances the bar to a position.
    pub fn advance_to(&self, position: u64) {
        self.0.set_position(position);
    }
}

/// Pairs a second, as a whole number.
fn write_rate(state: &ProgressState, text: &mut dyn Write) {
    // Writing to a string cannot fail.
    let _ = write!(text, "{:.0}/s", state.per_sec());
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
