//! The page of compared texts: the scores of every candidate on every reference, the contribution of each word to a
//! difference, and whether the order holds under other settings.

mod derivation;
mod difference;
mod names;
mod rows;
mod scores;

use self::names::{f1_text, order_text};
use self::rows::{MeanAt, Row, rows};
use super::columns::name;
use super::page::{Page, Span, Target, Tone};
use super::page_settings::{Controls, PageSettings};
use crate::label::fit;
use bertscope_analysis::{Analysis, Idf, Side};
use bertscope_explain::TextComparison;
use bertscope_explain::compare::{TextOrder, TextRanking};

/// Width of a layer at which an order does not hold.
const CONTRADICTED_LAYER_WIDTH: u16 = 17;

/// Rows for the candidates, for each of them on each reference, and for the differences of the pair on screen.
pub struct ComparePage<'a> {
    comparison: &'a TextComparison,
    analysis: &'a Analysis,
    controls: Controls,
    rows: Vec<Row>,
}

impl<'a> ComparePage<'a> {
    /// All rows.
    pub fn new(comparison: &'a TextComparison, analysis: &'a Analysis, choices: &PageSettings) -> Self {
        Self { comparison, analysis, controls: choices.controls, rows: rows(comparison) }
    }

    fn has_several(&self, side: Side) -> bool {
        self.comparison.ranking(side).texts.len() > 1
    }
}

