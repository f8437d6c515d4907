//! Background work on a file of pairs: handles reports of the threads, and schedules their next work.

use std::sync::Arc;

use unicode_width::UnicodeWidthStr;

use super::navigate::load_pair;
use super::view::visible_pairs;
use crate::tui::context::Effect;
use crate::tui::state::State;
use bertscope_analysis::Idf;
use bertscope_encoder::Layer;
use bertscope_models::FrequencyTable;
use bertscope_pair_list::{Basis, FileIdf, PairsEffect, PairsMessage};
use bertscope_printable::printable;

/// Handles a report of the list's threads.
pub fn handle_message(state: &mut State, message: PairsMessage) {
    let is_own = state.has_own_pair();
    let in_sight = state.is_list_open();
    let Some(list) = &mut state.pairs else { return };
    match message {
        PairsMessage::HumanScores(scores) => list.add_human_scores(scores),
        PairsMessage::Columns(rows) => list.add_columns(rows),
        PairsMessage::Rows(rows) => {
            list.add_rows(rows);
            let first = list.items.iter().position(|item| item.row.is_ok());
            if let Some(first) = first.filter(|_| list.current.is_none() && is_own) {
                load_pair(state, first);
                state.request_analysis();
            }
        }
        PairsMessage::Read(read) => on_read(state, read),
        PairsMessage::Scored(scores) => list.on_batch_scored(scores, in_sight),
        PairsMessage::Summarised(summary) => list.summaries.set_latest(*summary),
        PairsMessage::Ranking(owner, status) => list.set_ranking_status(&owner, status),
        PairsMessage::Counted(number, result) => on_counted(state, number, result),
    }
}

/// The file was read, or reading it failed.
fn on_read(state: &mut State, read: Result<(), String>) {
    let continues = state.is_list_open() && state.has_own_pair();
    let Some(list) = &mut state.pairs else { return };
    let is_broken = read.is_err();
    list.finish_reading(read.as_ref().err().cloned());
    let row = list.resume();
    let mut words: Vec<String> = read.err().into_iter().collect();
    words.append(&mut list.remarks);
    if let Some(name) = list.likely_human_column() {
        let name = printable(name);
        words.push(format!("h uses the column {name} as human scores."));
    }
    show_remark(state, &words.join(" "), is_broken);
    if let Some(row) = row.filter(|_| continues) {
        load_pair(state, row);
        state.request_analysis();
    }
}

/// The references of the file were counted for IDF weights, unless other counts are wanted by now.
fn on_counted(state: &mut State, counted: u64, result: Result<Arc<FrequencyTable>, String>) {
    let Some(list) = &mut state.pairs else { return };
    let FileIdf::Counting {
        number,
        model,
        conventions,
    } = &list.idf
    else {
        return;
    };
    if *number != counted {
        return;
    }
    match result {
        Ok(table) => {
            list.idf = FileIdf::On {
                model: model.clone(),
                conventions: *conventions,
                table,
            };
            state.own.idf = Idf::Table;
            state.request_analysis();
        }
        Err(why) => {
            list.idf = FileIdf::Off;
            state.say_failure(format!("The references cannot be counted: {why}"));
        }
    }
}

/// Checks the scores of the file when the pair on the screen has been scored.
pub fn check_file_scores(state: &mut State) {
    if !state.has_own_pair() {
        return;
    }
    let State { pairs, context, .. } = state;
    let (Some(list), Some(analysis)) = (pairs, &context.results.analysis) else {
        return;
    };
    let Some(words) = list.check_file_scores(analysis) else {
        return;
    };
    let words = printable(&words);
    if state.keeps_saying() {
        // Before what the start said about the saved scores, which may be cut at its end.
        state.keep_saying_first(&words);
    } else {
        show_remark(state, &words, true);
    }
}

/// Shows a message on the bottom line until the next key, or until it is closed if it does not fit there.
fn show_remark(state: &mut State, words: &str, failed: bool) {
    if words.is_empty() {
        return;
    }
    if words.width() + 2 > state.terminal.size.0.into() {
        state.keep_saying_also(words);
    } else if failed {
        state.say_failure(words);
    } else {
        state.say(words);
    }
}

/// Schedules the next work of the threads: counts if requested, and scores a batch unless the pair on the screen is
/// pending. Scores outdated by the settings are dropped.
pub fn schedule_scoring(state: &mut State) {
    if state.pairs.is_none() || !state.has_own_pair() {
        return;
    }
    let visible = visible_pairs(state);
    let waits = state.results.is_pending();
    let State { pairs, context, .. } = state;
    let (Some(info), Some(layer), Some(list)) = (&context.models.current, context.own.layer, pairs)
    else {
        return;
    };
    let conventions = context.own.conventions;
    if list
        .idf
        .tokens()
        .is_some_and(|counted| counted != (&info.reopen, conventions))
    {
        // Token ids belong to one tokenizer.
        list.idf = FileIdf::Requested;
    }
    if list.idf == FileIdf::Requested && !list.reading {
        list.generation += 1;
        list.idf = FileIdf::Counting {
            number: list.generation,
            model: info.reopen.clone(),
            conventions,
        };
        let pairs = list
            .items
            .iter()
            .filter_map(|item| item.row.as_ref().ok())
            .cloned()
            .collect();
        context.effects.push(Effect::Pairs(PairsEffect::Count(
            list.generation,
            conventions,
            pairs,
        )));
    }
    if matches!(list.idf, FileIdf::Requested | FileIdf::Counting { .. }) {
        return;
    }
    let settings = context.own.settings(Layer(layer), &context.own.display);
    let file_idf = list.idf.table().is_some();
    let same = |basis: &Basis| {
        basis.model == info.reopen && basis.settings == settings && basis.file_idf == file_idf
    };
    if !list.basis.as_ref().is_some_and(same) {
        list.set_basis(Basis {
            model: info.reopen.clone(),
            settings,
            file_idf,
        });
    }
    if !list.busy && !waits {
        context.effects.extend(
            list.next_batch(visible)
                .map(|batch| Effect::Pairs(PairsEffect::Score(batch))),
        );
    }
}

/// Toggles IDF weights from the references of the file, instead of the model's own table.
pub fn toggle_idf(state: &mut State) {
    let Some(list) = &mut state.pairs else { return };
    match std::mem::replace(&mut list.idf, FileIdf::Off) {
        FileIdf::Off => list.idf = FileIdf::Requested,
        FileIdf::Requested | FileIdf::Counting { .. } => {}
        FileIdf::On { .. } => {
            state.own.idf = Idf::Off;
            state.request_analysis();
        }
    }
}
