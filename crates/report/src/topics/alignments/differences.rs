//! Numbers and dates that only one text has, above the matches: a matrix of similarities hardly shows them.

use crate::number::exact;
use crate::topics::kinds::{expression, subject};
use bertscope_explain::Kinds;
use bertscope_kinds::DifferenceKind;
use bertscope_sheet::{Cell, Column, Emphasis, Row, Step, Table};

/// Each number and date that only one text has, or has more often, and its cost. Other words to look at do not stand here, because what they mean
/// depends on their sentence.
pub fn table(kinds: &Kinds) -> Table {
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
