//! Judged pairs, in bands by human score.

use std::path::Path;

use color_eyre::eyre::Result;

use super::super::failures::Failures;
use super::batch::PopulationPair;
use crate::cli::TableArgs;
use crate::usage_error::{UsageError, refuse};
use bertscope_metric::Pair;
use bertscope_models::distribution::Population;

/// Number of bands of equal width that the human scores are divided into.
const BAND_COUNT: usize = 5;

#[derive(Debug, Default)]
pub struct JudgedCorpus {
    pub pairs: Vec<PopulationPair<String>>,
    /// From the lowest human scores to the highest.
    pub bands: Vec<Population>,
    /// How many human scores cannot be read and count as missing, as a sentence.
    pub unread: Option<String>,
}

/// The pairs of a file.
struct ReadPairs {
    pairs: Vec<ScoredPair>,
    unread: Option<String>,
}

/// A pair as it was read.
struct ScoredPair {
    texts: Pair<String>,
    human: f64,
}

impl JudgedCorpus {
    /// Reads a file with the columns candidate, reference and score. Pairs without a score are left out.
    pub fn read(path: &Path) -> Result<Self> {
        let ReadPairs { pairs, unread } = read_pairs(path)?;
        let Some(range) = HumanRange::of_pairs(&pairs) else {
            if let Some(problem) = unread {
                return refuse(problem);
            }
            let problem = "has no two different human scores, and the ruler needs a range; name another file with --judged";
            return refuse(format!("{} {problem}", path.display()));
        };
        Ok(Self {
            pairs: pairs
                .into_iter()
                .map(|pair| PopulationPair {
                    // The first population is that of the random pairs.
                    population: 1 + range.band(pair.human),
                    texts: pair.texts,
                })
                .collect(),
            bands: (0..BAND_COUNT)
                .map(|band| Population::Judged {
                    low: range.edge(band),
                    high: range.edge(band + 1),
                })
                .collect(),
            unread,
        })
    }
}

fn read_pairs(path: &Path) -> Result<ReadPairs> {
    let human = ["score".to_owned()];
    let input = TableArgs::default().open_named(&path.to_string_lossy(), &human)?;
    let mut pairs = Vec::new();
    let mut failures = Failures::default();
    for row in input.rows()? {
        let pair = row?.map_err(|error| UsageError(error.to_string()))?;
        failures.next_row();
        if let Some(error) = &pair.unread_human {
            failures.add_unread_human(error);
        }
        let Some(human) = pair.human else { continue };
        for reference in pair.references {
            let candidate = pair.candidate.clone();
            pairs.push(ScoredPair {
                texts: Pair {
                    reference,
                    candidate,
                },
                human,
            });
        }
    }
    Ok(ReadPairs {
        pairs,
        unread: failures.unread_human_scores(),
    })
}

/// The lowest and the highest human score.
struct HumanRange {
    low: f64,
    high: f64,
}

impl HumanRange {
    /// `None` without two different scores.
    fn of_pairs(pairs: &[ScoredPair]) -> Option<Self> {
        let scores = pairs.iter().map(|pair| pair.human);
        let range = Self {
            low: scores.clone().fold(f64::INFINITY, f64::min),
            high: scores.fold(f64::NEG_INFINITY, f64::max),
        };
        let width = range.band_width();
        (width.is_finite() && width > 0.0).then_some(range)
    }

    fn band_width(&self) -> f64 {
        (self.high - self.low) / BAND_COUNT as f64
    }

    fn band(&self, human: f64) -> usize {
        let band = ((human - self.low) / self.band_width()) as usize;
        // The highest score itself is in the last band.
        band.min(BAND_COUNT - 1)
    }

    /// The lower end of a band, or the upper end of the one before.
    fn edge(&self, band: usize) -> f64 {
        // The sum may differ from the highest score by a rounding.
        if band == BAND_COUNT {
            self.high
        } else {
            self.low + self.band_width() * band as f64
        }
    }
}
