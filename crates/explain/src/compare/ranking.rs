//! The texts of one side, ranked by F1, and the ranking under other settings.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::PairScores;
use crate::f1_difference::{F1Share, f1_shares};
use crate::kept::text_name;
use crate::mean_difference::MeanDifference;
use bertscope_analysis::{Analysis, Settings, Side};
use bertscope_metric::Score;

/// The texts of one side.
#[derive(Debug, Clone, PartialEq)]
pub struct TextRanking {
    /// The side.
    pub side: Side,
    /// The text on screen and the kept ones, in the order of their names.
    pub texts: Vec<RankedText>,
    /// Why the score of the pair on screen differs from that of each other pair, in the order of the other texts.
    pub differences: Vec<TextDifference>,
    /// The order by F1 under other settings. Empty while it is being computed, and for one text.
    pub orders: Vec<TextOrder>,
}

/// One of the texts.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedText {
    /// Index among the kept texts; `None` for the text on screen.
    pub kept: Option<usize>,
    /// Position among all texts of the side, from 0, which determines its name: 0 is A.
    pub position: usize,
    /// Its pair with the other side's text on screen, under the settings on screen.
    pub analysis: Arc<Analysis>,
    /// The score that ranks it. Of a candidate, the maximum of P, R and F1 separately over all references (as
    /// `bert_score`); of a reference, the score of that pair.
    pub score: Score,
}

/// Two compared texts, one of them on screen, and why their scores with the other side's text on screen differ.
#[derive(Debug, Clone, PartialEq)]
pub struct TextDifference {
    /// Their indices among the compared texts, the one with the later name first.
    pub texts: [usize; 2],
    /// First − second: precision, then recall.
    pub means: [MeanDifference; 2],
    /// First − second: the words' shares of F1.
    pub f1: Vec<F1Share>,
}

/// The order by F1 under some settings.
#[derive(Debug, Clone, PartialEq)]
pub struct TextOrder {
    /// The settings.
    pub settings: Settings,
    /// F1 of each compared text, rescaled if the settings rescale; of a candidate, the best over the references.
    pub f1: Vec<f64>,
    /// The texts from the highest F1 to the lowest; equal ones in the order of the texts.
    pub order: Vec<usize>,
    /// Whether the ranking agrees with the one on screen: no two texts swap places.
    pub agrees: bool,
}

/// A text with its pairs.
pub(super) struct TextWithPairs<'a> {
    /// Its position among all texts of its side.
    pub position: usize,
    /// 0 for the one on screen, then the kept ones.
    pub text: usize,
    /// Its pair with the other side's text on screen.
    pub pair: &'a PairScores,
    /// The pairs whose best score ranks it, at least one.
    pub ranked_by: Vec<&'a PairScores>,
}

impl TextWithPairs<'_> {
    fn best(&self, score: impl Fn(&PairScores) -> Score) -> Score {
        Score::max_each(self.ranked_by.iter().map(|cell| score(cell))).unwrap_or(Score::ZERO)
    }
}

