//! The progress of a download, on standard error if that is a terminal.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use bertscope_models::{Progress, ProgressMonitor};
use bertscope_printable::printable;

/// The line during a download.
const DOWNLOADING: &str =
    "{msg} {wide_bar} {decimal_bytes} of {decimal_total_bytes}, {decimal_bytes_per_sec}, {eta} left";

/// Shows the progress of opening a model until it is dropped.
#[derive(Default)]
pub struct DownloadLine(Arc<Mutex<DownloadDisplay>>);

/// The progress bar and the number of its file.
#[derive(Default)]
struct DownloadDisplay {
    bar: Option<ProgressBar>,
    number: usize,
}

impl DownloadLine {
    /// A watch that reports to this line.
    #[must_use]
    pub fn watch(&self) -> ProgressMonitor {
        let shown = Arc::clone(&self.0);
        ProgressMonitor::new(move |progress| shown.lock().unwrap_or_else(PoisonError::into_inner).report(progress))
    }
}

impl Drop for DownloadLine {
    fn drop(&mut self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl DownloadDisplay {
    fn report(&mut self, progress: Progress) {
        match progress {
            Progress::Connecting => self.show(None, 0, "{msg}", "contacting the hub"),
            Progress::Downloading { file, number, files, done, total } => {
                if self.number != number {
                    self.number = number;
                    self.show(Some(total), done, DOWNLOADING, &format!("{number}/{files} {file}"));
                }
                if let Some(bar) = &self.bar {
                    bar.set_position(done);
                }
            }
            Progress::Reading { .. } => self.clear(),
        }
    }

    /// Starts a new line for each file: speed and time left ignore what an earlier attempt downloaded.
    fn show(&mut self, total: Option<u64>, done: u64, template: &str, message: &str) {
        self.clear();
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(10));
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = bar.with_style(style.progress_chars("━╸ ")).with_message(printable(message)).with_position(done);
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(500));
        self.bar = Some(bar);
    }

    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
