//! Puts a pair of the file into the text boxes.

use std::sync::Arc;

use crate::tui::input::editor::Editor;
use crate::tui::state::State;
use crate::tui::state::explanation_panel::MAX_KEPT_TEXTS;
use crate::tui::state::matrix::CellPosition;
use bertscope_pair_list::BeforePairs;

/// Loads a pair into the text boxes.
pub(super) fn load_pair(state: &mut State, item: usize) {
    let Some(list) = &mut state.pairs else { return };
    let Some(Ok(pair)) = list.items.get(item).map(|item| item.row.clone()) else {
        return;
    };
    let texts = list.before.is_none().then(|| state.own.own_texts());
    let (kept, candidates) = (
        &mut state.own.panel.references,
        &mut state.own.panel.candidates,
    );
    if let Some([reference, candidate]) = texts {
        list.before = Some(BeforePairs {
            reference,
            candidate,
            references: std::mem::take(kept),
            candidates: candidates.clone(),
            idf: state.own.idf,
        });
    }
    // The references of the previous pair are removed; those that the user has kept since then stay.
    if let Some(Ok(before)) = list
        .current
        .and_then(|at| list.items.get(at))
        .map(|item| &item.row)
    {
        kept.retain(|text| before.references.iter().all(|reference| reference != text));
        if !before.other_candidates.is_empty() {
            let of_pair = |text: &str| {
                before.candidate == text
                    || before.other_candidates.iter().any(|rival| rival == text)
            };
            candidates.retain(|text| !of_pair(text));
        }
    }
    let room = MAX_KEPT_TEXTS.saturating_sub(kept.len());
    let others: Vec<Arc<str>> = pair.references[1..]
        .iter()
        .take(room)
        .map(|text| text.as_str().into())
        .collect();
    kept.start_with(others);
    if !pair.other_candidates.is_empty() {
        let room = MAX_KEPT_TEXTS.saturating_sub(candidates.len());
        candidates.start_with(
            pair.other_candidates
                .iter()
                .take(room)
                .map(|text| text.as_str().into())
                .collect(),
        );
    }
    let left = [&state.own.reference, &state.own.candidate].map(Editor::clone);
    if let Some([reference, candidate]) = state.drafts.switch_to(list, item, &left) {
        (state.own.reference, state.own.candidate) = (reference, candidate);
    }
    state.own.display.cell = CellPosition {
        candidate: 1,
        reference: 1,
    };
    state.own.display.is_cell_chosen = false;
    state.own.panel.row = 0;
    state.own.guess = None;
    state.results.start_over();
}
