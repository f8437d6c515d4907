//! What happens to the state when something happened: a function of both, without I/O.

use std::time::Instant;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::keymap::{Action, action};
use super::message::{Message, ModelInfo, Outcome};
use super::state::{Anchor, CellAt, Direction, Focus, ModelState, PAUSE, Scale, State, Zoom};
use super::theme::Theme;
use super::view::help;
use super::view::layout::{Hit, hit};
use super::worker::Job;
use crate::analysis::{Idf, Settings, Side};
use crate::encoder::Layer;

/// What the loop must do after an update.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Analyse this pair; an older one that has not begun is dropped.
    Analyze(Job),
    /// Give the mouse to the program, or back to the terminal.
    CaptureMouse(bool),
    /// Stop until the shell goes on.
    Suspend,
    /// Draw every cell again.
    Redraw,
    /// Leave; with an error if there is one.
    Quit(Option<String>),
}

/// Changes the state and says what else is to be done.
pub fn update(state: &mut State, message: Message, now: Instant) -> Vec<Effect> {
    match message {
        Message::Key(key) => pressed(state, key, now),
        Message::Paste(text) => {
            let Focus::Text(side) = state.focus else { return Vec::new() };
            // Nobody should write where it can not be seen.
            state.help = None;
            state.editor_mut(side).insert(&text);
            edited(state, now)
        }
        Message::Mouse(event) => pointed(state, event),
        Message::Resize(width, height) => {
            state.size = (width, height);
            Vec::new()
        }
        Message::Ready(info) => ready(state, info, now),
        Message::Analyzed(outcome) => {
            analyzed(state, outcome);
            Vec::new()
        }
        Message::Failed(why) => vec![Effect::Quit(Some(why))],
        Message::Terminate => vec![Effect::Quit(None)],
    }
}

fn ready(state: &mut State, info: ModelInfo, now: Instant) -> Vec<Effect> {
    let layer = state.layer.unwrap_or(info.layer.0);
    state.layer = Some(layer.min(info.last_layer.0));
    state.model = ModelState::Ready(info);
    analyze(state, now)
}

fn analyzed(state: &mut State, outcome: Outcome) {
    if outcome.job <= state.done {
        return;
    }
    state.done = outcome.job;
    if state.done >= state.asked {
        state.stale_since = None;
    }
    match outcome.result {
        Ok(analysis) => {
            state.elapsed = outcome.elapsed;
            state.analysis = Some(analysis);
            state.error = None;
            keep_cell(state);
        }
        Err(why) => state.error = Some(why),
    }
}

/// Keeps the crosshair on a cell that has a row and a column.
fn keep_cell(state: &mut State) {
    if state.analysis.is_none() {
        return;
    }
    let nearest =
        |shown: &[usize], wanted: usize| shown.iter().copied().min_by_key(|&i| i.abs_diff(wanted)).unwrap_or(0);
    state.cell = CellAt {
        candidate: nearest(&state.shown_tokens(Side::Candidate), state.cell.candidate),
        reference: nearest(&state.shown_tokens(Side::Reference), state.cell.reference),
    };
}

fn pressed(state: &mut State, key: KeyEvent, now: Instant) -> Vec<Effect> {
    let asked = action(key, state.focus);
    let chord = key.modifiers.contains(KeyModifiers::CONTROL);
    if let Some(first) = state.help
        && !(chord && matches!(asked, Some(Action::Quit | Action::Suspend | Action::Redraw)))
    {
        match key.code {
            KeyCode::Down | KeyCode::Char('j') => scroll_help(state, first, 1),
            KeyCode::Up | KeyCode::Char('k') => scroll_help(state, first, -1),
            KeyCode::PageDown | KeyCode::Char(' ') => scroll_help(state, first, 10),
            KeyCode::PageUp => scroll_help(state, first, -10),
            _ => state.help = None,
        }
        return Vec::new();
    }
    if let Some(action) = asked {
        return act(state, action, now);
    }
    let with = key.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT);
    // AltGr arrives as both.
    let types = with.is_empty() || with == KeyModifiers::CONTROL | KeyModifiers::ALT;
    match (state.focus, key.code) {
        (Focus::Text(side), KeyCode::Char(c)) if types => {
            state.editor_mut(side).insert(c.encode_utf8(&mut [0; 4]));
            edited(state, now)
        }
        _ => Vec::new(),
    }
}

