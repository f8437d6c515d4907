//! The sheet of words to look at: what only one of the texts has, and what it costs.

use crate::number::exact;
use crate::topics::SheetSettings;
use bertscope_analysis::Analysis;
use bertscope_explain::Kinds;
use bertscope_explain::kinds::CostedDifference;
use bertscope_sheet::{
    Axis, Cell, Chart, ChartSize, Column, NumberKind, Row, Sheet, Step, Subject, Table,
};

/// A row for each expression, highest cost first.
pub(super) fn sheet(kinds: &Kinds, analysis: &Analysis, _choices: &SheetSettings) -> Sheet {
    let mut sheet = Sheet::new(lead(kinds, analysis));
    let Some(first) = kinds.differences.first() else {
        return sheet;
    };
    let mut table = Table::new([
        Column::new("kind").ranked(1),
        Column::new("expression").uncut(),
        Column::new("only in").uncut(),
        Column::new("cost"),
        Column::chart("", Axis::new(0.0, first.cost, ChartSize::Small))
            .ranked(2)
            .repeating(),
    ]);
    for difference in &kinds.differences {
        let cells = [
            Cell::named(difference.kind.name()),
            Cell::word(difference.text.clone()),
            Cell::named(difference.side.name()),
            Cell::number(difference.cost, NumberKind::Cost),
            Chart::Bar(difference.cost).into(),
        ];
        table.push(Row::new(cells).about(subject(difference), [derivation(difference, analysis)]));
    }
    sheet.push(table);
    sheet
}

/// What was looked for, and in which language. It claims neither that a text is wrong nor that nothing differs.
fn lead(kinds: &Kinds, analysis: &Analysis) -> String {
    let language = if analysis.kind_words.is_english() {
        "English only"
    } else {
        "with the words of --kinds"
    };
    let looked_for = format!(
        "Looked for: numbers, dates, units, names, and words such as not, never, must and may; {language}."
    );
    if kinds.differences.is_empty() {
        format!("{looked_for} The texts may differ in other words.")
    } else {
        format!("{looked_for} Only one text has these; read whether they matter.")
    }
}

/// The expression's first token; the row alone if it has none, as beyond the model's limit.
pub(super) fn subject(difference: &CostedDifference) -> Subject {
    if difference.tokens.is_empty() {
        return Subject::Row;
    }
    Subject::Token(difference.side, difference.tokens.start)
}

fn derivation(difference: &CostedDifference, analysis: &Analysis) -> Step {
    let text = &difference.text;
    let name = difference.side.name();
    let costs = match difference.tokens.len() {
        1 => "the cost of its token".to_owned(),
        n => format!("the costs of its {n} tokens"),
    };
    Step::sentence(if difference.tokens.is_empty() {
        format!("“{text}” of the {name} is not among the tokens, so it costs nothing")
    } else if analysis.has_empty_side() {
        "a text without words scores 0 by convention: no token has a cost".to_owned()
    } else {
        format!(
            "“{text}” takes {} from {}: {costs} of the {name}, as in “Why not 1.0?”",
            exact(difference.cost),
            difference.side.mean_symbol()
        )
    })
}
