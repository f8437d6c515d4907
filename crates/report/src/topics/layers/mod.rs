//! The sheet of layers: the score at every layer, one cell of the matrix from static vectors to the last layer, and the
//! layer at which each word settles on its match.

mod pair;
mod settled;

use super::derivation;
use crate::number::exact;
use crate::topics::SheetSettings;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Layers;
use bertscope_explain::layers::LayerRow;
use bertscope_metric::Score;
use bertscope_sheet::{
    Axis, Cell, Chart, Column, Derivation, NumberKind, Row, Sheet, Step, Subject, Table,
};

pub fn sheet(layers: &Layers, analysis: &Analysis, choices: &SheetSettings) -> Sheet {
    let mut sheet = Sheet::new(lead(layers, analysis));
    sheet.push(score_table(layers, analysis));
    if analysis.has_empty_side() {
        return sheet;
    }
    pair::add(&mut sheet, layers, analysis, choices.cell);
    for &side in &choices.sides {
        let table = settled::table(side, layers, analysis);
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
