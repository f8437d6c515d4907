//! Correlation of scores with human scores: in each group of pairs, and as the mean over the groups.

use serde::Serialize;
use serde_json::{Map, Value};

use super::group_name;
use bertscope_metric::Score;
use bertscope_metric::correlation::Correlation;
use bertscope_overlap::{Metric, Overlap};

/// Number of measures: P, R and F1, then the metrics of word overlap in the order of [`Metric::ALL`].
const MEASURES: usize = 3 + Metric::ALL.len();

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

/// A coefficient of each measure; those of word overlap do not exist where it was not computed.
pub type Correlations = [Correlation; MEASURES];

/// The coefficients of one group.
#[derive(Debug)]
pub struct Group {
    /// Its name; `all` if there are no others.
    pub name: String,
    /// Its pairs.
    pub pairs: usize,
    /// Of each measure.
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

    /// How many there are.
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
        let place = self
            .names
            .iter()
            .position(|name| name == group)
            .unwrap_or_else(|| {
                self.names.push(group.to_owned());
                self.names.len() - 1
            });
        self.groups.push(place);
    }

    /// The groups in the order of the file, at a layer.
    pub fn groups(&self, layer: usize) -> Vec<Group> {
        let mut members = vec![Vec::new(); self.names.len()];
        for (pair, &group) in self.groups.iter().enumerate() {
            members[group].push(pair);
        }
        let group = |(name, members): (&String, &Vec<usize>)| Group {
            name: if self.names == [""] {
                "all".to_owned()
            } else {
                group_name(name).to_owned()
            },
            pairs: members.len(),
            correlations: std::array::from_fn(|measure| self.correlation(layer, measure, members)),
        };
        self.names.iter().zip(&members).map(group).collect()
    }

    /// Of the pairs in which there is a score.
    fn correlation(&self, layer: usize, measure: usize, members: &[usize]) -> Correlation {
        let score = |pair: usize| match measure.checked_sub(3) {
            None => Some(self.scores[layer][pair][measure]).filter(|score| !score.is_nan()),
            Some(metric) => self.overlap[pair].map(|overlap| overlap.get(Metric::ALL[metric])),
        };
        let (scores, human): (Vec<f64>, Vec<f64>) = members
            .iter()
            .filter_map(|&pair| Some((score(pair)?, self.human[pair])))
            .unzip();
        Correlation::between(&scores, &human)
    }
}

/// The mean of each coefficient over the groups in which it exists.
pub fn mean(groups: &[Group]) -> Correlations {
    std::array::from_fn(|measure| mean_of(&groups.iter().map(|group| group.correlations[measure])))
}

/// The mean of each coefficient over the groups in which it exists.
pub(crate) fn mean_of(groups: &(impl Iterator<Item = Correlation> + Clone)) -> Correlation {
    let mean = |coefficient: fn(&Correlation) -> Option<f64>| {
        let known: Vec<f64> = groups
            .clone()
            .filter_map(|group| coefficient(&group))
            .collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
    };
    Correlation {
        pearson: mean(|c| c.pearson),
        spearman: mean(|c| c.spearman),
        kendall: mean(|c| c.kendall),
    }
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
        let names = ["precision", "recall", "f1"]
            .into_iter()
            .chain(Metric::ALL.map(Metric::name));
        let all: Vec<_> = names
            .zip(correlations)
            .take(if with_overlap { MEASURES } else { 3 })
            .collect();
        let named = |coefficient: fn(&Correlation) -> Option<f64>| {
            all.iter()
                .map(|(name, c)| ((*name).to_owned(), coefficient(c).into()))
                .collect()
        };
        Self {
            pearson: named(|c| c.pearson),
            spearman: named(|c| c.spearman),
            kendall: named(|c| c.kendall),
        }
    }
}