impl Page for ComparePage<'_> {
    fn lead(&self) -> String {
        let TextComparison { candidates, references, .. } = self.comparison;
        let (candidate, reference) =
            (candidates.name(candidates.shown_index()), references.name(references.shown_index()));
        let (one, both) = match self.controls {
            Controls::Keys => ("on screen", "on screen"),
            Controls::Flags => ("the text scored", "the texts scored"),
        };
        let others = |ranking: &TextRanking| match (self.controls, ranking.texts.len()) {
            (Controls::Keys, 2) => "the other is kept",
            (Controls::Keys, _) => "the others are kept",
            (Controls::Flags, 2) => "the other is compared with it",
            (Controls::Flags, _) => "the others are compared with it",
        };
        let all = |ranking: &TextRanking| if ranking.texts.len() == 2 { "Both" } else { "All" };
        let several = match (self.has_several(Side::Candidate), self.has_several(Side::Reference)) {
            (false, false) => {
                return match self.controls {
                    Controls::Keys => {
                        "No text is kept to compare with. Keep the text on screen (Ctrl-p, or K in the matrix), then write \
                         another: this panel compares the two."
                    }
                    Controls::Flags => {
                        "Nothing to compare with. Add candidates with --against TEXT, or several references."
                    }
                }
                .to_owned();
            }
            (true, false) => {
                format!("{candidate} is {one}, {}. {} use the same reference.", others(candidates), all(candidates))
            }
            (false, true) => {
                format!(
                    "Reference {reference} is {one}, {}. {} use the same candidate.",
                    others(references),
                    all(references)
                )
            }
            (true, true) => {
                let of = references.texts.len();
                format!(
                    "Candidate {candidate} and reference {reference} are {both}. With {of} references, the best score counts."
                )
            }
        };
        format!("{several} ▴ marks the best P, R and F1.")
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn row(&self, index: usize, width: u16) -> Vec<Span> {
        let TextComparison { candidates, references, .. } = self.comparison;
        match self.rows[index] {
            Row::Blank => Vec::new(),
            Row::Candidates => scores::candidates_heading(self.comparison, width),
            Row::Candidate(i) => scores::candidate(self.comparison, i, width),
            Row::CandidateText(i) => scores::text(candidates, i, width),
            Row::References(i) => scores::references_heading(self.comparison, i, width),
            Row::Pair(i, j) => scores::pair(self.comparison, i, j, width),
            Row::ReferenceText(j) => scores::text(references, j, width),
            Row::Best => scores::best(self.comparison, width),
            Row::OrderHeading(side) => {
                let ranking = self.comparison.ranking(side);
                let f1: Vec<f64> = ranking.texts.iter().map(|compared| compared.score.f1).collect();
                let text =
                    format!("{} with other settings?", order_text(ranking, &ranking.ranking(), &f1, |_| String::new()));
                let text = if text.chars().count() > usize::from(width) { "With other settings?".into() } else { text };
                vec![Span::new(fit(&text, width), Tone::Accent)]
            }
            Row::Differences(side) => {
                let text = match side {
                    Side::Candidate => {
                        format!("Differences on reference {}", references.name(references.shown_index()))
                    }
                    Side::Reference => {
                        format!("Differences for candidate {}", candidates.name(candidates.shown_index()))
                    }
                };
                vec![Span::new(fit(&text, width), Tone::Accent)]
            }
            Row::Layers(side) => {
                let ranking = self.comparison.ranking(side);
                let (held, all) =
                    (ranking.orders_by_layer().filter(|order| order.agrees).count(), ranking.orders_by_layer().count());
                let text = format!("holds at {held} of {all} layers");
                let tone = if held == all { Tone::Plain } else { Tone::Warning };
                vec![Span::new(fit(&text, width), tone)]
            }
            Row::Order(side, i) => {
                let ranking = self.comparison.ranking(side);
                let order = &ranking.orders[i];
                let settings = self.settings_phrase(ranking, order);
                if order.agrees {
                    return vec![Span::new(fit(&format!("holds {settings}"), width), Tone::Plain)];
                }
                let other = order_text(ranking, &order.order, &order.f1, |_| String::new());
                let mut label = format!("not {settings}:");
                if label.chars().count() + 1 + other.chars().count() > usize::from(width) {
                    label = format!("{}:", self.settings_name(ranking, order));
                }
                let column = CONTRADICTED_LAYER_WIDTH.max(label.len() as u16 + 1).min(width);
                vec![name(&label, column, Tone::Plain), Span::new(fit(&other, width - column), Tone::Warning)]
            }
            Row::Mean(side, at) => difference::heading(self.comparison.ranking(side), at, width),
            Row::Total(side, at) => difference::total(self.comparison.ranking(side), at, width),
            Row::Word(side, at, i) => difference::word(self.comparison.ranking(side), at, i, width),
        }
    }

    fn target(&self, index: usize) -> Option<Target> {
        let kept = |side: Side, i: usize| self.comparison.ranking(side).texts[i].kept;
        match self.rows[index] {
            Row::Blank | Row::Candidates | Row::CandidateText(_) | Row::References(_) | Row::ReferenceText(_) => None,
            Row::OrderHeading(_) | Row::Differences(_) | Row::Mean(..) => None,
            Row::Candidate(i) => {
                Some(kept(Side::Candidate, i).map_or(Target::Row, |kept| Target::KeptText(Side::Candidate, kept)))
            }
            Row::Pair(i, j) => Some(match (kept(Side::Candidate, i), kept(Side::Reference, j)) {
                (None, None) => Target::Row,
                (Some(candidate), None) => Target::KeptText(Side::Candidate, candidate),
                (None, Some(reference)) => Target::KeptText(Side::Reference, reference),
                (Some(candidate), Some(reference)) => Target::KeptPair { candidate, reference },
            }),
            Row::Best | Row::Layers(_) | Row::Total(..) => Some(Target::Row),
            Row::Order(side, i) => {
                let (settings, shown) = (self.comparison.ranking(side).orders[i].settings, self.analysis.settings);
                Some(if settings.layer != self.analysis.layer {
                    Target::Layer(settings.layer)
                } else if settings.idf != shown.idf {
                    Target::Idf(settings.idf)
                } else {
                    Target::Rescale(settings.rescale)
                })
            }
            Row::Word(side, at, i) => Some(difference::target(self.comparison.ranking(side), at, i)),
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
            Row::Best => derivation::best(self.comparison, self.comparison.candidates.shown_index()),
            Row::Layers(side) => {
                let ranking = self.comparison.ranking(side);
                let lines = ranking.orders_by_layer().map(|order| {
                    let held = if order.agrees { "same order" } else { "different order" };
                    format!("layer {}: {}, {held}", order.settings.layer, f1_text(ranking, order))
                });
                lines.collect()
            }
            Row::Order(side, i) => {
                let ranking = self.comparison.ranking(side);
                let order = &ranking.orders[i];
                let mut steps = vec![format!("{}: {}", self.settings_name(ranking, order), f1_text(ranking, order))];
                if ranking.other_scale().is_some_and(|other| std::ptr::eq(other, order)) {
                    steps.push(
                        "rescaling is (x − b) ÷ (1 − b), with the same b for all texts at a layer, so it never changes the order"
                            .to_owned(),
                    );
                }
                steps
            }
            Row::Total(side, at) => derivation::total(self.comparison.ranking(side), at),
            Row::Word(side, at, i) => derivation::word(self.comparison.ranking(side), at, i),
        }
    }
}

impl ComparePage<'_> {
    /// The same as the end of a sentence about an order that holds, or does not.
    fn settings_phrase(&self, ranking: &TextRanking, order: &TextOrder) -> String {
        let name = self.settings_name(ranking, order);
        let with = if order.settings.layer != self.analysis.layer {
            "at"
        } else if order.settings.idf != self.analysis.settings.idf {
            "with"
        } else {
            "when"
        };
        format!("{with} {name}")
    }

    /// The setting that differs from the one on screen.
    fn settings_name(&self, ranking: &TextRanking, order: &TextOrder) -> String {
        let shown = self.analysis.settings;
        if order.settings.layer != self.analysis.layer {
            return format!("layer {}", order.settings.layer);
        }
        if ranking.other_scale().is_some_and(|other| std::ptr::eq(other, order)) {
            return if order.settings.rescale { "rescaled" } else { "raw" }.to_owned();
        }
        match order.settings.idf {
            idf if idf == shown.idf => "as it is".to_owned(),
            Idf::Off => "IDF off".to_owned(),
            Idf::Table => "the IDF table".to_owned(),
            Idf::References => "IDF refs".to_owned(),
        }
    }
}
