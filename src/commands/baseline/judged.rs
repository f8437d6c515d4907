//! Judged pairs, in bands by human score.

use std::path::Path;

use color_eyre::eyre::Result;
use sha2::{Digest, Sha256};

use crate::usage_error::{UsageError, refuse};
use bertscope_models::distribution::Population;
use bertscope_pairs::{Columns, Input, Source, TableFormat};

/// Number of bands of equal width that the human scores are divided into.
const BAND_COUNT: usize = 5;

/// Judged pairs and their bands.
#[derive(Debug, Default)]
pub struct JudgedCorpus {
    /// Candidate, reference and the index of the band.
    pub pairs: Vec<(String, String, usize)>,
    /// The bands, from the lowest human scores to the highest.
    pub bands: Vec<Population>,
    /// 16 hexadecimal digits that identify these pairs and scores.
    pub fingerprint: String,
}

impl JudgedCorpus {
    /// Reads a file with the columns candidate, reference and score. Pairs without a score are left out.
    pub fn read(path: &Path) -> Result<Self> {
        let source = Source::from_argument(&path.to_string_lossy());
        let format = source
            .path()
            .map_or(Some(TableFormat::Jsonl), TableFormat::from_path);
        let format =
            format.ok_or_else(|| bertscope_pairs::PairsError::UnknownFormat(source.name()))?;
        let columns = Columns {
            human: Some("score".into()),
            ..Columns::default()
        };
        let input = Input::Table {
            source,
            format,
            columns,
            quotes: false,
            header: true,
        };
        let mut digest = Sha256::new();
        let mut pairs = Vec::new();
        for row in input.rows()? {
            let pair = row?.map_err(|error| UsageError(error.to_string()))?;
            let Some(human) = pair.human else { continue };
            for reference in pair.references {
                digest.update(format!("{}\n{reference}\n{human}\n", pair.candidate));
                pairs.push((pair.candidate.clone(), reference, human));
            }
        }
        let low = pairs
            .iter()
            .map(|pair| pair.2)
            .fold(f64::INFINITY, f64::min);
        let high = pairs
            .iter()
            .map(|pair| pair.2)
            .fold(f64::NEG_INFINITY, f64::max);
        let width = (high - low) / BAND_COUNT as f64;
        if !(width.is_finite() && width > 0.0) {
            let problem = "has no two different human scores; the ruler needs a range of scores";
            return refuse(format!("{} {problem}", path.display()));
        }
        let band = |human: f64| (((human - low) / width) as usize).min(BAND_COUNT - 1);
        let edge = |i: usize| {
            if i == BAND_COUNT {
                high
            } else {
                low + width * i as f64
            }
        };
        Ok(Self {
            pairs: pairs
                .into_iter()
                .map(|(candidate, reference, human)| (candidate, reference, band(human)))
                .collect(),
            bands: (0..BAND_COUNT)
                .map(|i| Population::Judged {
                    low: edge(i),
                    high: edge(i + 1),
                })
                .collect(),
            fingerprint: super::short_hex(digest),
        })
    }
}
