//! The lines of a derivation: of the selected row of the panel, the cell under the crosshair, or the score.

mod cell;

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::tui::commands::{Command, Focus};
use crate::tui::context::{Context, inside};
use crate::tui::parts::Outcome;
use crate::tui::parts::border::{Pane, panel};
use crate::tui::parts::scores::lines::is_visible_change;
use crate::tui::state::State;
use bertscope_report::explanation::costliest_token;
use bertscope_report::number::{exact, exact_change, subtrahend};
use bertscope_report::topics::{cell, score};
use bertscope_report::wrap::wrapped_text;
use bertscope_sheet::{Derivation, Step};

/// Carries out its command.
pub fn act(state: &mut State, command: Command) -> Outcome {
    if command != Command::Derivation {
        return Outcome::Passed;
    }
    toggle(state);
    Outcome::Done
}

/// Shows or hides a derivation.
pub fn toggle(state: &mut State) {
    if !has_room(state, state.terminal.size.1) {
        return state.say("The window is too short to show this.");
    }
    // The headline's word is explained first, unless the user has chosen another.
    if state.panel().derivation.is_none()
        && state.focus != Focus::Panel
        && state.shows_costliest_word()
        && !state.display().is_cell_chosen
        && let Some(analysis) = &state.results.analysis
        && let Some((side, token)) = costliest_token(analysis, &state.sides())
    {
        state.choose_token(side, token);
        state.display_mut().is_cell_chosen = false;
    }
    // A derivation that does not fit on these lines scrolls by pages.
    let (most, page) = scroll(state);
    state.panel_mut().derivation = match state.panel().derivation {
        None => Some(0),
        Some(first) if first < most => Some((first + page).min(most)),
        Some(_) => None,
    };
    state.request_cosine();
}

/// The height with the border on a screen where strips take some lines: of the derivation, or of the line about the cell;
/// `None` if there is no room.
pub fn height(state: &State, screen: Rect, taken: u16) -> Option<u16> {
    let is_open = state.panel().derivation.is_some();
    // On a projector, lines below the matrix are only for derivations.
    let is_wanted = !state.hides_scores() && (is_open || !state.look.has_few_words());
    if !is_wanted || !has_room(state, screen.height) {
        return None;
    }
    let (wanted, most) = if is_open {
        let lines = lines(state, screen.width.saturating_sub(4)).len();
        (lines.max(1) as u16, screen.height * 2 / 5)
    } else {
        (1, screen.height / 3)
    };
    Some((wanted + 2).clamp(3, most.saturating_sub(taken).max(3)))
}

/// The derivation, or the line about the cell, below the matrix.
pub fn pane(state: &State) -> Pane {
    let mut border = panel(state, "", false);
    if state.panel().derivation.is_some() {
        // In a text, Esc goes to the matrix first.
        let key = match state.focus {
            Focus::Text(_) => state.key_name(Command::Derivation),
            Focus::Matrix | Focus::Panel => "Esc".to_owned(),
        };
        let closes = Line::styled(format!(" {key} closes "), state.look.theme.quiet());
        border = border.title_bottom(closes.alignment(Alignment::Right));
    }
    Pane { border, draw }
}

fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let area = inside(area);
    if state.panel().derivation.is_some() {
        frame.render_widget(Paragraph::new(visible_lines(state, area)), area);
    } else {
        cell::draw(frame, area, state);
    }
}

fn visible_lines(state: &State, area: Rect) -> Vec<Line<'static>> {
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
        let more = below - shown.len();
        let key = state.key_name(Command::Derivation);
        let lines = if more == 1 { "line" } else { "lines" };
        shown.push(Line::styled(
            format!("… {more} more {lines}: {key}"),
            theme.warning(),
        ));
    }
    shown
}

/// The number of lines that can be scrolled, and the lines per page.
fn scroll(state: &State) -> (usize, usize) {
    let frame = state.frame.as_ref();
    let Some(area) = frame.and_then(|screen| screen.detail).map(inside) else {
        return (0, 1);
    };
    let all = lines(state, area.width).len();
    let room = usize::from(area.height);
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
fn has_room(state: &Context, height: u16) -> bool {
    // The text of the walkthrough says the same.
    !state.is_staged() && height >= if state.look.is_large() { 24 } else { 18 }
}
