//! The page of sentences: what each costs, and which sentence of the other text covers it best.

use super::columns::{bar, right};
use super::page::{Page, Row, RowForm, Span, Target, Tone};
use super::page_settings::PageSettings;
use crate::label::fit;
use crate::number::{MISSING, exact, narrow_score, or_missing, short};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Sentences;
use bertscope_explain::sentences::SentenceEntry;

/// Columns of a number, a cost, a bar and a similarity.
const NUMBERS_WIDTH: u16 = 3 + 7 + 7 + 5;

/// For each side a heading and its sentences, each with the sentence that covers it best, highest cost first.
pub(super) fn page<'a>(
    sentences: &'a Sentences,
    analysis: &'a Analysis,
    choices: &PageSettings,
) -> Page<'a> {
    let mut rows = Vec::new();
    for &side in &choices.sides {
        let [own, others] = [side, side.other()].map(|side| sentences.side(side).as_slice());
        if own.is_empty() {
            continue;
        }
        rows.extend((!rows.is_empty()).then(Row::blank));
        let heading = format!(
            "{} → {} ({})",
            side.name(),
            side.other().name(),
            side.mean_symbol()
        );
        rows.push(Row::heading(heading).with_form(RowForm::Heading(&[
            "",
            "cost",
            "",
            "similarity",
            "sentence",
        ])));
        let most = own[0].cost;
        for entry in own {
            let target = if entry.tokens.is_empty() {
                Target::Row
            } else {
                Target::Token(side, entry.tokens.start)
            };
            let line = Row::new(move |width| line(entry, analysis, most, width));
            rows.push(line.about(target, move || derivation(entry, others, side)));
            rows.push(Row::new(move |width| {
                match_line(entry, others, analysis, width)
            }));
        }
    }
    let is_single = [Side::Candidate, Side::Reference]
        .into_iter()
        .all(|side| sentences.side(side).len() < 2);
    let lead = if analysis.has_empty_side() {
        "A text without words scores 0 by convention: no sentence has a cost."
    } else if is_single {
        "Each text is one sentence. In longer texts, this shows which sentence is not covered by the other text."
    } else {
        "What each sentence costs, highest cost first: the sum of its tokens’ costs. Below each, the sentence of the other text \
         that covers it best."
    };
    Page::new(lead, rows)
}

/// ` 2 −.0686 ━━━━━   .52 The ferry leaves at noon.`
fn line(entry: &SentenceEntry, analysis: &Analysis, most: f64, width: u16) -> Vec<Span> {
    let mut spans = vec![
        right(&number(entry.sentence), 3, Tone::Quiet),
        right(
            &format!("−{}", narrow_score(Some(entry.cost))),
            7,
            Tone::Strong,
        ),
    ];
    spans.extend(bar(
        " ",
        if most > 0.0 { entry.cost / most } else { 0.0 },
        6,
        " ",
    ));
    spans.push(right(
        &similarity(entry.similarity, analysis),
        5,
        Tone::Plain,
    ));
    spans.push(Span::new(
        fit(
            &format!(" {}", entry.text),
            width.saturating_sub(NUMBERS_WIDTH),
        ),
        Tone::Plain,
    ));
    spans
}

/// The sentence that covers it best.
fn match_line(
    entry: &SentenceEntry,
    others: &[SentenceEntry],
    analysis: &Analysis,
    width: u16,
) -> Vec<Span> {
    let (best, text) = match entry
        .best
        .and_then(|best| Some((best, by_number(others, best.sentence)?)))
    {
        Some((best, text)) => (
            similarity(Some(best.similarity), analysis),
            format!(" {} {text}", number(best.sentence)),
        ),
        None => (MISSING.to_owned(), " no sentence".to_owned()),
    };
    let text = fit(&text, width.saturating_sub(NUMBERS_WIDTH));
    // It has no number and no cost of its own.
    let [number, cost, arrow] =
        [("", 3), ("", 7), ("→", 7)].map(|(text, width)| right(text, width, Tone::Quiet));
    vec![
        number,
        cost,
        arrow,
        right(&best, 5, Tone::Quiet),
        Span::new(text, Tone::Quiet),
    ]
}

fn number(sentence: usize) -> String {
    (sentence + 1).to_string()
}

fn by_number(all: &[SentenceEntry], sentence: usize) -> Option<&str> {
    all.iter()
        .find(|entry| entry.sentence == sentence)
        .map(|entry| entry.text.as_str())
}

fn similarity(x: Option<f64>, analysis: &Analysis) -> String {
    or_missing(x, |x| short(analysis.scaled_similarity(x as f32)))
}

fn derivation(entry: &SentenceEntry, others: &[SentenceEntry], side: Side) -> Vec<String> {
    let n = entry.tokens.len();
    let of = format!("sentence {} of the {}", number(entry.sentence), side.name());
    if n == 0 {
        return vec![format!(
            "{of} has no token: it is beyond the model’s limit, or the tokenizer drops it"
        )];
    }
    let mut steps = vec![format!(
        "{of} takes {} from {}: the costs of its {n} tokens, as in “Why not 1.0?”",
        exact(entry.cost),
        side.mean_symbol()
    )];
    if let Some(similarity) = entry.similarity {
        let all = format!("with all {} of the {}", others.len(), side.other().name());
        steps.push(mean_line(&all, similarity, entry.weight));
    }
    if let Some(best) = entry.best {
        let one = format!("within sentence {} alone", number(best.sentence));
        steps.push(mean_line(&one, best.similarity, entry.weight));
    }
    steps
}

fn mean_line(among: &str, mean: f64, weight: f64) -> String {
    let [sum, weight, mean] = [mean * weight, weight, mean].map(exact);
    format!("{among}: Σ weight × best cosine ÷ Σ weights = {sum} ÷ {weight} = {mean}")
}
