//! The text format of distributions.
//!
//! `#bertscope-distribution 1`, then lines `#model`, `#tokenizer`, optionally `#idf N SOURCE`, optionally `#corpus NAME`, optionally
//! `#judged SOURCE`, and `#levels` with shares from 0 to 1. Then one line for each population, weighting, layer and measure, in
//! tab-separated columns: `random`, `random LOW HIGH` (tokens) or `judged LOW HIGH` (human scores); `off` or `table`; the number of pairs; the layer; `P`, `R` or `F1`; and for each level the value
//! below which that share of the pairs lies, in units of 1/10,000.

use std::fmt::{self, Display, Write};
use std::sync::Arc;

use super::counts::LEVELS;
use super::{
    Distribution, Measure, Population, PopulationScores, Quantiles, ScoreHistogram, Weighting,
    WeightingTable,
};
use crate::Result;
use crate::error::TableErrors;

const MAGIC: &str = "#bertscope-distribution 1";

/// The errors of a file of this name.
pub fn errors(name: &str) -> TableErrors<'_> {
    TableErrors {
        name,
        advice: "`bertscope baseline -o` writes this file next to its table; without it, the ruler stays empty",
    }
}

/// A population of which every score was counted.
pub struct CountedPopulation<'a> {
    pub population: Population,
    pub weighting: Weighting,
    /// The counts of P, R and F1 at each layer from 0 on.
    pub layers: &'a [[ScoreHistogram; 3]],
}

impl Distribution {
    /// Formats a distribution that has no populations yet, followed by each population that has pairs.
    pub fn to_text(&self, counted: &[CountedPopulation<'_>]) -> String {
        let mut text = format!(
            "{MAGIC}\n#model {}\n#tokenizer {}\n",
            one_line(&self.model),
            self.tokenizer
        );
        // Writing to a string cannot fail.
        if let Some(table) = &self.weighting_table {
            let source = one_line(&table.source);
            let _ = writeln!(text, "#idf {} {source}", table.document_count);
        }
        if let Some(corpus) = &self.corpus {
            let _ = writeln!(text, "#corpus {}", one_line(corpus));
        }
        if let Some(judged) = &self.judged {
            let _ = writeln!(text, "#judged {}", one_line(judged));
        }
        let levels: Vec<String> = LEVELS.iter().map(|level| format!("{level:.3}")).collect();
        let _ = writeln!(text, "#levels {}", levels.join(" "));
        for population in counted {
            population.write(&mut text);
        }
        text
    }

    /// Parses the output of [`Self::to_text`]. The error has the number of the invalid line.
    pub fn parse(text: &str, name: &str) -> Result<Self> {
        let errors = errors(name);
        let mut lines = (1..).zip(text.lines());
        if lines.next() != Some((1, MAGIC)) {
            return Err(errors.at(1, "this is not a distribution file"));
        }
        let mut parser = DistributionParser::default();
        for (number, line) in lines {
            let parsed = match line.strip_prefix('#') {
                Some(head) => parser.add_head(head),
                None => parser.add_row(line),
            };
            parsed.map_err(|problem| errors.at(number, problem))?;
        }
        if parser.distribution.populations.is_empty() || !parser.measures.is_empty() {
            return Err(errors.at(text.lines().count(), "the file is incomplete"));
        }
        Ok(parser.distribution)
    }
}

impl CountedPopulation<'_> {
    fn write(&self, text: &mut String) {
        // A measure that is undefined for every pair has no quantiles.
        if self
            .layers
            .iter()
            .flatten()
            .any(|counts| counts.total() == 0)
        {
            return;
        }
        let population = self.population;
        let weighting: &str = self.weighting.into();
        for (layer, measures) in self.layers.iter().enumerate() {
            for (measure, counts) in Measure::ALL.iter().zip(measures) {
                let Some(quantiles) = counts.quantiles() else {
                    continue;
                };
                let pairs = counts.total();
                let measure = measure.name();
                let values: Vec<String> = quantiles.values.iter().map(i32::to_string).collect();
                let values = values.join(" ");
                let _ = writeln!(
                    text,
                    "{population}\t{weighting}\t{pairs}\t{layer}\t{measure}\t{values}"
                );
            }
        }
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r', '\t'], " ")
}

impl Display for Population {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::RandomOfLength { low, high } => write!(f, "random {low} {high}"),
            Self::Judged { low, high } => write!(f, "judged {low} {high}"),
        }
    }
}

/// What was read of a file so far.
#[derive(Default)]
struct DistributionParser {
    distribution: Distribution,
    levels: Arc<[f64]>,
    /// The measures of the current layer, fewer than three.
    measures: Vec<Quantiles>,
}

