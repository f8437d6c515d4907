//! A line on standard error that shows how far a download is; nothing where standard error is no terminal.

use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::models::{Progress, Watch};

/// What the line looks like while a file comes.
const DOWNLOADING: &str = "{msg} {wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";

/// Shows what an opening reports, for as long as it lives.
pub struct Line {
    bar: ProgressBar,
}

impl Line {
    /// Shows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
        let plain = ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
        Self { bar: bar.with_style(plain) }
    }

    /// A watch that reports here.
    #[must_use]
    pub fn watch(&self) -> Watch {
        let bar = self.bar.clone();
        let last = Mutex::new(0);
        Watch::new(move |progress| match progress {
            Progress::Asking => bar.set_message("asking the hub"),
            Progress::Downloading { file, number, files, done, total } => {
                let mut last = last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                if *last != number {
                    *last = number;
                    if let Ok(style) = ProgressStyle::with_template(DOWNLOADING) {
                        bar.set_style(style.progress_chars("━╸ "));
                    }
                    bar.set_message(format!("{number}/{files} {file}"));
                    bar.set_length(total);
                    // Speed counts what comes now, not what an earlier attempt left.
                    bar.set_position(done);
                    bar.reset_eta();
                    bar.enable_steady_tick(Duration::from_millis(500));
                }
                bar.set_position(done);
            }
            Progress::Reading { .. } => bar.finish_and_clear(),
        })
    }
}

impl Default for Line {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
