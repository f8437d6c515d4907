//! The walkthrough: start, next and previous step, end.

use std::time::Instant;

use super::analysis::request_analysis;
use super::crosshair::keep_cell;
use super::effect::Effect;
use super::export;
use super::focus::{free_letters, keep_focus_on_screen};
use super::status::show_last_step;
use crate::tui::input::focus::Focus;
use crate::tui::input::keymap::Action;
use crate::tui::layout::screen::SIDE_BY_SIDE_WIDTH;
use crate::tui::layout::walkthrough::last_line;
use crate::tui::state::State;
use crate::tui::state::inspection::DisplaySettings;
use crate::tui::state::matrix::CellPosition;
use crate::tui::state::walkthrough::ActiveWalkthrough;
use bertscope_report::explanation::walkthrough::{Quantity, Stage, StagePicture, Step};

/// Starts or ends the walkthrough.
pub(super) fn toggle(state: &mut State, now: Instant) -> Vec<Effect> {
    if state.walkthrough().is_some() {
        leave(state);
        return request_analysis(state, now);
    }
    let stage = state.progress.walkthrough.take().unwrap_or(Stage::Texts);
    let mut picture = state.inspection().display;
    if let Some(analysis) = &state.results.analysis {
        picture.cell = step_cell(Step::for_stage(stage, analysis));
    }
    state.scene.pairs = None;
    state.scene.walkthrough =
        Some(Box::new(ActiveWalkthrough { stage, first_line: 0, display: picture, answer: None }));
    state.panel_mut().derivation = None;
    free_letters(state);
    show_stage(state, now)
}

/// Ends the walkthrough; the pair's own display settings are restored.
pub(super) fn leave(state: &mut State) {
    if state.scene.walkthrough.take().is_some() {
        keep_focus_on_screen(state);
        keep_cell(state);
    }
}

/// The distance of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stride {
    /// One step.
    Step,
    /// All remaining rows, or one step.
    Stage,
}

/// Goes forward or back.
pub(super) fn step_by(state: &mut State, stride: Stride, forward: bool, now: Instant) -> Vec<Effect> {
    let analysis = state.results.analysis.clone();
    let Some(walk) = &mut state.scene.walkthrough else { return Vec::new() };
    let step = walk.step();
    let next = match &analysis {
        Some(analysis) if stride == Stride::Stage => step.skip(forward, analysis),
        Some(analysis) => step.next(forward, analysis),
        None => step.stage.next(forward).map(|stage| Step { stage, ..step }),
    };
    let Some(next) = next else {
        return show_last_step(state, forward, "walkthrough", Action::ToggleWalkthrough);
    };
    (walk.stage, walk.display.cell, walk.first_line) = (next.stage, step_cell(next), 0);
    show_stage(state, now)
}

/// Scrolls the text of a stage that is longer than its area.
pub(super) fn scroll(state: &mut State, lines: i16) {
    let most = last_line(state);
    if let Some(walk) = &mut state.scene.walkthrough {
        walk.first_line = walk.first_line.min(most).saturating_add_signed(lines).min(most);
    }
}

fn step_cell(step: Step) -> CellPosition {
    CellPosition { candidate: step.cell.0, reference: step.cell.1 }
}

/// Shows the part of the score that the stage is about, and closes everything that would show more.
fn show_stage(state: &mut State, now: Instant) -> Vec<Effect> {
    let Some(walk) = &mut state.scene.walkthrough else { return Vec::new() };
    let stage = walk.stage;
    walk.display =
        DisplaySettings { show_special: true, direction: stage.direction(), rescale: stage.rescales(), ..walk.display };
    keep_cell(state);
    if !state.shows(Quantity::F1) {
        export::close(state);
    }
    // The focus follows the action: in a narrow window, matrix and text share one area.
    if !matches!(state.focus, Focus::Text(_)) {
        let alone = stage.picture() == StagePicture::None || state.terminal.size.0 < SIDE_BY_SIDE_WIDTH;
        state.focus = if alone { Focus::Panel } else { Focus::Matrix };
    }
    request_analysis(state, now)
}
