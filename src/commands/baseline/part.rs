//! What is done of a baseline, kept in a file beside it, so that an interrupted run can resume.

use std::path::{Path, PathBuf};

use color_eyre::eyre::{Context, Result};
use serde::{Deserialize, Serialize};

use super::super::output::place;
use super::batch::Scores;
use crate::cli::BaselineArgs;
use crate::usage_error::UsageError;
use bertscope_encoder::Keep;
use bertscope_models::distribution::Counts;
use bertscope_models::{Model, ModelError};
use bertscope_report::save::is_stream;

/// Which baseline it is: all that its numbers depend on, but for the number of pairs. The pairs of a longer run begin with
/// those of a shorter one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// The model's name, for people.
    pub model: String,
    /// The model's vocabulary, layers and width, and some of its numbers.
    pub tokenizer: String,
    /// Layers of the model.
    pub layers: usize,
    /// Where it computes.
    pub device: String,
    /// Hidden states of a fixed text, which differ for other weights.
    pub probe: Vec<f32>,
    /// Texts of the corpus.
    pub texts: usize,
    /// Their fingerprint.
    pub corpus: String,
    /// The seed.
    pub seed: u64,
    /// Fingerprint of the judged pairs, if there are any.
    pub judged: Option<String>,
    /// Fingerprint of the table of document frequencies, if there is one.
    pub frequencies: Option<String>,
}

/// How far apart two numbers of a probe may be that are the same but for the order in which a processor adds.
const NEAR: f32 = 1e-3;

impl Identity {
    /// Numbers that identify a model's weights.
    ///
    /// # Errors
    /// [`ModelError`] when it cannot score anything.
    pub fn probe(model: &Model) -> Result<Vec<f32>, ModelError> {
        let ids = model.tokenizer.tokenize("Seven grey geese fly over the harbour at dawn.")?.ids();
        let hidden = model.encoder.encode(&[ids.as_slice()], Keep::Through(super::batch::last(model)))?;
        let last = hidden.first().map(|text| text.at(text.last_layer())).transpose()?;
        let Some(last) = last.map(bertscope_metric::Vectors::normalised).filter(|vectors| vectors.count() > 1) else {
            return Ok(Vec::new());
        };
        Ok(last.row(1).iter().take(8).copied().collect())
    }

    /// What of `other` is not the same, in a few words.
    fn difference(&self, other: &Self) -> Option<String> {
        let near = |(a, b): (&f32, &f32)| (a - b).abs() <= NEAR;
        let weights = self.probe.len() == other.probe.len() && self.probe.iter().zip(&other.probe).all(near);
        if (&self.tokenizer, self.layers) != (&other.tokenizer, other.layers) || !weights {
            let same = self.model == other.model;
            return Some(if same { "a model with other weights".into() } else { format!("the model {}", self.model) });
        }
        if self.texts != other.texts {
            return Some(format!("a corpus of {} texts, not {}", self.texts, other.texts));
        }
        if self.corpus != other.corpus {
            return Some("a corpus with other texts".into());
        }
        if self.seed != other.seed {
            return Some(format!("seed {}, not {}", self.seed, other.seed));
        }
        if self.judged != other.judged {
            return Some("other judged pairs".into());
        }
        if self.frequencies != other.frequencies {
            return Some("another IDF table".into());
        }
        (self.device != other.device).then(|| format!("device {}, not {}", self.device, other.device))
    }
}

/// What is counted of a population weighed in one way, \[layers\]\[P, R, F1\].
pub type Tally = Vec<[Counts; 3]>;

/// Sums over the pairs that have been scored.
#[derive(Debug, Clone, PartialEq)]
pub struct Sums {
    /// How many random pairs there are in them.
    pub pairs: u64,
    /// How many judged ones.
    pub judged: u64,
    /// Σ P, Σ R and Σ F1 of each layer over the random pairs, added one pair after the other.
    pub layers: Vec<[f64; 3]>,
    /// Each population's scores: without IDF, and with.
    pub spread: Vec<[Tally; 2]>,
}

impl Sums {
    /// Those of no pairs, of which there will be `sets` populations.
    pub fn none(layers: usize, sets: usize) -> Self {
        let none = || vec![<[Counts; 3]>::default(); layers];
        Self {
            pairs: 0,
            judged: 0,
            layers: vec![[0.0; 3]; layers],
            spread: (0..sets).map(|_| [none(), none()]).collect(),
        }
    }

