//! Exports all marked pairs of the file.

use super::job::{ExportSubject, ExportTarget, MarkedJob, PendingExport};
use super::prompt::{ExportPrompt, PromptError};
use super::report_error;
use crate::tui::context::Effect;
use crate::tui::parts::Part;
use crate::tui::state::State;
use bertscope_encoder::Layer;
use bertscope_pair_list::{MarkedPairs, PairsList};

/// Opens the prompt for the file name.
pub fn open(state: &mut State) {
    let Some(list) = &state.pairs else { return };
    let subject = subject(list, list.marked_pairs().len());
    if matches!(subject, ExportSubject::Marked { pairs: 0, .. }) {
        return state.say("Nothing to export: no pair has a mark or a note yet.");
    }
    let stem = list.file.file_stem().unwrap_or_default().to_string_lossy();
    let name = state
        .exports
        .marked_name
        .clone()
        .unwrap_or_else(|| format!("{}{stem}.marked.html", state.exports.folder));
    state.open(Part::Export(ExportPrompt::new(subject, &name)));
}

fn subject(list: &PairsList, pairs: usize) -> ExportSubject {
    ExportSubject::Marked {
        pairs,
        systems: list.systems.len().max(1),
    }
}

/// Scores and writes the pairs, with the settings of the list.
pub fn start(state: &mut State, target: ExportTarget) {
    let Some(list) = &state.pairs else { return };
    state.exports.newest += 1;
    let number = state.exports.newest;
    let marked = marked(state, list);
    let pairs = marked.as_ref().map_or(0, |marked| marked.pairs.len());
    let pending = PendingExport {
        number,
        target: target.clone(),
        subject: subject(list, pairs),
        waits_for: None,
    };
    let Some(marked) = marked else {
        let why = "the model is not ready yet; try again when it is";
        return report_error(state, &pending, PromptError::Other(why.into()));
    };
    state.exports.pending.push(pending);
    state.effects.push(Effect::ExportMarked(MarkedJob {
        number,
        marked,
        target,
    }));
}

/// The pairs as they are now; `None` while there is no model.
fn marked(state: &State, list: &PairsList) -> Option<MarkedPairs> {
    state.models.current.as_ref()?;
    let layer = Layer(state.own.layer?);
    Some(MarkedPairs {
        name: list.name(),
        systems: list.handout_systems(),
        pairs: list.marked_pairs(),
        settings: state.own.settings(layer, &state.own.display),
        table: list.idf.table().cloned(),
        palette: state.look.palette(),
        special: state.own.display.show_special,
    })
}
