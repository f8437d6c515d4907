//! Exports all marked pairs of the file.

use std::sync::Arc;

use crate::tui::context::effect::Effect;
use crate::tui::parts::Part;
use crate::tui::parts::export::job::{
    ExportSubject, ExportTarget, MarkedJob, MarkedPair, PendingExport,
};
use crate::tui::parts::export::prompt::{ExportPrompt, PromptError};
use crate::tui::parts::export::report_error;
use crate::tui::state::State;
use bertscope_encoder::Layer;
use bertscope_pair_list::PairsList;
use bertscope_report::findings::handout::HandoutSystem;

/// Opens the prompt for the file name.
pub fn open(state: &mut State) {
    let Some(list) = &state.pairs else { return };
    let pairs = marked_pairs(list).len();
    if pairs == 0 {
        return state.say("Nothing to export: no pair has a mark or a note yet.");
    }
    let stem = list.file.file_stem().unwrap_or_default().to_string_lossy();
    let name = state
        .exports
        .marked_name
        .clone()
        .unwrap_or_else(|| format!("{}{stem}.marked.html", state.exports.folder));
    let subject = ExportSubject::Marked {
        pairs,
        systems: list.systems.len().max(1),
    };
    state.open(Part::Export(ExportPrompt::new(subject, &name)));
}

/// The pairs with a mark or an annotation, in file order, as in the file and without edits.
fn marked_pairs(list: &PairsList) -> Vec<MarkedPair> {
    let pair = |index: &usize| {
        let pair = Arc::clone(list.items.get(*index)?.row.as_ref().ok()?);
        let human = (0..=pair.other_candidates.len())
            .map(|system| list.human_score(*index, system))
            .collect();
        Some(MarkedPair {
            pair,
            human,
            origin: list.origin(*index)?,
        })
    };
    list.tags.keys().filter_map(pair).collect()
}

/// The systems, with the columns of their human scores.
fn systems(list: &PairsList) -> Vec<HandoutSystem> {
    let human = |at: usize| {
        list.human_columns()
            .get(at)
            .filter(|column| !column.is_empty())
            .cloned()
    };
    let one = [String::new()];
    let names = if list.systems.is_empty() {
        &one[..]
    } else {
        &list.systems
    };
    let system = |(at, name): (usize, &String)| HandoutSystem {
        name: name.clone(),
        human: human(at),
    };
    names.iter().enumerate().map(system).collect()
}

/// Scores and writes the pairs, with the settings of the list.
pub fn start(state: &mut State, target: ExportTarget) {
    state.exports.newest += 1;
    let number = state.exports.newest;
    let (Some(list), Some(layer), true) = (
        &state.pairs,
        state.own.layer,
        state.models.current.is_some(),
    ) else {
        let subject = ExportSubject::Marked {
            pairs: 0,
            systems: 0,
        };
        let pending = PendingExport {
            number,
            target,
            subject,
            waits_for: None,
        };
        report_error(
            state,
            &pending,
            PromptError::Other("the model is not ready yet; try again when it is".into()),
        );
        return;
    };
    let pairs = marked_pairs(list);
    let settings = state.own.settings(Layer(layer), &state.own.display);
    let table = list.idf.table().cloned();
    let (palette, special) = (state.look.palette(), state.own.display.show_special);
    let subject = ExportSubject::Marked {
        pairs: pairs.len(),
        systems: list.systems.len().max(1),
    };
    let (name, systems) = (list.name(), systems(list));
    let job = MarkedJob {
        number,
        name,
        systems,
        pairs,
        settings,
        table,
        palette,
        special,
        target: target.clone(),
    };
    state.exports.pending.push(PendingExport {
        number,
        target,
        subject,
        waits_for: None,
    });
    state.effects.push(Effect::ExportMarked(job));
}