impl TextRanking {
    /// Compares the lines, in the order of their texts' names.
    pub(super) fn rank<'a>(
        side: Side,
        lines: impl Iterator<Item = TextWithPairs<'a>>,
        settings: &[Settings],
    ) -> Self {
        let lines: Vec<_> = lines.collect();
        let compared = |line: &TextWithPairs<'_>| RankedText {
            kept: line.text.checked_sub(1),
            position: line.position,
            analysis: Arc::clone(&line.pair.analysis),
            score: line.best(|cell| cell.analysis.score()),
        };
        let own = lines.iter().position(|line| line.text == 0).unwrap_or(0);
        let difference = |other: usize| {
            // As between systems, the second minus the first: above 0, B is better than A.
            let compared_texts = [own.max(other), own.min(other)];
            let two = compared_texts.map(|i| &*lines[i].pair.analysis);
            let means =
                [Side::Candidate, Side::Reference].map(|of| MeanDifference::compute(of, two));
            TextDifference {
                texts: compared_texts,
                f1: f1_shares(two, &means),
                means,
            }
        };
        let compared_texts: Vec<RankedText> = lines.iter().map(compared).collect();
        let base: Vec<f64> = compared_texts
            .iter()
            .map(|compared| compared.score.f1)
            .collect();
        let order = |(i, settings): (usize, &Settings)| {
            let f1: Vec<f64> = lines
                .iter()
                .map(|line| line.best(|cell| cell.others[i]).f1)
                .collect();
            TextOrder {
                settings: *settings,
                order: rank_by_f1(&f1),
                agrees: agrees(&base, &f1),
                f1,
            }
        };
        let ranked = if lines.len() > 1 { settings } else { &[] };
        Self {
            side,
            differences: (0..lines.len())
                .filter(|other| *other != own)
                .map(difference)
                .collect(),
            orders: ranked.iter().enumerate().map(order).collect(),
            texts: compared_texts,
        }
    }

    /// The name of a compared text: a letter or a number.
    pub fn name(&self, compared: usize) -> String {
        text_name(self.side, self.texts[compared].position)
    }

    /// A compared text.
    pub fn text(&self, compared: usize) -> &str {
        &self.texts[compared].analysis.side(self.side).tokenized.text
    }

    /// The index of the text on screen.
    pub fn shown_index(&self) -> usize {
        self.texts
            .iter()
            .position(|compared| compared.kept.is_none())
            .unwrap_or(0)
    }

    /// Indices of the texts with the highest P, R and F1; several on a tie.
    pub fn winners(&self) -> [Vec<usize>; 3] {
        winners(self.texts.iter().map(|compared| compared.score))
    }

    /// The best P, R and F1 separately. For references, this is how `bert_score` scores the candidate on screen.
    pub fn best(&self) -> Score {
        Score::max_each(self.texts.iter().map(|compared| compared.score)).unwrap_or(Score::ZERO)
    }

    /// The order by F1 on screen.
    pub fn ranking(&self) -> Vec<usize> {
        rank_by_f1(
            &self
                .texts
                .iter()
                .map(|compared| compared.score.f1)
                .collect::<Vec<_>>(),
        )
    }

    /// The orders at each layer, in the settings on screen otherwise.
    pub fn orders_by_layer(&self) -> impl Iterator<Item = &TextOrder> {
        let shown = self.settings();
        let mut seen = BTreeSet::new();
        self.orders.iter().filter(move |order| {
            order.settings
                == (Settings {
                    layer: order.settings.layer,
                    ..shown
                })
                && seen.insert(order.settings.layer)
        })
    }

    /// The orders with other weights, at the layer on screen.
    pub fn orders_by_idf(&self) -> impl Iterator<Item = &TextOrder> {
        let shown = self.settings();
        self.orders.iter().filter(move |order| {
            order.settings.idf != shown.idf
                && order.settings
                    == (Settings {
                        idf: order.settings.idf,
                        ..shown
                    })
        })
    }

    /// The order by the other score, raw or rescaled, at the layer on screen; `None` without a baseline.
    pub fn other_scale(&self) -> Option<&TextOrder> {
        let shown = self.settings();
        self.orders.iter().find(|order| {
            order.settings
                == (Settings {
                    rescale: !shown.rescale,
                    ..shown
                })
        })
    }

    fn settings(&self) -> Settings {
        let analysis = &self.texts[0].analysis;
        Settings {
            layer: analysis.layer,
            ..analysis.settings
        }
    }
}

/// The compared texts with the highest P, R and F1.
pub(super) fn winners(scores: impl Iterator<Item = Score>) -> [Vec<usize>; 3] {
    let scores: Vec<[Option<f64>; 3]> = scores.map(Score::numbers).collect();
    [0, 1, 2]
        .map(|number| indices_of_max(&scores.iter().map(|score| score[number]).collect::<Vec<_>>()))
}

/// Indices of the highest number; `None` is never the highest.
fn indices_of_max(numbers: &[Option<f64>]) -> Vec<usize> {
    let most = numbers
        .iter()
        .flatten()
        .copied()
        .fold(f64::NEG_INFINITY, f64::max);
    (0..numbers.len())
        .filter(|&i| numbers[i].is_some_and(|number| number >= most))
        .collect()
}

fn rank_by_f1(f1: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..f1.len()).collect();
    order.sort_by(|&a, &b| f1[b].total_cmp(&f1[a]));
    order
}

/// Whether no two are ranked in opposite orders.
fn agrees(here: &[f64], there: &[f64]) -> bool {
    (0..here.len()).all(|i| (0..i).all(|j| (here[i] - here[j]) * (there[i] - there[j]) >= 0.0))
}
