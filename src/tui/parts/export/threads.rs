//! Renders and writes exports on separate threads, so that the screen stays responsive.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use super::job::{ExportJob, ExportOutcome, ExportTarget, MarkedJob};
use crate::command_files::CommandFiles;
use crate::tui::context::Message;
use bertscope_analysis::{Analysis, Analyzer};
use bertscope_report::export::{ExportOptions, Format, Rendered};
use bertscope_save::{Destination, SaveError, expand_home};

/// Limit for writing a file while the user quits; longer than any file takes.
const QUIT_TIMEOUT: Duration = Duration::from_secs(5);

type RenderFn = dyn Fn(&Analysis, Format, &ExportOptions) -> Result<Rendered, String> + Send + Sync;

/// Runs export jobs. Dropping it waits for files that are being written.
pub struct ExportThreads {
    render: Arc<RenderFn>,
    /// The files that no export may replace.
    files: CommandFiles,
    messages: Sender<Message>,
    /// One receiver per thread, which disconnects when the thread is done.
    running: Vec<Receiver<()>>,
}

impl ExportThreads {
    /// Renders with `render`, which in the program is [`bertscope_report::export::render`].
    pub fn new(
        render: impl Fn(&Analysis, Format, &ExportOptions) -> Result<Rendered, String>
        + Send
        + Sync
        + 'static,
        files: CommandFiles,
        messages: Sender<Message>,
    ) -> Self {
        Self {
            render: Arc::new(render),
            files,
            messages,
            running: Vec::new(),
        }
    }

    /// From now on, no export may replace the files of this model either, if it is a folder.
    pub fn keep_model(&mut self, name: &str) {
        self.files = std::mem::take(&mut self.files).model(Some(name));
    }

    /// Runs a job. Its outcome is a [`Message::Exported`] with its number.
    pub fn start(&mut self, job: ExportJob) {
        let render = Arc::clone(&self.render);
        self.run(job.number, job.target, move || {
            render(&job.analysis, job.format, &job.options)
        });
    }

    /// Scores the marked pairs of a file and writes them, as [`Self::start`] does.
    pub fn start_marked(&mut self, job: MarkedJob, analyzer: Analyzer) {
        self.run(job.number, job.target.clone(), move || {
            Ok(Rendered {
                bytes: job.render(&analyzer),
                missing_glyphs: Vec::new(),
            })
        });
    }

    fn run(
        &mut self,
        number: u64,
        target: ExportTarget,
        render: impl FnOnce() -> Result<Rendered, String> + Send + 'static,
    ) {
        let refused = match &target {
            ExportTarget::File { name, .. } => self.files.refuse(&expand_home(name)).err(),
            ExportTarget::Clipboard(_) => None,
        };
        let export =
            move || refused.map_or_else(|| run(&target, render), |error| Err(error.to_string()));
        let messages = self.messages.clone();
        let (done, running) = channel();
        self.running
            .retain(|running| running.try_recv() == Err(std::sync::mpsc::TryRecvError::Empty));
        self.running.push(running);
        std::thread::spawn(move || {
            // After a panic here, the prompt must not wait forever.
            let exported = catch_unwind(AssertUnwindSafe(export)).unwrap_or_else(|_| {
                Err("drawing failed because of a bug in bertscope; please report it".to_owned())
            });
            // Sending fails only if the program is ending, so nothing is lost.
            let _ = messages.send(Message::Exported(
                number,
                exported.unwrap_or_else(ExportOutcome::Failed),
            ));
            drop::<Sender<()>>(done);
        });
    }
}

impl Drop for ExportThreads {
    fn drop(&mut self) {
        let until = Instant::now() + QUIT_TIMEOUT;
        for running in &self.running {
            let _ = running.recv_timeout(until.saturating_duration_since(Instant::now()));
        }
    }
}

/// Renders, and writes if the target is a file.
fn run(
    target: &ExportTarget,
    render: impl FnOnce() -> Result<Rendered, String>,
) -> Result<ExportOutcome, String> {
    match target {
        ExportTarget::File { name, replace } => {
            let failed = |error| match error {
                SaveError::Exists(_) => Ok(ExportOutcome::Exists),
                error => Err(error.to_string()),
            };
            // If the file cannot be written, nothing is rendered.
            let place = match Destination::check(&expand_home(name), *replace) {
                Ok(place) => place,
                Err(error) => return failed(error),
            };
            let Rendered {
                bytes,
                missing_glyphs,
            } = render()?;
            let written = ExportOutcome::File {
                path: place.path().to_owned(),
                bytes: bytes.len() as u64,
                missing: missing_glyphs.len(),
            };
            place.write(&bytes).map_or_else(failed, |()| Ok(written))
        }
        ExportTarget::Clipboard(_) => String::from_utf8(render()?.bytes)
            .map(ExportOutcome::Text)
            .map_err(|error| error.to_string()),
    }
}
