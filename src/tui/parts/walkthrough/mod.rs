//! The walkthrough: start, next and previous step, end.

pub mod active;
pub mod angle;
pub mod text;
pub mod view;

use std::time::Duration;

use crate::tui::commands::{Command, Focus};
use crate::tui::common::moved;
use crate::tui::context::focus::{free_letters, keep_focus_on_screen};
use crate::tui::context::inspection::DisplaySettings;
use crate::tui::context::lent::Staged;
use crate::tui::context::screen::{SIDE_BY_SIDE_WIDTH, inside};
use crate::tui::parts::Outcome;
use crate::tui::parts::crosshair::keep_cell;
use crate::tui::parts::walkthrough::active::ActiveWalkthrough;
use crate::tui::parts::walkthrough::text::{has_more_rows, last_line};
use crate::tui::parts::{Layer, Part};
use crate::tui::state::State;
use crate::tui::state::analysis::request_analysis;
use bertscope_report::explanation::walkthrough::{Stage, StagePicture, Step};

/// Time between the rows of the matrix while they appear by themselves.
const ROW_TIME: Duration = Duration::from_millis(700);

/// Starts or ends it, or goes to its first or last row. While it does not run, the latter are steps of a lesson.
pub fn act(state: &mut State, command: Command) -> Outcome {
    let is_running = state.is_staged();
    match command {
        Command::Walkthrough => toggle(state),
        Command::FirstStep if is_running => step_by(state, true, false),
        Command::LastStep if is_running => step_by(state, true, true),
        _ => return Outcome::Passed,
    }
    Outcome::Done
}

fn toggle(state: &mut State) {
    if state.is_staged() {
        leave(state);
        return request_analysis(state);
    }
    let stage = state.progress.walkthrough.take().unwrap_or(Stage::Texts);
    let mut staged = Staged {
        stage,
        display: state.inspection().display,
        answer: None,
    };
    if let Some(analysis) = &state.results.analysis {
        staged.go_to(Step::for_stage(stage, analysis));
    }
    state.close(Layer::Pairs);
    state.open(Part::Walkthrough(ActiveWalkthrough::default()));
    state.staged = Some(Box::new(staged));
    state.panel_mut().derivation = None;
    free_letters(state);
    show_stage(state);
}

/// Ends the walkthrough; the pair's own display settings are restored.
pub fn leave(state: &mut State) {
    if state.close(Layer::Walkthrough).is_some() {
        // The panel has other content now.
        state.focus = if state.focus == Focus::Panel {
            Focus::Matrix
        } else {
            state.focus
        };
        keep_focus_on_screen(state);
        keep_cell(state);
    }
}

/// How to end the walkthrough.
pub fn way_out(state: &State) -> Option<String> {
    let key = state.key_name(Command::Walkthrough);
    state
        .is_staged()
        .then(|| format!("{key} ends the walkthrough"))
}

/// Goes forward or back by one step; with `all_rows`, by all remaining rows.
pub fn step_by(state: &mut State, all_rows: bool, forward: bool) {
    let Some(staged) = &state.staged else { return };
    let step = staged.step();
    let next = match &state.results.analysis {
        Some(analysis) if all_rows => step.skip(forward, analysis),
        Some(analysis) => step.next(forward, analysis),
        None => step.stage.next(forward).map(|stage| Step { stage, ..step }),
    };
    let Some(next) = next else {
        let way_out = way_out(state);
        return state.say_no_further_step(forward, way_out);
    };
    let first_row_at = state.now + ROW_TIME;
    if let Some(walk) = state.stack.walkthrough_mut() {
        if next.stage == Stage::Rows && step.stage < next.stage {
            walk.next_row_at = Some(first_row_at);
        }
        walk.first_line = 0;
    }
    if let Some(staged) = &mut state.staged {
        staged.go_to(next);
    }
    show_stage(state);
}

/// Shows the next row when it is time, until the matrix is complete.
pub fn play(state: &mut State) {
    let now = state.now;
    let has_more = has_more_rows(state);
    let Some(walk) = state.stack.walkthrough_mut() else {
        return;
    };
    if walk.next_row_at.is_none_or(|at| at > now) {
        return;
    }
    walk.next_row_at = has_more.then_some(now + ROW_TIME);
    if has_more {
        step_by(state, false, true);
    }
}

/// Scrolls the text of a stage that is longer than its area; returns whether it moved.
pub fn scroll(state: &mut State, lines: isize) -> bool {
    let most = last_line(state);
    let Some(walk) = state.stack.walkthrough_mut() else {
        return false;
    };
    let before = walk.first_line.min(most);
    walk.first_line = moved(before.into(), lines, usize::from(most) + 1) as u16;
    walk.first_line != before
}

/// Scrolls by the height of the area; returns whether the text moved.
pub fn scroll_page(state: &mut State, forward: bool) -> bool {
    let area = state
        .frame
        .clone()
        .and_then(|screen| screen.panel)
        .map(inside);
    let page = area.map_or(0, |area| {
        area.height.saturating_sub(1).max(1).cast_signed().into()
    });
    scroll(state, if forward { page } else { -page })
}

/// Shows the part of the score that the stage is about, and closes everything that would show more.
fn show_stage(state: &mut State) {
    let Some(staged) = &mut state.staged else {
        return;
    };
    let stage = staged.stage;
    staged.display = DisplaySettings {
        show_special: true,
        direction: stage.direction(),
        rescale: stage.rescales(),
        ..staged.display
    };
    keep_cell(state);
    if !state.shows(Stage::F1) {
        state.close_revealing();
    }
    // In the text, arrows go on; the angle is that of a cell, which they choose.
    if !matches!(state.focus, Focus::Text(_)) {
        let chooses =
            stage.picture() == StagePicture::Angle && state.terminal.size.0 >= SIDE_BY_SIDE_WIDTH;
        state.focus = if chooses { Focus::Matrix } else { Focus::Panel };
    }
    request_analysis(state);
}
