//! Asks for the analysis of what is on the screen.

use std::time::Instant;

use super::effect::Effect;
use crate::tui::state::{ModelState, PAUSE, State};
use crate::tui::worker::Job;
use bertscope_analysis::Settings;
use bertscope_encoder::Layer;

/// Analyses a text or setting that was just changed.
pub(super) fn analyze_edit(state: &mut State, now: Instant) -> Vec<Effect> {
    state.unsaved = true;
    move_anchor(state, now);
    request_analysis(state, now)
}

/// The first change after a pause makes the score before it the one that changes are measured against.
pub(super) fn move_anchor(state: &mut State, now: Instant) {
    let paused = state.last_edit.is_none_or(|last| now.duration_since(last) >= PAUSE);
    if paused && !state.of_other_model {
        state.anchor = state.analysis.clone().or(state.anchor.take());
    }
    state.last_edit = Some(now);
}

/// Asks for the pair on screen, and for what its panel explains.
pub(super) fn request_analysis(state: &mut State, now: Instant) -> Vec<Effect> {
    let (ModelState::Ready(_), Some(layer)) = (&state.model, state.layer) else { return Vec::new() };
    state.asked += 1;
    state.stale_since.get_or_insert(now);
    vec![Effect::Analyze(Job {
        number: state.asked,
        reference: state.reference.text().to_owned(),
        candidate: state.candidate.text().to_owned(),
        settings: Settings { layer: Layer(layer), idf: state.idf, rescale: state.rescale },
        question: state.explaining.question(state.anchor.clone()),
        cell: state.needs_cosine().then_some((state.cell.candidate, state.cell.reference)),
    })]
}
