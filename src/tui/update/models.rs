//! Changes the model: the current one stays active until the new one is ready.

use std::time::Instant;

use super::analysis::request_analysis;
use super::effect::Effect;
use super::lesson;
use crate::tui::message::ModelInfo;
use crate::tui::opening::{ModelRequest, Opening};
use crate::tui::state::{ModelState, State};
use bertscope_models::{Progress, bundled};

/// How many folders are kept to be chosen again.
const FOLDERS: usize = 8;

/// The user chose a model.
pub(super) fn choose(state: &mut State, name: &str) -> Vec<Effect> {
    state.notice = None;
    if state.opening.as_ref().is_some_and(|opening| opening.request.name == name) {
        return Vec::new();
    }
    if matches!(&state.model, ModelState::Ready(info) if info.reopen == name) {
        return cancel(state);
    }
    open(state, name)
}

fn open(state: &mut State, name: &str) -> Vec<Effect> {
    state.requests += 1;
    let request = ModelRequest { number: state.requests, name: name.to_owned() };
    let layer = state.layers.get(name).copied();
    state.opening = Some(Opening::new(request.clone(), false, layer));
    vec![Effect::OpenModel(request)]
}

/// Cancels the model that is being opened; if there is none, closes the notice. Before the first model is ready, the
/// bundled one replaces the one that was cancelled.
pub(super) fn cancel(state: &mut State) -> Vec<Effect> {
    state.chosen_early = None;
    let Some(opening) = &state.opening else {
        state.notice = None;
        return Vec::new();
    };
    if state.model != ModelState::Loading {
        state.opening = None;
        return vec![Effect::CancelOpening];
    }
    if opening.request.name == bundled::NAME { Vec::new() } else { open(state, bundled::NAME) }
}

/// The one that is waited for, when a message is about it.
fn is_expected(state: &State, number: u64) -> bool {
    state.opening.as_ref().is_some_and(|opening| opening.request.number == number)
}

pub(super) fn on_progress(state: &mut State, number: u64, progress: Progress, now: Instant) {
    if let Some(opening) = state.opening.as_mut().filter(|opening| opening.request.number == number) {
        opening.on_progress(progress, now);
    }
}

/// The new model takes over. Texts, history, cursors and settings stay; the layer is the new model's own, or the one
/// that was chosen for it before.
pub(super) fn on_opened(state: &mut State, number: u64, info: ModelInfo, now: Instant) -> Vec<Effect> {
    if !is_expected(state, number) {
        return Vec::new();
    }
    let before = state.opening.take().and_then(|opening| opening.layer);
    let layer = before.unwrap_or(info.layer.0).min(info.last_layer.0);
    if before.is_some() {
        state.layers.insert(info.reopen.clone(), layer);
    }
    // A lesson that began before there was a model has a layer of its own.
    let asked = state.lesson.as_ref().and_then(|active| active.now().settings.layer);
    state.layer = Some(asked.unwrap_or(layer).min(info.last_layer.0));
    if let Some(active) = &mut state.lesson {
        active.before.layer = Some(layer);
    }
    if std::path::Path::new(&info.reopen).is_absolute() {
        state.folders.retain(|folder| *folder != info.reopen);
        state.folders.insert(0, info.reopen.clone());
        state.folders.truncate(FOLDERS);
    }
    if let Some(picker) = state.picker_mut() {
        picker.set_current(&info.reopen);
    }
    state.unsaved |= state.model != ModelState::Loading;
    state.model = ModelState::Ready(info);
    // What the old model is still at, or said of the texts, is not the new one's.
    state.done = state.asked;
    state.error = None;
    state.anchor = None;
    state.of_other_model = state.analysis.is_some();
    lesson::say_missing_layer(state);
    let mut effects = vec![Effect::UseModel(number)];
    effects.extend(request_analysis(state, now));
    effects
}

/// The current model stays active. Without one, the bundled model takes over, unless the command line asked for what failed.
pub(super) fn on_open_failed(state: &mut State, number: u64, why: String) -> Vec<Effect> {
    let Some(opening) = state.opening.take_if(|opening| opening.request.number == number) else { return Vec::new() };
    let name = &opening.request.name;
    if state.model == ModelState::Loading && (opening.named || name == bundled::NAME) {
        return vec![Effect::Quit(Some(why))];
    }
    state.notice = Some(format!("{name} was not opened: {why}"));
    if state.model == ModelState::Loading { open(state, bundled::NAME) } else { Vec::new() }
}
