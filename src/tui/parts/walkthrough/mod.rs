//! The walkthrough: start, next and previous step, end.

pub mod angle;
pub mod pane;

use std::time::Duration;

use self::pane::{has_more_rows, inside_of_pane, last_line};
use crate::tui::commands::{Command, Flag, Focus};
use crate::tui::common::moved;
use crate::tui::context::{DisplaySettings, SIDE_BY_SIDE_WIDTH, Staged};
use crate::tui::parts::{Layer, Outcome, Part, panel};
use crate::tui::state::State;
use bertscope_explain::Topic;
use bertscope_report::explanation::walkthrough::{Stage, StagePicture, Step};

/// Time between the rows of the matrix while they appear by themselves.
const ROW_TIME: Duration = Duration::from_millis(700);

/// Starts or ends it, and takes commands about steps while it runs.
pub fn act(state: &mut State, command: Command) -> Outcome {
    match command {
        Command::Walkthrough if state.is_staged() => {
            leave(state);
            state.request_analysis();
        }
        Command::Walkthrough => start(state),
        _ if !state.is_staged() => return Outcome::Passed,
        Command::NextStep => step_by(state, false, true),
        Command::PreviousStep => step_by(state, false, false),
        Command::Advance => advance(state, true),
        // As in the panel of a lesson, the key has no other meaning there.
        Command::Reveal if !state.has_own_pair() && state.focus == Focus::Panel => {
            advance(state, true);
        }
        Command::GoBack => advance(state, false),
        Command::FirstStep => step_by(state, true, false),
        Command::LastStep => step_by(state, true, true),
        Command::Ask(topic) => interrupt(state, topic),
        Command::NextTopic | Command::PreviousTopic => interrupt(state, state.panel().topic),
        Command::Alignment => interrupt(state, Topic::Matches),
        Command::Derivation => state.say("The walkthrough shows its numbers beside the matrix."),
        _ if command.is(Flag::Hides) => {
            leave(state);
            return Outcome::Passed;
        }
        _ => return Outcome::Passed,
    }
    Outcome::Done
}

fn start(state: &mut State) {
    let stage = state.progress.walkthrough.take().unwrap_or(Stage::Texts);
    let mut staged = Staged {
        stage,
        display: state.inspection().display,
        answer: None,
        first_line: 0,
        next_row_at: None,
    };
    if let Some(analysis) = &state.results.analysis {
        staged.go_to(Step::for_stage(stage, analysis));
    }
    state.open(Part::Walkthrough);
    state.staged = Some(Box::new(staged));
    state.panel_mut().derivation = None;
    state.free_letters();
    show_stage(state);
}

/// Ends the walkthrough; the pair's own display settings are restored.
fn leave(state: &mut State) {
    if state.close(Layer::Walkthrough).is_some() {
        // The panel has other content now.
        if state.focus == Focus::Panel {
            state.focus = Focus::Matrix;
        }
        state.keep_focus_on_screen();
        state.keep_cell();
    }
}

/// Asks a question, whose answer covers the text; the walkthrough can be resumed.
fn interrupt(state: &mut State, topic: Topic) {
    state.progress.walkthrough = state.staged.as_ref().map(|staged| staged.stage);
    let number = state.progress.walkthrough.map_or(0, Stage::number);
    let key = state.key_name(Command::Walkthrough);
    state.say(format!(
        "Walkthrough paused at step {number}: {key} resumes it."
    ));
    leave(state);
    panel::ask(state, topic);
    if state.effects.is_empty() {
        state.request_analysis();
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
fn step_by(state: &mut State, all_rows: bool, forward: bool) {
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
    if let Some(staged) = &mut state.staged {
        if next.stage == Stage::Rows && step.stage < next.stage {
            staged.next_row_at = Some(first_row_at);
        }
        staged.first_line = 0;
        staged.go_to(next);
    }
    show_stage(state);
}

/// Shows the next row when it is time, until the matrix is complete.
pub fn play(state: &mut State) {
    let now = state.now;
    let has_more = has_more_rows(state);
    let Some(staged) = &mut state.staged else {
        return;
    };
    if staged.next_row_at.is_none_or(|at| at > now) {
        return;
    }
    staged.next_row_at = has_more.then_some(now + ROW_TIME);
    if has_more {
        step_by(state, false, true);
    }
}

/// Scrolls the text of a stage that is longer than its area; returns whether it moved.
pub fn scroll(state: &mut State, lines: isize) -> bool {
    let most = last_line(state);
    let Some(staged) = &mut state.staged else {
        return false;
    };
    let before = staged.first_line.min(most);
    staged.first_line = moved(before.into(), lines, usize::from(most) + 1) as u16;
    staged.first_line != before
}

/// Shows the rest of the text, or the next step; or goes back.
fn advance(state: &mut State, forward: bool) {
    let page = inside_of_pane(state).map_or(0, |area| {
        area.height.saturating_sub(1).max(1).cast_signed().into()
    });
    if !scroll(state, if forward { page } else { -page }) {
        step_by(state, false, forward);
    }
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
    state.keep_cell();
    if !state.shows(Stage::F1) {
        state.close_revealing();
    }
    // In the text, arrows go on; the angle is that of a cell, which they choose.
    if !matches!(state.focus, Focus::Text(_)) {
        let chooses =
            stage.picture() == StagePicture::Angle && state.terminal.size.0 >= SIDE_BY_SIDE_WIDTH;
        state.focus = if chooses { Focus::Matrix } else { Focus::Panel };
    }
    state.request_analysis();
}
