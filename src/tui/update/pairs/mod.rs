//! The pairs of a file: the list's keys and clicks, marks and notes, and the way from one pair to another.

mod work;

use std::sync::Arc;
use std::time::Instant;

use crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};

use super::keys::{act as act_elsewhere, into_line};
use super::{Effect, analyze, lesson};
use crate::tui::editor::Editor;
use crate::tui::explaining::KEPT;
use crate::tui::export::Said;
use crate::tui::keymap::{Action, PairsAction, Scope, action};
use crate::tui::pairs_list::{Own, PairsEffect, PairsList};
use crate::tui::state::{CellAt, State};
use crate::tui::view::listing::Hit;
use crate::tui::view::pairs_list::hit;

use work::toggle_idf;
pub(super) use work::{go_on, heard, with_file_idf, without_file_idf};

/// While the list or the line for a note is open, keys are its own; settings and chords go on working.
pub(super) fn pressed(state: &mut State, key: KeyEvent, now: Instant) -> Vec<Effect> {
    let scope = state.scope();
    let asked = action(key, scope);
    let Some(list) = &mut state.pairs else { return Vec::new() };
    match asked {
        Some(Action::Pairs(action)) => return act(state, action, now),
        Some(Action::Quit) => return quit(state),
        Some(chord @ (Action::Suspend | Action::Redraw)) => return act_elsewhere(state, chord, now),
        _ => {}
    }
    if let Some(note) = &mut list.note {
        into_line(note, asked, key);
        return Vec::new();
    }
    let text = list.filter.text().to_owned();
    match asked {
        // These would change what the list covers, or cover the list.
        Some(Action::NextPane | Action::PreviousPane | Action::LeaveText | Action::Swap | Action::Keep) => {}
        Some(Action::PickModel | Action::Export | Action::Copy | Action::ChooseLesson | Action::NextStep(_)) => {}
        Some(Action::StepEnd(_) | Action::ScrollNote(_)) => {}
        _ if into_line(&mut list.filter, asked, key) => {}
        Some(action) => return act_elsewhere(state, action, now),
        None => {}
    }
    filtered(list, &text);
    Vec::new()
}

/// Lists what another filter than `before` leaves.
fn filtered(list: &mut PairsList, before: &str) {
    if list.filter.text() != before {
        list.refresh();
    }
}

/// Text that was pasted while the list or the line for a note is open.
pub(super) fn pasted(state: &mut State, text: &str) -> Vec<Effect> {
    if let Some(list) = &mut state.pairs {
        let before = list.filter.text().to_owned();
        list.note.as_mut().unwrap_or(&mut list.filter).insert(text.trim_end_matches(['\r', '\n']));
        filtered(list, &before);
    }
    Vec::new()
}

/// What the keys of pairs do.
pub(super) fn act(state: &mut State, action: PairsAction, now: Instant) -> Vec<Effect> {
    let Some(list) = &mut state.pairs else {
        state.said =
            Some(Said::Done("There are no pairs of a file here: `bertscope open FILE` opens some.".to_owned()));
        return Vec::new();
    };
    // What they speak of is not on the screen.
    let hidden = match action {
        PairsAction::FileIdf => true,
        PairsAction::Mark | PairsAction::Note | PairsAction::Next(_) | PairsAction::Worst => !list.open,
        _ => false,
    };
    if hidden && state.playing.is_some() {
        let words = "A lesson is given, and its pairs are not those of the file: Alt-l ends it.";
        state.said = Some(Said::Done(words.to_owned()));
        return Vec::new();
    }
    if !list.keeps_marks && matches!(action, PairsAction::Mark | PairsAction::Note) {
        let words = "Nothing can be marked or noted: the file was opened with --no-marks.";
        state.said = Some(Said::Done(words.to_owned()));
        return Vec::new();
    }
    match action {
        PairsAction::List => {
            list.open = !list.open;
            if let Some(current) = list.current.filter(|_| list.open) {
                list.select(current);
            }
        }
        PairsAction::Step(by) => list.step(by),
        PairsAction::End(last) => list.end(last),
        PairsAction::Sort => {
            (list.sort, list.turned) = (list.next_sort(), false);
            list.refresh();
            list.selected = 0;
        }
        PairsAction::Turn => {
            list.turned = !list.turned;
            list.refresh();
            list.selected = 0;
        }
        PairsAction::Open => {
            if let Some(item) = list.selected_item() {
                return show(state, item, now);
            }
        }
        PairsAction::Next(forward) => match list.neighbour(forward) {
            Some(item) => return go(state, item, now),
            None => {
                let words =
                    if forward { "This is the last pair of the list." } else { "This is the first pair of the list." };
                state.said = Some(Said::Done(words.to_owned()));
            }
        },
        PairsAction::Worst => return worst(state, now),
        PairsAction::Mark => {
            let Some(item) = list.target() else { return Vec::new() };
            if list.tag(item, |tag| tag.marked = !tag.marked) {
                return save(list);
            }
        }
        PairsAction::Note => {
            let Some(item) = list.target() else { return Vec::new() };
            if list.items[item].row.is_ok() {
                list.note = Some(Editor::new(list.tags.get(&item).map_or("", |tag| &tag.note)));
            }
        }
        PairsAction::OnlyMarked => {
            list.only_marked = !list.only_marked;
            list.refresh();
        }
        PairsAction::WriteNote => return write_note(state),
        PairsAction::CloseNote => list.note = None,
        PairsAction::FileIdf => return toggle_idf(state, now),
    }
    Vec::new()
}

