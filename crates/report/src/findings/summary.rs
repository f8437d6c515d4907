//! The summary of all pairs: means, signature, agreement with human scores.

use std::io::{self, Write};

use serde::Serialize;

use super::human::{self, AgreementRow};
use super::judged_pairs::{self as agreement, Coefficients, Correlations, Group, JudgedPairs};
use super::note_counts::NoteCounts;
use crate::findings::rows::text::{numbers, numbers_of_bert_score, overlap};
use crate::findings::sheet::{Block, Cell, Column, Table};
use crate::json_parts::write_line;
use crate::number::{pluralized, with_thousands_separators};
#[cfg(doc)]
use bertscope_analysis::Note;
use bertscope_analysis::VERSION_NOTE;
use bertscope_encoder::Layer;
use bertscope_metric::Score;
use bertscope_metric::correlation::Correlation;
use bertscope_overlap::{CorpusCounts, Metric, Overlap, PairCounts};

/// The running totals of a run. Its size grows only with the number of judged pairs.
#[derive(Debug, Default)]
pub struct Summary {
    layers: Vec<LayerSums>,
    chosen: usize,
    /// Number of pairs scored.
    pub pairs: u64,
    /// Number of pairs that could not be scored.
    pub refused: u64,
    signature: String,
    /// Name of the column with the human scores.
    human: Option<String>,
    judged: JudgedPairs,
    /// Word overlap, if it is counted.
    overlap: Option<CorpusCounts>,
    /// By number of the pair, from 1.
    notes: NoteCounts<u64>,
}

/// Sums of P, R and F1 at a layer.
#[derive(Debug)]
struct LayerSums {
    layer: Layer,
    sums: [f64; 3],
    counts: [u64; 3],
}

impl Summary {
    /// A summary of no pairs yet, at these layers; the one at index `chosen` counts. `human` names the human scores, if
    /// there are any.
    pub fn new(layers: &[Layer], chosen: usize, human: Option<String>) -> Self {
        let sums = |&layer: &Layer| LayerSums {
            layer,
            sums: [0.0; 3],
            counts: [0; 3],
        };
        let (layers, judged) = (
            layers.iter().map(sums).collect(),
            JudgedPairs::new(layers.len()),
        );
        Self {
            layers,
            chosen,
            human,
            judged,
            ..Self::default()
        }
    }

    /// The same with word overlap, which each pair must then have.
    #[must_use]
    pub fn with_overlap(self) -> Self {
        Self {
            overlap: Some(CorpusCounts::default()),
            ..self
        }
    }

    /// Adds a pair's scores, one for each layer, and its word overlap where that is counted.
    pub fn add(
        &mut self,
        scores: &[Score],
        overlap: Option<&PairCounts>,
        human: Option<f64>,
        group: Option<&str>,
    ) {
        self.pairs += 1;
        if let (Some(all), Some(pair)) = (&mut self.overlap, overlap) {
            *all += pair;
        }
        for (layer, score) in self.layers.iter_mut().zip(scores) {
            for (i, number) in score.numbers().into_iter().enumerate() {
                layer.sums[i] += number.unwrap_or(0.0);
                layer.counts[i] += u64::from(number.is_some());
            }
        }
        if let Some(human) = human {
            self.judged.add(
                scores,
                overlap.map(PairCounts::scores),
                human,
                group.unwrap_or_default(),
            );
        }
    }