fn scroll_help(state: &mut State, first: u16, lines: i16) {
    let most = help::most(state);
    state.help = Some(first.min(most).saturating_add_signed(lines).min(most));
}

fn act(state: &mut State, action: Action, now: Instant) -> Vec<Effect> {
    match action {
        Action::Quit => return vec![Effect::Quit(None)],
        Action::Suspend => return vec![Effect::Suspend],
        Action::Redraw => return vec![Effect::Redraw],
        Action::Help => state.help = Some(0),
        Action::NextPane => focus(state, true),
        Action::PreviousPane => focus(state, false),
        Action::LeaveText => state.focus = Focus::Matrix,
        Action::EnterText => state.focus = Focus::Text(state.last_text),
        Action::Go(motion) => with_editor(state, |editor| editor.go(motion, false)),
        Action::Select(motion) => with_editor(state, |editor| editor.go(motion, true)),
        Action::SelectAll => with_editor(state, super::editor::Editor::select_all),
        Action::Edit(edit) => {
            with_editor(state, |editor| editor.apply(edit));
            return edited(state, now);
        }
        Action::Swap => {
            let (reference, candidate) = (state.reference.text().to_owned(), state.candidate.text().to_owned());
            state.reference.replace(&candidate);
            state.candidate.replace(&reference);
            state.cell = CellAt { candidate: state.cell.reference, reference: state.cell.candidate };
            return edited(state, now);
        }
        Action::Move(..) | Action::ColumnEnd(_) | Action::RowEnd(_) | Action::RowBest | Action::ColumnBest => {
            move_cell(state, action);
        }
        _ => return set(state, action, now),
    }
    Vec::new()
}

/// Settings: of the score, which needs another analysis, or of the picture, which does not.
fn set(state: &mut State, action: Action, now: Instant) -> Vec<Effect> {
    state.unsaved = true;
    match action {
        Action::CycleIdf => {
            state.idf = match state.idf {
                Idf::Off => Idf::Table,
                Idf::Table => Idf::References,
                Idf::References => Idf::Off,
            };
        }
        Action::ToggleRescale => state.rescale = !state.rescale,
        Action::LayerDown => state.layer = state.layer.map(|l| l.saturating_sub(1)),
        Action::LayerUp => {
            if let ModelState::Ready(info) = &state.model {
                state.layer = state.layer.map(|l| (l + 1).min(info.last_layer.0));
            }
        }
        Action::CycleDirection => {
            state.direction = match state.direction {
                Direction::Both => Direction::Precision,
                Direction::Precision => Direction::Recall,
                Direction::Recall => Direction::Both,
            };
            return Vec::new();
        }
        Action::ToggleSpecial => {
            state.show_special = !state.show_special;
            keep_cell(state);
            return Vec::new();
        }
        Action::CyclePalette => {
            state.palette = state.palette.next();
            return Vec::new();
        }
        Action::ToggleScale => {
            state.scale = if state.scale == Scale::Unit { Scale::Data } else { Scale::Unit };
            return Vec::new();
        }
        Action::CycleZoom => {
            state.zoom = match state.zoom {
                Zoom::Fit => Zoom::Digits,
                Zoom::Digits => Zoom::Colour,
                Zoom::Colour => Zoom::Overview,
                Zoom::Overview => Zoom::Fit,
            };
            return Vec::new();
        }
        Action::ToggleTheme => {
            state.theme = Theme::new(!state.theme.light, state.theme.depth);
            return Vec::new();
        }
        Action::ToggleMouse => {
            state.mouse = !state.mouse;
            return vec![Effect::CaptureMouse(state.mouse)];
        }
        _ => return Vec::new(),
    }
    remember(state, now);
    analyze(state, now)
}

fn with_editor(state: &mut State, change: impl FnOnce(&mut super::editor::Editor)) {
    if let Focus::Text(side) = state.focus {
        change(state.editor_mut(side));
    }
}

fn edited(state: &mut State, now: Instant) -> Vec<Effect> {
    state.unsaved = true;
    remember(state, now);
    analyze(state, now)
}

/// The first change after a pause makes the score before it the one that changes are measured against.
fn remember(state: &mut State, now: Instant) {
    let paused = state.last_edit.is_none_or(|last| now.duration_since(last) >= PAUSE);
    if paused && let Some(analysis) = &state.analysis {
        state.anchor = Some(Anchor { raw: analysis.raw });
    }
    state.last_edit = Some(now);
}

