//! Puts a pair of the file into the text boxes.

use std::sync::Arc;

use crate::tui::common::Editor;
use crate::tui::context::MAX_KEPT_TEXTS;
use crate::tui::state::State;
use bertscope_pair_list::BeforePairs;

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
    let texts = list.before.is_none().then(|| context.own.own_texts());
    let kept = &mut context.own.panel.references;
    let candidates = &mut context.own.panel.candidates;
    if let Some([reference, candidate]) = texts {
        list.before = Some(BeforePairs {
            reference,
            candidate,
            references: std::mem::take(kept),
            candidates: candidates.clone(),
            idf: context.own.idf,
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
    let left = [&context.own.reference, &context.own.candidate].map(Editor::clone);
    if let Some([reference, candidate]) = drafts.switch_to(list, item, &left) {
        (context.own.reference, context.own.candidate) = (reference, candidate);
    }
    context.own.start_over();
    context.results.start_over();
}
