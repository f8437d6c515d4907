//! What all pairs have in common: means, signature, agreement with human judgement.

use std::io::{self, Write};

use serde::Serialize;

use super::json::write_line;
use super::text::numbers;
use crate::encoder::Layer;
use crate::metric::Score;
use crate::metric::correlation::Correlation;
use crate::printable::printable;

/// The numbers of a score, in the order in which everything here has them.
const MEASURES: [&str; 3] = ["precision", "recall", "f1"];

/// What is kept of the pairs of a run. It grows with the pairs only where people judged them.
#[derive(Debug, Default)]
pub struct Summary {
    layers: Vec<LayerSums>,
    chosen: usize,
    pairs: u64,
    refused: u64,
    signature: String,
    /// Name of the column with the judgements.
    human: Option<String>,
    judgements: Vec<f64>,
    groups: Vec<usize>,
    group_names: Vec<String>,
}

#[derive(Debug)]
struct LayerSums {
    layer: Layer,
    sums: [f64; 3],
    counts: [u64; 3],
    /// Scores of the judged pairs; NaN where there is none.
    judged: Vec<[f64; 3]>,
}

impl Summary {
    /// Of no pair yet, at these layers, of which `chosen` counts. `human` names the judgements, where there are any.
    #[must_use]
    pub fn new(layers: &[Layer], chosen: usize, human: Option<String>) -> Self {
        let sums = |&layer: &Layer| LayerSums { layer, sums: [0.0; 3], counts: [0; 3], judged: Vec::new() };
        Self { layers: layers.iter().map(sums).collect(), chosen, human, ..Self::default() }
    }

    /// Adds a pair's scores, one for each layer.
    pub fn add(&mut self, scores: &[Score], human: Option<f64>, group: Option<&str>) {
        self.pairs += 1;
        for (layer, score) in self.layers.iter_mut().zip(scores) {
            let numbers = [score.precision, score.recall, Some(score.f1)];
            for (i, number) in numbers.into_iter().enumerate() {
                layer.sums[i] += number.unwrap_or(0.0);
                layer.counts[i] += u64::from(number.is_some());
            }
            if human.is_some() {
                layer.judged.push(numbers.map(|n| n.unwrap_or(f64::NAN)));
            }
        }
        if let Some(human) = human {
            self.judgements.push(human);
            let group = group.unwrap_or_default();
            let place = self.group_names.iter().position(|name| name == group).unwrap_or_else(|| {
                self.group_names.push(group.to_owned());
                self.group_names.len() - 1
            });
            self.groups.push(place);
        }
    }

    /// Counts a pair that could not be scored.
    pub fn refuse(&mut self) {
        self.refused += 1;
    }

    /// Remembers how the scores were made.
    pub fn sign(&mut self, signature: &str) {
        if self.signature.is_empty() {
            signature.clone_into(&mut self.signature);
        }
    }

