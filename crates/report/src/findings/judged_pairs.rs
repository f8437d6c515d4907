//! Correlation of scores with human scores: in each group of pairs, and as the mean over the groups.

use serde::Serialize;
use serde_json::{Map, Value};

use bertscope_metric::Score;
use bertscope_metric::correlation::Correlation;
use bertscope_overlap::{Metric, Overlap};

/// Names of the numbers of a score, in the order in which everything here has them.
const MEASURES: [&str; 3] = ["precision", "recall", "f1"];

/// Pairs that people judged.
#[derive(Debug, Default)]
pub struct JudgedPairs {
    human: Vec<f64>,
    /// Position of each pair's group.
    groups: Vec<usize>,
    names: Vec<String>,
    /// P, R and F1 of each pair at each layer, \[layers\]\[pairs\]; NaN where there is no number.
    scores: Vec<Vec<[f64; 3]>>,
    /// Word overlap of each pair, where it was computed.
    overlap: Vec<Option<Overlap>>,
}

/// Coefficients of P, R and F1.
pub type ScoreCorrelations = [Correlation; 3];

/// Coefficients of the metrics of word overlap.
pub type OverlapCorrelations = [Correlation; 5];

/// The coefficients of one group.
#[derive(Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its pairs.
    pub pairs: usize,
    /// Of P, R and F1.
    pub measures: ScoreCorrelations,
    /// Of the metrics of word overlap, in the order of [`Metric::ALL`]; none exists where they were not computed.
    pub overlap: OverlapCorrelations,
}

impl JudgedPairs {
    /// None yet, at so many layers.
    #[must_use]
    pub fn new(layers: usize) -> Self {
        Self { scores: vec![Vec::new(); layers], ..Self::default() }
    }

    /// How many there are.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.human.len()
    }

    /// Adds a pair: its scores at each layer, its word overlap if it was computed, and its human score.
    pub fn add(&mut self, scores: &[Score], overlap: Option<Overlap>, human: f64, group: &str) {
        for (layer, score) in self.scores.iter_mut().zip(scores) {
            layer.push([score.precision, score.recall, Some(score.f1)].map(|n| n.unwrap_or(f64::NAN)));
        }
        self.human.push(human);
        self.overlap.push(overlap);
        let place = self.names.iter().position(|name| name == group).unwrap_or_else(|| {
            self.names.push(group.to_owned());
            self.names.len() - 1
        });
        self.groups.push(place);
    }

    /// The groups in the order of the file, at a layer.
    #[must_use]
    pub fn groups(&self, layer: usize) -> Vec<Group> {
        let mut members = vec![Vec::new(); self.names.len()];
        for (pair, &group) in self.groups.iter().enumerate() {
            members[group].push(pair);
        }
        let group = |(name, members): (&String, &Vec<usize>)| Group {
            name: if name.is_empty() { "all".to_owned() } else { name.clone() },
            pairs: members.len(),
            measures: self.measures(layer, members),
            overlap: Metric::ALL
                .map(|metric| self.correlation(members, |i| self.overlap[i].map(|overlap| overlap.get(metric)))),
        };
        self.names.iter().zip(&members).map(group).collect()
    }

    /// Coefficients over the pairs of all groups together, at a layer.
    #[must_use]
    pub fn overall(&self, layer: usize) -> ScoreCorrelations {
        self.measures(layer, &(0..self.pairs()).collect::<Vec<_>>())
    }

    fn measures(&self, layer: usize, members: &[usize]) -> ScoreCorrelations {
        let score = |i: usize, measure: usize| Some(self.scores[layer][i][measure]).filter(|score| !score.is_nan());
        [0, 1, 2].map(|measure| self.correlation(members, |i| score(i, measure)))
    }

    /// Of the pairs in which there is a score.
    fn correlation(&self, members: &[usize], score: impl Fn(usize) -> Option<f64>) -> Correlation {
        let (scores, human): (Vec<f64>, Vec<f64>) =
            members.iter().filter_map(|&i| Some((score(i)?, self.human[i]))).unzip();
        Correlation::between(&scores, &human)
    }
}

/// The mean over the groups in which a coefficient exists.
#[must_use]
pub fn mean(groups: &[Group]) -> ScoreCorrelations {
    [0, 1, 2].map(|measure| mean_of(&groups.iter().map(|group| group.measures[measure])))
}

/// The same for word overlap.
#[must_use]
pub fn mean_overlap(groups: &[Group]) -> OverlapCorrelations {
    [0, 1, 2, 3, 4].map(|metric| mean_of(&groups.iter().map(|group| group.overlap[metric])))
}

/// The mean of each coefficient over the groups in which it exists.
pub(crate) fn mean_of(groups: &(impl Iterator<Item = Correlation> + Clone)) -> Correlation {
    let mean = |coefficient: fn(&Correlation) -> Option<f64>| {
        let known: Vec<f64> = groups.clone().filter_map(|group| coefficient(&group)).collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
    };
    Correlation { pearson: mean(|c| c.pearson), spearman: mean(|c| c.spearman), kendall: mean(|c| c.kendall) }
}

/// Coefficients by name, then by measure, for JSON.
#[derive(Debug, Serialize)]
pub struct Coefficients {
    pearson: Map<String, Value>,
    spearman: Map<String, Value>,
    kendall: Map<String, Value>,
}

impl Coefficients {
    /// Of P, R and F1.
    #[must_use]
    pub fn from_correlations(measures: &ScoreCorrelations) -> Self {
        Self::from_pairs(&MEASURES.into_iter().zip(measures).collect::<Vec<_>>())
    }

    /// Of P, R and F1, and of word overlap.
    #[must_use]
    pub fn with_overlap(measures: &ScoreCorrelations, overlap: &OverlapCorrelations) -> Self {
        let overlap = Metric::ALL.map(Metric::name).into_iter().zip(overlap);
        Self::from_pairs(&MEASURES.into_iter().zip(measures).chain(overlap).collect::<Vec<_>>())
    }

    fn from_pairs(all: &[(&'static str, &Correlation)]) -> Self {
        let named = |coefficient: fn(&Correlation) -> Option<f64>| {
            all.iter().map(|(name, c)| ((*name).to_owned(), coefficient(c).into())).collect()
        };
        Self { pearson: named(|c| c.pearson), spearman: named(|c| c.spearman), kendall: named(|c| c.kendall) }
    }
}
