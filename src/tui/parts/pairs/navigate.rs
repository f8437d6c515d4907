//! Goes from pair to pair: opens one, and puts it into the text boxes.

use crate::tui::commands::Focus;
use crate::tui::common::Editor;
use crate::tui::context::MAX_KEPT_TEXTS;
use crate::tui::parts::{Layer, lesson};
use crate::tui::state::State;
use bertscope_explain::{KeptTexts, Topic};
use bertscope_pair_list::{BeforePairs, PairsList};

/// Opens the selected pair.
pub fn open_selected(state: &mut State) {
    let Some(item) = state.pairs.as_ref().and_then(PairsList::selected_item) else {
        return state
            .say("No pair is listed: / changes the filter, v lists pairs without a mark, too.");
    };
    ask_side_by_side(state);
    show_pair(state, item);
    if !state.is_list_open() {
        // Letters stay keys, as in the list.
        state.focus = Focus::Matrix;
    }
}

/// With several systems, shows all candidates with the same reference.
fn ask_side_by_side(state: &mut State) {
    if state
        .pairs
        .as_ref()
        .is_some_and(|list| list.systems.len() > 1)
    {
        let panel = &mut state.own.panel;
        (panel.topic, panel.row, panel.asked) = (Topic::Compare, 0, true);
    }
}

/// Goes to the next worst pair.
pub fn go_to_worst(state: &mut State) {
    let target = state.target_pair();
    let Some(list) = &mut state.pairs else { return };
    let from = list.last_jump.filter(|jumped| target == Some(*jumped));
    let Some(item) = list.worst_after(from) else {
        let words = if from.is_some() {
            "There is no worse pair left."
        } else {
            "No pair has a score yet."
        };
        list.last_jump = None;
        return state.say(words);
    };
    list.last_jump = Some(item);
    go_to(state, item);
}

/// Goes to a pair: selects its line while the list is visible, otherwise opens it.
pub fn go_to(state: &mut State, item: usize) {
    let in_sight = state.is_list_open();
    match &mut state.pairs {
        Some(list) if in_sight => {
            list.select(item);
        }
        _ => show_pair(state, item),
    }
}

/// Opens a pair: the first reference in the text box, the others as kept references.
fn show_pair(state: &mut State, item: usize) {
    let Some(list) = &state.pairs else { return };
    let pair = match list.items.get(item).map(|item| item.row.clone()) {
        Some(Ok(pair)) => pair,
        Some(Err(why)) => return state.say_failure(why.to_string()),
        None => return,
    };
    state.close(Layer::Pairs);
    if !state.has_own_pair() {
        // Its texts and settings are restored first; this pair's analysis replaces the one that this requests.
        lesson::end(state);
    }
    load_pair(state, item);
    let kept = state.own.panel.references.len();
    if let Some(left_out) = pair
        .references
        .len()
        .checked_sub(kept + 2)
        .filter(|_| kept >= MAX_KEPT_TEXTS)
    {
        let words = format!(
            "{} of the pair’s references are left out: at most {MAX_KEPT_TEXTS} can be kept.",
            left_out + 1
        );
        state.say_failure(words);
    }
    state.request_analysis();
}

/// Loads a pair into the text boxes.
pub fn load_pair(state: &mut State, item: usize) {
    let State {
        pairs,
        drafts,
        context,
        ..
    } = state;
    let Some(list) = pairs else { return };
    let Some(Ok(pair)) = list.items.get(item).map(|item| item.row.clone()) else {
        return;
    };
    let own = &mut context.own;
    if list.before.is_none() {
        let [reference, candidate] = own.own_texts();
        list.before = Some(BeforePairs {
            reference,
            candidate,
            references: std::mem::take(&mut own.panel.references),
            candidates: own.panel.candidates.clone(),
            idf: own.idf,
        });
    }
    let references = &mut own.panel.references;
    let candidates = &mut own.panel.candidates;
    // The texts of the previous pair are removed; those that the user has kept since then stay.
    let current = list.current.and_then(|at| list.items.get(at));
    if let Some(Ok(before)) = current.map(|item| &item.row) {
        references.retain(|text| !has_text(&before.references, text));
        if !before.other_candidates.is_empty() {
            let others = &before.other_candidates;
            candidates.retain(|text| before.candidate != text && !has_text(others, text));
        }
    }
    keep_first(references, &pair.references[1..]);
    if !pair.other_candidates.is_empty() {
        keep_first(candidates, &pair.other_candidates);
    }
    let left = [&own.reference, &own.candidate].map(Editor::clone);
    if let Some([reference, candidate]) = drafts.switch_to(list, item, &left) {
        own.reference = reference;
        own.candidate = candidate;
    }
    own.start_over();
    context.results.start_over();
}

fn has_text(texts: &[String], wanted: &str) -> bool {
    texts.iter().any(|text| text == wanted)
}

/// Keeps texts of a pair before those that the user has kept, as far as there is room.
fn keep_first(kept: &mut KeptTexts, texts: &[String]) {
    let room = MAX_KEPT_TEXTS.saturating_sub(kept.len());
    let texts = texts.iter().take(room);
    kept.start_with(texts.map(|text| text.as_str().into()).collect());
}
