//! The list of models: opening it, and choosing from it.

use super::effect::Effect;
use super::{models, overlay};
use crate::tui::input::editor::Editor;
use crate::tui::state::State;
use crate::tui::state::overlay::Overlay;
use crate::tui::state::picker::{ModelChoice, ModelPicker};

/// Opens the list; its models arrive later.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    state.messages.notice = None;
    state.models.early_picker = None;
    let current = state.models.current.as_ref().map_or("", |info| &info.reopen);
    state.overlay = Some(Overlay::Models(ModelPicker::new(current)));
    vec![Effect::ListModels(state.models.folders.clone())]
}

/// Copies the name of the selected model to the filter.
pub(super) fn use_name(state: &mut State) {
    if let Some(name) = state.picker().and_then(ModelPicker::row).map(|row| row.name().to_owned()) {
        overlay::edit(state, |filter| *filter = Editor::new(&name));
    }
}

/// Handles the arrival of the list.
pub(super) fn fill(state: &mut State, choices: Vec<ModelChoice>) -> Vec<Effect> {
    if let Some(mut early) = state.models.early_picker.take() {
        early.fill(choices);
        return early.row().map_or_else(Vec::new, |row| models::choose(state, row.name()));
    }
    if let Some(picker) = state.picker_mut() {
        picker.fill(choices);
    }
    Vec::new()
}

/// Opens the selected model.
pub(super) fn choose(state: &mut State) -> Vec<Effect> {
    let Some(Overlay::Models(picker)) = state.overlay.take() else { return Vec::new() };
    if picker.choices.is_none() {
        // A choice made before the list arrives applies to the list.
        state.models.early_picker = Some(picker).filter(|picker| !picker.filter.text().trim().is_empty());
        return Vec::new();
    }
    let name = picker.row().map(|row| row.name().to_owned());
    name.map_or_else(Vec::new, |name| models::choose(state, &name))
}