fn analyze(state: &mut State, now: Instant) -> Vec<Effect> {
    let (ModelState::Ready(_), Some(layer)) = (&state.model, state.layer) else { return Vec::new() };
    state.asked += 1;
    state.stale_since.get_or_insert(now);
    vec![Effect::Analyze(Job {
        number: state.asked,
        reference: state.reference.text().to_owned(),
        candidate: state.candidate.text().to_owned(),
        settings: Settings { layer: Layer(layer), idf: state.idf, rescale: state.rescale },
    })]
}

fn focus(state: &mut State, forward: bool) {
    let panes = [Focus::Text(Side::Reference), Focus::Text(Side::Candidate), Focus::Matrix, Focus::Pairs];
    let here = panes.iter().position(|p| *p == state.focus).unwrap_or(0);
    let step = if forward { 1 } else { panes.len() - 1 };
    state.focus = panes[(here + step) % panes.len()];
    if let Focus::Text(side) = state.focus {
        state.last_text = side;
    }
}

fn move_cell(state: &mut State, action: Action) {
    let Some(analysis) = state.analysis.clone() else { return };
    let rows = state.shown_tokens(Side::Candidate);
    let columns = state.shown_tokens(Side::Reference);
    if rows.is_empty() || columns.is_empty() {
        return;
    }
    let step = |shown: &[usize], at: usize, by: i16| {
        let here = shown.iter().position(|&i| i == at).unwrap_or(0);
        shown[here.saturating_add_signed(isize::from(by)).min(shown.len() - 1)]
    };
    match action {
        Action::Move(down, right) => {
            // In the list of pairs a step is one to the next pair, of the direction that is shown.
            match (state.focus, state.direction) {
                (Focus::Pairs, Direction::Recall) => {
                    state.cell.reference = step(&columns, state.cell.reference, down);
                    to_best(state, &analysis, false);
                }
                (Focus::Pairs, _) => {
                    state.cell.candidate = step(&rows, state.cell.candidate, down);
                    to_best(state, &analysis, true);
                }
                _ => {
                    state.cell.candidate = step(&rows, state.cell.candidate, down);
                    state.cell.reference = step(&columns, state.cell.reference, right);
                }
            }
        }
        Action::ColumnEnd(last) => state.cell.reference = if last { columns[columns.len() - 1] } else { columns[0] },
        Action::RowEnd(last) => match (state.focus, state.direction) {
            (Focus::Pairs, Direction::Recall) => {
                state.cell.reference = if last { columns[columns.len() - 1] } else { columns[0] };
                to_best(state, &analysis, false);
            }
            (focus, _) => {
                state.cell.candidate = if last { rows[rows.len() - 1] } else { rows[0] };
                if focus == Focus::Pairs {
                    to_best(state, &analysis, true);
                }
            }
        },
        Action::RowBest => to_best(state, &analysis, true),
        _ => to_best(state, &analysis, false),
    }
    keep_cell(state);
}

fn to_best(state: &mut State, analysis: &crate::analysis::Analysis, of_row: bool) {
    if of_row {
        let best = analysis.matches.candidate.get(state.cell.candidate);
        state.cell.reference = best.map_or(state.cell.reference, |m| m.token);
    } else {
        let best = analysis.matches.reference.get(state.cell.reference);
        state.cell.candidate = best.map_or(state.cell.candidate, |m| m.token);
    }
}

fn pointed(state: &mut State, event: MouseEvent) -> Vec<Effect> {
    if let Some(first) = state.help {
        match event.kind {
            MouseEventKind::ScrollDown => scroll_help(state, first, 3),
            MouseEventKind::ScrollUp => scroll_help(state, first, -3),
            MouseEventKind::Down(_) => state.help = None,
            _ => {}
        }
        return Vec::new();
    }
    let found = hit(state, event.column, event.row);
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left) => match found {
            Some(Hit::Text(side, byte)) => {
                state.focus = Focus::Text(side);
                state.last_text = side;
                state.editor_mut(side).place(byte);
            }
            Some(Hit::Cell(cell)) => {
                state.focus = Focus::Matrix;
                state.cell = cell;
            }
            None => {}
        },
        MouseEventKind::ScrollDown => move_cell(state, Action::Move(1, 0)),
        MouseEventKind::ScrollUp => move_cell(state, Action::Move(-1, 0)),
        MouseEventKind::ScrollRight => move_cell(state, Action::Move(0, 1)),
        MouseEventKind::ScrollLeft => move_cell(state, Action::Move(0, -1)),
        _ => {}
    }
    Vec::new()
}
