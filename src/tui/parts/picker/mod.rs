//! The list of models to choose from: what opens it, where it is, and what the mouse and Enter do in it.

pub mod choices;
pub mod view;

use crossterm::event::MouseEvent;

use crate::tui::commands::Command;
use crate::tui::common::editor::Editor;
use crate::tui::common::lists::{ListEvent, ListHit, ListLayout, below_texts};
use crate::tui::context::effect::Effect;
use crate::tui::context::frame::Screen;
use crate::tui::parts::Outcome;
use crate::tui::parts::opening::{cancel, choose};
use crate::tui::parts::picker::choices::{ModelChoice, ModelPicker, PickerLine};
use crate::tui::parts::{Layer, Part};
use crate::tui::state::State;
use ratatui::layout::Rect;

/// The minimum width at which the list of models shows all columns and covers only the matrix.
const MIN_WIDTH_FOR_ALL_COLUMNS: u16 = 64;

/// Opens the list, copies a name to its filter, or cancels the model that is being opened.
pub fn act(state: &mut State, command: Command) -> Outcome {
    match command {
        Command::ChooseModel => open_list(state),
        Command::EditModelName => use_name(state),
        Command::CancelOpening => cancel(state),
        _ => return Outcome::Passed,
    }
    Outcome::Done
}

/// The mouse in the list of models.
pub fn handle_mouse(state: &mut State, event: MouseEvent) {
    let found = hit(state, event.column, event.row);
    let Some(picker) = state.stack.picker_mut() else {
        return;
    };
    match ListEvent::of(event, found, picker.selected) {
        Some(ListEvent::Wheel(rows)) => picker.step(rows),
        Some(ListEvent::Select(row)) => picker.selected = row,
        Some(ListEvent::Open) => choose_selected(state),
        Some(ListEvent::Leave) => state.close_overlay(),
        None => {}
    }
}

/// The list of models: next to the scores if there is room; otherwise over everything below the texts.
fn areas(screen: &Screen) -> ListLayout {
    let beside = |matrix: &Rect| {
        matrix.width < screen.footer.width && matrix.width >= MIN_WIDTH_FOR_ALL_COLUMNS
    };
    ListLayout::compute(
        screen
            .matrix
            .filter(beside)
            .unwrap_or(below_texts(screen, screen.strips[0].y)),
    )
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
    let (layout, lines) = (areas(&screen), picker.lines());
    let first = first_line(&layout, picker, &lines);
    layout.hit(x, y, |line| match lines.get(first + line) {
        Some(PickerLine::Row(row)) => Some(*row),
        _ => None,
    })
}

/// Opens the list; its models arrive later.
fn open_list(state: &mut State) {
    state.messages.notice = None;
    state.models.early_picker = None;
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
    if let Some(name) = state
        .stack
        .picker()
        .and_then(ModelPicker::row)
        .map(|row| row.name().to_owned())
    {
        state.edit_overlay(|filter| *filter = Editor::field(&name));
    }
}

/// Handles the arrival of the list.
pub fn fill_list(state: &mut State, choices: Vec<ModelChoice>) {
    if let Some(mut early) = state.models.early_picker.take() {
        early.fill(choices);
        return early
            .row()
            .into_iter()
            .for_each(|row| choose(state, row.name()));
    }
    if let Some(picker) = state.stack.picker_mut() {
        picker.fill(choices);
    }
}

/// Opens the selected model.
pub fn choose_selected(state: &mut State) {
    let Some(Part::Models(picker)) = state.close(Layer::Prompt) else {
        return;
    };
    if picker.choices.is_none() {
        // A choice made before the list arrives applies to the list.
        state.models.early_picker =
            Some(picker).filter(|picker| !picker.filter.text().trim().is_empty());
        return;
    }
    if let Some(row) = picker.row() {
        choose(state, row.name());
    }
}
