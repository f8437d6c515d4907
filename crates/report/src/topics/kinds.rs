//! The sheet of differences in kind: what differs, and what it costs.

use crate::number::exact;
use crate::topics::PageSettings;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Kinds;
use bertscope_explain::kinds::{CostedDifference, Expression};
use bertscope_kinds::Coverage;
use bertscope_sheet::{
    Axis, Cell, Chart, ChartSize, Column, Derivation, NumberKind, Row, Sheet, Step, Subject, Table,
};

/// A row for each difference, highest cost first.
pub(super) fn sheet(kinds: &Kinds, analysis: &Analysis, _choices: &PageSettings) -> Sheet {
    let mut sheet = Sheet::new(lead(kinds, analysis));
    let Some(first) = kinds.differences.first() else {
        return sheet;
    };
    let mut table = Table::new([
        Column::new("kind").ranked(1),
        Column::new("difference").uncut(),
        Column::new("cost"),
        Column::chart("", Axis::new(0.0, first.cost, ChartSize::Small))
            .ranked(2)
            .repeating(),
    ]);
    for difference in &kinds.differences {
        let cells = [
            Cell::named(difference.kind.name()),
            Cell::named(phrase(difference)),
            Cell::number(difference.cost, NumberKind::Cost),
            Chart::Bar(difference.cost).into(),
        ];
        let derivation = derivation(difference, analysis);
        table.push(Row::new(cells).about(subject(difference), derivation));
    }
    sheet.push(table);
    sheet
}

fn lead(kinds: &Kinds, analysis: &Analysis) -> &'static str {
    let texts = [Side::Reference, Side::Candidate].map(|side| &*analysis.side(side).tokenized.text);
    let coverage = analysis.kind_words.coverage(texts);
    match (kinds.differences.is_empty(), coverage) {
        (true, Coverage::Covered) => {
            "No numbers, negation, modality, names, units or dates differ, as far as the word list goes."
        }
        (true, Coverage::Unclear) => {
            "No numbers, negation, modality, names, units or dates differ, as far as the word list goes. It is English; so few \
             words do not show whether these texts are."
        }
        (true, Coverage::OtherLanguage) => {
            "Nothing was found, which says little: the word list is English, and these texts do not seem to be. It has no \
             negation, for example, of another language; --kinds FILE gives the words of one."
        }
        (false, Coverage::Covered | Coverage::Unclear) => {
            "Words that matter more than they cost: what differs in kind, and its share of what P and R lack. Rules and a \
             word list find it; the score does not know it."
        }
        (false, Coverage::OtherLanguage) => {
            "What differs in kind, and its share of what P and R lack, as far as it was found: the word list is English, and \
             these texts do not seem to be. --kinds FILE gives the words of another language."
        }
    }
}

/// `half → 50`, `“not” was added`.
pub(super) fn phrase(difference: &CostedDifference) -> String {
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
pub(super) fn subject(difference: &CostedDifference) -> Subject {
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

fn derivation(difference: &CostedDifference, analysis: &Analysis) -> Derivation {
    let mut steps = Derivation::new();
    let mut costs = Vec::new();
    for side in [Side::Reference, Side::Candidate] {
        if let Some(expression) = difference.expression(side) {
            steps.push(expression_step(expression, side, analysis));
            costs.push(exact(expression.cost));
        }
    }
    if costs.len() > 1 {
        let sum = Step::computed("cost", costs.join(" + "), exact(difference.cost));
        steps.push(sum);
    }
    steps
}

fn expression_step(expression: &Expression, side: Side, analysis: &Analysis) -> Step {
    let text = &expression.text;
    let name = side.name();
    let costs = match expression.tokens.len() {
        1 => "the cost of its token".to_owned(),
        n => format!("the costs of its {n} tokens"),
    };
    Step::sentence(if expression.tokens.is_empty() {
        format!("“{text}” of the {name} is not among the tokens, so it costs nothing")
    } else if analysis.has_empty_side() {
        "a text without words scores 0 by convention: no token has a cost".to_owned()
    } else {
        format!(
            "“{text}” takes {} from {}: {costs} of the {name}, as in “Why not 1.0?”",
            exact(expression.cost),
            side.mean_symbol()
        )
    })
}