    /// Adds the scores of more pairs, \[pairs × layers\], each of one of the populations; the first are the random pairs.
    pub fn add(&mut self, sets: &[usize], scores: &[Scores]) {
        for (set, pair) in sets.iter().zip(scores.chunks_exact(self.layers.len())) {
            for (layer, scores) in pair.iter().enumerate() {
                if *set == 0 {
                    for (sum, score) in self.layers[layer].iter_mut().zip(scores.off) {
                        *sum += score;
                    }
                }
                for (tally, scores) in self.spread[*set].iter_mut().zip([Some(scores.off), scores.table]) {
                    for (counts, score) in tally[layer].iter_mut().zip(scores.into_iter().flatten()) {
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

/// Of a file of any version.
#[derive(Debug, Deserialize)]
struct Version {
    bertscope_baseline_part: u32,
}

/// The file as it is written. Sums are text: decimal digits that give exactly the same number back.
#[derive(Debug, Serialize, Deserialize)]
struct Content {
    bertscope_baseline_part: u32,
    #[serde(flatten)]
    identity: Identity,
    pairs: u64,
    judged_pairs: u64,
    sums: Vec<[String; 3]>,
    spread: Vec<[Vec<[String; 3]>; 2]>,
}

const VERSION: u32 = 2;

/// The file beside the output.
#[derive(Debug)]
pub struct Part {
    path: PathBuf,
    identity: Identity,
}

impl Part {
    /// That of an output file. There is none where the output is not a file, such as a pipe.
    pub fn beside(output: &Path, identity: Identity) -> Option<Self> {
        (!is_stream(output)).then(|| Self { path: BaselineArgs::part_beside(output), identity })
    }

    /// What an earlier run left; `None` when it left nothing.
    ///
    /// # Errors
    /// [`UsageError`] when it belongs to another baseline or is damaged.
    pub fn read(&self, pairs: u64, sets: usize) -> Result<Option<Sums>> {
        let path = self.path.display();
        let text = match std::fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).wrap_err_with(|| format!("cannot read {path}")),
        };
        let no =
            |problem: String| UsageError(format!("{path} {problem}; start over with --restart, or choose another -o"));
        let damaged = |error: serde_json::Error| no(format!("is damaged: {error}"));
        let version: Version = serde_json::from_str(&text).map_err(damaged)?;
        if version.bertscope_baseline_part != VERSION {
            return Err(no("was written by another version of bertscope".into()).into());
        }
        let content: Content = serde_json::from_str(&text).map_err(damaged)?;
        if let Some(difference) = content.identity.difference(&self.identity) {
            return Err(no(format!("belongs to another run: {difference}")).into());
        }
        if content.pairs > pairs {
            return Err(no(format!("already has {} pairs, more than {pairs}", content.pairs)).into());
        }
        let number = |text: &String| text.parse().ok().filter(|sum: &f64| sum.is_finite());
        let row = |row: &[String; 3]| Some([number(&row[0])?, number(&row[1])?, number(&row[2])?]);
        let layers: Option<Vec<_>> = content.sums.iter().map(row).collect();
        let counts = |[p, r, f]: &[String; 3]| Some([Counts::parse(p)?, Counts::parse(r)?, Counts::parse(f)?]);
        let tally = |rows: &Vec<[String; 3]>| rows.iter().map(counts).collect::<Option<Tally>>();
        let spread: Option<Vec<_>> =
            content.spread.iter().map(|[off, table]| Some([tally(off)?, tally(table)?])).collect();
        let size = self.identity.layers + 1;
        match layers.zip(spread) {
            Some((layers, spread))
                if layers.len() == size
                    && spread.len() == sets
                    && spread.iter().flatten().all(|tally| tally.len() == size) =>
            {
                Ok(Some(Sums { pairs: content.pairs, judged: content.judged_pairs, layers, spread }))
            }
            _ => Err(no("is damaged: its sums do not match".into()).into()),
        }
    }

    /// Keeps what is done. Whenever the program dies, there is either this or what was there before.
    ///
    /// # Errors
    /// With the file's name, when it cannot be written.
    pub fn write(&self, sums: &Sums) -> Result<()> {
        let written = |tally: &Tally| tally.iter().map(|row| row.each_ref().map(Counts::to_text)).collect();
        let content = Content {
            bertscope_baseline_part: VERSION,
            identity: self.identity.clone(),
            pairs: sums.pairs,
            judged_pairs: sums.judged,
            spread: sums.spread.iter().map(|ways| ways.each_ref().map(written)).collect(),
            sums: sums.layers.iter().map(|row| row.map(|sum| sum.to_string())).collect(),
        };
        let mut bytes = serde_json::to_vec_pretty(&content)?;
        bytes.push(b'\n');
        Ok(place(&self.path)?.write(&bytes)?)
    }

    /// Removes the file: the baseline is finished, or a new one starts.
    ///
    /// # Errors
    /// With the file's name, when it cannot be removed.
    pub fn remove(&self) -> Result<()> {
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(error).wrap_err_with(|| format!("cannot remove {}", self.path.display()))
            }
            _ => Ok(()),
        }
    }
}
