//! The texts of one side, ranked by F1, and the ranking under other settings.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::f1_difference::{F1Share, f1_shares};
use crate::kept::text_name;
use crate::mean_difference::MeanDifference;
use bertscope_analysis::{Analysis, Settings, Side};
use bertscope_encoder::Layer;
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

/// A pair of the grid.
pub struct ScoredPair {
    /// Under the settings on screen.
    pub analysis: Arc<Analysis>,
    /// Under each of the other settings.
    pub others: Vec<Score>,
}

/// A text with its pairs.
pub struct TextWithPairs<'a> {
    /// Its position among all texts of its side.
    pub position: usize,
    /// 0 for the one on screen, then the kept ones.
    pub index: usize,
    /// Its pair with the other side's text on screen.
    pub pair: &'a ScoredPair,
    /// The pairs whose best score ranks it, at least one.
    pub ranked_by: Vec<&'a ScoredPair>,
}

impl TextWithPairs<'_> {
    pub fn analyses(&self) -> Vec<Arc<Analysis>> {
        self.ranked_by
            .iter()
            .map(|pair| Arc::clone(&pair.analysis))
            .collect()
    }

    fn ranked(&self) -> RankedText {
        RankedText {
            kept: self.index.checked_sub(1),
            position: self.position,
            analysis: Arc::clone(&self.pair.analysis),
            score: best(self.ranked_by.iter().map(|pair| pair.analysis.score())),
        }
    }

    /// F1 under one of the other settings, by its index.
    fn f1_under(&self, settings: usize) -> f64 {
        best(self.ranked_by.iter().map(|pair| pair.others[settings])).f1
    }
}

impl TextRanking {
    /// Compares texts, which are in the order of their names.
    pub(super) fn rank(
        side: Side,
        texts: &[TextWithPairs<'_>],
        other_settings: &[Settings],
    ) -> Self {
        let ranked: Vec<RankedText> = texts.iter().map(TextWithPairs::ranked).collect();
        let shown = texts.iter().position(|text| text.index == 0).unwrap_or(0);
        let mut differences = Vec::new();
        for other in 0..texts.len() {
            if other != shown {
                // As between systems, the second minus the first: above 0, B is better than A.
                let pair = [shown.max(other), shown.min(other)];
                differences.push(TextDifference::compute(pair, &ranked));
            }
        }
        let mut orders = Vec::new();
        if texts.len() > 1 {
            let shown_f1: Vec<f64> = ranked.iter().map(|text| text.score.f1).collect();
            for (i, settings) in other_settings.iter().enumerate() {
                let f1: Vec<f64> = texts.iter().map(|text| text.f1_under(i)).collect();
                orders.push(TextOrder {
                    settings: *settings,
                    order: rank_by_f1(&f1),
                    agrees: is_same_order(&shown_f1, &f1),
                    f1,
                });
            }
        }
        Self {
            side,
            texts: ranked,
            differences,
            orders,
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
        best(self.texts.iter().map(|compared| compared.score))
    }

    /// The order by F1 on screen.
    pub fn ranking(&self) -> Vec<usize> {
        let f1: Vec<f64> = self
            .texts
            .iter()
            .map(|compared| compared.score.f1)
            .collect();
        rank_by_f1(&f1)
    }

    /// The orders at each layer, in the settings on screen otherwise.
    pub fn orders_by_layer(&self) -> impl Iterator<Item = &TextOrder> {
        let shown = self.settings();
        // The settings on screen are there several times: as a layer, as weights and as a scale.
        let mut by_layer: BTreeMap<Layer, &TextOrder> = BTreeMap::new();
        for order in &self.orders {
            let layer = order.settings.layer;
            if order.settings == (Settings { layer, ..shown }) {
                by_layer.entry(layer).or_insert(order);
            }
        }
        by_layer.into_values()
    }

    /// The orders with other weights, at the layer on screen.
    pub fn orders_by_idf(&self) -> impl Iterator<Item = &TextOrder> {
        let shown = self.settings();
        self.orders.iter().filter(move |order| {
            let idf = order.settings.idf;
            idf != shown.idf && order.settings == (Settings { idf, ..shown })
        })
    }

    /// The order by the other score, raw or rescaled, at the layer on screen; `None` without a baseline.
    pub fn other_scale(&self) -> Option<&TextOrder> {
        let shown = self.settings();
        let other = Settings {
            rescale: !shown.rescale,
            ..shown
        };
        self.orders.iter().find(|order| order.settings == other)
    }

    /// The settings on screen, with the layer that was scored.
    fn settings(&self) -> Settings {
        let analysis = &self.texts[0].analysis;
        Settings {
            layer: analysis.layer,
            ..analysis.settings
        }
    }
}

impl TextDifference {
    fn compute(indices: [usize; 2], texts: &[RankedText]) -> Self {
        let pairs = indices.map(|i| &*texts[i].analysis);
        let means = [
            MeanDifference::compute(Side::Candidate, pairs),
            MeanDifference::compute(Side::Reference, pairs),
        ];
        Self {
            texts: indices,
            f1: f1_shares(pairs, &means),
            means,
        }
    }
}

/// The best P, R and F1 separately.
fn best(scores: impl Iterator<Item = Score>) -> Score {
    Score::max_each(scores).unwrap_or(Score::ZERO)
}

/// The compared texts with the highest P, R and F1.
pub fn winners(scores: impl Iterator<Item = Score>) -> [Vec<usize>; 3] {
    let scores: Vec<[Option<f64>; 3]> = scores.map(Score::numbers).collect();
    [0, 1, 2].map(|number| {
        let numbers: Vec<Option<f64>> = scores.iter().map(|score| score[number]).collect();
        indices_of_max(&numbers)
    })
}

/// Indices of the highest number; `None` is never the highest.
fn indices_of_max(numbers: &[Option<f64>]) -> Vec<usize> {
    let highest = numbers
        .iter()
        .flatten()
        .copied()
        .fold(f64::NEG_INFINITY, f64::max);
    (0..numbers.len())
        .filter(|&i| numbers[i].is_some_and(|number| number >= highest))
        .collect()
}

fn rank_by_f1(f1: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..f1.len()).collect();
    order.sort_by(|&a, &b| f1[b].total_cmp(&f1[a]));
    order
}

/// Whether no two texts are ranked in opposite orders. A tie in one of the rankings contradicts no order.
fn is_same_order(f1: &[f64], other_f1: &[f64]) -> bool {
    for i in 0..f1.len() {
        for j in 0..i {
            if (f1[i] - f1[j]) * (other_f1[i] - other_f1[j]) < 0.0 {
                return false;
            }
        }
    }
    true
}
