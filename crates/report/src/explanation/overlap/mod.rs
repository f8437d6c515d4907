//! The page of word overlap: the scores beside BERTScore's, the n-grams that BLEU counts, and each word with its match.

mod derivation;
mod highlighted_text;
mod reason;

use std::ops::Range;

use super::columns::{cell, fit_spans, heading, value};
use super::derivation as score_derivation;
use super::page::{Page, Span, Target, Tone};
use super::page_settings::PageSettings;
use crate::label::{align_left, align_right, fit};
use crate::number::{short, with_thousands_separators};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::WordOverlap;
use bertscope_explain::overlap::{AllReferences, ComparedWord, MatchTarget};
use bertscope_overlap::Metric;
use bertscope_printable::printable;

/// Rows of word overlap.
pub struct OverlapPage<'a> {
    overlap: &'a WordOverlap,
    analysis: &'a Analysis,
    rows: Vec<Row>,
}

enum Row {
    Blank,
    Metric(Metric),
    BertScore(BertScore),
    Heading(String),
    /// A metric with all references.
    AllReferences(AllReferences, Metric),
    NGrams(usize),
    /// A text, and the number of its words that count.
    Text(Side),
    /// A line of the text, with what BLEU counts in brackets.
    HighlightedText(Vec<Span>),
    Word(Side, usize),
}

#[derive(Clone, Copy)]
enum BertScore {
    Precision,
    Recall,
    F1,
}

/// Columns of a metric's name.
const NAME_WIDTH: u16 = 12;

/// Columns of the scale: ` of 100` or ` rescaled`.
const SCALE_WIDTH: u16 = 9;

/// Columns of a bar, at most.
const BAR_WIDTH: u16 = 20;

impl<'a> OverlapPage<'a> {
    /// The rows of the chosen sides.
    pub fn new(overlap: &'a WordOverlap, analysis: &'a Analysis, choices: &PageSettings) -> Self {
        let mut rows: Vec<Row> = Metric::ALL.map(Row::Metric).into();
        rows.extend([BertScore::Precision, BertScore::Recall, BertScore::F1].map(Row::BertScore));
        if let Some(together) = overlap.all_references {
            rows.extend([Row::Blank, Row::Heading(format!("With all {} references", together.references))]);
            rows.extend(Metric::ALL.map(|metric| Row::AllReferences(together, metric)));
        }
        let orders = overlap.counts.bleu.sentence().orders;
        if orders > 0 {
            // If the texts are on screen, what counts is underlined in them.
            let heading = match choices.text_columns {
                Some(_) => "n-grams that BLEU counts",
                None => "BLEU’s n-grams (underlined)",
            };
            rows.extend([Row::Blank, Row::Heading(heading.to_owned())]);
            rows.extend((1..=orders).map(Row::NGrams));
        }
        for &side in &choices.sides {
            let words = overlap.words(side);
            if words.is_empty() {
                continue;
            }
            rows.extend([Row::Blank, Row::Text(side)]);
            if let Some(columns) = choices.text_columns {
                let text = &analysis.side(side).tokenized.text;
                let marks = overlap.matched_spans(Metric::Bleu).side(side);
                rows.extend(highlighted_text::lines(text, marks, columns).into_iter().map(Row::HighlightedText));
            }
            rows.extend((0..words.len()).map(|i| Row::Word(side, i)));
        }
        Self { overlap, analysis, rows }
    }

    fn bert_score(&self, which: BertScore) -> (&'static str, Option<f64>) {
        let score = self.analysis.score();
        match which {
            BertScore::Precision => ("BERTScore P", score.precision),
            BertScore::Recall => ("BERTScore R", score.recall),
            BertScore::F1 => ("BERTScore F1", Some(score.f1)),
        }
    }

    fn ngrams(&self, order: usize, width: u16) -> Vec<Span> {
        let counts = &self.overlap.counts.bleu;
        let (matches, total) = (counts.matches[order - 1], counts.totals[order - 1]);
        let name = if order == 1 { "1 word".to_owned() } else { format!("{order} words") };
        let mut spans = vec![
            Span::new(align_left(&name, 8), Tone::Plain),
            Span::new(
                align_right(
                    &format!("{} of {}", with_thousands_separators(matches), with_thousands_separators(total)),
                    9,
                ),
                Tone::Strong,
            ),
        ];
        let text = &self.analysis.candidate.tokenized.text;
        let matched = self.overlap.ngrams.candidate.iter().filter(|ngram| ngram.order == order);
        let room = width.saturating_sub(8 + 9 + 2);
        // Only as many as there is room for: a long text has thousands.
        let matched: Vec<String> = matched
            .take(usize::from(room))
            .map(|ngram| format!("“{}”", printable(&text[ngram.bytes.clone()])))
            .collect();
        let what = match derivation::smoothed_count(counts, order) {
            Some(assumed) => format!("smoothed to {assumed}"),
            None => matched.join(" "),
        };
        spans.push(Span::new(format!("  {}", fit(&what, room)), Tone::Quiet));
        fit_spans(spans, width)
    }

