//! The layer at which each word settles on its match.

use super::super::names::token_name;
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::Layer;
use bertscope_explain::Layers;
use bertscope_explain::layers::SettledToken;
use bertscope_sheet::{Cell, Column, Derivation, Row, Step, Subject, Table};

/// The words of a side with their matches, those that settle last first.
pub fn table(side: Side, layers: &Layers, analysis: &Analysis) -> Table {
    let mut table = Table::new([
        Column::new("word"),
        Column::new("layer"),
        Column::new("match"),
        Column::new("earlier matches").short("before").ranked(1),
    ]);
    for word in layers.settled.iter().filter(|word| word.side == side) {
        let cells = [
            Cell::word(token_name(analysis, side, word.token)),
            Cell::count(word.layer.0),
            Cell::word(token_name(analysis, side.other(), word.best_match)),
            Cell::remark(earlier_matches(word, analysis)),
        ];
        table.push(Row::new(cells).about(
            Subject::Token(side, word.token),
            derivation(word, layers, analysis),
        ));
    }
    table
}

/// `0 ferry, 1 leaves`: each match before the last one with the first layer that has it.
fn earlier_matches(word: &SettledToken, analysis: &Analysis) -> String {
    let mut matches = Vec::new();
    for step in &word.path {
        if step.layer < word.layer {
            let name = token_name(analysis, word.side.other(), step.best_match);
            matches.push(format!("{} {name}", step.layer));
        }
    }
    matches.join(", ")
}

fn derivation(word: &SettledToken, layers: &Layers, analysis: &Analysis) -> Derivation {
    let name = token_name(analysis, word.side, word.token);
    let mut steps = Vec::new();
    for (place, step) in word.path.iter().enumerate() {
        let first = step.layer;
        let last = match word.path.get(place + 1) {
            Some(next) => Layer(next.layer.0 - 1),
            None => Layer(layers.rows.len().saturating_sub(1)),
        };
        let range = if first == last {
            format!("layer {last}")
        } else {
            format!("layers {first} to {last}")
        };
        let remark = if (first..=last).contains(&layers.scored_layer) {
            ", the scored layer"
        } else {
            ""
        };
        let best_match = token_name(analysis, word.side.other(), step.best_match);
        steps.push(Step::sentence(format!(
            "{range}: “{name}” matches “{best_match}”{remark}"
        )));
    }
    steps
}
