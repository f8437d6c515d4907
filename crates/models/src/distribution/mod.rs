//! The distribution of the scores of random pairs and of human-judged pairs; a baseline has only the mean of the random ones.
//!
//! Unrelated texts score higher the longer they are, so random pairs are also counted by their length.
//!
//! A distribution is kept as quantiles of the raw P, R and F1 at each layer. Rescaling is linear, so it does not change the share of pairs
//! below a score. The texts are not stored.

mod counts;
mod file;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use strum::VariantArray;

pub use counts::{LEVELS, ScoreHistogram};
pub use file::CountedPopulation;

use crate::Result;
use crate::text_file::{file_name, read_text};
use bertscope_encoder::{Layer, Tokenizer};

/// Values are rounded to multiples of 1 / `STEPS_PER_UNIT`.
pub const STEPS_PER_UNIT: f64 = 10_000.0;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Population {
    /// Two random texts of a corpus.
    Random,
    /// Two texts that are random texts of a corpus, joined to `low` to `high` tokens, special ones included.
    RandomOfLength { low: usize, high: usize },
    /// Pairs with a human score from `low` (inclusive) to `high` (exclusive; inclusive in the highest band).
    Judged { low: f64, high: f64 },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Weighting {
    /// Equal weights.
    Off,
    /// IDF weights from a table of document frequencies.
    Table,
}

/// One of the three measures of a score.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Deserialize,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    #[serde(rename = "p")]
    #[strum(serialize = "P")]
    Precision,
    #[serde(rename = "r")]
    #[strum(serialize = "R")]
    Recall,
    F1,
}

impl Measure {
    pub const ALL: &[Self] = Self::VARIANTS;

    /// `P`, `R` or `F1`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The IDF table that weighted the tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightingTable {
    pub document_count: u64,
    pub source: String,
}

/// Quantiles of one measure at one layer.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantiles {
    /// Shares of pairs, ascending, from 0 to 1.
    levels: Arc<[f64]>,
    /// The value below which each share lies, in 1 / [`STEPS_PER_UNIT`], ascending.
    values: Vec<i32>,
}

impl Quantiles {
    /// The share of pairs below `x`, from 0 to 1, linearly interpolated between two quantiles.
    pub fn share_below(&self, x: f64) -> f64 {
        // In whole steps like the values, so that a score that is one of them is not below it.
        let x = (x * STEPS_PER_UNIT).round() as i32;
        let i = self.values.partition_point(|value| *value < x);
        if i == 0 {
            return 0.0;
        }
        if i == self.values.len() {
            return 1.0;
        }
        let low = f64::from(self.values[i - 1]);
        let high = f64::from(self.values[i]);
        let part = (f64::from(x) - low) / (high - low);
        self.levels[i - 1] + part * (self.levels[i] - self.levels[i - 1])
    }

    /// The two quantiles between which `x` lies, each as (share, value); `None` outside.
    pub fn bracketing(&self, x: f64) -> Option<[(f64, f64); 2]> {
        let x = (x * STEPS_PER_UNIT).round() as i32;
        let upper = self.values.partition_point(|value| *value < x);
        let lower = upper.checked_sub(1)?;
        Some([
            (self.levels[lower], self.value(lower)?),
            (*self.levels.get(upper)?, self.value(upper)?),
        ])
    }

    /// The value below which a share of the pairs lies, at the nearest level.
    pub fn value_at(&self, share: f64) -> f64 {
        let nearest = self.levels.iter().enumerate().min_by(|(_, a), (_, b)| {
            let distance = (*a - share).abs();
            distance.total_cmp(&(*b - share).abs())
        });
        nearest
            .and_then(|(level, _)| self.value(level))
            .unwrap_or(0.0)
    }

    pub fn range(&self) -> (f64, f64) {
        let last = self.values.len().saturating_sub(1);
        (
            self.value(0).unwrap_or(0.0),
            self.value(last).unwrap_or(0.0),
        )
    }

    /// The value of a level, as a score.
    fn value(&self, level: usize) -> Option<f64> {
        let value = self.values.get(level)?;
        Some(f64::from(*value) / STEPS_PER_UNIT)
    }
}

/// The score distribution of a population with one weighting.
#[derive(Debug, Clone, PartialEq)]
pub struct PopulationScores {
    pub population: Population,
    pub weighting: Weighting,
    /// Number of pairs.
    pub pairs: u64,
    /// P, R and F1 at each layer from 0 on.
    layers: Vec<[Quantiles; 3]>,
}

impl PopulationScores {
    /// The quantiles of a measure at a layer.
    pub fn quantiles_at(&self, layer: Layer, measure: Measure) -> Option<&Quantiles> {
        self.layers.get(layer.0).map(|row| &row[measure as usize])
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Distribution {
    pub model: String,
    /// Fingerprint of its tokenizer.
    pub tokenizer: String,
    /// The table of [`Weighting::Table`].
    pub weighting_table: Option<WeightingTable>,
    /// The corpus of the random pairs, as in “random pairs of …”; `None` in files without pairs by length.
    pub corpus: Option<String>,
    /// The source of the judged pairs.
    pub judged: Option<String>,
    /// The populations, the random one first.
    pub populations: Vec<PopulationScores>,
}

impl Distribution {
    /// The path of the distribution that belongs to a baseline file: `baseline.distribution.tsv` next to `baseline.tsv`.
    pub fn path_beside(baseline: &Path) -> PathBuf {
        baseline.with_extension("distribution.tsv")
    }

    /// Reads the distribution next to a baseline file, if it exists, for a model with this tokenizer and number of layers.
    /// Fails when it cannot be read, or when it belongs to another model.
    pub fn read_beside(
        baseline: &Path,
        tokenizer: &Tokenizer,
        layers: usize,
    ) -> Result<Option<Self>> {
        let path = Self::path_beside(baseline);
        if !path.is_file() {
            return Ok(None);
        }
        let name = file_name(&path);
        let distribution = Self::parse(&read_text(&path)?, &name)?;
        // A model that was opened only up to some layer has fewer layers than the file.
        let has_all_layers = distribution
            .populations
            .iter()
            .all(|population| population.layers.len() > layers);
        if distribution.tokenizer != tokenizer.fingerprint() || !has_all_layers {
            let problem = format!("it belongs to another model, {}", distribution.model);
            return Err(file::errors(&name).at(1, problem));
        }
        Ok(Some(distribution))
    }

    /// The populations with a weighting, the random one first.
    pub fn with_weighting(&self, weighting: Weighting) -> impl Iterator<Item = &PopulationScores> {
        self.populations
            .iter()
            .filter(move |population| population.weighting == weighting)
    }

    /// Whether the distribution also has scores weighted by the table with this name and N.
    pub fn has_table(&self, source: &str, documents: u64) -> bool {
        self.weighting_table
            .as_ref()
            .is_some_and(|table| table.source == source && table.document_count == documents)
    }
}
