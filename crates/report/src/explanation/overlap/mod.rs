//! The page of word overlap: the scores beside BERTScore's, the n-grams that BLEU counts, and each word with its match.

mod derivation;
mod highlighted_text;
mod reason;
mod words;

use self::words::WordRows;
use super::columns::{COLUMN_WIDTH, bar, cell, left, right};
use super::derivation as score_derivation;
use super::page::{Page, Row, RowForm, Span, Target, Tone};
use super::page_settings::PageSettings;
use crate::label::fit;
use crate::number::{decimals, narrow_score, or_missing, pluralized, with_thousands_separators};
use bertscope_analysis::Analysis;
use bertscope_explain::WordOverlap;
use bertscope_overlap::Metric;
use bertscope_overlap::bleu::Tokenizer;
use bertscope_printable::printable;

const NAME_WIDTH: u16 = 12;

/// Columns of the scale: ` of 100` or ` rescaled`.
const SCALE_WIDTH: u16 = 9;

/// Columns of a bar, at most.
const BAR_WIDTH: u16 = 20;

/// The scores, the n-grams, and the words of the chosen sides.
pub(super) fn page<'a>(
    overlap: &'a WordOverlap,
    analysis: &'a Analysis,
    choices: &PageSettings,
) -> Page<'a> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    rows.extend(Metric::ALL.map(|metric| {
        let name = match (metric, overlap.counts.tokenizer) {
            // The name of the tokenizer, as in sacrebleu's signature.
            (Metric::Bleu, Some(Tokenizer::Chinese)) => "BLEU tok:zh",
            _ => metric.title(),
        };
        let score = overlap.scores.get(metric);
        let derivation = move || derivation::metric(metric, &overlap.counts);
        Row::new(move |width| metric_line(name, metric, score, width))
            .about(Target::Row, derivation)
    }));
    let scale = if analysis.rescaling().is_some() {
        " rescaled"
    } else {
        " of 1"
    };
    for (name, score) in ["BERTScore P", "BERTScore R", "BERTScore F1"]
        .into_iter()
        .zip(analysis.score().numbers())
    {
        let line =
            Row::new(move |width| score_line(name, &narrow_score(score), scale, score, width));
        rows.push(line.about(Target::Row, || score_derivation::score(analysis)));
    }
    if let Some(together) = overlap.all_references {
        rows.extend([
            Row::blank(),
            Row::heading(format!("With all {} references", together.references)),
        ]);
        rows.extend(Metric::ALL.map(|metric| {
            let score = together.scores.get(metric);
            let derivation = move || vec![derivation::all_references(together, metric)];
            Row::new(move |width| metric_line(metric.title(), metric, score, width))
                .about(Target::Row, derivation)
        }));
    }
    let orders = overlap.counts.bleu.sentence().orders;
    if orders > 0 {
        // If the texts are on screen, what counts is underlined in them.
        let heading = match choices.text_columns {
            Some(_) => "n-grams that BLEU counts",
            None => "BLEU’s n-grams (underlined)",
        };
        rows.extend([
            Row::blank(),
            Row::heading(heading).with_form(RowForm::Heading(&["n-gram", "matched", "which"])),
        ]);
    }
    let first_order = rows.len();
    rows.extend((1..=orders).map(|order| {
        Row::new(move |width| ngrams_line(overlap, analysis, order, width))
            .about(Target::Row, move || {
                vec![derivation::precision(&overlap.counts.bleu, order)]
            })
    }));
    for &side in &choices.sides {
        let words = WordRows {
            overlap,
            analysis,
            side,
        };
        if overlap.words(side).is_empty() {
            continue;
        }
        rows.extend([Row::blank(), Row::new(move |width| words.heading(width))]);
        if let Some(columns) = choices.text_columns {
            let text = &analysis.side(side).tokenized.text;
            let marks = overlap.matched_spans(Metric::Bleu).side(side);
            let lines = highlighted_text::lines(text, marks, columns);
            rows.extend(
                lines
                    .into_iter()
                    .map(|spans| Row::new(move |_| spans.clone()).with_form(RowForm::Text)),
            );
        }
        rows.extend(overlap.words(side).iter().map(|word| words.row(word)));
    }
    let page = Page::new(reason::lead(overlap, analysis), rows)
        .with_columns(&["metric", "score", "out of"]);
    page.with_highlights(move |row, side| {
        match row.checked_sub(first_order).filter(|order| *order < orders) {
            Some(order) => overlap.ngram_spans(order + 1, side),
            None => {
                let metric = Metric::ALL.get(row).copied().unwrap_or(Metric::Bleu);
                overlap.matched_spans(metric).side(side).clone()
            }
        }
    })
}

fn ngrams_line(overlap: &WordOverlap, analysis: &Analysis, order: usize, width: u16) -> Vec<Span> {
    let counts = &overlap.counts.bleu;
    let [matches, total] =
        [counts.matches[order - 1], counts.totals[order - 1]].map(with_thousands_separators);
    let name = pluralized(order as u64, "word");
    let room = width.saturating_sub(8 + 9 + 2);
    let what = match derivation::smoothed_count(counts, order) {
        Some(assumed) => format!("smoothed to {assumed}"),
        None => {
            let text = &analysis.candidate.tokenized.text;
            let matched = overlap
                .ngrams
                .candidate
                .iter()
                .filter(|ngram| ngram.order == order);
            // Only as many as there is room for: a long text has thousands.
            let matched = matched.take(usize::from(room));
            let quoted: Vec<String> = matched
                .map(|ngram| format!("“{}”", printable(&text[ngram.bytes.clone()])))
                .collect();
            quoted.join(" ")
        }
    };
    vec![
        left(&name, 8, Tone::Plain),
        right(&format!("{matches} of {total}"), 9, Tone::Strong),
        Span::new(format!("  {}", fit(&what, room)), Tone::Quiet),
    ]
}

fn metric_line(name: &str, metric: Metric, score: Option<f64>, width: u16) -> Vec<Span> {
    let number = match metric {
        Metric::Bleu | Metric::Chrf => or_missing(score, |score| decimals(score, metric.digits())),
        Metric::Rouge1 | Metric::Rouge2 | Metric::RougeL => narrow_score(score),
    };
    score_line(
        name,
        &number,
        &format!(" of {}", metric.max_score()),
        score.map(|score| score / metric.max_score()),
        width,
    )
}

/// `BLEU           37.99 of 100   ━━━━━━━             `
fn score_line(name: &str, number: &str, scale: &str, part: Option<f64>, width: u16) -> Vec<Span> {
    let bar_width = width
        .saturating_sub(NAME_WIDTH + COLUMN_WIDTH + SCALE_WIDTH + 1)
        .min(BAR_WIDTH);
    let [full, rest] = bar(" ", part.unwrap_or(0.0), bar_width, "─");
    vec![
        left(name, NAME_WIDTH, Tone::Plain),
        cell(number, Tone::Strong),
        left(scale, SCALE_WIDTH, Tone::Quiet),
        full,
        rest,
    ]
}
