//! Changes the model, which the list of models chooses: the current one stays active until the new one is ready.

pub mod current;
pub mod opener;
pub mod progress;
pub mod registry;

use crate::event_log::without_quotes;
use crate::tui::commands::Command;
use crate::tui::context::effect::Effect;
use crate::tui::parts::opening::current::{ModelInfo, ModelRequest, Opening};
use crate::tui::parts::opening::progress::short_name;
use crate::tui::state::State;
use crate::tui::state::analysis::request_analysis;
use bertscope_lessons::check::missing_layer;
use bertscope_models::{Progress, bundled, without_options};
/// Number of recent model folders to keep.
const MAX_FOLDERS: usize = 8;

/// Handles the choice of a model.
pub fn choose(state: &mut State, name: &str) {
    state.messages.notice = None;
    if state
        .models
        .opening
        .as_ref()
        .is_some_and(|opening| opening.request.name == name)
    {
        return;
    }
    if matches!(&state.models.current, Some(info) if info.reopen == name) {
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
    state.models.early_picker = None;
    let Some(opening) = &state.models.opening else {
        state.messages.notice = None;
        return;
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
    log::info!("{progress:?}");
    let now = state.now;
    if let Some(opening) = state
        .models
        .opening
        .as_mut()
        .filter(|opening| opening.request.number == number)
    {
        opening.on_progress(progress, now);
    }
}

/// Activates the new model. Texts, history, cursors and settings stay; the layer is the new model's default, or the one
/// chosen for it before. Returns whether it is still wanted.
pub fn on_opened(state: &mut State, number: u64, info: ModelInfo) -> bool {
    let Some(opening) = state
        .models
        .opening
        .take_if(|opening| opening.request.number == number)
    else {
        return false;
    };
    log::info!("opened the model {}", info.name);
    let before = opening.layer;
    let layer = before
        .unwrap_or(info.default_layer(state.own.conventions).0)
        .min(info.last_layer.0);
    show_opening_notices(state, &info, before);
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
    if let Some(picker) = state.stack.picker_mut() {
        picker.current.clone_from(&info.reopen);
    }
    state.saving.unsaved |= state.models.current.is_some();
    state.models.current = Some(info);
    // Pending jobs and messages of the old model do not apply to the new one.
    state.results.start_over();
    state.results.error = None;
    state.results.is_from_other_model = state.results.analysis.is_some();
    state.effects.push(Effect::UseModel(number));
    request_analysis(state);
    true
}

/// Adds notices about a folder that is taken for a known model, and about a chosen layer that the model lacks.
fn show_opening_notices(state: &mut State, info: &ModelInfo, layer: Option<usize>) {
    let mut notices = Vec::from_iter(state.messages.notice.take());
    if let Some(problem) = missing_layer(layer, info.last_layer) {
        notices.push(format!("{problem}; showing its last layer."));
    }
    if let Some(remark) = &info.recognition.remark {
        notices.push(format!("The folder {} {remark}.", short_name(&info.name)));
    }
    if !notices.is_empty() {
        state.messages.notice = Some(notices.join(" "));
    }
}

/// Keeps the current model active. Without one, the bundled model replaces the failed one, unless the command line
/// asked for that.
pub fn on_open_failed(state: &mut State, number: u64, why: String) {
    log::warn!("did not open the model: {}", without_quotes(&why));
    let Some(opening) = state
        .models
        .opening
        .take_if(|opening| opening.request.number == number)
    else {
        return;
    };
    let name = &opening.request.name;
    if state.models.current.is_none() && (opening.named || name == bundled::NAME) {
        return state.effects.push(Effect::Quit(Some(why)));
    }
    let key = state.key_name(Command::ChooseModel);
    let why = without_options(&why);
    state.messages.notice = Some(format!(
        "{name} was not opened: {why}. {key} chooses another."
    ));
    if state.models.current.is_none() {
        open(state, bundled::NAME);
    }
}
