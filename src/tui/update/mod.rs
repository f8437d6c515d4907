//! What happens to the state when something happened: a function of both, without I/O.

mod crosshair;
mod explaining;
mod export;
mod help;
mod keys;
mod lesson;
mod models;
mod pairs;
mod picker;
mod pointer;
mod settings;
mod walk;

use std::time::Instant;

use crossterm::event::MouseEventKind;

pub use lesson::begin as begin_lesson;

use super::export::ExportJob;
use super::keymap::Scope;
use super::message::{Message, Outcome};
use super::opening::Request;
use super::pairs_list::PairsEffect;
use super::state::{Focus, ModelState, PAUSE, State};
use super::worker::Job;
use bertscope_analysis::Settings;
use bertscope_encoder::Layer;

/// What the loop must do after an update.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Analyse this pair; an older one that has not begun is dropped.
    Analyze(Job),
    /// Open a model; one that is being opened is dropped.
    OpenModel(Request),
    /// Drop the model that is being opened.
    CancelOpening,
    /// The model of the request with this number does all analyses from here on.
    UseModel(u64),
    /// Gather the models to choose from; these folders were used before.
    ListModels(Vec<String>),
    /// Make what somebody wants to have outside, and write it if it is a file.
    Export(ExportJob),
    /// Read, score, count or write something of the file of pairs.
    Pairs(PairsEffect),
    /// Hand a text to the terminal, for its clipboard.
    Copy(String),
    /// Give the mouse to the program, or back to the terminal.
    CaptureMouse(bool),
    /// Stop until the shell goes on.
    Suspend,
    /// Draw every cell again.
    Redraw,
    /// Leave; with an error if there is one.
    Quit(Option<String>),
}

/// Changes the state and says what else is to be done.
pub fn update(state: &mut State, message: Message, now: Instant) -> Vec<Effect> {
    if matches!(&message, Message::Key(_) | Message::LineEnd(_) | Message::Paste(_))
        || matches!(&message, Message::Mouse(event) if matches!(event.kind, MouseEventKind::Down(_)))
    {
        // A click on what is said presses none of the words that it covers.
        let covers = state.said.take().is_some();
        if covers && matches!(&message, Message::Mouse(event) if event.row + 1 == state.size.1) {
            return Vec::new();
        }
    }
    let mut effects = happened(state, message, now);
    effects.extend(pairs::go_on(state));
    effects
}

fn happened(state: &mut State, message: Message, now: Instant) -> Vec<Effect> {
    match message {
        Message::Key(key) => keys::pressed(state, key, now),
        Message::Paste(text) => pasted(state, text, now),
        // Where whole texts are written it belongs to the text; everywhere else somebody wanted something.
        Message::LineEnd(_) if state.scope() == Scope::Text && state.help.is_none() => pasted(state, "\n".into(), now),
        Message::LineEnd(key) => keys::pressed(state, key, now),
        Message::Mouse(event) => pointer::pointed(state, event, now),
        Message::Resize(width, height) => {
            state.size = (width, height);
            Vec::new()
        }
        Message::Opening(number, progress) => {
            models::heard(state, number, progress, now);
            Vec::new()
        }
        Message::Opened(number, info) => models::opened(state, number, info, now),
        Message::OpenFailed(number, why) => models::failed(state, number, why),
        Message::Choices(choices) => picker::fill(state, choices),
        Message::Analyzed(outcome) => analyzed(state, outcome),
        Message::Explained(explained) => {
            explaining::explained(state, explained);
            Vec::new()
        }
        Message::NotExplained(job, why) => {
            explaining::failed(state, job, why);
            Vec::new()
        }
        Message::Exported(number, exported) => export::exported(state, number, exported, now),
        Message::Pairs(message) => pairs::heard(state, message, now),
        Message::Terminate => pairs::quit(state),
    }
}

fn pasted(state: &mut State, text: String, now: Instant) -> Vec<Effect> {
    state.copying = false;
    if let Some(picker) = &mut state.picker {
        state.help = None;
        picker.filter.insert(&text);
        picker.filtered();
        return Vec::new();
    }
    if let Some(prompt) = &mut state.prompt {
        state.help = None;
        export::pasted(prompt, text);
        return Vec::new();
    }
    if state.pairs.as_ref().is_some_and(|list| list.open || list.note.is_some()) {
        state.help = None;
        return pairs::pasted(state, &text);
    }
    let Focus::Text(side) = state.focus else { return Vec::new() };
    // Nobody should write where it can not be seen.
    state.help = None;
    state.editor_mut(side).insert(&text);
    edited(state, now)
}

fn analyzed(state: &mut State, outcome: Outcome) -> Vec<Effect> {
    if outcome.job <= state.done {
        return Vec::new();
    }
    state.done = outcome.job;
    if state.done >= state.asked {
        state.stale_since = None;
    }
    match outcome.result {
        Ok(analysis) => {
            // The same pair again, for another explanation, took no time worth showing.
            if state.analysis.as_ref().is_none_or(|known| *known != analysis) {
                state.elapsed = outcome.elapsed;
            }
            state.analysis = Some(analysis);
            state.cosine = outcome.cosine;
            state.error = None;
            state.of_other_model = false;
            crosshair::keep_cell(state);
        }
        Err(why) => state.error = Some(why),
    }
    export::analyzed(state)
}

fn edited(state: &mut State, now: Instant) -> Vec<Effect> {
    state.unsaved = true;
    remember(state, now);
    analyze(state, now)
}

/// The first change after a pause makes the score before it the one that changes are measured against.
fn remember(state: &mut State, now: Instant) {
    let paused = state.last_edit.is_none_or(|last| now.duration_since(last) >= PAUSE);
    if paused && !state.of_other_model {
        state.anchor = state.analysis.clone().or(state.anchor.take());
    }
    state.last_edit = Some(now);
}

/// Asks for the pair on screen, and for what its panel explains.
fn analyze(state: &mut State, now: Instant) -> Vec<Effect> {
    let (ModelState::Ready(_), Some(layer)) = (&state.model, state.layer) else { return Vec::new() };
    state.asked += 1;
    state.stale_since.get_or_insert(now);
    vec![Effect::Analyze(Job {
        number: state.asked,
        reference: state.reference.text().to_owned(),
        candidate: state.candidate.text().to_owned(),
        settings: Settings { layer: Layer(layer), idf: state.idf, rescale: state.rescale },
        question: state.explaining.question(state.anchor.clone()),
        cell: state.works_out_cell().then_some((state.cell.candidate, state.cell.reference)),
    })]
}
