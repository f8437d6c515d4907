//! The walkthrough: start, next and previous stage, end.

use std::time::Instant;

use super::analysis::request_analysis;
use super::crosshair::keep_cell;
use super::effect::Effect;
use super::panes::{free_letters, keep_focus_on_screen};
use crate::tui::export::StatusMessage;
use crate::tui::focus::Focus;
use crate::tui::inspection::Picture;
use crate::tui::keymap::Action;
use crate::tui::matrix::CellAt;
use crate::tui::state::State;
use crate::tui::view::screen::WIDE;
use crate::tui::view::viewport::last_walk_line;
use bertscope_report::explanation::walkthrough::Stage;

/// Begins the walkthrough, or ends it.
pub(super) fn toggle(state: &mut State, now: Instant) -> Vec<Effect> {
    if state.walk().is_some() {
        leave(state);
        return request_analysis(state, now);
    }
    let picture = state.inspection().picture;
    state.scene.start_walk(state.progress.walk.take().unwrap_or(Stage::Texts), picture);
    state.panel_mut().derivation = None;
    free_letters(state);
    show_stage(state, now)
}

/// Ends the walkthrough; the picture is the pair's own again.
pub(super) fn leave(state: &mut State) {
    if state.scene.end_walk().is_some() {
        keep_focus_on_screen(state);
        keep_cell(state);
    }
}

/// The next stage, or the one before.
pub(super) fn go_to_next(state: &mut State, forward: bool, now: Instant) -> Vec<Effect> {
    let end = state.key_name(Action::Walk);
    let Some(walk) = state.scene.walk_mut() else { return Vec::new() };
    let Some(stage) = walk.stage.next(forward) else {
        let last = format!("This was the last step; {end} ends the walkthrough.");
        state.messages.status =
            Some(StatusMessage::Done(if forward { last } else { "This is the first step.".to_owned() }));
        return Vec::new();
    };
    (walk.stage, walk.first) = (stage, 0);
    show_stage(state, now)
}

/// Moves the words of a stage that is longer than its place.
pub(super) fn scroll(state: &mut State, lines: i16) {
    let most = last_walk_line(state);
    if let Some(walk) = state.scene.walk_mut() {
        walk.first = walk.first.min(most).saturating_add_signed(lines).min(most);
    }
}

/// Shows of the score what the stage is about.
fn show_stage(state: &mut State, now: Instant) -> Vec<Effect> {
    let Some(walk) = state.scene.walk_mut() else { return Vec::new() };
    walk.picture = Picture {
        show_special: true,
        direction: walk.stage.direction(),
        rescale: walk.stage == Stage::Rescaling,
        cell: walk.picture.cell,
    };
    if walk.stage == Stage::Vectors {
        to_partner(state);
    }
    // In a narrow window matrix and words share one area.
    if state.focus == Focus::Matrix && state.terminal.size.0 < WIDE {
        state.focus = Focus::Panel;
    }
    request_analysis(state, now)
}

/// Moves the crosshair to the best match of its row, and from a special token to a word.
fn to_partner(state: &mut State) {
    let Some(analysis) = state.results.analysis.clone() else { return };
    let tokens = &analysis.candidate.tokenized.tokens;
    let here = state.picture().cell.candidate;
    let word = |i: &usize| tokens.get(*i).is_some_and(|t| !t.special);
    let candidate = Some(here).filter(word).or_else(|| (0..tokens.len()).find(word)).unwrap_or(here);
    if let Some(found) = analysis.matches.candidate.get(candidate) {
        state.picture_mut().cell = CellAt { candidate, reference: found.token };
    }
    keep_cell(state);
}
