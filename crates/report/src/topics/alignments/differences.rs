//! What differs in kind, above the matches: a matrix of similarities hardly shows it.

use crate::number::exact;
use crate::topics::kinds::{phrase, subject};
use bertscope_explain::Kinds;
use bertscope_sheet::{Cell, Column, Emphasis, NumberKind, Row, Step, Table};

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
