//! The summary of the listed pairs.

pub mod selection;
pub mod view;

use crossterm::event::MouseEvent;

use self::selection::SummarySelection;
use crate::tui::commands::Command;
use crate::tui::common::{ListEvent, ListHit, moved};
use crate::tui::context::Effect;
use crate::tui::parts::{Outcome, Part};
use crate::tui::root::dispatch;
use crate::tui::state::State;
use bertscope_pair_list::{PairsEffect, PairsList};
use bertscope_sheet::Cell;

/// Moves the selection among the words.
pub fn pick(state: &mut State, by: isize) {
    let (Some(place), Some(list)) = (state.stack.summary().copied(), &state.pairs) else {
        return;
    };
    let word = moved(place.word, by, words(list, place));
    state.replace(Part::Summary(SummarySelection { word, ..place }));
}

/// The wheel moves the selection, also in the ranking; only the words of the bottom line can be clicked.
pub fn handle_mouse(state: &mut State, event: MouseEvent) {
    if let Some(ListEvent::Wheel(rows)) = ListEvent::of(event, ListHit::Inside, 0) {
        dispatch::pick(state, 3 * rows);
    }
}

/// Opens the summary, with the difference between the system that the list compares and the first.
pub fn open(state: &mut State) {
    if let Some(list) = &mut state.pairs {
        list.summaries.forget_old();
        let difference = list.compared_system() - 1;
        state.open(Part::Summary(SummarySelection {
            difference,
            word: 0,
        }));
    }
}

/// Schedules the next work of the thread for the summary on the screen.
pub fn schedule(state: &mut State) {
    let State {
        pairs,
        context,
        stack,
        ..
    } = state;
    if let Some(list) = pairs.as_mut().filter(|_| stack.summary().is_some()) {
        let job = list.next_summary();
        let effect = job.map(|job| Effect::Pairs(PairsEffect::Summarise(job)));
        context.effects.extend(effect);
    }
}

/// The number of selectable words.
fn words(list: &PairsList, place: SummarySelection) -> usize {
    list.summaries
        .latest()
        .map_or(0, |summary| summary.words(place.difference).rows.len())
}

/// Returns to the list, with the pairs of the selected word.
pub fn list_word(state: &mut State) {
    if let Some(words) = state.blocked_reason(Command::Summary) {
        return state.say(words);
    }
    let (Some(place), Some(list)) = (state.stack.summary().copied(), &mut state.pairs) else {
        return;
    };
    let words = list
        .summaries
        .latest()
        .map_or_else(Vec::new, |summary| summary.words(place.difference).rows);
    let word = words.get(place.word.min(words.len().saturating_sub(1)));
    let Some(
        [
            Cell::Link { find: filter, .. },
            Cell::Number { value, .. },
            ..,
        ],
    ) = word.map(|row| row.cells.as_slice())
    else {
        return state.say("No words yet: they are listed once all pairs are scored here.");
    };
    list.filter.clone_from(filter);
    if list.systems.len() > 1 {
        // The pairs in which the word matters most come first.
        list.sort_by_difference(place.difference + 1, value.is_some_and(|gain| gain > 0.0));
    }
    list.refresh();
    list.selected = 0;
    state.replace(Part::List);
}

/// Carries out a command: opens the summary over the list, or in it selects another system. In the list, selects another system.
pub fn act(state: &mut State, command: Command) -> Outcome {
    let summary = state.stack.summary().copied();
    let Some(list) = &mut state.pairs else {
        return Outcome::Passed;
    };
    match (command, summary) {
        (Command::NextSystem, Some(place)) => {
            let differences = list.systems.len().saturating_sub(1).max(1);
            let difference = (place.difference + 1) % differences;
            state.replace(Part::Summary(SummarySelection {
                difference,
                word: 0,
            }));
            if difference == place.difference {
                state.say("No other system to compare: open a file with --candidate-column for each system.",
                );
            }
        }
        (Command::NextSystem, None) if list.systems.len() > 1 => list.next_system(),
        (Command::NextSystem, None) => {
            state.say(
                "There is only one system: open a file with --candidate-column for each system.",
            );
        }
        (Command::Summary, None) => open(state),
        (Command::Summary, Some(_)) => {}
        _ => return Outcome::Passed,
    }
    Outcome::Done
}
