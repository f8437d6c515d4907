//! The list of models to choose from: what opens it, where it is, and what the mouse and Enter do in it.

pub mod choices;
pub mod view;

use crossterm::event::MouseEvent;

use self::choices::{ModelPicker, PickerLine};
use crate::tui::commands::Command;
use crate::tui::common::{Editor, ListEvent, ListHit, ListLayout, below_texts};
use crate::tui::context::{Effect, Screen};
use crate::tui::parts::{Layer, Outcome, Part};
use crate::tui::state::State;
use bertscope_models::catalogue::ModelChoice;

/// The minimum width at which the list of models shows all columns and covers only the matrix.
const MIN_WIDTH_FOR_ALL_COLUMNS: u16 = 64;

/// Opens the list, or copies a name to its filter.
pub fn act(state: &mut State, command: Command) -> Outcome {
    match command {
        Command::ChooseModel => open_list(state),
        Command::EditModelName => use_name(state),
        _ => return Outcome::Passed,
    }
    Outcome::Done
}

/// The mouse in the list of models. Returns the name of the model that was chosen.
pub fn handle_mouse(state: &mut State, event: MouseEvent) -> Option<String> {
    let found = hit(state, event.column, event.row);
    let picker = state.stack.picker_mut()?;
    match ListEvent::of(event, found, picker.selected) {
        Some(ListEvent::Wheel(rows)) => picker.step(rows),
        Some(ListEvent::Select(row)) => picker.selected = row,
        Some(ListEvent::Open) => return choose_selected(state),
        Some(ListEvent::Leave) => state.close_overlay(),
        None => {}
    }
    None
}

/// The list of models: next to the scores if there is room; otherwise over everything below the texts.
fn areas(screen: &Screen) -> ListLayout {
    let beside = screen.matrix.filter(|matrix| {
        matrix.width < screen.footer.width && matrix.width >= MIN_WIDTH_FOR_ALL_COLUMNS
    });
    ListLayout::compute(beside.unwrap_or(below_texts(screen, screen.strips[0].y)))
}

/// The first visible line of the list of models.
fn first_line(layout: &ListLayout, picker: &ModelPicker, lines: &[PickerLine]) -> usize {
    layout.first_of(lines, |line| *line == PickerLine::Row(picker.selected))
}

/// The part of the list of models at a position.
fn hit(state: &State, x: u16, y: u16) -> ListHit {
    let (Some(picker), Some(screen)) = (state.stack.picker(), state.frame.clone()) else {
        return ListHit::Outside;
    };
    let layout = areas(&screen);
    let lines = picker.lines();
    let first = first_line(&layout, picker, &lines);
    layout.hit(x, y, |line| match lines.get(first + line) {
        Some(PickerLine::Row(row)) => Some(*row),
        _ => None,
    })
}

/// Opens the list; its models arrive later.
fn open_list(state: &mut State) {
    state.stop_saying();
    state.models.early_choice = None;
    let current = state
        .models
        .current
        .as_ref()
        .map_or("", |info| &info.reopen);
    let picker = ModelPicker::new(current);
    state.open(Part::Models(picker));
    let folders = state.models.folders.clone();
    state.effects.push(Effect::ListModels(folders));
}

/// Copies the name of the selected model to the filter.
fn use_name(state: &mut State) {
    if let Some(name) = state.stack.picker().and_then(ModelPicker::chosen_name) {
        state.edit_overlay(|filter| *filter = Editor::field(&name));
    }
}

/// Handles the arrival of the list. Returns the name of the model that was chosen before.
pub fn fill_list(state: &mut State, choices: Vec<ModelChoice>) -> Option<String> {
    if let Some(typed) = state.models.early_choice.take() {
        let mut picker = ModelPicker::new("");
        picker.filter = Editor::field(&typed);
        picker.fill(choices);
        return picker.chosen_name();
    }
    if let Some(picker) = state.stack.picker_mut() {
        picker.fill(choices);
    }
    None
}

/// Marks the model in use, which is another one now.
pub fn mark_current(state: &mut State) {
    let State { stack, context, .. } = state;
    if let (Some(picker), Some(info)) = (stack.picker_mut(), &context.models.current) {
        picker.current.clone_from(&info.reopen);
    }
}

/// Closes the list; returns the name of the selected model.
pub fn choose_selected(state: &mut State) -> Option<String> {
    let Some(Part::Models(picker)) = state.close(Layer::Prompt) else {
        return None;
    };
    if picker.choices.is_none() {
        // A choice made before the list arrives applies to the list.
        let typed = picker.filter.text().trim();
        state.models.early_choice = (!typed.is_empty()).then(|| typed.to_owned());
        return None;
    }
    picker.chosen_name()
}