impl DistributionParser {
    /// Adds a line of the head, without its `#`.
    fn add_head(&mut self, line: &str) -> Result<(), &'static str> {
        let (key, value) = line.split_once(' ').ok_or("this line is not understood")?;
        match key {
            "model" => value.clone_into(&mut self.distribution.model),
            "tokenizer" => value.clone_into(&mut self.distribution.tokenizer),
            "corpus" => self.distribution.corpus = Some(value.to_owned()),
            "judged" => self.distribution.judged = Some(value.to_owned()),
            "idf" => {
                let table = parse_weighting_table(value);
                let table = table.ok_or("expected N and the name of a table")?;
                self.distribution.weighting_table = Some(table);
            }
            "levels" => {
                self.levels = parse_levels(value)
                    .ok_or("the levels must be increasing shares from 0 to 1")?;
            }
            _ => return Err("this line is not understood"),
        }
        Ok(())
    }

    fn add_row(&mut self, line: &str) -> Result<(), &'static str> {
        let row = DistributionRow::parse(line, &self.levels)?;
        let populations = &mut self.distribution.populations;
        if !populations.last().is_some_and(|last| row.belongs_to(last)) {
            let is_known = populations.iter().any(|known| row.belongs_to(known));
            if is_known || !self.measures.is_empty() {
                return Err("the lines of a population must be together");
            }
            populations.push(PopulationScores {
                population: row.population,
                weighting: row.weighting,
                pairs: row.pairs,
                layers: Vec::new(),
            });
        }
        let current = populations.len() - 1;
        let layers = &mut populations[current].layers;
        if row.layer != layers.len() || row.measure != Measure::ALL[self.measures.len()] {
            return Err("the layers must be in order from 0, each with P, R and F1");
        }
        self.measures.push(row.quantiles);
        match <[Quantiles; 3]>::try_from(std::mem::take(&mut self.measures)) {
            Ok(whole) => layers.push(whole),
            Err(part) => self.measures = part,
        }
        Ok(())
    }
}

/// Parses the number of documents and the name of an IDF table.
fn parse_weighting_table(text: &str) -> Option<WeightingTable> {
    let (document_count, source) = text.split_once(' ')?;
    Some(WeightingTable {
        document_count: document_count.parse().ok()?,
        source: source.to_owned(),
    })
}

/// Parses the shares of the quantiles; `None` if they do not go from 0 to 1.
fn parse_levels(text: &str) -> Option<Arc<[f64]>> {
    let levels: Vec<f64> = text
        .split(' ')
        .map(|level| level.parse().ok())
        .collect::<Option<_>>()?;
    let ascend = levels.windows(2).all(|two| two[0] < two[1]);
    let covers_all = levels.first() == Some(&0.0) && levels.last() == Some(&1.0);
    if !ascend || !covers_all {
        return None;
    }
    Some(levels.into())
}

fn parse_population(text: &str) -> Option<Population> {
    match text.split(' ').collect::<Vec<_>>()[..] {
        ["random"] => Some(Population::Random),
        ["random", low, high] => Some(Population::RandomOfLength {
            low: low.parse().ok()?,
            high: high.parse().ok()?,
        }),
        ["judged", low, high] => Some(Population::Judged {
            low: parse_finite(low)?,
            high: parse_finite(high)?,
        }),
        _ => None,
    }
}

fn parse_finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
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

impl DistributionRow {
    fn parse(line: &str, levels: &Arc<[f64]>) -> Result<Self, &'static str> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [population, weighting, pairs, layer, measure, values] = fields[..] else {
            return Err("expected six tab-separated columns");
        };
        let values: Vec<i32> = values
            .split(' ')
            .map(|value| value.parse().map_err(|_| "a value is not a number"))
            .collect::<Result<_, _>>()?;
        if values.len() != levels.len() {
            return Err("expected one value for each level");
        }
        if !values.is_sorted() {
            return Err("values must not decrease from one level to the next");
        }
        Ok(Self {
            population: parse_population(population)
                .ok_or("the pairs must be `random`, `random LOW HIGH` or `judged LOW HIGH`")?,
            weighting: weighting
                .parse()
                .map_err(|_| "the weights must be `off` or `table`")?,
            pairs: pairs
                .parse()
                .map_err(|_| "the number of pairs is not a number")?,
            layer: layer.parse().map_err(|_| "the layer is not a number")?,
            measure: measure
                .parse()
                .map_err(|_| "the measure must be P, R or F1")?,
            quantiles: Quantiles {
                levels: Arc::clone(levels),
                values,
            },
        })
    }

    fn belongs_to(&self, scores: &PopulationScores) -> bool {
        scores.population == self.population && scores.weighting == self.weighting
    }
}
