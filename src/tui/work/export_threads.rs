//! Renders and writes exports on separate threads, so that the screen stays responsive.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::tui::files::marked_export::{self, MarkedJob};
use crate::tui::state::export::{ExportJob, ExportOutcome, ExportTarget};
use crate::tui::state::message::Message;
use bertscope_analysis::{Analysis, Analyzer};
use bertscope_report::export::Rendered;
use bertscope_report::export::{ExportOptions, Format};
use bertscope_report::save::{Destination, SaveError, expand_home};

/// Limit for writing a file while the user quits; longer than any file takes.
const QUIT_TIMEOUT: Duration = Duration::from_secs(5);

type RenderFn = dyn Fn(&Analysis, Format, &ExportOptions) -> Result<Rendered, String> + Send + Sync;

/// Runs export jobs. Dropping it waits for files that are being written.
pub struct ExportThreads {
    render: Arc<RenderFn>,
    messages: Sender<Message>,
    /// One receiver per thread, which disconnects when the thread is done.
    running: Vec<Receiver<()>>,
}

impl ExportThreads {
    /// Renders with `render`, which in the program is [`bertscope_report::export::render`].
    pub fn new(
        render: impl Fn(&Analysis, Format, &ExportOptions) -> Result<Rendered, String> + Send + Sync + 'static,
        messages: Sender<Message>,
    ) -> Self {
        Self { render: Arc::new(render), messages, running: Vec::new() }
    }

    /// Runs a job. Its outcome is a [`Message::Exported`] with its number.
    pub fn start(&mut self, job: ExportJob) {
        let render = Arc::clone(&self.render);
        self.run(job.number, move || {
            run(&job.target, || render(&job.analysis, job.format, &job.options).map_err(ExportFailure::Render))
        });
    }

    /// Scores the marked pairs of a file and writes them, as [`Self::start`] does.
    pub fn start_marked(&mut self, job: MarkedJob, analyzer: Analyzer) {
        let number = job.number;
        self.run(number, move || {
            run(&job.target, || {
                Ok(Rendered { bytes: marked_export::render(&job, &analyzer), missing_glyphs: Vec::new() })
            })
        });
    }

    fn run(&mut self, number: u64, export: impl FnOnce() -> ExportOutcome + Send + 'static) {
        let messages = self.messages.clone();
        let (done, running) = channel();
        self.running.retain(|running| running.try_recv() == Err(std::sync::mpsc::TryRecvError::Empty));
        self.running.push(running);
        std::thread::spawn(move || {
            // After a panic here, the prompt must not wait forever.
            let exported = catch_unwind(AssertUnwindSafe(export)).unwrap_or_else(|_| {
                let bug = "drawing failed because of a bug in bertscope; please report it";
                ExportOutcome::Failed(bug.to_owned())
            });
            // Sending fails only if the program is ending, so nothing is lost.
            let _ = messages.send(Message::Exported(number, exported));
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

fn run(target: &ExportTarget, render: impl FnOnce() -> Result<Rendered, ExportFailure>) -> ExportOutcome {
    match render_to_target(target, render) {
        Ok(exported) => exported,
        Err(ExportFailure::Save(SaveError::Exists(_))) => ExportOutcome::Exists,
        Err(ExportFailure::Save(error)) => ExportOutcome::Failed(error.to_string()),
        Err(ExportFailure::Render(why)) => ExportOutcome::Failed(why),
    }
}

enum ExportFailure {
    Render(String),
    Save(SaveError),
}

fn render_to_target(
    target: &ExportTarget,
    render: impl FnOnce() -> Result<Rendered, ExportFailure>,
) -> Result<ExportOutcome, ExportFailure> {
    match target {
        ExportTarget::File { name, replace } => {
            // If the file cannot be written, nothing is rendered.
            let place = Destination::check(&expand_home(name), *replace).map_err(ExportFailure::Save)?;
            let Rendered { bytes, missing_glyphs: missing } = render()?;
            place.write(&bytes).map_err(ExportFailure::Save)?;
            Ok(ExportOutcome::File { path: place.path().to_owned(), bytes: bytes.len() as u64, missing: missing.len() })
        }
        ExportTarget::Clipboard(_) => {
            let text = String::from_utf8(render()?.bytes).map_err(|error| ExportFailure::Render(error.to_string()))?;
            Ok(ExportOutcome::Text(text))
        }
    }
}
