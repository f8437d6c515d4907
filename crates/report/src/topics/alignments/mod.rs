//! The sheet of matches: the matched pairs, then the score of each alignment, and the hub tokens.

mod pairs;
mod scores;

pub use scores::table as scores_table;

use super::names::token_name;
use crate::number::exact;
use crate::topics::SheetSettings;
use crate::topics::kinds::{expression, subject};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::{Alignments, Kinds};
use bertscope_kinds::DifferenceKind;
use bertscope_metric::HubToken;
use bertscope_sheet::{Cell, Column, Derivation, Emphasis, Row, Sheet, Step, Subject, Table};

/// The pairs of the chosen alignment, then the alignments and the hubs.
pub fn sheet(alignments: &Alignments, analysis: &Analysis, choices: &SheetSettings) -> Sheet {
    let lead = if alignments.by_convention {
        "With an empty text, raw scores are 0 by convention, however its tokens are aligned."
    } else {
        "Each token’s match, and what the score would be if each token could be matched only once."
    };
    let mut sheet = Sheet::new(lead);
    let differences = differences_table(&alignments.kinds);
    if !differences.rows.is_empty() {
        sheet.push(differences);
    }
    for &side in &choices.sides {
        let pairs = pairs::table(alignments, analysis, choices, side);
        if !pairs.rows.is_empty() {
            sheet.push(pairs);
        }
    }
    sheet.push(scores::table(alignments, analysis, choices.alignment));
    let hubs = hubs_table(alignments, analysis, &choices.sides);
    // No token of a pair that scores 0 by convention is matched, whatever the matrix says.
    if !hubs.rows.is_empty() && !alignments.by_convention {
        sheet.push(hubs);
    }
    sheet
}

/// The cell of a token of `side` and one of the other side.
fn cell_of(side: Side, own: usize, other: usize) -> Subject {
    let (candidate, reference) = side.pick((other, own), (own, other));
    Subject::Cell {
        candidate,
        reference,
    }
}

/// Each number and date that only one text has, or has more often, and its cost: a matrix of similarities hardly shows them.
/// Other words to look at do not stand here, because what they mean depends on their sentence.
fn differences_table(kinds: &Kinds) -> Table {
    let mut table = Table::new([Column::new("only in one text"), Column::new("cost")]);
    for difference in &kinds.differences {
        if !matches!(
            difference.kind,
            DifferenceKind::Number | DifferenceKind::Date
        ) {
            continue;
        }
        let side = difference.side;
        let cells = [
            Cell::word(format!("{}: {}", side.name(), expression(difference))),
            Cell::cost(difference.cost),
        ];
        let step = Step::sentence(format!(
            "{}: its tokens take {} from {}",
            difference.kind.name(),
            exact(difference.cost),
            side.mean_symbol()
        ));
        let row = Row::new(cells).emphasised(Emphasis::Warning);
        table.push(row.about(subject(difference), [step]));
    }
    table
}

/// Hub tokens: tokens that are the best match of several others.
fn hubs_table(alignments: &Alignments, analysis: &Analysis, sides: &[Side]) -> Table {
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
            table.push(hub_row(hub, side, analysis));
        }
    }
    table
}

fn hub_row(hub: &HubToken, side: Side, analysis: &Analysis) -> Row {
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
    Row::new(cells).about(subject, hub_derivation(hub, side, analysis))
}

fn hub_derivation(hub: &HubToken, side: Side, analysis: &Analysis) -> Derivation {
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
