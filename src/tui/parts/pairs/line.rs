//! The line about the pair of a file that is on the screen or selected in the list.

use ratatui::text::Span;
use unicode_width::UnicodeWidthStr;

use crate::tui::commands::Command;
use crate::tui::common::ClickableLine;
use crate::tui::context::KeyLabel;
use crate::tui::state::State;
use bertscope_explain::Topic;
use bertscope_pair_list::facts::{ShownFacts, facts, first_characters, name, position_text};
use bertscope_pair_list::{PairsList, Sort};
use bertscope_printable::printable;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::label::fit;
use bertscope_report::number::three_places;

/// The facts about the pair, and its keys, in a line of the screen's `width`; none while a note is edited.
pub fn pair_line(state: &State, width: u16) -> ClickableLine {
    let theme = &state.look.theme;
    let shown = state.target_pair().filter(|_| state.stack.note().is_none());
    let (Some(list), Some(index)) = (&state.pairs, shown) else {
        return ClickableLine::default();
    };
    let tag = list.tags.get(&index).cloned().unwrap_or_default();
    let mut words = ClickableLine::default();
    words.push(if tag.marked { " ● " } else { " " }, theme.warning());
    words.push(name(list, index), theme.accent());
    if is_edited(state, list, index) {
        words.push(" (edited)", theme.warning());
    }
    if !state.is_list_open()
        && let Some(text) = position_text(list, index)
    {
        words.push(format!("  {text}"), theme.text());
    }
    if let Some((said, key)) = reference_text(state, list, index) {
        words.push(format!("  {said}"), theme.text());
        if key {
            words.push("; ", theme.text());
            let KeyLabel { key, text: shown } = state.key_label(Command::Ask(Topic::Compare));
            words.push_key(key, Span::styled(shown, theme.accent()));
            words.push(" compares them", theme.text());
        }
    }
    // The keys for the list and the next pair have priority over facts.
    let width = usize::from(width);
    let room = width.saturating_sub(words.width() + 3);
    let keys = if state.is_list_open() {
        None
    } else {
        keys_that_fit(state, [&KEYS[..2], &KEYS[..1]], room)
    };
    let taken = keys.as_ref().map_or(1, |keys| keys.width() + 3);
    // In a list sorted by the difference of ranks, the line below the rows has its details.
    let is_below = list.sort == Sort::RankDifference && state.is_list_open();
    let shown = ShownFacts {
        scores: !state.hides_scores(),
        ranks: state.shows(Stage::F1) && !is_below,
    };
    for fact in facts(list, index, shown) {
        if words.width() + fact.width() + 2 + taken <= width {
            words.push(format!("  {fact}"), theme.text());
        }
    }
    // The list shows the note below its lines.
    if !tag.note.is_empty() && !state.is_list_open() {
        let note = printable(&first_characters(&tag.note, 400));
        let room = width.saturating_sub(words.width() + taken);
        if room >= 12 {
            let note = fit(&note, (room - 4) as u16);
            words.push(format!("  ¶ {note}"), theme.text());
        }
    }
    if let Some(keys) = keys {
        let room = width.saturating_sub(words.width() + 3);
        let more = keys_that_fit(state, [&KEYS, &[KEYS[0], KEYS[1], KEYS[3]]], room);
        let keys = more.unwrap_or(keys);
        words.push_plain(" ".repeat(room + 2 - keys.width()));
        words.append(keys);
    }
    words
}

/// The keys for the pair on the screen, with one word each.
const KEYS: [(Command, &str); 5] = [
    (Command::List, "list"),
    (Command::NextPair, "next"),
    (Command::WorstPair, "worst"),
    (Command::Mark, "mark"),
    (Command::Note, "note"),
];

/// The first of some keys, with their labels, that fit.
fn keys_that_fit(
    state: &State,
    choices: [&[(Command, &str)]; 2],
    room: usize,
) -> Option<ClickableLine> {
    let lines = choices.map(|keys| ClickableLine::of_keys(state, keys));
    lines.into_iter().find(|line| line.width() <= room)
}

/// Whether the user has edited a pair of the file.
pub fn is_edited(state: &State, list: &PairsList, index: usize) -> bool {
    let texts = [state.own.reference.text(), state.own.candidate.text()];
    if list.current == Some(index) {
        list.differs(texts)
    } else {
        state.drafts.has(index)
    }
}

/// Which of several references the displayed scores belong to, and the best score in the list; and whether there is
/// room for the key that compares them.
fn reference_text(state: &State, list: &PairsList, index: usize) -> Option<(String, bool)> {
    let pair = list
        .items
        .get(index)?
        .row
        .as_ref()
        .ok()
        .filter(|pair| pair.references.len() > 1)?;
    let all = pair.references.len();
    if state.is_list_open() {
        return Some((format!("{all} references"), false));
    }
    // As the text box shows them, without line breaks.
    let here = state.inspection().reference.text();
    let at = if here == list.shown[0] {
        Some(0)
    } else {
        pair.references.iter().position(|text| text == here)
    };
    let which = at.map_or_else(
        || format!("{all} references"),
        |at| format!("reference {} of {all}", at + 1),
    );
    let best = list
        .numbers(index)
        .and_then(|[_, _, f1]| f1)
        .filter(|_| state.shows(Stage::F1));
    let has_room = state.terminal.size.0 >= 100;
    let best = match best.map(three_places) {
        None => String::new(),
        // The score beside it is that of one reference, so it may be lower.
        Some(f1) if has_room => format!("; the best F1 is {f1}"),
        Some(f1) => format!(", best F1 {f1}"),
    };
    Some((format!("{which}{best}"), has_room))
}
