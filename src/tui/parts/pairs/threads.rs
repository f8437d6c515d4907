//! The threads of a list of pairs: one reads the file, and one scores and counts with its own analyzer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use crate::tui::context::Message;
use crate::tui::session::Session;
use bertscope_analysis::Analyzer;
use bertscope_encoder::{KeptLayers, Layer};
use bertscope_pair_list::{
    DriverSums, MarksFile, OpenedPairs, PairScorer, PairsEffect, PairsMessage, RankingJob,
    RankingStatus,
};

/// A command for the scoring thread.
enum PairCommand {
    /// Use this analyzer, which is not optimised for many pairs.
    SetAnalyzer(Box<Analyzer>),
    /// Carry out a request of the list.
    Run(PairsEffect),
}

/// The threads of a list, and its marks file.
pub struct PairThreads {
    commands: Sender<PairCommand>,
    /// The model for scoring, once it is ready.
    analyzer: Option<Analyzer>,
    marks: Option<MarksFile>,
    messages: Sender<Message>,
}

impl PairThreads {
    /// Starts to read. Rows and scores arrive as messages.
    pub fn start(opened: OpenedPairs, messages: Sender<Message>) -> Self {
        let (orders, receiver) = channel();
        let name = opened
            .file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let marks = opened.marks.clone();
        let described = messages.clone();
        let kept = messages.clone();
        std::thread::spawn(move || work(&receiver, &described, &name));
        std::thread::spawn(move || {
            let tell = |message| messages.send(Message::Pairs(message)).is_ok();
            let read = catch_unwind(AssertUnwindSafe(|| opened.read(tell)));
            let bug = || {
                Err(
                    "reading the file stopped because of a bug in bertscope; please report it"
                        .to_owned(),
                )
            };
            tell(PairsMessage::Read(read.unwrap_or_else(|_| bug())));
        });
        Self {
            commands: orders,
            analyzer: None,
            marks,
            messages: kept,
        }
    }

    /// Uses another model from here on.
    pub fn replace(&mut self, analyzer: &Analyzer) {
        let own = || analyzer.clone_for_many(KeptLayers::Only(Layer(0)));
        self.analyzer = Some(own());
        // The thread ends only with this.
        let _ = self
            .commands
            .send(PairCommand::SetAnalyzer(Box::new(own())));
    }

    /// Another analyzer with the same model, once it is ready.
    pub fn analyzer(&self) -> Option<Analyzer> {
        self.analyzer
            .as_ref()
            .map(|analyzer| analyzer.clone_for_many(KeptLayers::Only(Layer(0))))
    }

    /// Carries out a request of the list.
    pub fn run_effect(&mut self, effect: PairsEffect) -> Result<(), String> {
        match effect {
            PairsEffect::Save(marks) => {
                // Immediately and not on a thread, so that nothing is unwritten when the program ends.
                let Some(file) = &mut self.marks else {
                    return Ok(());
                };
                log::info!("writes {} marks", marks.len());
                return file
                    .write(marks)
                    .map_err(|why| format!("Marks not written: {why}"));
            }
            PairsEffect::Rank(job) => {
                // On a thread of its own, because the list is scored at the same time.
                let messages = self.messages.clone();
                if let Some(analyzer) = self.analyzer() {
                    std::thread::spawn(move || rank(&job, &analyzer, &messages));
                }
            }
            effect => {
                let _ = self.commands.send(PairCommand::Run(effect));
            }
        }
        Ok(())
    }

    /// At the end of the program: the path of marks that could not be written to their file; see [`MarksFile::rescue`].
    pub fn rescue(&mut self) -> Option<String> {
        self.marks.as_mut()?.rescue(Session::folder())
    }
}

fn rank(job: &RankingJob, analyzer: &Analyzer, messages: &Sender<Message>) {
    let mut report = |status| {
        // The program may have ended.
        let message = PairsMessage::Ranking(job.owner.clone(), status);
        let _ = messages.send(Message::Pairs(message));
    };
    let run = catch_unwind(AssertUnwindSafe(|| job.run(analyzer, &mut report)));
    if run.is_err() {
        let bug = "Ranking stopped because of a bug in bertscope; please report it.";
        report(RankingStatus::Failed(bug.to_owned()));
    }
}

fn work(orders: &Receiver<PairCommand>, messages: &Sender<Message>, name: &str) {
    let mut scorer: Option<PairScorer> = None;
    let mut sums = DriverSums::default();
    for order in orders {
        let effect = match order {
            PairCommand::SetAnalyzer(analyzer) => {
                scorer = Some(PairScorer::new(*analyzer));
                continue;
            }
            PairCommand::Run(effect) => effect,
        };
        let start = Instant::now();
        let Some(answer) = answer(effect, scorer.as_mut(), &mut sums, name) else {
            continue;
        };
        let milliseconds = start.elapsed().as_millis();
        log::info!("worked on the list for {milliseconds} ms");
        if messages.send(Message::Pairs(answer)).is_err() {
            return;
        }
    }
}

/// Carries out a request of the list of the file called `name`; `None` if it needs a model that is not ready, or no
/// answer.
fn answer(
    effect: PairsEffect,
    scorer: Option<&mut PairScorer>,
    sums: &mut DriverSums,
    name: &str,
) -> Option<PairsMessage> {
    Some(match effect {
        PairsEffect::Score(batch) => PairsMessage::Scored(scorer?.score(&batch, sums)),
        PairsEffect::Count(number, conventions, pairs) => {
            PairsMessage::Counted(number, scorer?.count(&pairs, conventions, name))
        }
        // This needs no model.
        PairsEffect::Summarise(job) => PairsMessage::Summarised(Box::new(job.run(sums))),
        // These are no work for this thread.
        PairsEffect::Save(_) | PairsEffect::Rank(_) => return None,
    })
}
