//! The sheet of layers: the score at every layer, one cell of the matrix from static vectors to the last layer, and the
//! layer at which each word settles on its match.

use super::derivation;
use super::names::{numbered_token, token_name};
use crate::number::exact;
use crate::topics::{SheetSettings, example_cell};
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::Layer;
use bertscope_explain::Layers;
use bertscope_explain::layers::{LayerRow, SettledToken};
use bertscope_metric::{Score, Similarity};
use bertscope_sheet::{
    Axis, Cell, Chart, Column, Derivation, NumberKind, Row, Sheet, Step, Subject, Table,
};

pub fn sheet(layers: &Layers, analysis: &Analysis, choices: &SheetSettings) -> Sheet {
    let mut sheet = Sheet::new(lead(layers, analysis));
    sheet.push(score_table(layers, analysis));
    if analysis.has_empty_side() {
        return sheet;
    }
    add_cell(&mut sheet, layers, analysis, choices.cell);
    for &side in &choices.sides {
        let table = settled_table(side, layers, analysis);
        if !table.rows.is_empty() {
            sheet.heading(settled_heading(side));
            sheet.push(table);
        }
    }
    sheet
}

fn settled_heading(side: Side) -> String {
    format!(
        "layer at which each word of the {} settles on its match",
        side.name()
    )
}

fn lead(layers: &Layers, analysis: &Analysis) -> String {
    if analysis.has_empty_side() {
        return "With an empty text, raw scores are 0 by convention, at every layer.".to_owned();
    }
    let chosen = if layers.is_default_tuned {
        "tuned on human scores"
    } else {
        "the last layer"
    };
    let scored = layers.scored_layer;
    let default = layers.default_layer;
    let which = if scored == default {
        format!("Layer {scored} is scored (▶), this model’s default (*), {chosen}.")
    } else {
        format!("Layer {scored} is scored (▶); the default is {default} (*), {chosen}.")
    };
    let random = if !layers.rescaled && has_baseline(layers) {
        " ┆ marks the mean of random pairs."
    } else {
        ""
    };
    format!("{which} Each layer has its own scale: a higher number is not a better layer.{random}")
}

fn has_baseline(layers: &Layers) -> bool {
    layers.rows.iter().any(|row| row.baseline.is_some())
}

/// A row for each layer: F1 on an axis, the score on the scale of the settings, and the score on the other one.
fn score_table(layers: &Layers, analysis: &Analysis) -> Table {
    let mut columns = vec![
        Column::new("layer").short(""),
        Column::new(""),
        Column::chart("F1", axis(layers)),
        Column::new("P").ranked(1),
        Column::new("R").ranked(1),
        Column::new("F1"),
    ];
    let has_both_scales = layers.rescaled || has_baseline(layers);
    if has_both_scales {
        columns.extend(Score::SYMBOLS.map(|name| other_scale_column(name, layers.rescaled)));
    }
    let mut table = Table::new(columns);
    for row in &layers.rows {
        let shown = layers.scaled_score(row);
        let point = Chart::Point {
            value: shown.map(|score| score.f1),
            other: random_mean(layers, row),
        };
        let mut cells = vec![
            Cell::count(row.layer.0),
            Cell::named(marks(layers, row)),
            point.into(),
        ];
        cells.extend(Cell::scores(shown, NumberKind::Score));
        if has_both_scales {
            let other = if layers.rescaled {
                Some(row.raw)
            } else {
                row.rescaled
            };
            cells.extend(Cell::scores(other, NumberKind::Score));
        }
        let row = Row::new(cells)
            .about(
                Subject::Layer(row.layer),
                score_derivation(layers, row, analysis),
            )
            .chosen_if(row.layer == layers.scored_layer);
        table.push(row);
    }
    table
}

fn other_scale_column(name: &str, is_raw: bool) -> Column {
    let column = if is_raw {
        Column::new(format!("raw {name}"))
    } else {
        Column::new(format!("rescaled {name}")).short(format!("resc. {name}"))
    };
    column.ranked(2)
}

/// The axis of F1 and of the means of random pairs.
fn axis(layers: &Layers) -> Axis {
    let mut numbers = Vec::new();
    for row in &layers.rows {
        numbers.extend(layers.scaled_score(row).map(|score| score.f1));
        numbers.extend(random_mean(layers, row));
    }
    Axis::in_tenths(numbers)
}

/// The mean F1 of random pairs. Rescaled, it is 0 at every layer and says nothing.
fn random_mean(layers: &Layers, row: &LayerRow) -> Option<f64> {
    if layers.rescaled {
        return None;
    }
    row.baseline.map(|baseline| baseline.f1)
}