    /// `midday         —   .78 → noon`, as much of it as there is room for.
    fn word(&self, side: Side, word: &ComparedWord, width: u16) -> Vec<Span> {
        let counted = word.counted.map_or("—".to_owned(), |order| format!("{order}-gram"));
        let tone = if word.counted.is_some() { Tone::Accent } else { Tone::Plain };
        let names = names_width(width);
        let mut spans = vec![
            Span::new(align_left(&printable(&word.text), names), tone),
            Span::new(
                align_right(&counted, COUNTED_WIDTH),
                if word.counted.is_some() { Tone::Accent } else { Tone::Quiet },
            ),
        ];
        let Some(best) = word.best else {
            spans.push(Span::new("  no token", Tone::Quiet));
            return fit_spans(spans, width);
        };
        spans.push(Span::new(
            align_right(&short(self.analysis.scaled_similarity(best.similarity as f32)), COSINE_WIDTH),
            Tone::Strong,
        ));
        let partner = match best.target {
            MatchTarget::Word(i) => printable(&self.overlap.words(side.other())[i].text),
            MatchTarget::Special => "special token".to_owned(),
            MatchTarget::Several => "several words".to_owned(),
        };
        let room = width.saturating_sub(names + COUNTED_WIDTH + COSINE_WIDTH + 3);
        spans.push(Span::new(format!(" → {}", fit(&partner, room)), Tone::Quiet));
        fit_spans(spans, width)
    }

    fn word_derivation(&self, side: Side, word: &ComparedWord) -> Vec<String> {
        let (name, other) = (printable(&word.text), side.other());
        let others = self.overlap.words(other);
        let mut steps = vec![match word.counted {
            Some(1) => format!("BLEU counts “{name}”, but no n-gram of two or more words that contains it"),
            Some(order) => {
                format!("BLEU counts “{name}”, and an n-gram of {order} words that contains it")
            }
            None if others.iter().any(|other| other.text == word.text) => {
                format!("BLEU does not count “{name}” here: it is in the {} fewer times", other.name())
            }
            None => format!("BLEU does not count “{name}”: the {} does not contain this word", other.name()),
        }];
        let Some(best) = word.best else {
            steps.push("the model has no token for it: the tokenizer drops it, or the text was truncated".to_owned());
            return steps;
        };
        let what = match word.tokens.len() {
            1 => "the cosine of its best match".to_owned(),
            n => format!("the mean of the best cosines of its {n} tokens"),
        };
        let shown = best.similarity;
        let partner = match best.target {
            MatchTarget::Word(i) => format!("with “{}” in the {}", printable(&others[i].text), other.name()),
            MatchTarget::Special => format!("with a special token in the {}", other.name()),
            MatchTarget::Several => format!("with several words in the {}", other.name()),
        };
        steps.push(format!("BERTScore matches it {partner}: {shown:.5} is {what}"));
        if let Some(rescaled) = self.analysis.rescaling() {
            let rescaled = rescaled.baseline.rescale_cell(shown as f32);
            steps.push(format!("rescaled with the F1 baseline, as in the matrix: {rescaled:.5}"));
        }
        if best.same_tokens {
            steps.push("to the model both are the same tokens; only their context differs".to_owned());
        }
        steps
    }
}

/// Columns of the longest n-gram.
const COUNTED_WIDTH: u16 = 8;

/// Columns of the cosine.
const COSINE_WIDTH: u16 = 6;

/// Columns of a word.
fn names_width(width: u16) -> u16 {
    (width / 4).clamp(8, 18)
}

