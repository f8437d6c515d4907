//! Weights over the references of the file, instead of the model's own table.

use std::sync::Arc;
use std::time::Instant;

use super::super::analysis::request_analysis;
use super::super::effect::Effect;
use crate::tui::pairs_list::{FileIdf, PairsEffect};
use crate::tui::state::{ModelState, State};
use bertscope_analysis::Idf;

/// Switches them on or off.
pub(super) fn toggle_idf(state: &mut State, now: Instant) -> Vec<Effect> {
    let Some(list) = &mut state.pairs else { return Vec::new() };
    if list.idf == FileIdf::Off {
        list.idf = FileIdf::Wanted;
        return Vec::new();
    }
    let was_on = matches!(list.idf, FileIdf::On(_));
    list.idf = FileIdf::Off;
    if !was_on {
        return Vec::new();
    }
    state.idf = Idf::Off;
    let mut effects = vec![Effect::Pairs(PairsEffect::Weigh(None))];
    effects.extend(request_analysis(state, now));
    effects
}

/// A lesson is about the model's own table, whatever tokens of the file are weighed by.
pub(in super::super) fn without_file_idf(state: &State) -> Vec<Effect> {
    match state.pairs.as_ref().map(|list| &list.idf) {
        Some(FileIdf::On(_)) => vec![Effect::Pairs(PairsEffect::Weigh(None))],
        _ => Vec::new(),
    }
}

/// After a lesson the file's own counts come back, unless the model has changed since.
pub(in super::super) fn with_file_idf(state: &State) -> Vec<Effect> {
    let Some(list) = &state.pairs else { return Vec::new() };
    let ModelState::Ready(info) = &state.model else { return Vec::new() };
    match &list.idf {
        FileIdf::On(table) if list.basis.as_ref().is_some_and(|basis| basis.model == info.reopen) => {
            vec![Effect::Pairs(PairsEffect::Weigh(Some(Arc::clone(table))))]
        }
        _ => Vec::new(),
    }
}
