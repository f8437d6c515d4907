//! The analysis thread: runs one job, and then the newest of the jobs sent meanwhile.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Instant;

use crate::tui::context::{AnalysisJob, AnalysisOutcome, AnsweredQuestion, Message};
use bertscope_analysis::{Analysis, Analyzer};
use bertscope_explain::explain;
use bertscope_metric::Pair;
use bertscope_models::without_options;

/// What the thread is sent.
enum Order {
    UseAnalyzer(Box<Analyzer>),
    Run(Box<AnalysisJob>),
}

/// The handle of the thread; when it is dropped, the thread ends after its job.
pub struct Worker {
    orders: Sender<Order>,
}

impl Worker {
    /// Starts the thread. It waits for an analyzer, and then for jobs.
    pub fn start(messages: Sender<Message>) -> Self {
        let (orders, receiver) = channel();
        std::thread::spawn(move || {
            work(
                Inbox {
                    orders: receiver,
                    analyzer: None,
                    job: None,
                },
                &messages,
            );
        });
        Self { orders }
    }

    /// Sends the analyzer of another model, which does all further jobs. A pending job was meant for the old model and
    /// is dropped; a running one finishes with the old model.
    pub fn replace(&self, analyzer: Analyzer) {
        // The thread ends only with this.
        let _ = self.orders.send(Order::UseAnalyzer(Box::new(analyzer)));
    }

    /// Sends a job; replaces the pending one.
    pub fn start_job(&self, job: AnalysisJob) {
        let _ = self.orders.send(Order::Run(Box::new(job)));
    }
}

/// The newest orders that the thread has not carried out.
struct Inbox {
    orders: Receiver<Order>,
    analyzer: Option<Analyzer>,
    job: Option<AnalysisJob>,
}

impl Inbox {
    fn add(&mut self, order: Order) {
        match order {
            Order::UseAnalyzer(analyzer) => (self.analyzer, self.job) = (Some(*analyzer), None),
            Order::Run(job) => self.job = Some(*job),
        }
    }

    /// Adds the orders that have arrived; returns false when the handle was dropped.
    fn collect(&mut self) -> bool {
        loop {
            match self.orders.try_recv() {
                Ok(order) => self.add(order),
                Err(error) => return error == TryRecvError::Empty,
            }
        }
    }

    /// Whether a newer job or another analyzer is waiting, or the thread has to end.
    fn is_waiting(&mut self) -> bool {
        !self.collect() || self.analyzer.is_some() || self.job.is_some()
    }

    /// Waits for another analyzer, a job, or both; `None` at the end.
    fn wait(&mut self) -> Option<(Option<Analyzer>, Option<AnalysisJob>)> {
        if self.analyzer.is_none() && self.job.is_none() {
            let order = self.orders.recv().ok()?;
            self.add(order);
        }
        self.collect()
            .then(|| (self.analyzer.take(), self.job.take()))
    }
}

fn work(mut inbox: Inbox, messages: &Sender<Message>) {
    let mut current: Option<Analyzer> = None;
    let mut own = None;
    while let Some((analyzer, job)) = inbox.wait() {
        if let Some(analyzer) = analyzer {
            own = analyzer.frequencies();
            // Frees the memory of the old model here, off the main thread.
            current = Some(analyzer);
        }
        let (Some(analyzer), Some(job)) = (&mut current, job) else {
            continue;
        };
        analyzer.set_frequencies(job.table.clone().or_else(|| own.clone()));
        let outcome = analyze(analyzer, &job);
        let analysis = outcome.result.as_ref().ok().cloned();
        if messages.send(Message::Analyzed(outcome)).is_err() {
            return;
        }
        let Some(analysis) = analysis else { continue };
        let answered = catch_unwind(AssertUnwindSafe(|| {
            answer(analyzer, &job, &analysis, &mut |explained| {
                let message = Message::Explained(Arc::new(explained));
                if messages.send(message).is_err() || inbox.is_waiting() {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })
        }));
        log::info!("answered {}", job.question.topic.name());
        let why = match answered {
            Ok(Ok(())) => continue,
            Ok(Err(error)) => without_options(&error.to_string()),
            Err(_) => {
                "the explanation failed because of a bug in bertscope; please report it".to_owned()
            }
        };
        let failure = Message::ExplanationFailed(job.number, why);
        if messages.send(failure).is_err() {
            return;
        }
    }
}

/// Analyses the pair of a job.
fn analyze(analyzer: &mut Analyzer, job: &AnalysisJob) -> AnalysisOutcome {
    log::debug!("pair: {:?}, {:?}", job.reference, job.candidate);
    let start = Instant::now();
    let passes = analyzer.passes();
    let pair = Pair {
        reference: &*job.reference,
        candidate: &*job.candidate,
    };
    // After a panic here, the screen must not wait forever.
    let result = catch_unwind(AssertUnwindSafe(|| analyzer.analyze(pair, job.settings)));
    let elapsed = (analyzer.passes() > passes).then(|| start.elapsed());
    let result = match result {
        Ok(Ok(analysis)) => Ok(Arc::new(analysis)),
        Ok(Err(error)) => Err(without_options(&error.to_string())),
        Err(_) => {
            Err("the analysis of this pair failed; another text or layer may work".to_owned())
        }
    };
    let mut cosine = None;
    if let Ok(analysis) = &result {
        let milliseconds = start.elapsed().as_millis();
        let signature = &analysis.signature;
        log::info!("analysed the pair in {milliseconds} ms: {signature}");
        cosine = job.cell.and_then(|(c, r)| analyzer.cosine(c, r));
    }
    AnalysisOutcome {
        job: job.number,
        result,
        cosine,
        elapsed,
    }
}

/// Answers the question of a job about the pair that `analyzer` has just analysed.
pub fn answer(
    analyzer: &mut Analyzer,
    job: &AnalysisJob,
    analysis: &Arc<Analysis>,
    on_partial_result: &mut dyn FnMut(AnsweredQuestion) -> ControlFlow<()>,
) -> Result<(), bertscope_models::ModelError> {
    let topic = job.question.topic;
    explain(analyzer, analysis, &job.question, &mut |explanation| {
        on_partial_result(AnsweredQuestion {
            job: job.number,
            topic,
            explanation,
            analysis: Arc::clone(analysis),
        })
    })
}