    /// Counts the notes of pair number `pair`, each by its [`Note::kind`].
    pub fn note(&mut self, pair: u64, kinds: &[&'static str]) {
        self.notes.add(&pair, kinds);
    }

    /// Keeps the signature of the scores.
    pub fn set_signature(&mut self, signature: &str) {
        if self.signature.is_empty() {
            signature.clone_into(&mut self.signature);
        }
    }

    /// The signature and the means, as the `bert-score` command prints them.
    pub fn as_bert_score(&self) -> String {
        let means =
            numbers_of_bert_score(&self.layers[self.chosen].mean(), [" P: ", " R: ", " F1: "]);
        format!("{}{means}", self.signature)
    }

    /// The means of several pairs and the counts of their notes, the signature with a note on its version, and tables of
    /// agreement with the human scores.
    pub fn sheet(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        if self.pairs > 1 {
            let mean = numbers(&self.layers[self.chosen].mean());
            blocks.push(Block::Text(format!(
                "{mean}  mean of {}",
                pluralized(self.pairs, "pair")
            )));
            blocks.extend(self.notes.lines(self.pairs, "pair").map(Block::Note));
            let layers = self.layers.iter().filter(|_| self.layers.len() > 1);
            blocks.extend(
                layers
                    .map(|of| Block::Note(format!("{}  layer {}", numbers(&of.mean()), of.layer))),
            );
            if let Some(scores) = self.corpus_overlap() {
                blocks.push(Block::Text(format!(
                    "{}  corpus BLEU and chrF, mean ROUGE",
                    overlap(&scores)
                )));
            }
        }
        if self.pairs > 0 {
            blocks.extend([
                Block::Text(self.signature.clone()),
                Block::Note(VERSION_NOTE.to_owned()),
            ]);
        }
        if let Some(human) = &self.human {
            let judged = with_thousands_separators(self.judged.pairs() as u64);
            let pairs = pluralized(self.pairs, "pair");
            blocks.push(Block::heading(format!(
                "Agreement with {human}, {judged} of {pairs} judged"
            )));
            blocks.push(Block::Table(self.agreement()));
            blocks.extend(
                self.overlap
                    .is_some()
                    .then(|| Block::Table(self.overlap_agreement())),
            );
        }
        blocks
    }

    /// The groups and their mean at the chosen layer, then the means at all layers if there are several.
    fn agreement(&self) -> Table {
        let main = |[p, r, f1, ..]: Correlations| [p, r, f1];
        let group = |group: Group| AgreementRow {
            name: group.name,
            judged: Some(group.pairs),
            mean: None,
            coefficients: main(group.correlations),
        };
        let mut rows: Vec<AgreementRow> = self
            .judged
            .groups(self.chosen)
            .into_iter()
            .map(group)
            .collect();
        rows.extend(human::mean_row(&rows));
        let several = self.layers.len() > 1;
        rows.extend(
            self.layers
                .iter()
                .enumerate()
                .filter(|_| several)
                .map(|(at, layer)| AgreementRow {
                    name: format!("layer {}", layer.layer),
                    judged: None,
                    mean: None,
                    coefficients: main(agreement::mean(&self.judged.groups(at))),
                }),
        );
        human::table("", &rows)
    }

    /// F1 and the metrics of word overlap: the coefficients of the one group, or their means.
    fn overlap_agreement(&self) -> Table {
        let groups = self.judged.groups(self.chosen);
        let mean = if groups.len() > 1 {
            format!(" (mean of {} groups)", groups.len())
        } else {
            String::new()
        };
        let row = |(
            name,
            Correlation {
                pearson,
                spearman,
                kendall,
            },
        ): (&str, Correlation)| {
            let coefficients = [pearson, spearman, kendall].map(Cell::coefficient);
            std::iter::once(Cell::named(name))
                .chain(coefficients)
                .collect()
        };
        let names = ["BERTScore F1"]
            .into_iter()
            .chain(Metric::ALL.map(Metric::title));
        let rows = names
            .zip(agreement::mean(&groups).into_iter().skip(2))
            .map(row);
        Table::new(["", "Pearson", "Spearman", "Kendall"].map(Column::new))
            .titled(format!("F1 beside word overlap{mean}"))
            .with_rows(rows)
    }

    /// One line of JSON.
    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let mean = self.layers[self.chosen].mean();
        let agreement =
            |layer: usize| Coefficients::new(&agreement::mean(&self.judged.groups(layer)), false);
        let layer = |(i, layer): (usize, &LayerSums)| {
            let Score {
                precision,
                recall,
                f1,
            } = layer.mean();
            let agreement = self.human.as_ref().map(|_| agreement(i));
            LayerJson {
                layer: layer.layer.0,
                precision,
                recall,
                f1: (self.pairs > 0).then_some(f1),
                agreement,
            }
        };
        let several = self.layers.len() > 1;
        let groups = self.judged.groups(self.chosen);
        let summary = SummaryJson {
            pairs: self.pairs,
            refused: self.refused,
            precision: mean.precision,
            recall: mean.recall,
            f1: (self.pairs > 0).then_some(mean.f1),
            signature: &self.signature,
            notes: &self.notes,
            layers: self
                .layers
                .iter()
                .enumerate()
                .filter(|_| several)
                .map(layer)
                .collect(),
            overlap: self.corpus_overlap(),
            human: self.human.as_ref().map(|column| HumanJson {
                column,
                judged: self.judged.pairs(),
                mean: self.coefficients(&agreement::mean(&groups)),
                groups: groups.iter().map(|group| self.group(group)).collect(),
            }),
        };
        write_line(out, &summary)
    }

    fn corpus_overlap(&self) -> Option<Overlap> {
        self.overlap.as_ref().and_then(CorpusCounts::scores)
    }

    fn group(&self, group: &Group) -> GroupJson {
        let agreement = self.coefficients(&group.correlations);
        GroupJson {
            group: group.name.clone(),
            pairs: group.pairs,
            agreement,
        }
    }

    fn coefficients(&self, correlations: &Correlations) -> Coefficients {
        Coefficients::new(correlations, self.overlap.is_some())
    }
}

impl LayerSums {
    fn mean(&self) -> Score {
        let mean = |i: usize| (self.counts[i] > 0).then(|| self.sums[i] / self.counts[i] as f64);
        Score {
            precision: mean(0),
            recall: mean(1),
            f1: mean(2).unwrap_or(0.0),
        }
    }
}

#[derive(Serialize)]
struct SummaryJson<'a> {
    pairs: u64,
    refused: u64,
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
    signature: &'a str,
    #[serde(skip_serializing_if = "NoteCounts::is_empty")]
    notes: &'a NoteCounts<u64>,
    /// Corpus scores: BLEU and chrF over all n-grams, and the means of ROUGE.
    #[serde(skip_serializing_if = "Option::is_none")]
    overlap: Option<Overlap>,
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
    agreement: Option<Coefficients>,
}

#[derive(Serialize)]
struct HumanJson<'a> {
    column: &'a str,
    judged: usize,
    mean: Coefficients,
    groups: Vec<GroupJson>,
}

#[derive(Serialize)]
struct GroupJson {
    group: String,
    pairs: usize,
    #[serde(flatten)]
    agreement: Coefficients,
}
