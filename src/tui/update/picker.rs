//! Keys and clicks of the list of models.

use crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};

use super::effect::{Effect, KeyOutcome};
use super::models;
use super::typing::edit_line;
use crate::tui::input::editor::Editor;
use crate::tui::input::keymap::{Action, Scope, action};
use crate::tui::state::State;
use crate::tui::state::overlay::Overlay;
use crate::tui::state::picker::{ModelChoice, ModelPicker};
use crate::tui::view::hit_test::hit_models;
use crate::tui::view::list_layout::ListHit;

/// Opens the list; its models arrive later.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    state.messages.notice = None;
    state.models.early_picker = None;
    let current = match &state.models.current {
        Some(info) => &*info.reopen,
        None => "",
    };
    state.overlay = Some(Overlay::Models(ModelPicker::new(current)));
    vec![Effect::ListModels(state.models.folders.clone())]
}

/// While the list is open, it handles keys first; settings and chords keep working.
pub(super) fn handle_key(state: &mut State, key: KeyEvent) -> KeyOutcome {
    let asked = action(key, Scope::Picker);
    let Some(picker) = state.picker_mut() else { return KeyOutcome::DONE };
    let text = picker.filter.text().to_owned();
    match asked {
        Some(Action::Pick(by)) => picker.step(by),
        Some(Action::PickEnd(last)) => picker.end(last),
        Some(Action::OpenModel) => return KeyOutcome::Handled(choose(state)),
        Some(Action::ClosePicker) => state.close_overlay(),
        Some(Action::UseTypedName) => {
            if let Some(name) = picker.row().map(|row| row.name().to_owned()) {
                picker.filter = Editor::new(&name);
            }
        }
        // These would change what is below the list, or cover the list.
        Some(Action::FocusNext | Action::FocusPrevious | Action::LeaveText | Action::Swap) => {}
        Some(Action::PickModel | Action::Export | Action::Copy) => {}
        _ if edit_line(&mut picker.filter, asked, key) => {}
        Some(action) => return KeyOutcome::Global(action),
        None => {}
    }
    if let Some(picker) = state.picker_mut().filter(|picker| picker.filter.text() != text) {
        picker.on_filter_changed();
    }
    KeyOutcome::DONE
}

/// Handles text pasted into the filter.
pub(super) fn handle_paste(state: &mut State, text: &str) {
    if let Some(picker) = state.picker_mut() {
        picker.filter.insert(text);
        picker.on_filter_changed();
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

fn choose(state: &mut State) -> Vec<Effect> {
    let Some(Overlay::Models(picker)) = state.overlay.take() else { return Vec::new() };
    if picker.choices.is_none() {
        // A choice made before the list arrives applies to the list.
        state.models.early_picker = Some(picker).filter(|picker| !picker.filter.text().trim().is_empty());
        return Vec::new();
    }
    let name = picker.row().map(|row| row.name().to_owned());
    name.map_or_else(Vec::new, |name| models::choose(state, &name))
}

/// A click selects a row, a click on the selected row opens it, and a click outside closes the list.
pub(super) fn handle_mouse(state: &mut State, event: MouseEvent) -> Vec<Effect> {
    let found = hit_models(state, event.column, event.row);
    let Some(picker) = state.picker_mut() else { return Vec::new() };
    match (event.kind, found) {
        (MouseEventKind::ScrollDown, _) => picker.step(1),
        (MouseEventKind::ScrollUp, _) => picker.step(-1),
        (MouseEventKind::Down(MouseButton::Left), ListHit::Row(row)) if row == picker.selected => return choose(state),
        (MouseEventKind::Down(MouseButton::Left), ListHit::Row(row)) => picker.selected = row,
        (MouseEventKind::Down(_), ListHit::Outside) => state.close_overlay(),
        _ => {}
    }
    Vec::new()
}
