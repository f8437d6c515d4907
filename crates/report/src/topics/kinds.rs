//! The sheet of words to look at: what only one of the texts has, and what it costs.

use crate::number::exact;
use bertscope_analysis::Analysis;
use bertscope_explain::Kinds;
use bertscope_explain::kinds::CostedDifference;
use bertscope_sheet::{Cell, Chart, Column, Row, Sheet, Step, Subject, Table};

/// A row for each expression, highest cost first.
pub fn sheet(kinds: &Kinds, analysis: &Analysis) -> Sheet {
    let mut sheet = Sheet::new(lead(kinds, analysis));
    let Some(first) = kinds.differences.first() else {
        return sheet;
    };
    let mut table = Table::new([
        Column::new("kind").ranked(1),
        Column::new("expression").uncut(),
        Column::new("only in").uncut(),
        Column::new("cost"),
        Column::bars(first.cost).ranked(2),
    ]);
    for difference in &kinds.differences {
        let cells = [
            Cell::named(difference.kind.name()),
            Cell::word(expression(difference)),
            Cell::named(difference.side.name()),
            Cell::cost(difference.cost),
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
        "with the given word list"
    };
    let found = if kinds.differences.is_empty() {
        "The texts may differ in other words."
    } else {
        "Only one text has these, or has them more often (again); read whether they matter."
    };
    format!(
        "Looked for: numbers, dates, units, names, and words such as not, never, must and may; {language}. {found}"
    )
}

/// The expression; “(again)” says that the other text has it as well, but less often.
pub fn expression(difference: &CostedDifference) -> String {
    if difference.is_repeated {
        format!("{} (again)", difference.text)
    } else {
        difference.text.clone()
    }
}

/// The expression's first token, if it has one: it may be beyond the model's limit.
pub fn subject(difference: &CostedDifference) -> Subject {
    Subject::first_of(difference.side, &difference.tokens)
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
        "with an empty text, raw scores are 0 by convention: no token has a cost".to_owned()
    } else {
        format!(
            "“{text}” takes {} from {}: {costs} of the {name}, as in “Why not 1.0?”",
            exact(difference.cost),
            difference.side.mean_symbol()
        )
    })
}
