//! The page of compared texts: their scores, what each word adds to a difference, and whether their order holds.

mod derivation;
mod difference;
pub(super) mod names;

pub(super) use self::names::letter;
use self::names::{f1_text, order_text};
use super::choices::{Choices, Controls};
use super::columns::{cell, figure, fitted, name, value};
use super::page::{Page, Span, Target, Tone};
use crate::label::fit;
use bertscope_analysis::{Analysis, Idf, Side};
use bertscope_explain::Comparison;
use bertscope_explain::compare::{Contest, Order};

/// Rows for the candidates and for the references that are kept.
pub struct ComparePage<'a> {
    comparison: &'a Comparison,
    analysis: &'a Analysis,
    controls: Controls,
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
    /// Precision or recall of two texts.
    Mean(Side, MeanAt),
    /// The difference of the two.
    Total(Side, MeanAt),
    /// Index among the words of the difference.
    Word(Side, MeanAt, usize),
}

/// One of the means of one of the differences, by their indices.
#[derive(Clone, Copy)]
struct MeanAt {
    difference: usize,
    mean: usize,
}

impl<'a> ComparePage<'a> {
    /// All rows.
    pub fn new(comparison: &'a Comparison, analysis: &'a Analysis, choices: &Choices) -> Self {
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
            for (i, difference) in contest.differences.iter().enumerate() {
                for (mean, words) in difference.means.iter().map(|mean| &mean.words).enumerate() {
                    let at = MeanAt { difference: i, mean };
                    rows.extend([Row::Blank, Row::Mean(side, at), Row::Total(side, at)]);
                    rows.extend((0..words.len()).map(|word| Row::Word(side, at, word)));
                }
            }
        }
        Self { comparison, analysis, controls: choices.controls, rows }
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
        let shown = |contest: &Contest| {
            contest.contenders.iter().find(|contender| contender.kept.is_none()).map_or_else(String::new, letter)
        };
        let (one, both) = match self.controls {
            Controls::Keys => ("on screen", "on screen"),
            Controls::Flags => ("the text scored", "the texts scored"),
        };
        let others = |contest: &Contest| match (self.controls, contest.contenders.len()) {
            (Controls::Keys, 2) => "the other is kept",
            (Controls::Keys, _) => "the others are kept",
            (Controls::Flags, 2) => "the other is compared with it",
            (Controls::Flags, _) => "the others are compared with it",
        };
        let several = match (&self.comparison.candidates, &self.comparison.references) {
            (None, None) => {
                return match self.controls {
                    Controls::Keys => {
                        "Nothing is kept to compare with. Keep the text on screen (Ctrl-p, in the matrix K), then write \
                         another: this page compares the two."
                    }
                    Controls::Flags => {
                        "There is nothing to compare with. Give other candidates with --against TEXT, or several references."
                    }
                }
                .to_owned();
            }
            (Some(contest), None) => {
                format!("{} is {one}, {}; with the same reference.", shown(contest), others(contest))
            }
            (None, Some(contest)) => {
                format!("{} is {one}, {}; with the same candidate.", shown(contest), others(contest))
            }
            (Some(candidates), Some(references)) => {
                let (candidate, reference) = (shown(candidates), shown(references));
                format!(
                    "Candidate {candidate} and reference {reference} are {both}; the others are compared with them."
                )
            }
        };
        format!("{several} ▴ marks the best of each number.")
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn row(&self, index: usize, width: u16) -> Vec<Span> {
        let row = self.rows[index];
        let Some(contest) = row.side().and_then(|side| self.contest(side)) else { return Vec::new() };
        match row {
            Row::Blank => Vec::new(),
            Row::OrderHeading(_) => {
                let f1: Vec<f64> = contest.contenders.iter().map(|contender| contender.analysis.score().f1).collect();
                let text =
                    format!("{} with other settings?", order_text(contest, &contest.ranking(), &f1, |_| String::new()));
                let text = if text.chars().count() > usize::from(width) { "With other settings?".into() } else { text };
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
                let text = format!("at {held} of {all} layers");
                let tone = if held == all { Tone::Plain } else { Tone::Warning };
                vec![Span::new(fit(&text, width), tone)]
            }
            Row::Order(_, i) => {
                let order = &contest.orders[i];
                let label = self.settings_name(contest, order);
                let said = if order.holds {
                    "yes".to_owned()
                } else {
                    order_text(contest, &order.order, &order.f1, |_| String::new())
                };
                let tone = if order.holds { Tone::Plain } else { Tone::Warning };
                vec![
                    name(&label, 12.min(width / 2), Tone::Plain),
                    Span::new(fit(&said, width - 12.min(width / 2)), tone),
                ]
            }
            Row::Mean(_, at) => difference::heading(contest, at, width),
            Row::Total(_, at) => difference::total(contest, at, width),
            Row::Word(_, at, i) => difference::word(contest, at, i, width),
        }
    }

    fn target(&self, index: usize) -> Option<Target> {
        match self.rows[index] {
            Row::Blank | Row::Heading(_) | Row::Text(..) | Row::OrderHeading(_) | Row::Mean(..) => None,
            Row::Contender(side, i) => {
                let kept = self.contest(side)?.contenders[i].kept;
                Some(kept.map_or(Target::Row, |kept| Target::Kept(side, kept)))
            }
            Row::Best | Row::Layers(_) | Row::Total(..) => Some(Target::Row),
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
            Row::Word(side, at, i) => Some(difference::target(self.contest(side)?, at, i)),
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
                    let held = if order.holds { "the same order" } else { "another order" };
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
            Row::Total(_, at) => derivation::total(contest, at),
            Row::Word(_, at, i) => derivation::word(contest, at, i),
            Row::Blank | Row::Heading(_) | Row::Text(..) | Row::OrderHeading(_) | Row::Mean(..) => Vec::new(),
        }
    }
}

impl Row {
    fn side(self) -> Option<Side> {
        match self {
            Self::Blank => None,
            Self::Best => Some(Side::Reference),
            Self::Heading(side) | Self::OrderHeading(side) | Self::Layers(side) => Some(side),
            Self::Contender(side, _) | Self::Text(side, _) | Self::Order(side, _) => Some(side),
            Self::Mean(side, _) | Self::Total(side, _) | Self::Word(side, ..) => Some(side),
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
