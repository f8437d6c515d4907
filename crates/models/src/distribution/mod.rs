//! The distribution of the scores of random pairs and of human-judged pairs; a baseline has only their means.
//!
//! A distribution is kept as quantiles of the raw P, R and F1 at each layer. Rescaling is linear, so it does not change the share of pairs
//! below a score. The texts are not stored.

mod counts;
mod file;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use counts::LEVELS;
pub use counts::ScoreHistogram;

use crate::text_file::read_text;
use crate::{ModelError, Result};
use bertscope_encoder::{Layer, Tokenizer};

/// Values are rounded to multiples of 1 / UNITS.
pub const STEPS_PER_UNIT: f64 = 10_000.0;

/// The pairs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Population {
    /// Two random texts of a corpus.
    Random,
    /// Pairs with a human score from `low` (inclusive) to `high` (exclusive; inclusive in the highest band).
    Judged {
        /// The lower bound.
        low: f64,
        /// The upper bound.
        high: f64,
    },
}

/// The weighting of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weighting {
    /// Equal weights.
    Off,
    /// IDF weights from a table of document frequencies.
    Table,
}

/// One of the three measures of a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// P.
    Precision,
    /// R.
    Recall,
    /// F1.
    F1,
}

impl Measure {
    /// P, R and F1.
    pub const ALL: [Self; 3] = [Self::Precision, Self::Recall, Self::F1];

    /// `P`, `R` or `F1`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Precision => "P",
            Self::Recall => "R",
            Self::F1 => "F1",
        }
    }
}

/// The IDF table that weighted the tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightingTable {
    /// N.
    pub document_count: u64,
    /// Its name.
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
        let at = (x * STEPS_PER_UNIT).round() as i32;
        match self.values.partition_point(|v| *v < at) {
            0 => 0.0,
            i if i == self.values.len() => 1.0,
            i => {
                let (low, high) = (f64::from(self.values[i - 1]), f64::from(self.values[i]));
                let part = (f64::from(at) - low) / (high - low);
                self.levels[i - 1] + part * (self.levels[i] - self.levels[i - 1])
            }
        }
    }

    /// The two quantiles between which `x` lies, each as (share, value); `None` outside.
    pub fn bracketing(&self, x: f64) -> Option<[(f64, f64); 2]> {
        let at = (x * STEPS_PER_UNIT).round() as i32;
        let i = self.values.partition_point(|v| *v < at);
        let one = |i: usize| {
            Some((
                *self.levels.get(i)?,
                f64::from(*self.values.get(i)?) / STEPS_PER_UNIT,
            ))
        };
        Some([one(i.checked_sub(1)?)?, one(i)?])
    }

    /// The value below which a share of the pairs lies, at the nearest level.
    pub fn value_at(&self, share: f64) -> f64 {
        let near = |a: &usize, b: &usize| {
            (self.levels[*a] - share)
                .abs()
                .total_cmp(&(self.levels[*b] - share).abs())
        };
        (0..self.levels.len())
            .min_by(near)
            .map_or(0.0, |i| f64::from(self.values[i]) / STEPS_PER_UNIT)
    }

    /// The smallest and the largest value.
    pub fn range(&self) -> (f64, f64) {
        let value = |v: Option<&i32>| f64::from(v.copied().unwrap_or(0)) / STEPS_PER_UNIT;
        (value(self.values.first()), value(self.values.last()))
    }
}

/// The score distribution of a population with one weighting.
#[derive(Debug, Clone, PartialEq)]
pub struct PopulationScores {
    /// The pairs.
    pub population: Population,
    /// Their weighting.
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

/// The score distributions of one model.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// The model's name.
    pub model: String,
    /// Fingerprint of its tokenizer.
    pub tokenizer: String,
    /// The table of [`Weighting::Table`].
    pub weighting_table: Option<WeightingTable>,
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
    ///
    /// # Errors
    /// [`ModelError::Read`], [`ModelError::NotUtf8`] or [`ModelError::Table`], also if it belongs to another model.
    pub fn read_beside(
        baseline: &Path,
        tokenizer: &Tokenizer,
        layers: usize,
    ) -> Result<Option<Self>> {
        let path = Self::path_beside(baseline);
        if !path.is_file() {
            return Ok(None);
        }
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        let found = Self::parse(&read_text(&path)?, &name)?;
        // A model that was opened only up to some layer has fewer layers than the file.
        let fits = found.tokenizer == tokenizer.fingerprint()
            && found
                .populations
                .iter()
                .all(|spread| spread.layers.len() > layers);
        if fits {
            Ok(Some(found))
        } else {
            let problem = format!("it belongs to another model, {}", found.model);
            Err(ModelError::Table {
                name,
                line: 1,
                problem,
                advice: file::ADVICE,
            })
        }
    }

    /// The populations with a weighting, the random one first.
    pub fn with_weighting(&self, weighing: Weighting) -> impl Iterator<Item = &PopulationScores> {
        self.populations
            .iter()
            .filter(move |spread| spread.weighting == weighing)
    }

    /// Whether the distribution also has scores weighted by the table with this name and N.
    pub fn has_table(&self, source: &str, documents: u64) -> bool {
        self.weighting_table
            .as_ref()
            .is_some_and(|by| by.source == source && by.document_count == documents)
    }
}
