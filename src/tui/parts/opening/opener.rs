//! Opens models in the background: one at a time, with progress, cancelled when a newer request replaces it.

use std::mem::discriminant;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::tui::context::{Message, ModelInfo, ModelRequest};
use bertscope_analysis::Analyzer;
use bertscope_models::catalogue::ModelChoice;
use bertscope_models::{ModelError, Progress, ProgressMonitor};

/// The available models. Both functions run on separate threads and may be slow.
pub trait ModelLibrary: Send + Sync + 'static {
    /// Opens the model of this name, with its tables; [`ModelError::Cancelled`] soon after `watch` is cancelled.
    fn open(
        &self,
        name: &str,
        watch: &ProgressMonitor,
    ) -> Result<(Analyzer, ModelInfo), ModelError>;

    /// The models to choose from, in order; `folders` were used before.
    fn choices(&self, folders: &[String]) -> Vec<ModelChoice>;
}

/// The newest request, and its model once it is open.
#[derive(Default)]
struct LatestRequest {
    number: u64,
    watch: Option<ProgressMonitor>,
    analyzer: Option<Analyzer>,
}

/// Opens models. Each opening has its own thread, so that a cancelled one that waits for the network delays nothing.
pub struct Opener {
    library: Arc<dyn ModelLibrary>,
    messages: Sender<Message>,
    latest: Arc<Mutex<LatestRequest>>,
}

impl Opener {
    /// An opener without requests.
    pub fn new(library: impl ModelLibrary, messages: Sender<Message>) -> Self {
        Self {
            library: Arc::new(library),
            messages,
            latest: Arc::default(),
        }
    }

    /// Opens a model; replaces the one that is being opened. Progress, success and failure are sent as messages with
    /// the request's number; a replaced request sends no more messages.
    pub fn open(&self, request: ModelRequest) {
        let watch = watch(request.number, self.messages.clone());
        self.set_latest(request.number, Some(watch.clone()));
        let library = Arc::clone(&self.library);
        let messages = self.messages.clone();
        let latest = Arc::clone(&self.latest);
        std::thread::spawn(move || {
            // After a panic here, the screen must not wait forever.
            let opened = catch_unwind(AssertUnwindSafe(|| library.open(&request.name, &watch)));
            let mut latest = lock(&latest);
            if latest.number != request.number || watch.is_cancelled() {
                return;
            }
            let message = match opened {
                Ok(Ok((analyzer, info))) => {
                    latest.analyzer = Some(analyzer);
                    Message::Opened(request.number, info)
                }
                Ok(Err(error)) => Message::OpenFailed(request.number, error.to_string()),
                Err(_) => {
                    let bug =
                        "reading the model failed because of a bug in bertscope; please report it";
                    Message::OpenFailed(request.number, bug.to_owned())
                }
            };
            // Sending fails only if the program is ending, so nothing is lost.
            let _ = messages.send(message);
        });
    }

    /// Cancels the model that is being opened.
    pub fn cancel(&self) {
        let number = lock(&self.latest).number;
        self.set_latest(number, None);
    }

    /// Takes the analyzer of a finished request.
    pub fn take(&self, number: u64) -> Option<Analyzer> {
        let mut latest = lock(&self.latest);
        (latest.number == number)
            .then(|| latest.analyzer.take())
            .flatten()
    }

    /// Collects the models to choose from, and sends them as [`Message::ModelsListed`].
    pub fn list(&self, folders: Vec<String>) {
        let library = Arc::clone(&self.library);
        let messages = self.messages.clone();
        std::thread::spawn(move || {
            // After a panic, the list is empty, but a name can still be typed.
            let choices =
                catch_unwind(AssertUnwindSafe(|| library.choices(&folders))).unwrap_or_default();
            let _ = messages.send(Message::ModelsListed(choices));
        });
    }

    fn set_latest(&self, number: u64, watch: Option<ProgressMonitor>) {
        let mut latest = lock(&self.latest);
        let old = std::mem::replace(
            &mut *latest,
            LatestRequest {
                number,
                watch,
                analyzer: None,
            },
        );
        if let Some(old) = &old.watch {
            old.cancel();
        }
    }
}

impl Drop for Opener {
    fn drop(&mut self) {
        self.cancel();
    }
}

fn lock(latest: &Mutex<LatestRequest>) -> std::sync::MutexGuard<'_, LatestRequest> {
    latest.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Interval of progress reports; ten a second are enough.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// A watch that passes on the first report of each file, and then at most one per interval.
fn watch(number: u64, messages: Sender<Message>) -> ProgressMonitor {
    let last = Mutex::new(None);
    ProgressMonitor::new(move |progress| {
        let file = if let Progress::Downloading { number, .. } = progress {
            Some(number)
        } else {
            None
        };
        let now = Instant::now();
        let phase = (discriminant(&progress), file);
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if last
            .is_none_or(|(at, before)| before != phase || now.duration_since(at) >= REPORT_INTERVAL)
        {
            *last = Some((now, phase));
            let _ = messages.send(Message::Opening(number, progress));
        }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::*;

    /// Reports a lot and then finds nothing.
    struct Talkative;

    impl ModelLibrary for Talkative {
        fn open(
            &self,
            name: &str,
            watch: &ProgressMonitor,
        ) -> Result<(Analyzer, ModelInfo), ModelError> {
            for done in 0..10_000 {
                for number in 1..=2 {
                    watch.check_cancelled()?;
                    watch.report(Progress::Reading {
                        done,
                        total: 10_000,
                    });
                    if done % 5_000 == 0 {
                        watch.report(Progress::Downloading {
                            file: "f".into(),
                            number,
                            files: 2,
                            done,
                            total: 10_000,
                        });
                    }
                }
            }
            Err(ModelError::Unknown(name.into()))
        }

        fn choices(&self, _folders: &[String]) -> Vec<ModelChoice> {
            panic!("a bug in reading a cache")
        }
    }

    fn next(messages: &Receiver<Message>) -> Message {
        messages
            .recv_timeout(Duration::from_secs(60))
            .expect("a message comes")
    }

    #[test]
    fn of_many_reports_those_are_passed_on_that_can_be_seen_and_the_error_at_the_end() {
        let (sender, messages) = channel();
        let opener = Opener::new(Talkative, sender);
        let start = Instant::now();
        opener.open(ModelRequest {
            number: 7,
            name: "nowhere".into(),
        });
        let mut reports = 0;
        let why = loop {
            match next(&messages) {
                Message::Opening(7, _) => reports += 1,
                Message::OpenFailed(7, why) => break why,
                other => panic!("{other:?}"),
            }
        };
        assert!(why.contains("nowhere"));
        let seen = 12 + start.elapsed().as_millis() / REPORT_INTERVAL.as_millis();
        assert!((8..=seen).contains(&reports), "{reports}");
        assert!(opener.take(7).is_none());
    }

    #[test]
    fn a_list_that_cannot_be_gathered_is_empty() {
        let (sender, messages) = channel();
        Opener::new(Talkative, sender).list(Vec::new());
        assert!(matches!(next(&messages), Message::ModelsListed(list) if list.is_empty()));
    }
}
