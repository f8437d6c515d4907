//! The page of compared texts: their scores, the words in which they differ, and whether their order holds.

mod derivation;
mod names;

use self::names::{f1_text, letter, order_text};
use super::columns::{cell, figure, fitted, name, value};
use super::page::{Page, Span, Target, Tone};
use crate::label::{fit, right};
use crate::number::short;
use bertscope_analysis::{Analysis, Idf, Side};
use bertscope_explain::Comparison;
use bertscope_explain::compare::{Contest, Order};
use bertscope_explain::words::written;

/// Rows for the candidates and for the references that are kept.
pub struct ComparePage<'a> {
    comparison: &'a Comparison,
    analysis: &'a Analysis,
    rows: Vec<Row>,
}

#[derive(Clone, Copy)]
enum Row {
    Blank,
    Heading(Side),
    /// Index among the contenders.
    Contender(Side, usize),
    /// Its text.
    Text(Side, usize),
    /// The best of several references.
    Best,
    OrderHeading(Side),
    Layers(Side),
    /// Index among the orders.
    Order(Side, usize),
    WordHeading(Side),
    /// Index among the words.
    Word(Side, usize),
}

impl<'a> ComparePage<'a> {
    /// All rows.
    pub fn new(comparison: &'a Comparison, analysis: &'a Analysis) -> Self {
        let mut rows = Vec::new();
        for (side, contest) in [(Side::Candidate, &comparison.candidates), (Side::Reference, &comparison.references)] {
            let Some(contest) = contest else { continue };
            if !rows.is_empty() {
                rows.push(Row::Blank);
            }
            rows.push(Row::Heading(side));
            let texts = (0..contest.contenders.len()).flat_map(|i| [Row::Contender(side, i), Row::Text(side, i)]);
            rows.extend(texts);
            if side == Side::Reference {
                rows.push(Row::Best);
            }
            if !contest.orders.is_empty() {
                rows.extend([Row::Blank, Row::OrderHeading(side), Row::Layers(side)]);
                let place = |order: &Order| contest.orders.iter().position(|other| std::ptr::eq(other, order));
                let others = contest.layers().filter(|order| !order.holds).chain(contest.weighings());
                let others = others.chain(contest.other_scale()).filter_map(place);
                rows.extend(others.map(|order| Row::Order(side, order)));
            }
            if !contest.words.is_empty() {
                rows.extend([Row::Blank, Row::WordHeading(side)]);
                rows.extend((0..contest.words.len()).map(|word| Row::Word(side, word)));
            }
        }
        Self { comparison, analysis, rows }
    }

    fn contest(&self, side: Side) -> Option<&'a Contest> {
        match side {
            Side::Candidate => self.comparison.candidates.as_ref(),
            Side::Reference => self.comparison.references.as_ref(),
        }
    }

    fn contender(contest: &Contest, i: usize, width: u16) -> Vec<Span> {
        let contender = &contest.contenders[i];
        let score = contender.analysis.score();
        let numbers = [score.precision, score.recall, Some(score.f1)];
        let here = contender.kept.is_none() && names(width) > 4;
        let label = format!("{}{}", letter(contender), if here { " here" } else { "" });
        let mut spans = vec![name(&label, names(width), Tone::Plain)];
        for (number, winners) in numbers.into_iter().zip(&contest.winners) {
            // Where all are equal, there is no winner.
            let wins = winners.contains(&i) && winners.len() < contest.contenders.len();
            // A sign next to the number, because not every terminal has colours.
            let mark = if wins { "▴" } else { " " };
            spans.push(cell(&value(number), if wins { Tone::Strong } else { Tone::Plain }));
            spans.push(Span::new(mark, Tone::Up));
        }
        fitted(spans, width)
    }

    /// The text itself, below its numbers.
    fn text(contest: &Contest, i: usize, width: u16) -> Vec<Span> {
        let text = &contest.contenders[i].analysis.side(contest.side).tokenized.text;
        let text = bertscope_printable::printable(text.trim());
        vec![Span::new(format!("  {}", fit(&text, width.saturating_sub(2))), Tone::Quiet)]
    }
}

/// Columns of the names of texts and words.
fn names(width: u16) -> u16 {
    if width < 40 { 4 } else { 10 }
}

