//! Writes one screen as a picture: the real state, update and drawing, on a backend that stores its cells.

use bertscope_metric::Pair;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use color_eyre::eyre::{Result, eyre};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::files::session::Session;
use super::input::keymap::key;
use super::pairs::{DriverSums, PairsMessage};
use super::startup::initial_state;
use super::state::State;
use super::state::effect::Effect;
use super::state::export::ExportOutcome;
use super::state::message::{AnalysisOutcome, Message};
use super::terminal::event::TerminalEvent;
use super::terminal::theme::{Background, ColorDepth, Theme};
use super::update::{start_lesson, update};
use super::view;
use super::view::screen_svg::screen_svg;
use super::work::model_registry::ModelRegistry;
use super::work::opener::ModelLibrary;
use super::work::pair_scorer::PairScorer;
use super::work::pair_threads::{self, OpenedPairs};
use super::work::worker::answer;
use crate::inspector_options::InspectorOptions;
use crate::usage_error::UsageError;
use bertscope_encoder::KeptLayers;
use bertscope_lessons::Lesson;
use bertscope_models::{ProgressMonitor, bundled};
use bertscope_report::save::Destination;

/// Writes the picture.
pub fn run(
    args: &InspectorOptions,
    lesson: Option<Arc<Lesson>>,
    pairs: Option<OpenedPairs>,
    file: &Path,
) -> Result<()> {
    let size = args.size.as_deref().unwrap_or("110x34");
    let (width, height) = size
        .split_once('x')
        .and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)))
        .ok_or_else(|| UsageError(format!("{size:?} is not a size; write it like 110x34")))?;
    let light = args.background == Some(Background::Light);
    let theme = Theme::new(light, args.colors.unwrap_or(ColorDepth::True));
    let mut state = initial_state(args, &Session::default(), theme);
    state.terminal.size = (width, height);
    if let Some(lesson) = lesson {
        state.progress.lessons.start_at(&lesson, args.step);
        start_lesson(&mut state, lesson, Instant::now());
    }

    let registry = ModelRegistry::new(&args.metric);
    let name = args.metric.model_name().unwrap_or(bundled::NAME);
    let (mut analyzer, info) = registry.open(name, &ProgressMonitor::silent())?;
    let own = analyzer.frequencies();
    let mut sums = DriverSums::default();
    let mut scorer = PairScorer::new(analyzer.clone_for_many(KeptLayers::Only(info.layer)));
    let pairs_name = pairs.as_ref().map_or(String::new(), |pairs| pairs.list().name());
    let mut step = |state: &mut State, message: Message, now: Instant| -> Result<()> {
        let mut messages = VecDeque::from([message]);
        while let Some(message) = messages.pop_front() {
            for effect in update(state, message, now) {
                match effect {
                    Effect::Analyze(job) => {
                        let start = Instant::now();
                        analyzer.set_frequencies(job.table.clone().or_else(|| own.clone()));
                        let analysis = analyzer
                            .analyze(Pair { reference: &job.reference, candidate: &job.candidate }, job.settings)?;
                        let analysis = Arc::new(analysis);
                        let cosine = job.cell.and_then(|(c, r)| analyzer.cosine(c, r));
                        let result = Ok(Arc::clone(&analysis));
                        let outcome = AnalysisOutcome { job: job.number, result, cosine, elapsed: start.elapsed() };
                        messages.push_back(Message::Analyzed(outcome));
                        answer(&mut analyzer, &job, &analysis, &mut |explained| {
                            messages.push_back(Message::Explained(Arc::new(explained)));
                            ControlFlow::Continue(())
                        })?;
                    }
                    Effect::ListModels(folders) => {
                        messages.push_back(Message::ModelsListed(registry.choices(&folders)));
                    }
                    // Only the picture of the screen is written.
                    Effect::Export(job) => {
                        let why = "this is for a screenshot, which writes nothing else".to_owned();
                        messages.push_back(Message::Exported(job.number, ExportOutcome::Failed(why)));
                    }
                    Effect::Pairs(effect) => {
                        let answer = pair_threads::answer(effect, Some(&mut scorer), &mut sums, &pairs_name);
                        messages.extend(answer.map(Message::Pairs));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    };
    let start = Instant::now();
    if let Some(pairs) = &pairs {
        pairs.add_to_state(&mut state);
    }
    step(&mut state, Message::Opened(1, info), start)?;
    if let Some(pairs) = pairs {
        let (messages, read) = pairs.all();
        for message in messages {
            step(&mut state, Message::Pairs(message), start)?;
        }
        step(&mut state, Message::Pairs(PairsMessage::Read(read)), start)?;
    }
    // Each key is pressed as after a pause, so that the changes shown are those of the last key.
    for (i, name) in args.keys.iter().flat_map(|keys| keys.split_whitespace()).enumerate() {
        let key = key(name).ok_or_else(|| UsageError(format!("there is no key {name:?}")))?;
        step(&mut state, TerminalEvent::Key(key).into(), start + Duration::from_secs(2) * (i as u32 + 1))?;
    }

    let mut terminal = Terminal::new(TestBackend::new(width, height)).map_err(|e| eyre!("{e}"))?;
    terminal.draw(|frame| view::draw(frame, &state, start)).map_err(|e| eyre!("{e}"))?;
    let svg = screen_svg(terminal.backend().buffer(), light);
    Ok(Destination::check(file, true)?.write(svg.as_bytes())?)
}
