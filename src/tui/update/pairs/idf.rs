//! IDF weights from the references of the file, instead of the model's own table.

use std::time::Instant;

use super::super::analysis::request_analysis;
use super::super::effect::Effect;
use crate::tui::pairs::FileIdf;
use crate::tui::state::State;
use bertscope_analysis::Idf;

/// Toggles them.
pub(super) fn toggle_idf(state: &mut State, now: Instant) -> Vec<Effect> {
    let Some(list) = &mut state.pairs else { return Vec::new() };
    match std::mem::replace(&mut list.idf, FileIdf::Off) {
        FileIdf::Off => list.idf = FileIdf::Requested,
        FileIdf::Requested | FileIdf::Counting { .. } => {}
        FileIdf::On { .. } => {
            state.own.idf = Idf::Off;
            return request_analysis(state, now);
        }
    }
    Vec::new()
}
