//! The analysis thread: one job running, and one next that a newer job replaces.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

use super::message::{Message, ModelInfo, Outcome};
use crate::analysis::{Analyzer, Settings};
use crate::models::ModelError;

/// A pair to analyse.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// Later jobs have larger numbers.
    pub number: u64,
    /// The reference text.
    pub reference: String,
    /// The candidate text.
    pub candidate: String,
    /// Which score.
    pub settings: Settings,
}

#[derive(Default)]
struct Next {
    job: Option<Job>,
    stopped: bool,
}

/// The handle of the thread; dropping it lets the thread end after its job.
pub struct Worker {
    next: Arc<(Mutex<Next>, Condvar)>,
}

impl Worker {
    /// Starts the thread: it opens the model with `open`, says [`Message::Ready`], and then waits for jobs.
    pub fn start(
        open: impl FnOnce() -> Result<(Analyzer, ModelInfo), ModelError> + Send + 'static,
        messages: Sender<Message>,
    ) -> Self {
        let next: Arc<(Mutex<Next>, Condvar)> = Arc::default();
        let mine = Arc::clone(&next);
        std::thread::spawn(move || {
            // A panic in here must not leave a screen that waits for ever.
            let opened = catch_unwind(AssertUnwindSafe(open));
            let why = match opened {
                Ok(Ok((analyzer, info))) => {
                    if messages.send(Message::Ready(info)).is_ok() {
                        work(analyzer, &mine, &messages);
                    }
                    return;
                }
                Ok(Err(error)) => error.to_string(),
                Err(_) => "the model can not be read, and that is a bug in bertscope; please report it".to_owned(),
            };
            // Nobody listens any more when the send fails, so there is nobody to tell.
            let _ = messages.send(Message::Failed(why));
        });
        Self { next }
    }

    /// Hands over a job; one that waits is dropped.
    pub fn ask(&self, job: Job) {
        let (next, changed) = &*self.next;
        next.lock().unwrap_or_else(PoisonError::into_inner).job = Some(job);
        changed.notify_one();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let (next, changed) = &*self.next;
        next.lock().unwrap_or_else(PoisonError::into_inner).stopped = true;
        changed.notify_one();
    }
}

fn work(mut analyzer: Analyzer, next: &(Mutex<Next>, Condvar), messages: &Sender<Message>) {
    while let Some(job) = wait(next) {
        let start = Instant::now();
        // A panic in here must not leave a screen that waits for ever.
        let result = catch_unwind(AssertUnwindSafe(|| analyzer.analyze(&job.reference, &job.candidate, job.settings)));
        let result = match result {
            Ok(Ok(analysis)) => Ok(Arc::new(analysis)),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err("the analysis of this pair failed; another text or layer may work".to_owned()),
        };
        let outcome = Outcome { job: job.number, result, elapsed: start.elapsed() };
        if messages.send(Message::Analyzed(outcome)).is_err() {
            return;
        }
    }
}

fn wait(next: &(Mutex<Next>, Condvar)) -> Option<Job> {
    let (next, changed) = next;
    let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if next.stopped {
            return None;
        }
        if let Some(job) = next.job.take() {
            return Some(job);
        }
        next = changed.wait(next).unwrap_or_else(PoisonError::into_inner);
    }
}
