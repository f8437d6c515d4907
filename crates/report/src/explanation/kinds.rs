//! The page of differences in kind, and their line on the page of matches.

use unicode_width::UnicodeWidthStr;

use super::columns::{bar, left, right};
use super::page::{Page, Row, RowForm, Span, Target, Tone};
use crate::label::fit;
use crate::number::{exact, narrow_score, pluralized, three_places};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Kinds;
use bertscope_explain::kinds::{CostedDifference, Expression};

const KIND_WIDTH: u16 = 9;

/// Columns of a cost, and of its bar.
const COST_WIDTH: u16 = 7;
const BAR_WIDTH: u16 = 6;

/// Columns of the expressions, if there are bars beside them.
const MIN_PHRASE_WIDTH: u16 = 20;

/// A row for each difference, highest cost first.
pub(super) fn page<'a>(kinds: &'a Kinds, analysis: &'a Analysis) -> Page<'a> {
    let most = kinds.differences.first().map_or(0.0, |first| first.cost);
    let row = |difference: &'a CostedDifference| {
        let line = Row::new(move |width| line(difference, most, width));
        line.about(target(difference), move || derivation(difference, analysis))
    };
    let lead = if kinds.differences.is_empty() {
        "No numbers, negation, modality, names, units or dates differ, as far as the word list goes."
    } else {
        "Words that matter more than they cost: what differs in kind, and its share of what P and R lack. Rules and a word list \
         find it; the score does not know it."
    };
    Page::new(lead, kinds.differences.iter().map(row).collect()).with_columns(&[
        "kind",
        "difference",
        "cost",
    ])
}

/// The differences as one row: `2019 → 2020, cost .004; “not” was added, cost .011`.
pub(super) fn summary_row(kinds: &Kinds) -> Option<Row<'_>> {
    let phrases = kinds
        .differences
        .iter()
        .map(|d| format!("{}, cost {}", phrase(d), three_places(d.cost)));
    let text = phrases.collect::<Vec<_>>().join("; ");
    let all = move || vec![text.clone()];
    (!kinds.differences.is_empty()).then(|| {
        Row::new({
            let all = all.clone();
            move |width| vec![Span::new(fit(&all()[0], width), Tone::Warning)]
        })
        .with_form(RowForm::Text)
        .about(Target::Row, all)
    })
}

fn phrase(difference: &CostedDifference) -> String {
    let text = |side: Side| difference.expression(side).map(|part| part.text.as_str());
    match (text(Side::Reference), text(Side::Candidate)) {
        (Some(reference), Some(candidate)) => format!("{reference} → {candidate}"),
        (Some(only), None) => format!("“{only}” was left out"),
        (_, only) => format!("“{}” was added", only.unwrap_or_default()),
    }
}

/// The cell of both expressions, or the token of the only one.
fn target(difference: &CostedDifference) -> Target {
    let first = |side: Side| {
        difference
            .expression(side)
            .filter(|part| !part.tokens.is_empty())
            .map(|part| part.tokens.start)
    };
    match (first(Side::Candidate), first(Side::Reference)) {
        (Some(candidate), Some(reference)) => Target::Cell {
            candidate,
            reference,
        },
        (Some(token), None) => Target::Token(Side::Candidate, token),
        (None, Some(token)) => Target::Token(Side::Reference, token),
        (None, None) => Target::Row,
    }
}

/// `date      2019 → 2020   −.0040 ━━━`. Where there is little room, the expressions have priority over bar and kind.
fn line(difference: &CostedDifference, most: f64, width: u16) -> Vec<Span> {
    let (phrase, room) = (phrase(difference), width.saturating_sub(COST_WIDTH));
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
    let side = |side: Side| {
        let Expression { text, tokens, cost } = difference.expression(side)?;
        let (mean, name) = (side.mean_symbol(), side.name());
        Some(match tokens.len() {
            0 => format!("“{text}” of the {name} is not among the tokens, so it costs nothing"),
            _ if analysis.has_empty_side() => {
                "a text without words scores 0 by convention: no token has a cost".to_owned()
            }
            n => format!(
                "“{text}” takes {} from {mean}: the costs of its {} of the {name}, as in “Why not 1.0?”",
                exact(*cost),
                pluralized(n as u64, "token")
            ),
        })
    };
    let mut steps: Vec<String> = [Side::Reference, Side::Candidate]
        .into_iter()
        .filter_map(side)
        .collect();
    if let [Some(reference), Some(candidate)] =
        [Side::Reference, Side::Candidate].map(|side| difference.expression(side))
    {
        let [reference, candidate, sum] =
            [reference.cost, candidate.cost, difference.cost].map(exact);
        steps.push(format!("cost = {reference} + {candidate} = {sum}"));
    }
    steps
}
