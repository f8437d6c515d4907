//! The pairs of a file: actions and clicks of the list, marks and annotations, and moves from pair to pair.

mod background;
mod load;
pub(super) mod marked;
mod marks;
mod navigate;
mod summary;

use std::time::Instant;

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::status::show_status;
use crate::tui::input::keymap::{Action, LessonAction, PairsAction, Scope};
use crate::tui::layout::lists::{ListHit, hit_pairs};
use crate::tui::pairs::{NoteDraft, Sort};
use crate::tui::state::State;
use crate::tui::state::effect::Effect;
use crate::tui::state::overlay::Overlay;
use crate::tui::state::scene::PairsPart;

pub use marks::save_note;
pub(super) use marks::{save, write_note};
use navigate::{go_to, go_to_worst};
pub(super) use navigate::{open_selected, pick};
pub(super) use summary::list_word;

use background::toggle_idf;
pub(super) use background::{check_file_scores, handle_message, schedule_background_work};

/// Handles text pasted while the list is open.
pub(super) fn handle_paste(state: &mut State, text: &str) {
    state.scene.to_pairs_part(PairsPart::Filter);
    if let Some(list) = &mut state.pairs {
        list.edit_filter(|filter| filter.insert(text));
    }
}

/// Runs an action of the list.
pub(super) fn act(state: &mut State, action: PairsAction, now: Instant) {
    let (in_sight, gives_lesson, target) = (
        state.is_list_open(),
        state.lesson().is_some(),
        state.target_pair(),
    );
    let Some(list) = &mut state.pairs else {
        let words = "Files are opened from the shell: quit with q, then run `bertscope open FILE`.";
        return show_status(state, words);
    };
    // The pair of these actions is not on the screen.
    let hidden = match action {
        PairsAction::FileIdf => true,
        PairsAction::Mark | PairsAction::Note | PairsAction::Next(_) | PairsAction::Worst => {
            !in_sight
        }
        _ => false,
    };
    if hidden && gives_lesson {
        let key = state.key_name(Action::Lesson(LessonAction::End));
        return show_status(
            state,
            format!("The file’s pairs are not available during a lesson: {key} ends it."),
        );
    }
    if !list.keeps_marks && matches!(action, PairsAction::Mark | PairsAction::Note) {
        return show_status(
            state,
            "Marks and notes are off: the file was opened with --no-marks.",
        );
    }
    let is_of_list = matches!(
        action,
        PairsAction::Filter
            | PairsAction::Sort
            | PairsAction::SortByRanks
            | PairsAction::HumanColumn
            | PairsAction::Reverse
            | PairsAction::OnlyMarked
    );
    if is_of_list && !in_sight {
        state.scene.toggle_pairs();
    }
    match action {
        PairsAction::List => {
            state.scene.toggle_pairs();
            if let Some(current) = list.current.filter(|_| !in_sight) {
                list.select(current);
            }
        }
        PairsAction::Filter => state.scene.to_pairs_part(PairsPart::Filter),
        PairsAction::Summary | PairsAction::NextSystem => summary::act(state, action),
        PairsAction::Sort => list.sort_by(list.next_sort(), false),
        PairsAction::SortByRanks if list.human_scores.is_none() => {
            let words =
                "No human scores: h chooses a column, or open the file with --human COLUMN.";
            show_status(state, words);
        }
        PairsAction::SortByRanks => {
            // Again reverses, if the user sees the order.
            list.sort_by(
                Sort::RankDifference,
                in_sight && list.sort == Sort::RankDifference && !list.reversed,
            );
        }
        PairsAction::HumanColumn => {
            let words = list.use_next_human_column();
            show_status(state, words);
        }
        PairsAction::Reverse => list.sort_by(list.sort, !list.reversed),
        PairsAction::Next(forward) => match list.neighbour(forward) {
            Some(item) => go_to(state, item, now),
            None => {
                let end = if forward { "last" } else { "first" };
                show_status(state, format!("This is the {end} pair of the list."));
            }
        },
        PairsAction::Worst => go_to_worst(state, now),
        PairsAction::Mark => {
            if target.is_some_and(|item| list.update_tag(item, |tag| tag.marked = !tag.marked)) {
                save(state);
            }
        }
        PairsAction::Note => {
            if let Some(item) = target.filter(|item| list.items[*item].row.is_ok()) {
                state.overlay = Some(Overlay::Note(NoteDraft::new(list, item)));
            }
        }
        PairsAction::OnlyMarked => {
            list.only_marked = !list.only_marked;
            list.refresh();
        }
        PairsAction::ExportMarked => marked::open(state),
        PairsAction::FileIdf => toggle_idf(state, now),
    }
}

/// Quits the program; a note that is being written is saved.
pub(super) fn quit(state: &mut State) {
    if state.scope() == Scope::Note {
        write_note(state);
    }
    state.effects.push(Effect::Quit(None));
}

/// A click selects a line, a click on the selected line opens it, and a click outside closes the list.
pub(super) fn handle_mouse(state: &mut State, event: MouseEvent, now: Instant) {
    let found = match state.scope() {
        Scope::Note => return,
        // Only the words of its bottom line can be clicked.
        Scope::Summary => ListHit::Inside,
        _ => hit_pairs(state, event.column, event.row),
    };
    match (event.kind, found, &mut state.pairs) {
        (MouseEventKind::ScrollDown, ..) => pick(state, 3),
        (MouseEventKind::ScrollUp, ..) => pick(state, -3),
        (MouseEventKind::Down(MouseButton::Left), ListHit::Row(line), Some(list)) => {
            let was_selected = std::mem::replace(&mut list.selected, line) == line;
            if was_selected {
                open_selected(state, now);
            }
        }
        (MouseEventKind::Down(_), ListHit::Outside, _) => state.scene.pairs = None,
        _ => {}
    }
}
