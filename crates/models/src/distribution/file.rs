//! The text format of distributions.
//!
//! `#bertscope-distribution 1`, then lines `#model`, `#tokenizer`, optionally `#idf N SOURCE`, optionally `#judged SOURCE`, and `#levels`
//! with shares from 0 to 1. Then one line for each population, weighting, layer and measure, in tab-separated columns:
//! `random` or `judged LOW HIGH`; `off` or `table`; the number of pairs; the layer; `P`, `R` or `F1`; and for each level the value
//! below which that share of the pairs lies, in units of 1/10,000.

use std::fmt::Write;
use std::sync::Arc;

use super::counts::LEVELS;
use super::{
    Distribution, Measure, Population, PopulationScores, Quantiles, ScoreHistogram, Weighting,
    WeightingTable,
};
use crate::{ModelError, Result};

const MAGIC: &str = "#bertscope-distribution 1";

/// Advice in the message about a damaged file.
pub(super) const ADVICE: &str =
    "`bertscope baseline -o` writes this file next to its table; without it, the ruler stays empty";

/// A counted population: the pairs, their weighting, and the counts \[layers\]\[P, R, F1\].
pub type CountedPopulation<'a> = (Population, Weighting, &'a [[ScoreHistogram; 3]]);

impl Distribution {
    /// Formats a distribution that has no populations yet, followed by each population that has pairs.
    pub fn to_text(&self, counted: &[CountedPopulation<'_>]) -> String {
        let one_line = |text: &str| text.replace(['\n', '\r', '\t'], " ");
        let mut text = format!(
            "{MAGIC}\n#model {}\n#tokenizer {}\n",
            one_line(&self.model),
            self.tokenizer
        );
        if let Some(by) = &self.weighting_table {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "#idf {} {}", by.document_count, one_line(&by.source));
        }
        if let Some(judged) = &self.judged {
            let _ = writeln!(text, "#judged {}", one_line(judged));
        }
        let levels: Vec<String> = LEVELS.iter().map(|level| format!("{level:.3}")).collect();
        let _ = writeln!(text, "#levels {}", levels.join(" "));
        for (population, weighing, layers) in counted {
            // A measure that is undefined for every pair has no quantiles.
            if layers.iter().flatten().any(|counts| counts.total() == 0) {
                continue;
            }
            let population = match population {
                Population::Random => "random".to_owned(),
                Population::Judged { low, high } => format!("judged {low} {high}"),
            };
            let weighing = if *weighing == Weighting::Off {
                "off"
            } else {
                "table"
            };
            for (layer, measures) in layers.iter().enumerate() {
                for (measure, counts) in Measure::ALL.into_iter().zip(measures) {
                    let Some(quantiles) = counts.quantiles() else {
                        continue;
                    };
                    let values: Vec<String> = quantiles.values.iter().map(i32::to_string).collect();
                    let (n, name, values) = (counts.total(), measure.name(), values.join(" "));
                    let _ = writeln!(
                        text,
                        "{population}\t{weighing}\t{n}\t{layer}\t{name}\t{values}"
                    );
                }
            }
        }
        text
    }

