//! The explanation panel: the topic, the selected row, and the effect of Enter.

pub mod view;

use std::sync::Arc;

use crate::tui::commands::{Command, Focus, Scope};
use crate::tui::common::{Edit, moved};
use crate::tui::context::{AnsweredQuestion, CellPosition, MAX_KEPT_TEXTS, SIDE_BY_SIDE_WIDTH};
use crate::tui::parts::{Outcome, settings};
use crate::tui::state::State;
use bertscope_analysis::Side;
use bertscope_explain::Topic;
use bertscope_sheet::{Sheet, Subject};

/// Shows an answer. An answer to an older job stays until there is a newer one.
pub fn on_answer(state: &mut State, explained: Arc<AnsweredQuestion>) {
    if let Some(staged) = &mut state.staged
        && staged.stage.question().is_some()
    {
        staged.answer = Some(explained);
        return;
    }
    let newest = state.panel().answer.as_ref().map_or(0, |answer| answer.job);
    if explained.job >= newest && explained.topic == state.panel().topic {
        state.panel_mut().answer = Some(explained);
    }
}

/// Handles a question that cannot be answered.
pub fn on_failure(state: &mut State, job: u64, why: String) {
    if job < state.results.newest_job {
        return;
    }
    state.panel_mut().answer = None;
    state.say_failure(why);
}

/// Carries out the commands of the panel.
pub fn act(state: &mut State, command: Command) -> Outcome {
    match command {
        // Where the panel takes room from the matrix, the same question again hides it.
        Command::Ask(topic)
            if (state.look.hides_unasked_panel() || needs_room(state))
                && state.panel().topic == topic =>
        {
            toggle_panel(state, command);
        }
        Command::Ask(topic) => ask(state, topic),
        Command::NextTopic => ask(state, state.panel().topic.next(true)),
        Command::PreviousTopic => ask(state, state.panel().topic.next(false)),
        Command::Alignment => {
            state.panel_mut().alignment = state.panel().alignment.next();
            ask(state, Topic::Matches);
        }
        Command::Keep => keep(state),
        Command::OtherText => reverse_kept(state),
        Command::RestoreKept => restore_kept(state),
        Command::DropKept => drop_kept(state),
        _ => return Outcome::Passed,
    }
    Outcome::Done
}

/// Shows or hides the panel with the topic that it has.
fn toggle_panel(state: &mut State, command: Command) {
    let hides = state.panel().asked;
    state.panel_mut().asked = !hides;
    state.keep_focus_on_screen();
    if !hides {
        return;
    }
    let key = state.key_name(command);
    state.say(format!(
        "The panel is hidden and leaves its room to the matrix: {key} shows it."
    ));
}

/// Moves the selection by rows.
pub fn pick(state: &mut State, by: isize) {
    choose(state, by);
    state.request_cosine();
}

/// Whether the matrix needs the panel's area to show its digits.
fn needs_room(state: &State) -> bool {
    state.frame.clone().is_some_and(|screen| screen.needs_room)
}

/// Opens a topic in the panel, which then stays open while the matrix grows.
fn show(state: &mut State, topic: Topic) {
    state.open_topic(topic);
    state.panel_mut().asked = true;
    state.saving.unsaved = true;
}

/// Opens a topic, and says how to get to it where it is out of sight.
pub fn ask(state: &mut State, topic: Topic) {
    let earlier = state.progress.earlier_texts.len();
    if topic == Topic::Compare && earlier > 0 && state.panel().keeps_nothing() {
        let key = state.key_name(Command::RestoreKept);
        let texts = if earlier == 1 {
            "1 text was".to_owned()
        } else {
            format!("{earlier} texts were")
        };
        state.say(format!(
            "{texts} kept in the last session: {key} restores them."
        ));
    } else if state.terminal.size.0 < SIDE_BY_SIDE_WIDTH && state.focus != Focus::Panel {
        let pane = state.key_name(Command::NextPane);
        let keys = if state.focus == Focus::Matrix {
            pane
        } else {
            format!("Esc {pane}")
        };
        state.say(format!("{keys} shows “{}”.", topic.title()));
    }
    let is_new = state.panel().topic != topic;
    show(state, topic);
    if !is_new {
        return;
    }
    state.panel_mut().row = 0;
    state.request_analysis();
}

/// The subject of the selected row.
fn chosen_subject(state: &State) -> Option<Subject> {
    let sheet = state.sheet()?;
    let chosen = state.panel().chosen_row(&sheet)?;
    sheet.rows().nth(chosen)?.subject
}

/// A row that can be selected.
struct SelectableRow {
    number: usize,
    subject: Subject,
}

fn selectable_rows(sheet: &Sheet) -> Vec<SelectableRow> {
    let mut rows = Vec::new();
    for (number, row) in sheet.rows().enumerate() {
        if let Some(subject) = row.subject {
            rows.push(SelectableRow { number, subject });
        }
    }
    rows
}

