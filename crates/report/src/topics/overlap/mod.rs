//! The sheet of word overlap: the scores beside BERTScore's, the n-grams that BLEU counts, and each word with its match.

mod derivation;
mod reason;
mod words;

use super::derivation as score_derivation;
use crate::number::pluralized;
use crate::topics::SheetSettings;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::WordOverlap;
use bertscope_explain::overlap::{AllReferences, MatchedSpans};
use bertscope_overlap::Metric;
use bertscope_overlap::bleu::Tokenizer;
use bertscope_sheet::{Cell, Chart, Column, Highlight, NumberKind, Row, Sheet, Subject, Table};

/// Number of n-grams that a row names: a long text has thousands.
const MAX_NAMED_NGRAMS: usize = 40;

/// The scores, the n-grams, and the words of the chosen sides.
pub fn sheet(overlap: &WordOverlap, analysis: &Analysis, choices: &SheetSettings) -> Sheet {
    let mut sheet = Sheet::new(reason::lead(overlap, analysis));
    sheet.push(scores(overlap, analysis));
    let orders = overlap.counts.bleu.sentence().orders;
    if orders > 0 {
        sheet.heading(if choices.has_texts {
            "n-grams that BLEU counts"
        } else {
            // What counts is underlined in the texts on screen.
            "BLEU’s n-grams (underlined)"
        });
        sheet.push(ngrams(overlap, &analysis.candidate.tokenized.text, orders));
    }
    for &side in &choices.sides {
        if overlap.words(side).is_empty() {
            continue;
        }
        sheet.heading(words::heading(overlap, side));
        if choices.has_texts {
            sheet.push(words::marked_text(overlap, analysis, side));
        }
        sheet.push(words::table(overlap, analysis, side));
    }
    sheet
}

/// The score of each metric, and of BERTScore, with a bar of what it is out of.
fn scores(overlap: &WordOverlap, analysis: &Analysis) -> Table {
    let mut columns = vec![Column::new("metric"), Column::new("score")];
    if let Some(together) = overlap.all_references {
        let name = format!("with all {} references", together.references);
        columns.push(Column::new(name).short("all refs"));
    }
    columns.push(Column::new("out of").ranked(1));
    columns.push(Column::parts().ranked(2));
    let mut table = Table::new(columns);
    for metric in Metric::ALL {
        table.push(metric_row(metric, overlap));
    }
    let names = ["BERTScore P", "BERTScore R", "BERTScore F1"];
    for (name, score) in names.into_iter().zip(analysis.score().numbers()) {
        let has_all_references = overlap.all_references.is_some();
        table.push(bert_score_row(name, score, analysis, has_all_references));
    }
    table
}

fn metric_row(metric: Metric, overlap: &WordOverlap) -> Row {
    let name = match (metric, overlap.counts.tokenizer) {
        // The name of the tokenizer, as in sacrebleu's signature.
        (Metric::Bleu, Some(Tokenizer::Chinese)) => "BLEU tok:zh",
        _ => metric.title(),
    };
    let score = overlap.scores.get(metric);
    let mut cells = vec![Cell::named(name), score_cell(metric, score)];
    let mut derivation = derivation::metric(metric, &overlap.counts);
    if let Some(together) = overlap.all_references {
        let AllReferences { scores, .. } = together;
        cells.push(score_cell(metric, scores.get(metric)));
        derivation.push(derivation::all_references(together, metric));
    }
    cells.push(Cell::remark(metric.max_score().to_string()));
    cells.push(bar(score.map(|score| score / metric.max_score())));
    Row {
        highlights: Some(highlights(overlap.matched_spans(metric))),
        ..Row::new(cells).about(Subject::Row, derivation)
    }
}

fn bert_score_row(
    name: &str,
    score: Option<f64>,
    analysis: &Analysis,
    has_all_references: bool,
) -> Row {
    let mut cells = vec![Cell::named(name), Cell::rounded_score(score)];
    if has_all_references {
        cells.push(Cell::Empty);
    }
    cells.push(Cell::remark(if analysis.rescaling().is_some() {
        "1 (rescaled)"
    } else {
        "1"
    }));
    cells.push(bar(score));
    Row::new(cells).about(Subject::Row, score_derivation::score(analysis))
}

fn score_cell(metric: Metric, score: Option<f64>) -> Cell {
    let kind = match metric {
        Metric::Bleu | Metric::Chrf => NumberKind::Decimals {
            places: metric.digits(),
        },
        Metric::Rouge1 | Metric::Rouge2 | Metric::RougeL => NumberKind::RoundedScore,
    };
    Cell::number(score, kind)
}

fn bar(part: Option<f64>) -> Cell {
    Chart::Bar(part.unwrap_or(0.0)).into()
}

/// For each order up to `orders`, how many n-grams of the candidate BLEU counts, and which.
fn ngrams(overlap: &WordOverlap, candidate: &str, orders: usize) -> Table {
    let mut table = Table::new([
        Column::new("n-gram"),
        Column::new("matched"),
        Column::new("in candidate").short("of"),
        Column::new("which"),
    ]);
    let counts = &overlap.counts.bleu;
    for order in 1..=orders {
        let which = match derivation::smoothed_count(counts, order) {
            Some(assumed) => format!("smoothed to {assumed}"),
            None => named_ngrams(overlap, candidate, order),
        };
        let cells = [
            Cell::named(pluralized(order, "word")),
            Cell::Counts(vec![counts.matches[order - 1]]),
            Cell::Counts(vec![counts.totals[order - 1]]),
            Cell::remark(which),
        ];
        let spans = MatchedSpans {
            candidate: overlap.ngram_spans(order, Side::Candidate),
            reference: overlap.ngram_spans(order, Side::Reference),
        };
        table.push(Row {
            highlights: Some(highlights(&spans)),
            ..Row::new(cells).about(Subject::Row, [derivation::precision(counts, order)])
        });
    }
    table
}

fn named_ngrams(overlap: &WordOverlap, candidate: &str, order: usize) -> String {
    let matched = &overlap.ngrams.candidate;
    let mut names: Vec<String> = matched
        .iter()
        .filter(|ngram| ngram.order == order)
        .take(MAX_NAMED_NGRAMS + 1)
        .map(|ngram| format!("“{}”", &candidate[ngram.bytes.clone()]))
        .collect();
    if names.len() > MAX_NAMED_NGRAMS {
        names.truncate(MAX_NAMED_NGRAMS);
        names.push("…".to_owned());
    }
    names.join(" ")
}

fn highlights(spans: &MatchedSpans) -> Vec<Highlight> {
    let mut highlights = Vec::new();
    for side in Side::BOTH {
        for range in spans.side(side) {
            let range = range.clone();
            highlights.push(Highlight { side, range });
        }
    }
    highlights
}
