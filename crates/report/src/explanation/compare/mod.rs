//! The page of compared texts: the scores of every candidate on every reference, what each word adds to a difference, and
//! whether their order holds.

mod derivation;
mod difference;
mod names;

use self::names::{f1_text, order_text};
use super::choices::{Choices, Controls};
use super::columns::{cell, fitted, name, value};
use super::page::{Page, Span, Target, Tone};
use crate::label::{fit, right};
use bertscope_analysis::{Analysis, Idf, Side};
use bertscope_explain::Comparison;
use bertscope_explain::compare::{Contest, Order};
use bertscope_metric::Score;

/// Rows for the candidates, for each of them on each reference, and for what makes the pair on screen different.
pub struct ComparePage<'a> {
    comparison: &'a Comparison,
    analysis: &'a Analysis,
    controls: Controls,
    rows: Vec<Row>,
}

#[derive(Clone, Copy)]
enum Row {
    Blank,
    /// Above the candidates.
    Candidates,
    /// Index among the candidates.
    Candidate(usize),
    /// Its text.
    CandidateText(usize),
    /// Above a candidate on each reference.
    References(usize),
    /// A candidate on a reference.
    Pair(usize, usize),
    /// The text of a reference.
    ReferenceText(usize),
    /// The best of several references, for the one candidate.
    Best,
    OrderHeading(Side),
    Layers(Side),
    /// Index among the orders.
    Order(Side, usize),
    /// Of several candidates and references, which pair the differences of a side are about.
    Differences(Side),
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
        let (candidates, references) = (comparison.candidates.contenders.len(), comparison.references.contenders.len());
        let mut rows = Vec::new();
        if candidates > 1 {
            rows.push(Row::Candidates);
            rows.extend((0..candidates).flat_map(|i| [Row::Candidate(i), Row::CandidateText(i)]));
            rows.extend(orders(&comparison.candidates));
        }
        if references > 1 {
            for i in 0..candidates {
                rows.extend((!rows.is_empty()).then_some(Row::Blank));
                rows.push(Row::References(i));
                // The texts are the same for every candidate.
                let text = |j: usize| (i == 0).then_some(Row::ReferenceText(j));
                rows.extend((0..references).flat_map(|j| std::iter::once(Row::Pair(i, j)).chain(text(j))));
            }
        }
        if references > 1 && candidates == 1 {
            rows.push(Row::Best);
            rows.extend(orders(&comparison.references));
        }
        for contest in [&comparison.candidates, &comparison.references] {
            if candidates > 1 && references > 1 {
                rows.extend([Row::Blank, Row::Differences(contest.side)]);
            }
            rows.extend(differences(contest));
        }
        Self { comparison, analysis, controls: choices.controls, rows }
    }

    fn has_several(&self, side: Side) -> bool {
        self.comparison.contest(side).contenders.len() > 1
    }

    /// The numbers of `scores[i]`, those that are the highest marked.
    fn numbers(label: &str, scores: &[Score], winners: &[Vec<usize>; 3], i: usize, width: u16) -> Vec<Span> {
        let score = scores[i];
        let mut spans = vec![name(label, names(width), Tone::Plain)];
        for (number, winners) in [score.precision, score.recall, Some(score.f1)].into_iter().zip(winners) {
            // Where all are equal, there is no winner.
            let wins = winners.contains(&i) && winners.len() < scores.len();
            // A sign next to the number, because not every terminal has colours.
            let mark = if wins { "▴" } else { " " };
            spans.push(cell(&value(number), if wins { Tone::Strong } else { Tone::Plain }));
            spans.push(Span::new(mark, Tone::Up));
        }
        fitted(spans, width)
    }

    /// A title and the names of the numbers.
    fn heading(title: &str, width: u16) -> Vec<Span> {
        let mut spans = vec![name(title, names(width), Tone::Accent)];
        for label in ["P", "R", "F1"] {
            spans.extend([cell(label, Tone::Accent), Span::new(" ", Tone::Accent)]);
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

/// The order by F1, and where it does not hold.
fn orders(contest: &Contest) -> Vec<Row> {
    if contest.orders.is_empty() {
        return Vec::new();
    }
    let side = contest.side;
    let place = |order: &Order| contest.orders.iter().position(|other| std::ptr::eq(other, order));
    let others = contest.layers().filter(|order| !order.holds).chain(contest.weighings()).chain(contest.other_scale());
    let others = others.filter_map(place).map(|order| Row::Order(side, order));
    [Row::Blank, Row::OrderHeading(side), Row::Layers(side)].into_iter().chain(others).collect()
}

/// What makes the pair on screen different.
fn differences(contest: &Contest) -> Vec<Row> {
    let mut rows = Vec::new();
    for (i, difference) in contest.differences.iter().enumerate() {
        for (mean, words) in difference.means.iter().map(|mean| &mean.words).enumerate() {
            let (side, at) = (contest.side, MeanAt { difference: i, mean });
            rows.extend([Row::Blank, Row::Mean(side, at), Row::Total(side, at)]);
            rows.extend((0..words.len()).map(|word| Row::Word(side, at, word)));
        }
    }
    rows
}

/// Columns of the reference that gives a candidate its best F1, where there is room.
const REFERENCE: u16 = 5;

/// Columns of the names of texts and words.
fn names(width: u16) -> u16 {
    if width < 40 { 4 } else { 10 }
}

impl Page for ComparePage<'_> {
    fn lead(&self) -> String {
        let Comparison { candidates, references, .. } = self.comparison;
        let (candidate, reference) = (candidates.name(candidates.shown()), references.name(references.shown()));
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
        let several = match (self.has_several(Side::Candidate), self.has_several(Side::Reference)) {
            (false, false) => {
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
            (true, false) => format!("{candidate} is {one}, {}; with the same reference.", others(candidates)),
            (false, true) => {
                format!("Reference {reference} is {one}, {}; with the same candidate.", others(references))
            }
            (true, true) => {
                let of = references.contenders.len();
                format!(
                    "Candidate {candidate} and reference {reference} are {both}. With {of} references, the best counts."
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
        let Comparison { pairs, candidates, references } = self.comparison;
        let here = |is: bool| if is && names(width) > 4 { " here" } else { "" };
        match row {
            Row::Blank => Vec::new(),
            Row::Candidates => {
                let title = match (references.contenders.len(), width) {
                    (1, ..40) => "cand".to_owned(),
                    (1, _) => "candidate".to_owned(),
                    (_, ..40) => "best".to_owned(),
                    (of, _) => format!("best of {of}"),
                };
                let mut spans = Self::heading(&title, width);
                if references.contenders.len() > 1 {
                    spans.push(Span::new(right("ref.", REFERENCE), Tone::Accent));
                }
                fitted(spans, width)
            }
            Row::Candidate(i) => {
                let scores: Vec<Score> = candidates.contenders.iter().map(|contender| contender.score).collect();
                let label = format!("{}{}", candidates.name(i), here(i == candidates.shown()));
                let mut spans = Self::numbers(&label, &scores, &candidates.winners(), i, width);
                if references.contenders.len() > 1 {
                    let [.., f1] = self.comparison.best_references(i);
                    let name = f1.first().map_or_else(String::new, |best| references.name(*best));
                    spans.push(Span::new(right(&name, REFERENCE), Tone::Quiet));
                }
                fitted(spans, width)
            }
            Row::CandidateText(i) => Self::text(candidates, i, width),
            Row::References(i) => {
                let title = match (candidates.contenders.len(), width) {
                    (1, ..40) => "ref".to_owned(),
                    (1, _) => "reference".to_owned(),
                    (_, ..40) => format!("{} on", candidates.name(i)),
                    _ => format!("{} on ref.", candidates.name(i)),
                };
                Self::heading(&title, width)
            }
            Row::Pair(i, j) => {
                let scores: Vec<Score> = pairs[i].iter().map(|pair| pair.score()).collect();
                let shown = i == candidates.shown() && j == references.shown();
                let label = format!("{}{}", references.name(j), here(shown));
                Self::numbers(&label, &scores, &self.comparison.best_references(i), j, width)
            }
            Row::ReferenceText(j) => Self::text(references, j, width),
            Row::Best => {
                let best = references.best();
                let mut spans = vec![name("best", names(width), Tone::Plain)];
                for number in [best.precision, best.recall, Some(best.f1)] {
                    spans.extend([cell(&value(number), Tone::Strong), Span::new(" ", Tone::Plain)]);
                }
                fitted(spans, width)
            }
            Row::OrderHeading(side) => {
                let contest = self.comparison.contest(side);
                let f1: Vec<f64> = contest.contenders.iter().map(|contender| contender.score.f1).collect();
                let text =
                    format!("{} with other settings?", order_text(contest, &contest.ranking(), &f1, |_| String::new()));
                let text = if text.chars().count() > usize::from(width) { "With other settings?".into() } else { text };
                vec![Span::new(fit(&text, width), Tone::Accent)]
            }
            Row::Differences(side) => {
                let text = match side {
                    Side::Candidate => format!("Differences on reference {}", references.name(references.shown())),
                    Side::Reference => format!("Differences of candidate {}", candidates.name(candidates.shown())),
                };
                vec![Span::new(fit(&text, width), Tone::Accent)]
            }
            Row::Layers(side) => {
                let contest = self.comparison.contest(side);
                let (held, all) = (contest.layers().filter(|order| order.holds).count(), contest.layers().count());
                let text = format!("at {held} of {all} layers");
                let tone = if held == all { Tone::Plain } else { Tone::Warning };
                vec![Span::new(fit(&text, width), tone)]
            }
            Row::Order(side, i) => {
                let contest = self.comparison.contest(side);
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
            Row::Mean(side, at) => difference::heading(self.comparison.contest(side), at, width),
            Row::Total(side, at) => difference::total(self.comparison.contest(side), at, width),
            Row::Word(side, at, i) => difference::word(self.comparison.contest(side), at, i, width),
        }
    }

    fn target(&self, index: usize) -> Option<Target> {
        let kept = |side: Side, i: usize| self.comparison.contest(side).contenders[i].kept;
        match self.rows[index] {
            Row::Blank | Row::Candidates | Row::CandidateText(_) | Row::References(_) | Row::ReferenceText(_) => None,
            Row::OrderHeading(_) | Row::Differences(_) | Row::Mean(..) => None,
            Row::Candidate(i) => {
                Some(kept(Side::Candidate, i).map_or(Target::Row, |kept| Target::Kept(Side::Candidate, kept)))
            }
            Row::Pair(i, j) => Some(match (kept(Side::Candidate, i), kept(Side::Reference, j)) {
                (None, None) => Target::Row,
                (Some(candidate), None) => Target::Kept(Side::Candidate, candidate),
                (None, Some(reference)) => Target::Kept(Side::Reference, reference),
                (Some(candidate), Some(reference)) => Target::KeptPair { candidate, reference },
            }),
            Row::Best | Row::Layers(_) | Row::Total(..) => Some(Target::Row),
            Row::Order(side, i) => {
                let (settings, shown) = (self.comparison.contest(side).orders[i].settings, self.analysis.settings);
                Some(if settings.layer != self.analysis.layer {
                    Target::Layer(settings.layer)
                } else if settings.idf != shown.idf {
                    Target::Idf(settings.idf)
                } else {
                    Target::Rescale(settings.rescale)
                })
            }
            Row::Word(side, at, i) => Some(difference::target(self.comparison.contest(side), at, i)),
        }
    }

    fn derivation(&self, index: usize) -> Vec<String> {
        match self.rows[index] {
            Row::Blank | Row::Candidates | Row::CandidateText(_) | Row::References(_) | Row::ReferenceText(_) => {
                Vec::new()
            }
            Row::OrderHeading(_) | Row::Differences(_) | Row::Mean(..) => Vec::new(),
            Row::Candidate(i) => derivation::candidate(self.comparison, i),
            Row::Pair(i, j) => derivation::pair(self.comparison, i, j),
            Row::Best => derivation::best(self.comparison, self.comparison.candidates.shown()),
            Row::Layers(side) => {
                let contest = self.comparison.contest(side);
                let lines = contest.layers().map(|order| {
                    let held = if order.holds { "the same order" } else { "another order" };
                    format!("layer {}: {}, {held}", order.settings.layer, f1_text(contest, order))
                });
                lines.collect()
            }
            Row::Order(side, i) => {
                let contest = self.comparison.contest(side);
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
            Row::Total(side, at) => derivation::total(self.comparison.contest(side), at),
            Row::Word(side, at, i) => derivation::word(self.comparison.contest(side), at, i),
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