fn choose(state: &mut State, by: isize) {
    let Some(sheet) = state.sheet() else { return };
    let Some(chosen) = state.panel().chosen_row(&sheet) else {
        return;
    };
    let rows = selectable_rows(&sheet);
    let here = rows.partition_point(|row| row.number < chosen);
    let there = &rows[moved(here, by, rows.len())];
    state.panel_mut().row = there.number;
    // The crosshair follows, so that the matrix shows the tokens of the row.
    match there.subject {
        Subject::Token(side, token) | Subject::Word(side, token) => {
            state.choose_token(side, token);
        }
        Subject::Cell {
            candidate,
            reference,
        } => state.choose_cell(CellPosition {
            candidate,
            reference,
        }),
        _ => {}
    }
}

/// Selects a row that was clicked.
pub fn select_row(state: &mut State, row: usize) {
    state.panel_mut().row = row;
    choose(state, 0);
    state.request_cosine();
}

/// Handles Enter: shows the pieces of a word, adopts a setting, or swaps in a kept text. Returns the command for what is
/// computed.
pub fn follow(state: &mut State) -> Option<Command> {
    match chosen_subject(state).filter(|_| !state.is_staged()) {
        Some(Subject::Word(side, token)) => {
            let open = &mut state.panel_mut().open;
            if !open.remove(&(side, token)) {
                open.insert((side, token));
            }
        }
        Some(Subject::Layer(layer)) => settings::set_layer(state, layer.0),
        Some(Subject::Idf(idf)) => {
            state.inspection_mut().idf = idf;
            state.analyze_edit();
        }
        Some(Subject::Rescale(rescale)) => {
            state.display_mut().rescale = rescale;
            state.analyze_edit();
        }
        Some(Subject::Alignment(kind)) => {
            state.panel_mut().alignment = kind;
        }
        Some(Subject::KeptText(side, index)) => show_kept(state, &[(side, index)]),
        Some(Subject::KeptPair {
            candidate,
            reference,
        }) => {
            show_kept(
                state,
                &[(Side::Candidate, candidate), (Side::Reference, reference)],
            );
        }
        Some(Subject::Token(..) | Subject::Cell { .. } | Subject::Row) => {
            choose(state, 0);
            return Some(Command::Derivation);
        }
        None => {}
    }
    None
}

/// Keeps the text that is being edited, or the candidate.
fn keep(state: &mut State) {
    let side = match state.focus {
        Focus::Text(side) => side,
        _ => Side::Candidate,
    };
    let text: Arc<str> = state.editor(side).text().into();
    let kept = state.panel_mut().kept_mut(side);
    if kept.contains(&text) {
        state.say(format!("This {} is already kept.", side.name()));
    } else if kept.len() >= MAX_KEPT_TEXTS {
        let drop = state.key_name_in(Command::DropKept, Scope::Panel);
        let sentence = format!(
            "{MAX_KEPT_TEXTS} {}s are already kept; {drop} in the side-by-side panel removes the selected one.",
            side.name()
        );
        return state.say_failure(sentence);
    } else {
        state.inspection_mut().keep(side);
        let clears = state.key_name_in(Command::Edit(Edit::Clear), Scope::Text);
        let name = side.name();
        state.say(format!(
            "Kept this {name}. Edit it, or clear it with {clears}, to compare both."
        ));
    }
    show(state, Topic::Compare);
    state.request_analysis();
}

/// Restores the kept texts of the last session.
fn restore_kept(state: &mut State) {
    let earlier = std::mem::take(&mut state.progress.earlier_texts);
    if earlier.is_empty() {
        return state.say("Nothing was kept in the last session.");
    }
    for (side, text) in earlier {
        let kept = state.panel_mut().kept_mut(side);
        if kept.len() < MAX_KEPT_TEXTS && !kept.contains(&text) {
            kept.add(vec![text]);
        }
    }
    show(state, Topic::Compare);
    state.request_analysis();
}

fn drop_kept(state: &mut State) {
    let Some(Subject::KeptText(side, index)) = chosen_subject(state).filter(|_| !state.is_staged())
    else {
        return;
    };
    let kept = state.panel_mut().kept_mut(side);
    if index >= kept.len() {
        return;
    }
    kept.remove(index);
    state.saving.unsaved = true;
    state.request_analysis();
}

/// Swaps in kept texts.
fn show_kept(state: &mut State, texts: &[(Side, usize)]) {
    let shown = texts
        .iter()
        .filter(|(side, index)| state.inspection_mut().show_kept(*side, *index))
        .count();
    if shown > 0 {
        state.analyze_edit();
    }
}

/// Swaps in the next of the compared texts.
fn reverse_kept(state: &mut State) {
    let inspection = state.inspection_mut();
    if inspection.reverse_kept(Side::Candidate) || inspection.reverse_kept(Side::Reference) {
        // Not an edit: the last edit is still the one that is explained.
        state.saving.unsaved = true;
        return state.request_analysis();
    }
    let key = state.key_name(Command::Keep);
    state.say(format!(
        "No other text to flip to: {key} keeps this one, then write another."
    ));
}
