//! The part file: the progress of a baseline, saved next to the output, so that an interrupted run can resume.

use std::path::{Path, PathBuf};

use color_eyre::eyre::{Context, Result};
use serde::{Deserialize, Serialize};

use super::super::output::destination;
use super::batch::Scores;
use crate::cli::BaselineArgs;
use crate::usage_error::UsageError;
use bertscope_encoder::{Conventions, KeptLayers};
use bertscope_models::distribution::ScoreHistogram;
use bertscope_models::{Model, ModelError};
use bertscope_report::save::is_stream;

/// Identifies a baseline: everything that its numbers depend on, except the number of pairs. A longer run starts with
/// the pairs of a shorter one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BaselineIdentity {
    /// The name of the model, for messages.
    pub model: String,
    /// The program whose scores are summed.
    #[serde(default, skip_serializing_if = "Conventions::is_default")]
    pub program: Conventions,
    /// The model's vocabulary, layers and hidden size, and some of its numbers.
    pub tokenizer: String,
    /// Number of layers.
    pub layers: usize,
    /// The device.
    pub device: String,
    /// Hidden states of a fixed text, which differ if the weights differ.
    pub probe: Vec<f32>,
    /// Number of texts in the corpus.
    pub texts: usize,
    /// Fingerprint of the texts.
    pub corpus: String,
    /// The seed.
    pub seed: u64,
    /// Fingerprint of the judged pairs, if any.
    pub judged: Option<String>,
    /// Fingerprint of the table of document frequencies, if any.
    pub frequencies: Option<String>,
}

/// Tolerance for probe values, because processors add in different orders.
const PROBE_TOLERANCE: f32 = 1e-3;

impl BaselineIdentity {
    /// Numbers that identify a model's weights.
    pub fn probe(model: &Model) -> Result<Vec<f32>, ModelError> {
        let ids = model
            .tokenizer
            .tokenize("Seven grey geese fly over the harbour at dawn.")?
            .ids();
        let hidden = model.encoder.encode(
            &[ids.as_slice()],
            KeptLayers::UpTo(super::batch::last_layer(model)),
        )?;
        let last = hidden
            .first()
            .map(|text| text.vectors_at(text.last_layer()))
            .transpose()?;
        let Some(last) = last
            .map(bertscope_metric::Vectors::normalised)
            .filter(|vectors| vectors.count() > 1)
        else {
            return Ok(Vec::new());
        };
        Ok(last.row(1).iter().take(8).copied().collect())
    }

    /// Describes the first setting in which `other` differs.
    fn difference(&self, other: &Self) -> Option<String> {
        let near = |(a, b): (&f32, &f32)| (a - b).abs() <= PROBE_TOLERANCE;
        let same_weights = (&self.tokenizer, self.layers) == (&other.tokenizer, other.layers)
            && self.probe.len() == other.probe.len()
            && self.probe.iter().zip(&other.probe).all(near);
        let other_model = if self.model == other.model {
            "a model with other weights".to_owned()
        } else {
            format!("the model {}", self.model)
        };
        let settings = [
            (same_weights, other_model),
            (
                self.program == other.program,
                format!(
                    "scores of {}, not {}",
                    self.program.name(),
                    other.program.name()
                ),
            ),
            (
                self.texts == other.texts,
                format!("a corpus of {} texts, not {}", self.texts, other.texts),
            ),
            (
                self.corpus == other.corpus,
                "a corpus with other texts".to_owned(),
            ),
            (
                self.seed == other.seed,
                format!("seed {}, not {}", self.seed, other.seed),
            ),
            (self.judged == other.judged, "other judged pairs".to_owned()),
            (
                self.frequencies == other.frequencies,
                "another IDF table".to_owned(),
            ),
            (
                self.device == other.device,
                format!("device {}, not {}", self.device, other.device),
            ),
        ];
        settings
            .into_iter()
            .find(|(is_same, _)| !is_same)
            .map(|(_, sentence)| sentence)
    }
}

/// Histogram counts of a population with one weighting, \[layers\]\[P, R, F1\].
pub type LayerHistograms = Vec<[ScoreHistogram; 3]>;

/// Sums over the pairs that have been scored.
#[derive(Debug, Clone, PartialEq)]
pub struct Sums {
    /// Number of random pairs scored.
    pub pairs: u64,
    /// Number of judged pairs scored.
    pub judged: u64,
    /// Σ P, Σ R and Σ F1 of each layer over the random pairs, added pair by pair.
    pub layers: Vec<[f64; 3]>,
    /// Histograms of each population: without IDF, and with it.
    pub histograms: Vec<[LayerHistograms; 2]>,
}

impl Sums {
    /// Empty sums for `sets` populations.
    pub fn zero(layers: usize, sets: usize) -> Self {
        let none = || vec![<[ScoreHistogram; 3]>::default(); layers];
        Self {
            pairs: 0,
            judged: 0,
            layers: vec![[0.0; 3]; layers],
            histograms: (0..sets).map(|_| [none(), none()]).collect(),
        }
    }

