//! The threads of the inspector. They are handed what the state asks for, and report in messages.

use std::sync::mpsc::Sender;

use crate::command_files::CommandFiles;
use crate::inspector_options::InspectorOptions;
use crate::tui::context::{Effect, Message, ModelRequest};
use crate::tui::parts::export::threads::ExportThreads;
use crate::tui::parts::lesson::checker::LessonChecker;
use crate::tui::parts::opening::opener::Opener;
use crate::tui::parts::opening::registry::ModelRegistry;
use crate::tui::parts::pairs::threads::PairThreads;
use crate::tui::state::State;
use crate::tui::worker::Worker;
use bertscope_pair_list::OpenedPairs;
use bertscope_report::export;

/// What does the work that would keep the screen waiting.
pub struct Threads {
    pub worker: Worker,
    pub opener: Opener,
    pub exports: ExportThreads,
    /// Those of a file of pairs.
    pub pairs: Option<PairThreads>,
    pub lessons: Option<LessonChecker>,
}

impl Threads {
    /// Starts to open the model that the state waits for, and to read a file of pairs. `files` may not be replaced.
    pub fn start(
        args: &InspectorOptions,
        state: &State,
        pairs: Option<OpenedPairs>,
        files: CommandFiles,
        messages: &Sender<Message>,
    ) -> Self {
        let registry = ModelRegistry::new(&args.request, args.device);
        let render = |analysis: &_, format, options: &_| {
            export::render(analysis, format, options).map_err(|error| error.to_string())
        };
        let mut threads = Self {
            worker: Worker::start(messages.clone()),
            opener: Opener::new(registry, messages.clone()),
            exports: ExportThreads::new(render, files, messages.clone()),
            pairs: pairs.map(|pairs| PairThreads::start(pairs, messages.clone())),
            lessons: Some(LessonChecker::new(messages.clone())),
        };
        if let Some(opening) = &state.models.opening {
            threads.open(opening.request.clone());
        }
        threads
    }

    fn open(&mut self, request: ModelRequest) {
        self.exports.keep_model(&request.name);
        self.opener.open(request);
    }

    /// Follows what is open on the screen.
    pub fn follow(&mut self, state: &State) {
        if let Some(lessons) = &mut self.lessons {
            lessons.follow(state.stack.lesson().map(|active| &active.lesson));
        }
    }

    /// Hands an effect to the thread that carries it out; those on the terminal are for others. An error is for the user.
    pub fn run(&mut self, effect: Effect) -> Result<(), String> {
        match effect {
            Effect::Analyze(job) => self.worker.start_job(job),
            Effect::OpenModel(request) => self.open(request),
            Effect::CancelOpening => self.opener.cancel(),
            Effect::UseModel(number) => self.use_model(number),
            Effect::ListModels(folders) => self.opener.list(folders),
            Effect::Export(job) => self.exports.start(job),
            Effect::ExportMarked(job) => {
                if let Some(analyzer) = self.pairs.as_ref().and_then(PairThreads::analyzer) {
                    self.exports.start_marked(job, analyzer);
                }
            }
            Effect::Pairs(effect) => {
                if let Some(pairs) = &mut self.pairs {
                    return pairs.run_effect(effect);
                }
            }
            Effect::Copy(_)
            | Effect::ShowText(_)
            | Effect::DistinguishKeys
            | Effect::Suspend
            | Effect::Resume
            | Effect::Redraw
            | Effect::Quit(_) => {}
        }
        Ok(())
    }

    /// Uses the model of a request for all further work.
    fn use_model(&mut self, number: u64) {
        let Some(analyzer) = self.opener.take(number) else {
            return;
        };
        if let Some(pairs) = &mut self.pairs {
            pairs.replace(&analyzer);
        }
        if let Some(lessons) = &mut self.lessons {
            lessons.replace(&analyzer);
        }
        self.worker.replace(analyzer);
    }

    /// At the end of the program: where marks were saved that could not be written to their file.
    pub fn rescue(&mut self) -> Option<String> {
        self.pairs.as_mut().and_then(PairThreads::rescue)
    }
}
