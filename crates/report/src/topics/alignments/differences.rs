//! What differs in kind, above the matches: a matrix of similarities hardly shows it.

use crate::number::exact;
use bertscope_analysis::Side;
use bertscope_explain::Kinds;
use bertscope_explain::kinds::CostedDifference;
use bertscope_sheet::{Cell, Column, Emphasis, NumberKind, Row, Step, Subject, Table};

/// `half → 50`, `“not” was added`, and the cost of each.
pub(super) fn table(kinds: &Kinds) -> Table {
    let mut table = Table::new([Column::new("difference in kind"), Column::new("cost")]);
    for difference in &kinds.differences {
        let cells = [
            Cell::word(phrase(difference)),
            Cell::number(difference.cost, NumberKind::Cost),
        ];
        let step = Step::sentence(format!(
            "{}: its tokens take {} from P and R together",
            difference.kind.name(),
            exact(difference.cost)
        ));
        let row = Row::new(cells).emphasised(Emphasis::Warning);
        table.push(row.about(subject(difference), [step]));
    }
    table
}

fn phrase(difference: &CostedDifference) -> String {
    let reference = difference.expression(Side::Reference);
    let candidate = difference.expression(Side::Candidate);
    match (reference, candidate) {
        (Some(reference), Some(candidate)) => format!("{} → {}", reference.text, candidate.text),
        (Some(only), None) => format!("“{}” was left out", only.text),
        (None, Some(only)) => format!("“{}” was added", only.text),
        (None, None) => String::new(),
    }
}

/// The cell of both expressions, or the token of the only one.
fn subject(difference: &CostedDifference) -> Subject {
    let candidate = first_token(difference, Side::Candidate);
    let reference = first_token(difference, Side::Reference);
    match (candidate, reference) {
        (Some(candidate), Some(reference)) => Subject::Cell {
            candidate,
            reference,
        },
        (Some(token), None) => Subject::Token(Side::Candidate, token),
        (None, Some(token)) => Subject::Token(Side::Reference, token),
        (None, None) => Subject::Row,
    }
}

/// The first token of an expression; `None` if the expression has none, as beyond the model's limit.
fn first_token(difference: &CostedDifference, side: Side) -> Option<usize> {
    let tokens = &difference.expression(side)?.tokens;
    if tokens.is_empty() {
        return None;
    }
    Some(tokens.start)
}