    /// Parses the output of [`Self::to_text`]. The error has the number of the invalid line.
    pub fn parse(text: &str, name: &str) -> Result<Self> {
        let wrong = |line: usize, problem: &str| ModelError::Table {
            name: name.to_owned(),
            line: line + 1,
            problem: problem.to_owned(),
            advice: ADVICE,
        };
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, line)| line) != Some(MAGIC) {
            return Err(wrong(0, "this is not a distribution file"));
        }
        let mut found = Self {
            model: String::new(),
            tokenizer: String::new(),
            weighting_table: None,
            judged: None,
            populations: Vec::new(),
        };
        let mut levels: Arc<[f64]> = Arc::default();
        // The measures read so far of the current layer.
        let mut row: Vec<Quantiles> = Vec::with_capacity(3);
        for (i, line) in lines {
            if let Some(head) = line.strip_prefix('#') {
                match head.split_once(' ') {
                    Some(("model", rest)) => rest.clone_into(&mut found.model),
                    Some(("tokenizer", rest)) => rest.clone_into(&mut found.tokenizer),
                    Some(("judged", rest)) => found.judged = Some(rest.to_owned()),
                    Some(("idf", rest)) => {
                        let by = rest.split_once(' ').and_then(|(n, source)| {
                            Some(WeightingTable {
                                document_count: n.parse().ok()?,
                                source: source.to_owned(),
                            })
                        });
                        found.weighting_table =
                            Some(by.ok_or_else(|| wrong(i, "expected N and the name of a table"))?);
                    }
                    Some(("levels", rest)) => {
                        levels = read_levels(rest).ok_or_else(|| {
                            wrong(i, "the levels must be increasing shares from 0 to 1")
                        })?;
                    }
                    _ => return Err(wrong(i, "this line is not understood")),
                }
                continue;
            }
            let read = read_row(line, &levels).map_err(|problem| wrong(i, problem))?;
            let same = |spread: &PopulationScores| {
                spread.population == read.population && spread.weighting == read.weighting
            };
            if !found.populations.last().is_some_and(same) {
                if !row.is_empty() || found.populations.iter().any(same) {
                    return Err(wrong(i, "the lines of a population must be together"));
                }
                let (population, weighing, pairs) = (read.population, read.weighting, read.pairs);
                found.populations.push(PopulationScores {
                    population,
                    weighting: weighing,
                    pairs,
                    layers: Vec::new(),
                });
            }
            let Some(spread) = found.populations.last_mut() else {
                continue;
            };
            if read.layer != spread.layers.len() || read.measure != Measure::ALL[row.len()] {
                return Err(wrong(
                    i,
                    "the layers must be in order from 0, each with P, R and F1",
                ));
            }
            row.push(read.quantiles);
            if let Ok(whole) =
                <[Quantiles; 3]>::try_from(std::mem::take(&mut row)).map_err(|part| row = part)
            {
                spread.layers.push(whole);
            }
        }
        if found.populations.is_empty() || !row.is_empty() {
            return Err(wrong(
                text.lines().count().saturating_sub(1),
                "the file is incomplete",
            ));
        }
        Ok(found)
    }
}

/// A line of the file.
struct DistributionRow {
    population: Population,
    weighting: Weighting,
    pairs: u64,
    layer: usize,
    measure: Measure,
    quantiles: Quantiles,
}

fn read_levels(text: &str) -> Option<Arc<[f64]>> {
    let levels = text
        .split(' ')
        .map(|level| level.parse().ok())
        .collect::<Option<Vec<f64>>>()?;
    let ascend = levels.windows(2).all(|two| two[0] < two[1]);
    (ascend && levels.len() > 1 && levels[0] == 0.0 && levels.last() == Some(&1.0))
        .then(|| levels.into())
}

fn read_row(line: &str, levels: &Arc<[f64]>) -> Result<DistributionRow, &'static str> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [population, weighing, pairs, layer, measure, values] = fields[..] else {
        return Err("expected six tab-separated columns");
    };
    let population = match population.split(' ').collect::<Vec<_>>()[..] {
        ["random"] => Some(Population::Random),
        ["judged", low, high] => {
            low.parse()
                .ok()
                .zip(high.parse().ok())
                .and_then(|(low, high): (f64, f64)| {
                    (low.is_finite() && high.is_finite())
                        .then_some(Population::Judged { low, high })
                })
        }
        _ => None,
    };
    let weighing = match weighing {
        "off" => Some(Weighting::Off),
        "table" => Some(Weighting::Table),
        _ => None,
    };
    let values: Vec<i32> = values
        .split(' ')
        .map(str::parse)
        .collect::<Result<_, _>>()
        .map_err(|_| "a value is not a number")?;
    if values.len() != levels.len() {
        return Err("expected one value for each level");
    }
    if values.windows(2).any(|two| two[0] > two[1]) {
        return Err("values must not decrease from one level to the next");
    }
    Ok(DistributionRow {
        population: population.ok_or("the pairs must be `random` or `judged LOW HIGH`")?,
        weighting: weighing.ok_or("the weights must be `off` or `table`")?,
        pairs: pairs
            .parse()
            .map_err(|_| "the number of pairs is not a number")?,
        layer: layer.parse().map_err(|_| "the layer is not a number")?,
        measure: Measure::ALL
            .into_iter()
            .find(|m| m.name() == measure)
            .ok_or("the measure must be P, R or F1")?,
        quantiles: Quantiles {
            levels: Arc::clone(levels),
            values,
        },
    })
}
