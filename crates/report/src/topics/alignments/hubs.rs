//! Hub tokens: tokens that are the best match of several others.

use super::super::names::token_name;
use super::cell_of;
use crate::number::exact;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Alignments;
use bertscope_metric::HubToken;
use bertscope_sheet::{Cell, Column, Derivation, Row, Table};

pub fn table(alignments: &Alignments, analysis: &Analysis, sides: &[Side]) -> Table {
    let mut table = Table::new([
        Column::new("hub token"),
        Column::new("in").ranked(2),
        Column::new("best match of").short("best of"),
        Column::new("which").ranked(1),
    ]);
    for side in sides {
        // Candidate tokens share hub tokens of the reference, and vice versa.
        let side = side.other();
        for hub in alignments.hubs(side) {
            table.push(row(hub, side, analysis));
        }
    }
    table
}

fn row(hub: &HubToken, side: Side, analysis: &Analysis) -> Row {
    let mut matched_names = Vec::new();
    for &i in &hub.chosen_by {
        matched_names.push(token_name(analysis, side.other(), i));
    }
    let cells = [
        Cell::word(token_name(analysis, side, hub.token)),
        Cell::named(side.name()),
        Cell::count(hub.chosen_by.len()),
        Cell::remark(matched_names.join(", ")),
    ];
    let subject = cell_of(side, hub.token, hub.chosen_by[0]);
    Row::new(cells).about(subject, derivation(hub, side, analysis))
}

fn derivation(hub: &HubToken, side: Side, analysis: &Analysis) -> Derivation {
    let other = side.other();
    let name = token_name(analysis, side, hub.token);
    let n = hub.chosen_by.len();
    let mut steps =
        vec![format!("“{name}” is the best match of {n} {} tokens", other.name()).into()];
    for &i in &hub.chosen_by {
        let similarity = exact(analysis.matches_of(other)[i].similarity);
        let name_of_match = token_name(analysis, other, i);
        steps.push(format!("“{name_of_match}” × “{name}”: cosine {similarity}").into());
    }
    steps.push("in a one-to-one alignment, at most one of them can have it".into());
    steps
}
