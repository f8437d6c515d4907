//! The lines of a derivation: of the selected row of the panel, the cell under the crosshair, or the score.

pub mod cell;

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::tui::commands::{Command, Focus};
use crate::tui::context::screen::inside;
use crate::tui::parts::scores::lines::is_visible_change;
use crate::tui::state::State;
use bertscope_report::number::{exact, exact_change, subtrahend};
use bertscope_report::topics::{cell, score};
use bertscope_report::wrap::wrapped_text;
use bertscope_sheet::{Derivation, Step};

/// Its height at a width; one line if it is hidden.
pub fn height(state: &State, width: u16) -> u16 {
    if state.panel().derivation.is_some() {
        lines(state, width).len().max(1) as u16
    } else {
        1
    }
}

/// The key that closes it; in a text, Esc goes to the matrix first.
pub fn close_key(state: &State) -> String {
    match state.focus {
        Focus::Text(_) => state.key_name(Command::Derivation),
        Focus::Matrix | Focus::Panel => "Esc".to_owned(),
    }
}

pub fn visible_lines(state: &State, area: Rect) -> Vec<Line<'static>> {
    let theme = &state.look.theme;
    let all = lines(state, area.width);
    let room = usize::from(area.height);
    let first = state
        .panel()
        .derivation
        .unwrap_or(0)
        .min(all.len().saturating_sub(room));
    let below = all.len() - first;
    let mut shown: Vec<Line<'_>> = all
        .into_iter()
        .skip(first)
        .take(room)
        .map(|line| Line::styled(line, theme.text()))
        .collect();
    if room > 0 && below > room {
        shown.truncate(room - 1);
        let (more, key) = (below - shown.len(), state.key_name(Command::Derivation));
        let lines = if more == 1 { "line" } else { "lines" };
        shown.push(Line::styled(
            format!("… {more} more {lines}: {key}"),
            theme.warning(),
        ));
    }
    shown
}

/// The number of lines that can be scrolled, and the lines per page.
pub fn scroll(state: &State) -> (usize, usize) {
    let Some(area) = state
        .frame
        .clone()
        .and_then(|screen| screen.detail)
        .map(inside)
    else {
        return (0, 1);
    };
    let (all, room) = (lines(state, area.width).len(), usize::from(area.height));
    (all.saturating_sub(room), room.saturating_sub(1).max(1))
}

fn lines(state: &State, width: u16) -> Vec<String> {
    steps(state)
        .iter()
        .flat_map(|step| wrapped_text(&step.to_string(), width))
        .collect()
}

/// The change that is shown beside the scores.
fn change(state: &State) -> Option<Step> {
    let change = state.results.change()?;
    let [.., Some(f1)] = change.numbers() else {
        return None;
    };
    if !is_visible_change(f1) {
        return None;
    }
    let after = exact(change.after.score().f1);
    let before = subtrahend(change.before.score().f1);
    let difference = exact_change(f1);
    Some(match change.reasons() {
        None => Step::computed(
            "ΔF1",
            format!("{after} − {before} before this edit"),
            difference,
        ),
        Some([reason, _]) => Step::computed(
            "ΔF1",
            format!("{after} − {before}"),
            format!("{difference} {reason}"),
        ),
    })
}

/// What has the focus comes first.
fn steps(state: &State) -> Derivation {
    let Some(analysis) = &state.results.analysis else {
        return Vec::new();
    };
    if state.focus == Focus::Panel
        && let Some(sheet) = state.sheet()
        && let Some(chosen) = state.panel().chosen_row(&sheet)
        && let Some(row) = sheet.rows().nth(chosen)
        && !row.derivation.is_empty()
    {
        return row.derivation.clone();
    }
    let cell = cell(
        analysis,
        state.display().cell.candidate,
        state.display().cell.reference,
        state.results.cosine.as_ref(),
    );
    let score = score(analysis).into_iter().chain(change(state));
    match state.focus {
        Focus::Text(_) => score.chain(cell).collect(),
        Focus::Matrix | Focus::Panel => cell.into_iter().chain(score).collect(),
    }
}

/// Whether there is room for the line about the cell under the crosshair, or for a derivation.
pub fn has_room_for_detail(state: &State, height: u16) -> bool {
    // The text of the walkthrough says the same.
    !state.is_staged() && height >= if state.look.projector { 24 } else { 18 }
}
