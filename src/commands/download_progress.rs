//! The progress of a download, on standard error if that is a terminal.

use std::sync::{Arc, Mutex, PoisonError};

use bertscope_models::{Progress, ProgressMonitor};
use bertscope_printable::printable;

use super::progress_bar::ProgressLine;

/// Shows the progress of opening a model until it is dropped.
#[derive(Default)]
pub struct DownloadLine(Arc<Mutex<DownloadDisplay>>);

/// The progress bar and the number of its file.
#[derive(Default)]
struct DownloadDisplay {
    bar: Option<ProgressLine>,
    number: usize,
}

impl DownloadLine {
    /// A watch that reports to this line.
    pub fn watch(&self) -> ProgressMonitor {
        let display = Arc::clone(&self.0);
        ProgressMonitor::new(move |progress| {
            let mut display = display.lock().unwrap_or_else(PoisonError::into_inner);
            display.report(progress);
        })
    }
}

impl Drop for DownloadLine {
    fn drop(&mut self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).bar = None;
    }
}

impl DownloadDisplay {
    fn report(&mut self, progress: Progress) {
        log::info!("{progress}");
        match progress {
            Progress::Connecting => {
                // Dropped first, because a bar clears its line when it is dropped.
                self.bar = None;
                self.bar = Some(ProgressLine::for_waiting("contacting the hub"));
            }
            // A new line for each file: speed and time left ignore what an earlier attempt downloaded.
            Progress::Downloading {
                file,
                number,
                files,
                done,
                total,
            } if self.number != number => {
                self.bar = None;
                self.number = number;
                let bar = ProgressLine::for_bytes(Some(total))
                    .starting_at(done)
                    .with_message(printable(&format!("{number}/{files} {file}")));
                self.bar = Some(bar);
            }
            Progress::Downloading { done, .. } => {
                if let Some(bar) = &self.bar {
                    bar.advance_to(done);
                }
            }
            Progress::Reading { .. } => self.bar = None,
        }
    }
}