fn save(list: &PairsList) -> Vec<Effect> {
    vec![Effect::Pairs(PairsEffect::Save(list.marks()))]
}

fn write_note(state: &mut State) -> Vec<Effect> {
    let Some(list) = &mut state.pairs else { return Vec::new() };
    let (Some(note), Some(item)) = (list.note.take(), list.target()) else { return Vec::new() };
    let note = note.text().trim();
    list.tag(item, |tag| note.clone_into(&mut tag.note));
    save(list)
}

fn worst(state: &mut State, now: Instant) -> Vec<Effect> {
    let Some(list) = &mut state.pairs else { return Vec::new() };
    let from = list.jumped.filter(|jumped| list.target() == Some(*jumped));
    let Some(item) = list.worst_after(from) else {
        let words =
            if from.is_some() { "There is no worse pair left to go on to." } else { "No pair has a score yet." };
        list.jumped = None;
        state.said = Some(Said::Done(words.to_owned()));
        return Vec::new();
    };
    list.jumped = Some(item);
    go(state, item, now)
}

/// To a pair: to its line while the list is in sight, otherwise to it.
fn go(state: &mut State, item: usize, now: Instant) -> Vec<Effect> {
    match &mut state.pairs {
        Some(list) if list.open => {
            list.select(item);
            Vec::new()
        }
        _ => show(state, item, now),
    }
}

/// Puts a pair on the screen: the first reference in the text box, the others as kept ones.
fn show(state: &mut State, item: usize, now: Instant) -> Vec<Effect> {
    let Some(list) = &mut state.pairs else { return Vec::new() };
    let pair = match list.items.get(item).map(|item| item.row.clone()) {
        Some(Ok(pair)) => pair,
        Some(Err(why)) => {
            state.said = Some(Said::Failed(why.to_string()));
            return Vec::new();
        }
        None => return Vec::new(),
    };
    list.open = false;
    let mut effects = Vec::new();
    if state.playing.is_some() {
        // Its texts and settings come back first; the analysis that it asks for is overtaken by this pair's.
        effects = lesson::end(state, now);
    }
    bring(state, item);
    let list = state.pairs.as_mut();
    let kept = state.explaining.references.len();
    if let Some(left_out) = list.and_then(|_| pair.references.len().checked_sub(kept + 2)).filter(|_| kept >= KEPT) {
        let words = format!("{} of the pair's references are left out: {KEPT} are kept at most.", left_out + 1);
        state.said = Some(Said::Failed(words));
    }
    effects.extend(analyze(state, now));
    effects
}

/// Exchanges the texts on the screen for those of a pair.
fn bring(state: &mut State, item: usize) {
    let Some(list) = &mut state.pairs else { return };
    let Some(Ok(pair)) = list.items.get(item).map(|item| item.row.clone()) else { return };
    let kept = &mut state.explaining.references;
    if list.own.is_none() {
        list.own = Some(Own {
            reference: state.reference.text().to_owned(),
            candidate: state.candidate.text().to_owned(),
            references: std::mem::take(kept),
            idf: state.idf,
        });
    }
    // What the pair before brought along goes with it; what somebody kept since stays.
    if let Some(Ok(before)) = list.current.and_then(|at| list.items.get(at)).map(|item| &item.row) {
        kept.retain(|text| before.references.iter().all(|reference| **reference != **text));
    }
    let room = KEPT.saturating_sub(kept.len());
    let others: Vec<Arc<str>> = pair.references[1..].iter().take(room).map(|text| text.as_str().into()).collect();
    kept.splice(0..0, others);
    let left = [&state.reference, &state.candidate].map(Editor::clone);
    if let Some([reference, candidate]) = list.turn(item, &left) {
        (state.reference, state.candidate) = (reference, candidate);
    }
    state.cell = CellAt { candidate: 1, reference: 1 };
    state.explaining.row = 0;
    state.anchor = None;
}

/// Somebody or something ends the program: a note that is being written is kept.
pub(super) fn quit(state: &mut State) -> Vec<Effect> {
    let mut effects = if state.scope() == Scope::Note { write_note(state) } else { Vec::new() };
    effects.push(Effect::Quit(None));
    effects
}

/// A click selects a line, a click on the selected one opens it, and one beside the list goes back to the pair.
pub(super) fn pointed(state: &mut State, event: MouseEvent, now: Instant) -> Vec<Effect> {
    let found = hit(state, event.column, event.row);
    let Some(list) = state.pairs.as_mut().filter(|list| list.note.is_none()) else { return Vec::new() };
    match (event.kind, found) {
        (MouseEventKind::ScrollDown, _) => list.step(3),
        (MouseEventKind::ScrollUp, _) => list.step(-3),
        (MouseEventKind::Down(MouseButton::Left), Hit::Row(line)) if line == list.selected => {
            return act(state, PairsAction::Open, now);
        }
        (MouseEventKind::Down(MouseButton::Left), Hit::Row(line)) => list.selected = line,
        (MouseEventKind::Down(_), Hit::Outside) => list.open = false,
        _ => {}
    }
    Vec::new()
}
