//! The page of differences in kind, and their line on the page of matches.

use unicode_width::UnicodeWidthStr;

use super::columns::{bar, left, right};
use super::page::{Page, Row, Span, Target, Tone};
use crate::number::{exact, narrow_score, pluralized, three_places};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Kinds;
use bertscope_explain::kinds::{CostedDifference, Expression};
use bertscope_kinds::Coverage;

const KIND_WIDTH: u16 = 9;

/// Columns of a cost, and of its bar.
const COST_WIDTH: u16 = 7;
const BAR_WIDTH: u16 = 6;

/// Columns of the expressions, if there are bars beside them.
const MIN_PHRASE_WIDTH: u16 = 20;

/// A row for each difference, highest cost first.
pub(super) fn page<'a>(kinds: &'a Kinds, analysis: &'a Analysis) -> Page<'a> {
    let most = kinds.differences.first().map_or(0.0, |first| first.cost);
    let lead = lead(kinds, analysis);
    let rows = kinds.differences.iter().map(|difference| {
        let line = Row::new(move |width| line(difference, most, width));
        line.about(target(difference), move || derivation(difference, analysis))
    });
    Page::new(lead, rows.collect()).with_columns(&["kind", "difference", "cost"])
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

/// The differences as one row: `2019 → 2020, cost .004; “not” was added, cost .011`.
pub(super) fn summary_row(kinds: &Kinds) -> Option<Row<'_>> {
    if kinds.differences.is_empty() {
        return None;
    }
    let phrases: Vec<String> = kinds
        .differences
        .iter()
        .map(|d| format!("{}, cost {}", phrase(d), three_places(d.cost)))
        .collect();
    let text = phrases.join("; ");
    // The whole text is below the row, which may have room only for its start.
    let row = Row::text(text.clone(), Tone::Warning);
    Some(row.about(Target::Row, move || vec![text.clone()]))
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
fn target(difference: &CostedDifference) -> Target {
    match (
        first_token(difference, Side::Candidate),
        first_token(difference, Side::Reference),
    ) {
        (Some(candidate), Some(reference)) => Target::Cell {
            candidate,
            reference,
        },
        (Some(token), None) => Target::Token(Side::Candidate, token),
        (None, Some(token)) => Target::Token(Side::Reference, token),
        (None, None) => Target::Row,
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

/// `date      2019 → 2020   −.0040 ━━━`. Where there is little room, the expressions have priority over bar and kind.
fn line(difference: &CostedDifference, most: f64, width: u16) -> Vec<Span> {
    let phrase = phrase(difference);
    let room = width.saturating_sub(COST_WIDTH);
    let has_bars = room >= KIND_WIDTH + BAR_WIDTH + 1 + MIN_PHRASE_WIDTH;
    let bars = if has_bars { BAR_WIDTH + 1 } else { 0 };
    let kind = if has_bars || phrase.width() <= room.saturating_sub(KIND_WIDTH).into() {
        KIND_WIDTH
    } else {
        0
    };
    let mut spans = vec![
        left(difference.kind.name(), kind, Tone::Quiet),
        left(
            &phrase,
            room.saturating_sub(kind + bars).clamp(8, 48),
            Tone::Plain,
        ),
        right(
            &format!("−{}", narrow_score(Some(difference.cost))),
            COST_WIDTH,
            Tone::Strong,
        ),
    ];
    if has_bars {
        spans.extend(bar(
            " ",
            if most > 0.0 {
                difference.cost / most
            } else {
                0.0
            },
            BAR_WIDTH,
            " ",
        ));
    }
    spans
}

fn derivation(difference: &CostedDifference, analysis: &Analysis) -> Vec<String> {
    let mut steps = Vec::new();
    for side in [Side::Reference, Side::Candidate] {
        if let Some(expression) = difference.expression(side) {
            steps.push(expression_line(expression, side, analysis));
        }
    }
    if let (Some(reference), Some(candidate)) = (
        difference.expression(Side::Reference),
        difference.expression(Side::Candidate),
    ) {
        let [reference, candidate, sum] =
            [reference.cost, candidate.cost, difference.cost].map(exact);
        steps.push(format!("cost = {reference} + {candidate} = {sum}"));
    }
    steps
}

fn expression_line(expression: &Expression, side: Side, analysis: &Analysis) -> String {
    let text = &expression.text;
    let name = side.name();
    if expression.tokens.is_empty() {
        return format!("“{text}” of the {name} is not among the tokens, so it costs nothing");
    }
    if analysis.has_empty_side() {
        return "a text without words scores 0 by convention: no token has a cost".to_owned();
    }
    format!(
        "“{text}” takes {} from {}: the costs of its {} of the {name}, as in “Why not 1.0?”",
        exact(expression.cost),
        side.mean_symbol(),
        pluralized(expression.tokens.len() as u64, "token")
    )
}
