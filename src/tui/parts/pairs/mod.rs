//! The pairs of a file: commands and clicks of the list, marks and annotations, and moves from pair to pair.

pub mod background;
pub mod drafts;
pub mod line;
pub mod navigate;
pub mod threads;
pub mod view;

use self::background::toggle_idf;
use self::navigate::{go_to, go_to_worst};
use crate::tui::commands::{Command, Group};
use crate::tui::common::Editor;
use crate::tui::context::Effect;
use crate::tui::parts::marks::{NoteDraft, save, write_note};
use crate::tui::parts::{Outcome, Part};
use crate::tui::state::State;
use bertscope_analysis::Idf;
use bertscope_pair_list::{FileIdf, PairsList, Sort};

/// Opens a file. Its scores start without the IDF that the last session was left with, which is said.
pub fn open(state: &mut State, list: PairsList, left_idf: Option<Idf>) {
    state.open_pairs(list);
    let was_on = left_idf.is_some_and(|idf| idf != Idf::Off);
    let is_off = state.own.idf == Idf::Off;
    let key = state.key_name(Command::FileIdf);
    if let Some(list) = &mut state.pairs
        && was_on
        && is_off
        && list.idf == FileIdf::Off
    {
        let words =
            format!("IDF was on in the last session and is off for the file: {key} turns it on.");
        list.remarks.push(words);
    }
}

/// Moves the keys from the list to its filter.
pub fn open_filter(state: &mut State) {
    if let Some(list) = &state.pairs {
        state.replace(Part::Filter(Editor::field(&list.filter)));
    }
}

/// Handles Esc in the list: clears its filter, or closes it.
pub fn close(state: &mut State) {
    match &mut state.pairs {
        Some(list) if !list.filter.is_empty() => {
            list.set_filter("");
            state.say("The filter is cleared: Esc again goes back to the pair.");
        }
        _ => state.toggle_list(),
    }
}

/// Carries out the commands of the list, and of the pairs of a file.
pub fn act(state: &mut State, command: Command) -> Outcome {
    if command.group() != Some(Group::Pairs) {
        return Outcome::Passed;
    }
    let in_sight = state.is_list_open();
    let is_own = state.has_own_pair();
    let Some(list) = &mut state.pairs else {
        let quit = state.key_name(Command::Quit);
        state.say(format!(
            "Files are opened from the shell: quit with {quit}, then run `bertscope open FILE`."
        ));
        return Outcome::Done;
    };
    // The pair of these commands is not on the screen.
    let hidden = match command {
        Command::FileIdf => true,
        Command::Mark
        | Command::Note
        | Command::NextPair
        | Command::PreviousPair
        | Command::WorstPair => !in_sight,
        _ => false,
    };
    if hidden && !is_own {
        let key = state.key_name(Command::EndLesson);
        let words = format!("The file’s pairs are not available during a lesson: {key} ends it.");
        state.say(words);
        return Outcome::Done;
    }
    if !list.keeps_marks && matches!(command, Command::Mark | Command::Note) {
        let words = "Marks and notes are off: the file was opened with --no-marks.";
        state.say(words);
        return Outcome::Done;
    }
    match command {
        Command::List => toggle_list(state),
        Command::NextPair => go_to_neighbour(state, true),
        Command::PreviousPair => go_to_neighbour(state, false),
        Command::WorstPair => go_to_worst(state),
        Command::Mark => mark(state),
        Command::Note => open_note(state),
        Command::FileIdf => toggle_idf(state),
        _ => act_on_order(state, command),
    }
    Outcome::Done
}

/// Changes what is listed, and in which order; shows the list.
fn act_on_order(state: &mut State, command: Command) {
    let in_sight = state.is_list_open();
    if !in_sight {
        state.toggle_list();
    }
    let Some(list) = &mut state.pairs else { return };
    match command {
        Command::Filter => open_filter(state),
        Command::Sort => list.sort_by(list.next_sort(), false),
        Command::SortByDisagreement if list.human_scores.is_none() => {
            let words =
                "No human scores: h chooses a column, or open the file with --human COLUMN.";
            state.say(words);
        }
        Command::SortByDisagreement => {
            // Again reverses, if the user sees the order.
            list.sort_by(
                Sort::RankDifference,
                in_sight && list.sort == Sort::RankDifference && !list.reversed,
            );
        }
        Command::HumanColumn => {
            let words = list.use_next_human_column();
            state.say(words);
        }
        Command::Reverse => list.sort_by(list.sort, !list.reversed),
        Command::OnlyMarked => {
            list.only_marked = !list.only_marked;
            list.refresh();
        }
        _ => {}
    }
}

fn toggle_list(state: &mut State) {
    let opens = !state.is_list_open();
    state.toggle_list();
    if let Some(list) = &mut state.pairs
        && let Some(current) = list.current
        && opens
    {
        list.select(current);
    }
}

fn go_to_neighbour(state: &mut State, forward: bool) {
    let Some(list) = &state.pairs else { return };
    match list.neighbour(forward) {
        Some(item) => go_to(state, item),
        None => {
            let end = if forward { "last" } else { "first" };
            state.say(format!("This is the {end} pair of the list."));
        }
    }
}

fn mark(state: &mut State) {
    let target = state.target_pair();
    if let Some(list) = &mut state.pairs
        && target.is_some_and(|item| list.update_tag(item, |tag| tag.marked = !tag.marked))
    {
        save(state);
    }
}

fn open_note(state: &mut State) {
    let target = state.target_pair();
    if let Some(list) = &state.pairs
        && let Some(item) = target.filter(|item| list.items[*item].row.is_ok())
    {
        let draft = NoteDraft::new(list, item);
        state.open(Part::Note(draft));
    }
}

/// Quits the program; a note that is being written is saved.
pub fn quit(state: &mut State) {
    if matches!(state.stack.top(), Some(Part::Note(_))) {
        write_note(state);
    }
    state.effects.push(Effect::Quit(None));
}