    /// Adds the scores of more pairs, \[pairs × layers\], each with its population. Random pairs come first.
    pub fn add(&mut self, sets: &[usize], scores: &[Scores]) {
        for (set, pair) in sets.iter().zip(scores.chunks_exact(self.layers.len())) {
            for (layer, scores) in pair.iter().enumerate() {
                if *set == 0 {
                    for (sum, score) in self.layers[layer].iter_mut().zip(scores.off) {
                        *sum += score;
                    }
                }
                for (tally, scores) in self.histograms[*set]
                    .iter_mut()
                    .zip([Some(scores.off), scores.table])
                {
                    for (counts, score) in tally[layer].iter_mut().zip(scores.into_iter().flatten())
                    {
                        counts.add(score);
                    }
                }
            }
            if *set == 0 {
                self.pairs += 1;
            } else {
                self.judged += 1;
            }
        }
    }
}

/// The version, which files of any version have.
#[derive(Debug, Deserialize)]
struct Version {
    bertscope_baseline_part: u32,
}

/// The content of the file. Sums are text with enough decimal digits to restore them exactly.
#[derive(Debug, Serialize, Deserialize)]
struct PartFileJson {
    bertscope_baseline_part: u32,
    #[serde(flatten)]
    identity: BaselineIdentity,
    pairs: u64,
    judged_pairs: u64,
    sums: Vec<[String; 3]>,
    #[serde(rename = "spread")]
    histograms: Vec<[Vec<[String; 3]>; 2]>,
}

const VERSION: u32 = 2;

impl PartFileJson {
    /// The sums; `None` if a text in the file is not a number.
    fn sums(&self) -> Option<Sums> {
        let sum = |text: &str| text.parse().ok().filter(|sum: &f64| sum.is_finite());
        let counts = |rows: &Vec<_>| parse_rows(rows, ScoreHistogram::parse);
        let ways = |[off, table]: &[_; 2]| Some([counts(off)?, counts(table)?]);
        Some(Sums {
            pairs: self.pairs,
            judged: self.judged_pairs,
            layers: parse_rows(&self.sums, sum)?,
            histograms: self.histograms.iter().map(ways).collect::<Option<_>>()?,
        })
    }
}

fn parse_rows<T>(rows: &[[String; 3]], parse: impl Fn(&str) -> Option<T>) -> Option<Vec<[T; 3]>> {
    rows.iter()
        .map(|[p, r, f]| Some([parse(p)?, parse(r)?, parse(f)?]))
        .collect()
}

/// The part file of an output.
#[derive(Debug)]
pub struct PartFile {
    /// The output.
    pub output: PathBuf,
    path: PathBuf,
    identity: BaselineIdentity,
}

impl PartFile {
    /// The part file of an output file; `None` if the output is not a file, such as a pipe.
    pub fn for_output(output: &Path, identity: BaselineIdentity) -> Option<Self> {
        let path = BaselineArgs::part_beside(output);
        (!is_stream(output)).then(|| Self {
            output: output.to_owned(),
            path,
            identity,
        })
    }

    /// Reads the progress of an earlier run; `None` if there is none.
    pub fn read(&self, pairs: u64, sets: usize) -> Result<Option<Sums>> {
        let path = self.path.display();
        let text = match std::fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).wrap_err_with(|| format!("cannot read {path}")),
        };
        let no = |problem: String| {
            UsageError(format!(
                "{path} {problem}; start over with --restart, or choose another -o"
            ))
        };
        let damaged = |error: serde_json::Error| no(format!("is damaged: {error}"));
        let version: Version = serde_json::from_str(&text).map_err(damaged)?;
        if version.bertscope_baseline_part != VERSION {
            return Err(no("was written by another version of bertscope".into()).into());
        }
        let content: PartFileJson = serde_json::from_str(&text).map_err(damaged)?;
        if let Some(difference) = content.identity.difference(&self.identity) {
            return Err(no(format!("belongs to another run: {difference}")).into());
        }
        if content.pairs > pairs {
            return Err(no(format!(
                "already has {} pairs, more than {pairs}",
                content.pairs
            ))
            .into());
        }
        let sums = content.sums().filter(|sums| {
            let size = self.identity.layers + 1;
            let fits = |rows: &LayerHistograms| rows.len() == size;
            sums.layers.len() == size
                && sums.histograms.len() == sets
                && sums.histograms.iter().flatten().all(fits)
        });
        Ok(Some(sums.ok_or_else(|| {
            no("is damaged: its sums do not match".into())
        })?))
    }

    /// Saves the progress. If the program is killed, the file has either this state or the previous one.
    pub fn write(&self, sums: &Sums) -> Result<()> {
        let written = |tally: &LayerHistograms| {
            tally
                .iter()
                .map(|row| row.each_ref().map(ScoreHistogram::to_text))
                .collect()
        };
        let content = PartFileJson {
            bertscope_baseline_part: VERSION,
            identity: self.identity.clone(),
            pairs: sums.pairs,
            judged_pairs: sums.judged,
            histograms: sums
                .histograms
                .iter()
                .map(|ways| ways.each_ref().map(written))
                .collect(),
            sums: sums
                .layers
                .iter()
                .map(|row| row.map(|sum| sum.to_string()))
                .collect(),
        };
        let mut bytes = serde_json::to_vec_pretty(&content)?;
        bytes.push(b'\n');
        Ok(destination(&self.path)?.write(&bytes)?)
    }

    /// Removes the file: the baseline is finished, or a new one starts.
    pub fn remove(&self) -> Result<()> {
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(error).wrap_err_with(|| format!("cannot remove {}", self.path.display()))
            }
            _ => Ok(()),
        }
    }
}