fn marks(layers: &Layers, row: &LayerRow) -> String {
    let mut marks = String::new();
    if row.layer == layers.scored_layer {
        marks.push('▶');
    }
    if row.layer == layers.default_layer {
        marks.push('*');
    }
    marks
}

fn score_derivation(layers: &Layers, row: &LayerRow, analysis: &Analysis) -> Derivation {
    if analysis.has_empty_side() {
        let convention = "with an empty text, raw scores are 0 at every layer, by convention";
        return vec![Step::sentence(convention)];
    }
    let mut steps = vec![Step::sentence(format!(
        "layer {}: every cosine is between hidden states of this layer",
        row.layer
    ))];
    let [candidate, reference] = layers.weight_sums;
    let sums = [(row.sums[0], candidate), (row.sums[1], reference)];
    steps.extend(derivation::means(&row.raw, sums));
    match &row.baseline {
        Some(baseline) => {
            steps.push(Step::sentence(format!(
                "random pairs have mean F1 {} at this layer",
                exact(baseline.f1)
            )));
            steps.extend(derivation::rescaling_steps(&row.raw, baseline));
        }
        None => steps.push(Step::sentence(
            "there is no baseline for this layer, so no rescaled score",
        )),
    }
    steps
}

/// One cell at every layer: the cosine of the two tokens’ static vectors, then at each layer.
struct FollowedCell<'a> {
    layers: &'a Layers,
    candidate: usize,
    reference: usize,
    /// What its numbers are.
    name: String,
}

/// A heading and a table about a cell, or about the most instructive one; nothing if the matrix does not have the cell.
fn add_cell(sheet: &mut Sheet, layers: &Layers, analysis: &Analysis, at: Option<(usize, usize)>) {
    let (candidate, reference) = at.unwrap_or_else(|| example_cell(analysis));
    let own = numbered_token(analysis, Side::Candidate, candidate);
    let other = numbered_token(analysis, Side::Reference, reference);
    if own.is_empty() || other.is_empty() {
        return;
    }
    let cell = FollowedCell {
        layers,
        candidate,
        reference,
        name: format!("cosine of {own} and {other}"),
    };
    let mut table = Table::new([
        Column::new("layer"),
        Column::parts().ranked(1),
        Column::new("cosine"),
    ]);
    table.push(cell.static_row());
    for row in &layers.rows {
        table.push(cell.layer_row(row));
    }
    sheet.heading(format!("{}: static vectors, then each layer", cell.name));
    sheet.push(table);
}

impl FollowedCell<'_> {
    fn static_row(&self) -> Row {
        let subject = Subject::Cell {
            candidate: self.candidate,
            reference: self.reference,
        };
        let vectors = if self.layers.is_layer_zero_static() {
            "a static vector is a token’s embedding, the same in every text; this model adds no position to it, so layer 0 is \
             static, too"
        } else {
            "a static vector is a token’s embedding without its position, the same in every text"
        };
        self.row("static", subject, &self.layers.static_similarity, vectors)
    }

    fn layer_row(&self, row: &LayerRow) -> Row {
        let vectors = match row.layer.0 {
            0 if self.layers.is_layer_zero_static() => "layer 0 is the embedding alone",
            0 => "layer 0 is the embedding plus its position; no other token is mixed in yet",
            1 => "at layer 1, one transformer block has mixed in the other tokens of each text",
            n => &format!(
                "at layer {n}, {n} transformer blocks have mixed in the other tokens of each text"
            ),
        };
        let name = row.layer.to_string();
        self.row(&name, Subject::Layer(row.layer), &row.similarity, vectors)
    }

    /// `vectors` says what the vectors are.
    fn row(&self, name: &str, subject: Subject, similarity: &Similarity, vectors: &str) -> Row {
        let is_scored = subject == Subject::Layer(self.layers.scored_layer);
        let mark = if is_scored { "▶ " } else { "" };
        let cosine = f64::from(similarity.get(self.candidate, self.reference));
        let cells = [
            Cell::named(format!("{mark}{name}")),
            Chart::Bar(cosine).into(),
            Cell::rounded_score(cosine),
        ];
        let steps = [
            Step::sentence(vectors),
            Step::result(&self.name, exact(cosine)),
        ];
        Row::new(cells).about(subject, steps).chosen_if(is_scored)
    }
}

/// The words of a side with their matches, those that settle last first.
fn settled_table(side: Side, layers: &Layers, analysis: &Analysis) -> Table {
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
            settled_derivation(word, layers, analysis),
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

fn settled_derivation(word: &SettledToken, layers: &Layers, analysis: &Analysis) -> Derivation {
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
