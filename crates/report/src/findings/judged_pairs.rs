//! Correlation of scores with human scores: in each group of pairs, and as the mean over the groups.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Map, Value};

use super::group_name;
use super::human::ALL_GROUPS;
use crate::number::pluralized;
use bertscope_metric::Score;
use bertscope_metric::correlation::Correlation;
use bertscope_overlap::{Metric, Overlap};
use bertscope_systems::Measure;

/// Number of measures: P, R and F1, then the metrics of word overlap in the order of [`Metric::ALL`].
const MEASURES: usize = 3 + Metric::ALL.len();

/// Pairs that people judged.
#[derive(Debug, Default)]
pub struct JudgedPairs {
    human: Vec<f64>,
    /// Position of each pair's group.
    groups: Vec<usize>,
    names: Vec<String>,
    positions: HashMap<String, usize>,
    /// P, R and F1 of each pair at each layer, \[layers\]\[pairs\]; NaN where there is no number.
    scores: Vec<Vec<[f64; 3]>>,
    /// Word overlap of each pair, where it was computed.
    overlap: Vec<Option<Overlap>>,
}

/// A coefficient of each measure; those of word overlap do not exist where it was not computed.
pub type Correlations = [Correlation; MEASURES];

/// The coefficients of one group.
#[derive(Debug)]
pub struct Group {
    /// Its name; `all` if there are no others.
    pub name: String,
    pub pairs: usize,
    pub correlations: Correlations,
}

impl JudgedPairs {
    /// None yet, at so many layers.
    pub fn new(layers: usize) -> Self {
        Self {
            scores: vec![Vec::new(); layers],
            ..Self::default()
        }
    }

    pub fn pairs(&self) -> usize {
        self.human.len()
    }

    /// Adds a pair: its scores at each layer, its word overlap if it was computed, and its human score.
    pub fn add(&mut self, scores: &[Score], overlap: Option<Overlap>, human: f64, group: &str) {
        for (layer, score) in self.scores.iter_mut().zip(scores) {
            layer.push(score.numbers().map(|n| n.unwrap_or(f64::NAN)));
        }
        self.human.push(human);
        self.overlap.push(overlap);
        let position = match self.positions.get(group) {
            Some(position) => *position,
            None => {
                let position = self.names.len();
                self.positions.insert(group.to_owned(), position);
                self.names.push(group.to_owned());
                position
            }
        };
        self.groups.push(position);
    }

    /// All groups together, at a layer; `None` if there is only one.
    pub fn all_groups(&self, layer: usize) -> Option<Group> {
        if self.names.len() < 2 {
            return None;
        }
        let members: Vec<usize> = (0..self.pairs()).collect();
        Some(self.group(ALL_GROUPS, &members, layer))
    }

    /// The groups in the order of the file, at a layer.
    pub fn groups(&self, layer: usize) -> Vec<Group> {
        let mut members = vec![Vec::new(); self.names.len()];
        for (pair, &group) in self.groups.iter().enumerate() {
            members[group].push(pair);
        }
        let is_only_group = self.names == [""];
        let mut groups = Vec::new();
        for (name, members) in self.names.iter().zip(&members) {
            let name = if is_only_group {
                "all"
            } else {
                group_name(name)
            };
            groups.push(self.group(name, members, layer));
        }
        groups
    }

    fn group(&self, name: &str, members: &[usize], layer: usize) -> Group {
        Group {
            name: name.to_owned(),
            pairs: members.len(),
            correlations: std::array::from_fn(|measure| self.correlation(layer, measure, members)),
        }
    }

    /// The correlation of a measure with the human scores, over the members that have a score.
    fn correlation(&self, layer: usize, measure: usize, members: &[usize]) -> Correlation {
        let (scores, human): (Vec<f64>, Vec<f64>) = members
            .iter()
            .filter_map(|&pair| Some((self.score(layer, measure, pair)?, self.human[pair])))
            .unzip();
        let places = match measure.checked_sub(3) {
            Some(metric) => Metric::ALL[metric].digits(),
            None => Measure::F1.decimals(),
        };
        Correlation::of_scores(&scores, places, &human)
    }

    fn score(&self, layer: usize, measure: usize, pair: usize) -> Option<f64> {
        if let Some(metric) = measure.checked_sub(3) {
            return self.overlap[pair]?.get(Metric::ALL[metric]);
        }
        let score = self.scores[layer][pair][measure];
        (!score.is_nan()).then_some(score)
    }
}

/// The mean of the coefficients of several groups.
#[derive(Debug, Clone, Copy)]
pub struct GroupMean {
    pub correlation: Correlation,
    /// Number of groups in which the coefficients exist: all three do, or none.
    pub groups: usize,
}

impl GroupMean {
    /// The mean over the groups in which the coefficients exist.
    pub fn new(groups: impl Iterator<Item = Correlation>) -> Self {
        let groups: Vec<Correlation> = groups.filter(|group| group.pearson.is_some()).collect();
        Self {
            correlation: Correlation {
                pearson: mean_of(groups.iter().map(|group| group.pearson)),
                spearman: mean_of(groups.iter().map(|group| group.spearman)),
                kendall: mean_of(groups.iter().map(|group| group.kendall)),
            },
            groups: groups.len(),
        }
    }

    /// `mean of 3 groups`.
    pub fn name(self) -> String {
        format!("mean of {}", pluralized(self.groups as u64, "group"))
    }
}

/// The mean of each measure over the groups.
pub fn means(groups: &[Group]) -> [GroupMean; MEASURES] {
    std::array::from_fn(|measure| {
        GroupMean::new(groups.iter().map(|group| group.correlations[measure]))
    })
}

/// The means without the number of groups.
pub fn mean_correlations(groups: &[Group]) -> Correlations {
    means(groups).map(|mean| mean.correlation)
}

/// `None` without any.
fn mean_of(coefficients: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let known: Vec<f64> = coefficients.flatten().collect();
    (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
}

/// Coefficients by name, then by measure, for JSON.
#[derive(Debug, Serialize)]
pub struct Coefficients {
    pearson: Map<String, Value>,
    spearman: Map<String, Value>,
    kendall: Map<String, Value>,
}

impl Coefficients {
    /// Of P, R and F1, and `with_overlap` of word overlap.
    pub fn new(correlations: &Correlations, with_overlap: bool) -> Self {
        let mut coefficients = Self {
            pearson: Map::new(),
            spearman: Map::new(),
            kendall: Map::new(),
        };
        let names = ["precision", "recall", "f1"]
            .into_iter()
            .chain(Metric::ALL.map(Metric::name));
        let shown = if with_overlap { MEASURES } else { 3 };
        for (name, correlation) in names.zip(correlations).take(shown) {
            let name = name.to_owned();
            coefficients
                .pearson
                .insert(name.clone(), correlation.pearson.into());
            coefficients
                .spearman
                .insert(name.clone(), correlation.spearman.into());
            coefficients
                .kendall
                .insert(name, correlation.kendall.into());
        }
        coefficients
    }
}