    /// Pairs that were scored.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// Pairs that could not be scored.
    #[must_use]
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// For people: means when there are several pairs, the signature, and a table of agreement with the judgements.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        if self.pairs > 1 {
            writeln!(out, "{}  mean of {} pairs", numbers(&self.layers[self.chosen].mean()), self.pairs)?;
        }
        if self.pairs > 1 && self.layers.len() > 1 {
            for layer in &self.layers {
                writeln!(out, "  {}  layer {}", numbers(&layer.mean()), layer.layer)?;
            }
        }
        if self.pairs > 0 {
            writeln!(out, "{}", printable(&self.signature))?;
        }
        if let Some(human) = &self.human {
            let (judged, pairs) = (self.judgements.len(), self.pairs);
            writeln!(out, "\nAgreement with {}, {judged} of {pairs} pairs judged", printable(human))?;
            self.write_agreement(out)?;
        }
        Ok(())
    }

    fn write_agreement(&self, out: &mut impl Write) -> io::Result<()> {
        let layers = self.layers.iter().map(|layer| (format!("layer {}", layer.layer), self.mean_agreement(layer)));
        let groups = self.agreement(&self.layers[self.chosen]).into_iter();
        let mut rows: Vec<(String, String, Agreement)> =
            groups.map(|group| (printable(&group.name), group.pairs.to_string(), group.measures)).collect();
        if rows.len() > 1 {
            let mean = self.mean_agreement(&self.layers[self.chosen]);
            rows.push((format!("mean of {}", rows.len()), String::new(), mean));
        }
        if self.layers.len() > 1 {
            rows.extend(layers.map(|(name, agreement)| (name, String::new(), agreement)));
        }
        let wide = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
        let gap = " ".repeat(wide);
        writeln!(out, "{gap}          {:<21}  {:<21}  {:<21}", "Pearson", "Spearman", "Kendall")?;
        let head = "      P      R     F1";
        writeln!(out, "{gap}   pairs  {head:<21}  {head:<21}  {head}")?;
        for (name, pairs, measures) in &rows {
            write!(out, "{name:<wide$}  {pairs:>6}")?;
            let number = |x: Option<f64>| x.map_or("–".to_owned(), |x| format!("{x:.4}"));
            for three in [measures.map(|c| c.pearson), measures.map(|c| c.spearman), measures.map(|c| c.kendall)] {
                let [p, r, f1] = three.map(number);
                write!(out, "  {p:>7}{r:>7}{f1:>7}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// One line of JSON.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let mean = self.layers[self.chosen].mean();
        let layer = |layer: &LayerSums| {
            let Score { precision, recall, f1 } = layer.mean();
            let f1 = (self.pairs > 0).then_some(f1);
            let agreement = self.human.as_ref().map(|_| Human::of(&self.mean_agreement(layer)));
            LayerJson { layer: layer.layer.0, precision, recall, f1, agreement }
        };
        write_line(
            out,
            &SummaryJson {
                pairs: self.pairs,
                refused: self.refused,
                precision: mean.precision,
                recall: mean.recall,
                f1: (self.pairs > 0).then_some(mean.f1),
                signature: &self.signature,
                layers: if self.layers.len() > 1 { self.layers.iter().map(layer).collect() } else { Vec::new() },
                human: self.human.as_ref().map(|column| HumanJson {
                    column,
                    judged: self.judgements.len(),
                    mean: Human::of(&self.mean_agreement(&self.layers[self.chosen])),
                    groups: self.agreement(&self.layers[self.chosen]).iter().map(GroupJson::of).collect(),
                }),
            },
        )
    }

    /// How each measure agrees with the judgements, for each group, in the order in which the groups came.
    fn agreement(&self, layer: &LayerSums) -> Vec<Group> {
        let group = |(place, name): (usize, &String)| {
            let members: Vec<usize> = (0..self.groups.len()).filter(|&i| self.groups[i] == place).collect();
            let of = |measure: usize| {
                let defined = members.iter().filter(|&&i| !layer.judged[i][measure].is_nan());
                let (scores, human): (Vec<f64>, Vec<f64>) =
                    defined.map(|&i| (layer.judged[i][measure], self.judgements[i])).unzip();
                Correlation::of(&scores, &human)
            };
            let name = if name.is_empty() { "all".to_owned() } else { name.clone() };
            Group { name, pairs: members.len(), measures: [0, 1, 2].map(of) }
        };
        self.group_names.iter().enumerate().map(group).collect()
    }

    /// The mean over the groups in which a coefficient exists.
    fn mean_agreement(&self, layer: &LayerSums) -> Agreement {
        let groups = self.agreement(layer);
        [0, 1, 2].map(|measure| {
            let mean = |coefficient: fn(&Correlation) -> Option<f64>| {
                let known: Vec<f64> = groups.iter().filter_map(|g| coefficient(&g.measures[measure])).collect();
                (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
            };
            Correlation { pearson: mean(|c| c.pearson), spearman: mean(|c| c.spearman), kendall: mean(|c| c.kendall) }
        })
    }
}

impl LayerSums {
    fn mean(&self) -> Score {
        let mean = |i: usize| (self.counts[i] > 0).then(|| self.sums[i] / self.counts[i] as f64);
        Score { precision: mean(0), recall: mean(1), f1: mean(2).unwrap_or(0.0) }
    }
}

/// Agreement of P, R and F1.
type Agreement = [Correlation; 3];

struct Group {
    name: String,
    pairs: usize,
    measures: Agreement,
}

#[derive(Serialize)]
struct SummaryJson<'a> {
    pairs: u64,
    refused: u64,
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
    signature: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    layers: Vec<LayerJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    human: Option<HumanJson<'a>>,
}

#[derive(Serialize)]
struct LayerJson {
    layer: usize,
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agreement: Option<Human>,
}

#[derive(Serialize)]
struct HumanJson<'a> {
    column: &'a str,
    judged: usize,
    mean: Human,
    groups: Vec<GroupJson>,
}

#[derive(Serialize)]
struct GroupJson {
    group: String,
    pairs: usize,
    #[serde(flatten)]
    agreement: Human,
}

impl GroupJson {
    fn of(group: &Group) -> Self {
        Self { group: group.name.clone(), pairs: group.pairs, agreement: Human::of(&group.measures) }
    }
}

/// Coefficients by name, then by measure.
#[derive(Serialize)]
struct Human {
    pearson: serde_json::Map<String, serde_json::Value>,
    spearman: serde_json::Map<String, serde_json::Value>,
    kendall: serde_json::Map<String, serde_json::Value>,
}

impl Human {
    fn of(agreement: &Agreement) -> Self {
        let named = |coefficient: fn(&Correlation) -> Option<f64>| {
            MEASURES.iter().zip(agreement).map(|(name, c)| ((*name).to_owned(), coefficient(c).into())).collect()
        };
        Self { pearson: named(|c| c.pearson), spearman: named(|c| c.spearman), kendall: named(|c| c.kendall) }
    }
}
