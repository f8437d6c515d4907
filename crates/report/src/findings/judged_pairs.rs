//! Correlation of scores with human scores: in each group of pairs, and as the mean over the groups.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

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
    pairs: Vec<JudgedPair>,
    /// The groups by name, each with its position in the order of the file.
    groups: HashMap<String, usize>,
}

#[derive(Debug)]
struct JudgedPair {
    human: f64,
    /// The position of its group.
    group: usize,
    /// P, R and F1 at each layer.
    scores: Vec<[Option<f64>; 3]>,
    /// Its word overlap, where it was computed.
    overlap: Option<Overlap>,
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
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// Adds a pair: its scores at each layer, its word overlap if it was computed, and its human score.
    pub fn add(&mut self, scores: &[Score], overlap: Option<Overlap>, human: f64, group: &str) {
        let next = self.groups.len();
        let group = *self.groups.entry(group.to_owned()).or_insert(next);
        self.pairs.push(JudgedPair {
            human,
            group,
            scores: scores.iter().map(|score| score.numbers()).collect(),
            overlap,
        });
    }

    /// All groups together, at a layer; `None` if there is only one.
    pub fn all_groups(&self, layer: usize) -> Option<Group> {
        if self.groups.len() < 2 {
            return None;
        }
        let members: Vec<&JudgedPair> = self.pairs.iter().collect();
        Some(Group::new(ALL_GROUPS, &members, layer))
    }

    /// The groups in the order of the file, at a layer.
    pub fn groups(&self, layer: usize) -> Vec<Group> {
        let mut members = vec![Vec::new(); self.groups.len()];
        for pair in &self.pairs {
            members[pair.group].push(pair);
        }
        let mut names: Vec<(&String, &usize)> = self.groups.iter().collect();
        names.sort_by_key(|(_, position)| **position);
        let mut groups = Vec::new();
        for ((name, _), members) in names.into_iter().zip(&members) {
            let name = match &**name {
                "" if self.groups.len() == 1 => "all",
                name => group_name(name),
            };
            groups.push(Group::new(name, members, layer));
        }
        groups
    }
}

impl Group {
    fn new(name: &str, members: &[&JudgedPair], layer: usize) -> Self {
        Self {
            name: name.to_owned(),
            pairs: members.len(),
            correlations: std::array::from_fn(|measure| correlation(members, layer, measure)),
        }
    }
}

/// The correlation of a measure with the human scores, over the members that have a score.
fn correlation(members: &[&JudgedPair], layer: usize, measure: usize) -> Correlation {
    let metric = measure.checked_sub(3).map(|metric| Metric::ALL[metric]);
    let mut scores = Vec::new();
    let mut human = Vec::new();
    for pair in members {
        let score = match metric {
            Some(metric) => pair.overlap.and_then(|overlap| overlap.get(metric)),
            None => pair.scores[layer][measure],
        };
        if let Some(score) = score {
            scores.push(score);
            human.push(pair.human);
        }
    }
    let places = metric.map_or(Measure::F1.decimals(), Metric::digits);
    Correlation::of_scores(&scores, places, &human)
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
    pearson: BTreeMap<&'static str, Option<f64>>,
    spearman: BTreeMap<&'static str, Option<f64>>,
    kendall: BTreeMap<&'static str, Option<f64>>,
}

impl Coefficients {
    /// Of P, R and F1, and `with_overlap` of word overlap.
    pub fn new(correlations: &Correlations, with_overlap: bool) -> Self {
        let overlap = Metric::ALL.map(Metric::name);
        let names = ["precision", "recall", "f1"].into_iter().chain(overlap);
        let shown = if with_overlap { MEASURES } else { 3 };
        let named = names.zip(correlations).take(shown);
        Self {
            pearson: named.clone().map(|(name, of)| (name, of.pearson)).collect(),
            spearman: named
                .clone()
                .map(|(name, of)| (name, of.spearman))
                .collect(),
            kendall: named.map(|(name, of)| (name, of.kendall)).collect(),
        }
    }
}