impl Page for ComparePage<'_> {
    fn lead(&self) -> String {
        let several = match (&self.comparison.candidates, &self.comparison.references) {
            (None, None) => {
                return "Nothing is kept to compare with. Keep the text on screen (Ctrl-p, in the matrix K), then write \
                        another: this page compares the two."
                    .to_owned();
            }
            (Some(_), None) => "A is the candidate on screen, the others are kept; all on the reference on screen.",
            (None, Some(_)) => "A is the reference on screen, the others are kept; all for the candidate on screen.",
            (Some(_), Some(_)) => {
                "A is the text on screen, the others are kept: candidates on this reference, references for this candidate."
            }
        };
        format!("{several} ▴ marks the best of each number.")
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn row(&self, index: usize, width: u16) -> Vec<Span> {
        let row = self.rows[index];
        let (Some(side), Some(contest)) = (row.side(), row.side().and_then(|side| self.contest(side))) else {
            return Vec::new();
        };
        match row {
            Row::Blank => Vec::new(),
            Row::OrderHeading(_) => {
                let f1: Vec<f64> = contest.contenders.iter().map(|contender| contender.analysis.score().f1).collect();
                let text = format!("Does {} hold?", order_text(contest, &contest.ranking(), &f1, |_| String::new()));
                let text = if text.chars().count() > usize::from(width) { "Does the order hold?".into() } else { text };
                vec![Span::new(fit(&text, width), Tone::Accent)]
            }
            Row::Heading(side) => {
                let title = match (side, width) {
                    (Side::Candidate, ..40) => "cand",
                    (Side::Reference, ..40) => "ref",
                    (Side::Candidate, _) => "candidate",
                    (Side::Reference, _) => "reference",
                };
                let mut spans = vec![name(title, names(width), Tone::Accent)];
                for label in ["P", "R", "F1"] {
                    spans.extend([cell(label, Tone::Accent), Span::new(" ", Tone::Accent)]);
                }
                fitted(spans, width)
            }
            Row::Contender(_, i) => Self::contender(contest, i, width),
            Row::Text(_, i) => Self::text(contest, i, width),
            Row::Best => {
                let best = contest.best;
                let mut spans = vec![name("best", names(width), Tone::Plain)];
                for number in [best.precision, best.recall, Some(best.f1)] {
                    spans.extend([cell(&value(number), Tone::Strong), Span::new(" ", Tone::Plain)]);
                }
                fitted(spans, width)
            }
            Row::Layers(_) => {
                let (held, all) = (contest.layers().filter(|order| order.holds).count(), contest.layers().count());
                let text = format!("holds at {held} of {all} layers");
                let tone = if held == all { Tone::Plain } else { Tone::Warning };
                vec![Span::new(fit(&text, width), tone)]
            }
            Row::Order(_, i) => {
                let order = &contest.orders[i];
                let label = self.settings_name(contest, order);
                let said = if order.holds {
                    "holds".to_owned()
                } else {
                    order_text(contest, &order.order, &order.f1, |_| String::new())
                };
                let tone = if order.holds { Tone::Plain } else { Tone::Warning };
                vec![
                    name(&label, 12.min(width / 2), Tone::Plain),
                    Span::new(fit(&said, width - 12.min(width / 2)), tone),
                ]
            }
            Row::WordHeading(_) => {
                let label = if width < 40 { "word" } else { "best match of" };
                let mut spans = vec![name(label, word_names(width), Tone::Accent)];
                spans.extend(contest.contenders.iter().map(|contender| brief(&letter(contender), Tone::Accent)));
                fitted(spans, width)
            }
            Row::Word(_, i) => {
                let word = &contest.words[i];
                let text = &self.analysis.side(side.other()).tokenized;
                let most = word.similarities.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
                let mut spans = vec![name(&written(&text.tokens[word.tokens.clone()]), word_names(width), Tone::Plain)];
                for similarity in &word.similarities {
                    let best = similarity.is_some_and(|s| s >= most) && word.spread > 0.0;
                    let shown = similarity.map_or_else(|| "—".to_owned(), |s| short(self.analysis.shown(s as f32)));
                    spans.push(brief(&shown, if best { Tone::Strong } else { Tone::Quiet }));
                }
                fitted(spans, width)
            }
        }
    }

    fn target(&self, index: usize) -> Option<Target> {
        match self.rows[index] {
            Row::Blank | Row::Heading(_) | Row::Text(..) | Row::OrderHeading(_) | Row::WordHeading(_) => None,
            Row::Contender(side, i) => {
                let kept = self.contest(side)?.contenders[i].kept;
                Some(kept.map_or(Target::Row, |kept| Target::Kept(side, kept)))
            }
            Row::Best | Row::Layers(_) => Some(Target::Row),
            Row::Order(side, i) => {
                let contest = self.contest(side)?;
                let (settings, shown) = (contest.orders[i].settings, self.analysis.settings);
                Some(if settings.layer != self.analysis.layer {
                    Target::Layer(settings.layer)
                } else if settings.idf != shown.idf {
                    Target::Idf(settings.idf)
                } else {
                    Target::Rescale(settings.rescale)
                })
            }
            Row::Word(side, i) => {
                let tokens = &self.contest(side)?.words[i].tokens;
                Some(Target::Token(side.other(), tokens.start))
            }
        }
    }

    fn derivation(&self, index: usize) -> Vec<String> {
        let row = self.rows[index];
        let Some(contest) = row.side().and_then(|side| self.contest(side)) else { return Vec::new() };
        match row {
            Row::Contender(_, i) => derivation::contender(contest, i),
            Row::Best => {
                let best = contest.best;
                vec![
                    format!(
                        "best of the references: P {}, R {}, F1 {}",
                        figure(best.precision),
                        figure(best.recall),
                        figure(Some(best.f1))
                    ),
                    "bert_score takes the largest P, the largest R and the largest F1 each for itself, so they may come from \
                     different references and F1 is not made of that P and R"
                        .to_owned(),
                ]
            }
            Row::Layers(_) => {
                let lines = contest.layers().map(|order| {
                    let held = if order.holds { "holds" } else { "does not hold" };
                    format!("layer {}: {}, {held}", order.settings.layer, f1_text(contest, order))
                });
                lines.collect()
            }
            Row::Order(_, i) => {
                let order = &contest.orders[i];
                let mut steps = vec![format!("{}: {}", self.settings_name(contest, order), f1_text(contest, order))];
                if contest.other_scale().is_some_and(|other| std::ptr::eq(other, order)) {
                    steps.push(
                        "rescaling is (x − b) ÷ (1 − b) with one b for all at a layer, so it never changes an order"
                            .to_owned(),
                    );
                }
                steps
            }
            Row::Word(side, i) => derivation::word(contest, side, i),
            Row::Blank | Row::Heading(_) | Row::Text(..) | Row::OrderHeading(_) | Row::WordHeading(_) => Vec::new(),
        }
    }
}

