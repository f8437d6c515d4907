//! Requests analyses of the pair on the screen.

use crate::tui::context::effect::{AnalysisJob, Effect};
use crate::tui::context::results::EDIT_PAUSE;
use crate::tui::state::State;
use bertscope_encoder::Layer;
use bertscope_explain::Question;

/// Analyses the pair after a change of a text or setting.
pub fn analyze_edit(state: &mut State) {
    let now = state.now;
    state.saving.unsaved = true;
    // After a pause, the score before the first change becomes the one that changes are measured against.
    let results = &mut state.results;
    let paused = results
        .last_edit
        .is_none_or(|last| now.duration_since(last) >= EDIT_PAUSE);
    if paused && !results.is_unrelated {
        results.anchor = results.analysis.clone().or(results.anchor.take());
    }
    results.last_edit = Some(now);
    request_analysis(state);
}

/// The question of the panel, or of the stage in its place.
fn question(state: &State) -> Question {
    let panel = state.panel();
    match state
        .staged
        .as_ref()
        .and_then(|staged| staged.stage.question())
    {
        Some(topic) => Question {
            references: panel.references.clone(),
            ..Question::new(topic)
        },
        None => panel.question(state.results.anchor.clone()),
    }
}

/// Requests the analysis of the pair on screen, with the explanation in the panel.
pub fn request_analysis(state: &mut State) {
    let inspection = state.inspection();
    let (Some(_), Some(layer)) = (&state.models.current, inspection.layer) else {
        return;
    };
    let picture = state.display();
    let job = AnalysisJob {
        number: state.results.newest_job + 1,
        reference: inspection.reference.text().to_owned(),
        candidate: inspection.candidate.text().to_owned(),
        settings: inspection.settings(Layer(layer), picture),
        table: state.file_table().cloned(),
        question: question(state),
        cell: state
            .needs_cosine()
            .then_some((picture.cell.candidate, picture.cell.reference)),
    };
    state.results.newest_job = job.number;
    let now = state.now;
    state.results.stale_since.get_or_insert(now);
    state.effects.push(Effect::Analyze(job));
}

/// Requests the cosine under the crosshair, which the worker computes from the vectors.
pub fn request_cosine(state: &mut State) {
    let cell = state.display().cell;
    let is_here = state
        .results
        .cosine
        .is_some_and(|c| (c.candidate, c.reference) == (cell.candidate, cell.reference));
    if state.needs_cosine() && !is_here {
        request_analysis(state);
    }
}
