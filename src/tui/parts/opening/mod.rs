//! Changes the model, which the list of models chooses: the current one stays active until the new one is ready.

pub mod opener;
pub mod progress;
pub mod registry;

use crate::event_log::without_quotes;
use crate::tui::commands::Command;
use crate::tui::context::{Effect, ModelInfo, ModelRequest, Opening, short_name};
use crate::tui::state::State;
use bertscope_lessons::check::missing_layer;
use bertscope_models::{Progress, bundled, without_options};

/// Number of recent model folders to keep.
const MAX_FOLDERS: usize = 8;

/// Handles the choice of a model.
pub fn choose(state: &mut State, name: &str) {
    state.stop_saying();
    let opening = state.models.opening.as_ref();
    if opening.is_some_and(|opening| opening.request.name == name) {
        return;
    }
    if state.models.is_current(name) {
        return cancel(state);
    }
    open(state, name);
}

fn open(state: &mut State, name: &str) {
    state.models.requests += 1;
    let request = ModelRequest {
        number: state.models.requests,
        name: name.to_owned(),
    };
    let layer = state.models.layers.get(name).copied();
    state.models.opening = Some(Opening::new(request.clone(), false, layer));
    state.effects.push(Effect::OpenModel(request));
}

/// Cancels the model that is being opened; if there is none, closes the notice. Before the first model is ready, the
/// bundled one replaces the cancelled one.
pub fn cancel(state: &mut State) {
    state.models.early_choice = None;
    let Some(opening) = &state.models.opening else {
        return state.stop_saying();
    };
    if state.models.current.is_some() {
        state.models.opening = None;
        return state.effects.push(Effect::CancelOpening);
    }
    if opening.request.name != bundled::NAME {
        open(state, bundled::NAME);
    }
}

pub fn on_progress(state: &mut State, number: u64, progress: Progress) {
    log::info!("{progress}");
    let now = state.now;
    if let Some(opening) = &mut state.models.opening
        && opening.request.number == number
    {
        opening.progress.add(progress, now);
    }
}

/// Activates the new model. Texts, history, cursors and settings stay; the layer is the new model's default, or the one
/// chosen for it before. Returns whether it is still wanted.
pub fn on_opened(state: &mut State, number: u64, info: ModelInfo) -> bool {
    let Some(opening) = state.models.take_opening(number) else {
        return false;
    };
    log::info!("opened the model {}", info.name);
    let before = opening.layer;
    let layer = before
        .unwrap_or(info.default_layer(state.own.conventions).0)
        .min(info.last_layer.0);
    say_what_differs(state, &info, before);
    if before.is_some() {
        state.models.layers.insert(info.reopen.clone(), layer);
    }
    state.own.layer = Some(layer);
    if let Some(lent) = &mut state.lent {
        let wanted = lent.step.settings.layer.unwrap_or(layer);
        lent.inspection.layer = Some(wanted.min(info.last_layer.0));
    }
    if std::path::Path::new(&info.reopen).is_absolute() {
        state.models.folders.retain(|folder| *folder != info.reopen);
        state.models.folders.insert(0, info.reopen.clone());
        state.models.folders.truncate(MAX_FOLDERS);
    }
    state.saving.unsaved |= state.models.current.is_some();
    state.models.current = Some(info);
    // Pending jobs and messages of the old model do not apply to the new one.
    state.results.start_over();
    state.results.error = None;
    state.results.is_from_other_model = state.results.analysis.is_some();
    state.effects.push(Effect::UseModel(number));
    state.request_analysis();
    true
}

/// Tells of a folder that is taken for a known model, and of a chosen layer that the model lacks.
fn say_what_differs(state: &mut State, info: &ModelInfo, layer: Option<usize>) {
    if let Some(problem) = missing_layer(layer, info.last_layer) {
        state.keep_saying_also(&format!("{problem}; showing its last layer."));
    }
    if let Some(remark) = &info.recognition.remark {
        state.keep_saying_also(&format!("The folder {} {remark}.", short_name(&info.name)));
    }
}

/// Keeps the current model active. Without one, the bundled model replaces the failed one, unless the command line
/// asked for that.
pub fn on_open_failed(state: &mut State, number: u64, why: String) {
    log::warn!("did not open the model: {}", without_quotes(&why));
    let Some(opening) = state.models.take_opening(number) else {
        return;
    };
    let name = &opening.request.name;
    if state.models.current.is_none() && (opening.named || name == bundled::NAME) {
        return state.effects.push(Effect::Quit(Some(why)));
    }
    let key = state.key_name(Command::ChooseModel);
    let why = without_options(&why);
    let words = format!("{name} was not opened: {why}. {key} chooses another.");
    state.keep_saying(words);
    if state.models.current.is_none() {
        open(state, bundled::NAME);
    }
}