impl Page for OverlapPage<'_> {
    fn lead(&self) -> String {
        reason::sentence(self.overlap, self.analysis)
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn row(&self, index: usize, width: u16) -> Vec<Span> {
        match &self.rows[index] {
            Row::Blank => Vec::new(),
            Row::Metric(metric) => metric_row(*metric, self.overlap.scores.get(*metric), width),
            Row::AllReferences(together, metric) => metric_row(*metric, together.scores.get(*metric), width),
            Row::BertScore(which) => {
                let (name, score) = self.bert_score(*which);
                let scale = if self.analysis.rescaling().is_some() { " rescaled" } else { " of 1" };
                score_row(name, &value(score), scale, score, width)
            }
            Row::Heading(text) => vec![Span::new(fit(text, width), Tone::Accent)],
            Row::NGrams(order) => self.ngrams(*order, width),
            Row::Text(side) => {
                let (words, counted) = (self.overlap.words(*side).len(), self.overlap.counts.bleu.matches[0]);
                let name = names_width(width);
                fit_spans(
                    vec![
                        Span::new(align_left(heading(*side, name), name), Tone::Accent),
                        Span::new(align_right("BLEU", COUNTED_WIDTH), Tone::Quiet),
                        Span::new(align_right("cos", COSINE_WIDTH), Tone::Quiet),
                        Span::new(
                            format!(
                                "   {} of {} words count",
                                with_thousands_separators(counted),
                                with_thousands_separators(words as u64)
                            ),
                            Tone::Quiet,
                        ),
                    ],
                    width,
                )
            }
            Row::HighlightedText(spans) => spans.clone(),
            Row::Word(side, i) => self.word(*side, &self.overlap.words(*side)[*i], width),
        }
    }

    fn target(&self, index: usize) -> Option<Target> {
        match self.rows[index] {
            Row::Blank | Row::Heading(_) | Row::Text(_) | Row::HighlightedText(_) => None,
            Row::Metric(_) | Row::BertScore(_) | Row::AllReferences(..) | Row::NGrams(_) => Some(Target::Row),
            Row::Word(side, i) => {
                let tokens = &self.overlap.words(side)[i].tokens;
                Some(if tokens.is_empty() { Target::Row } else { Target::Token(side, tokens.start) })
            }
        }
    }

    fn derivation(&self, index: usize) -> Vec<String> {
        match self.rows[index] {
            Row::Blank | Row::Heading(_) | Row::Text(_) | Row::HighlightedText(_) => Vec::new(),
            Row::Metric(metric) => derivation::metric(metric, &self.overlap.counts),
            Row::BertScore(_) => score_derivation::score(self.analysis),
            Row::AllReferences(together, metric) => vec![derivation::all_references(together, metric)],
            Row::NGrams(order) => vec![derivation::precision(&self.overlap.counts.bleu, order)],
            Row::Word(side, i) => self.word_derivation(side, &self.overlap.words(side)[i]),
        }
    }

    fn highlights(&self, index: usize, side: Side) -> Vec<Range<usize>> {
        match self.rows.get(index) {
            Some(Row::Metric(metric)) => self.overlap.matched_spans(*metric).side(side).to_vec(),
            Some(Row::NGrams(order)) => self.overlap.ngram_spans(*order, side),
            _ => self.overlap.matched_spans(Metric::Bleu).side(side).to_vec(),
        }
    }
}

fn metric_row(metric: Metric, score: f64, width: u16) -> Vec<Span> {
    let number = match metric {
        Metric::Bleu | Metric::Chrf => format!("{score:.*}", metric.digits()),
        Metric::Rouge1 | Metric::Rouge2 | Metric::RougeL => value(Some(score)),
    };
    score_row(metric.title(), &number, &format!(" of {}", metric.max_score()), Some(score / metric.max_score()), width)
}

/// `BLEU           37.99 of 100   ━━━━━━━             `
fn score_row(name: &str, number: &str, scale: &str, part: Option<f64>, width: u16) -> Vec<Span> {
    let bar = width.saturating_sub(NAME_WIDTH + super::columns::COLUMN_WIDTH + SCALE_WIDTH + 1).min(BAR_WIDTH);
    let full = (part.unwrap_or(0.0).clamp(0.0, 1.0) * f64::from(bar)).round() as usize;
    let spans = vec![
        Span::new(align_left(name, NAME_WIDTH), Tone::Plain),
        cell(number, Tone::Strong),
        Span::new(align_left(scale, SCALE_WIDTH), Tone::Quiet),
        Span::new(format!(" {}", "━".repeat(full)), Tone::Bar),
        Span::new("─".repeat(usize::from(bar) - full), Tone::Rest),
    ];
    fit_spans(spans, width)
}