impl Row {
    fn side(self) -> Option<Side> {
        match self {
            Self::Blank => None,
            Self::Best => Some(Side::Reference),
            Self::Heading(side) | Self::OrderHeading(side) | Self::Layers(side) | Self::WordHeading(side) => Some(side),
            Self::Contender(side, _) | Self::Text(side, _) | Self::Order(side, _) | Self::Word(side, _) => Some(side),
        }
    }
}

impl ComparePage<'_> {
    /// What is not as on screen.
    fn settings_name(&self, contest: &Contest, order: &Order) -> String {
        let shown = self.analysis.settings;
        if order.settings.layer != self.analysis.layer {
            return format!("layer {}", order.settings.layer);
        }
        if contest.other_scale().is_some_and(|other| std::ptr::eq(other, order)) {
            return if order.settings.rescale { "rescaled" } else { "raw" }.to_owned();
        }
        match order.settings.idf {
            idf if idf == shown.idf => "as it is".to_owned(),
            Idf::Off => "IDF off".to_owned(),
            Idf::Table => "IDF table".to_owned(),
            Idf::References => "IDF refs".to_owned(),
        }
    }
}

fn word_names(width: u16) -> u16 {
    (width / 3).clamp(8, 18)
}

/// A similarity in a column so narrow that several texts fit on a row.
fn brief(text: &str, tone: Tone) -> Span {
    Span::new(right(text, 5), tone)
}
