//! The ruler: where the score of a pair ranks among random pairs and human-judged pairs.

use serde::{Serialize, Serializer};

use bertscope_analysis::{Analysis, Analyzer, Idf};
use bertscope_encoder::Layer;
use bertscope_metric::{BaselineRow, Score};
use bertscope_models::distribution::{
    Distribution, Measure, Population, PopulationScores, Quantiles, Weighting,
};

/// One population, at the scored layer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RulerPopulation {
    /// The population; in JSON, `population` with the ends of their `judgement` for judged pairs, and of their `tokens` for
    /// random pairs of a length.
    #[serde(flatten, serialize_with = "population_fields")]
    pub population: Population,
    /// Number of pairs.
    pub pairs: u64,
    /// The share of them below this pair's P, R and F1, from 0 to 1; `None` if the pair's number is undefined.
    #[serde(rename = "below", serialize_with = "by_measure")]
    pub share_below: [Option<f64>; 3],
    /// Their raw P, R and F1; in JSON, the values below which 5, 25, 50, 75 and 95% of the pairs lie.
    #[serde(serialize_with = "listed_quantiles")]
    pub quantiles: [Quantiles; 3],
}

/// A pair among the populations.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Ruler {
    /// Name of the model.
    pub model: String,
    /// The scored layer.
    pub layer: Layer,
    /// The IDF setting of the pair.
    pub idf: Idf,
    /// The IDF table of the populations; `None` if every token has the same weight.
    #[serde(rename = "weighed_by")]
    pub weighting_table: Option<String>,
    /// Whether the pair and the populations use the same token weights, so that their scores are comparable.
    pub comparable: bool,
    /// Number of tokens of the candidate and of the reference, special ones included.
    pub tokens: [usize; 2],
    /// Raw P, R and F1; `None` where undefined, or 0 by convention.
    #[serde(serialize_with = "by_measure")]
    pub raw: [Option<f64>; 3],
    /// The baseline row, if the score is rescaled.
    pub baseline: Option<BaselineRow>,
    /// The corpus of the random pairs of a length.
    pub corpus: Option<String>,
    /// Random pairs of about the length of this pair; `None` if the distribution has none by length.
    pub of_length: Option<RulerPopulation>,
    /// Name of the judged pairs.
    pub judged: Option<String>,
    /// The random pairs of any length, and then the judged ones, from the lowest judgements to the highest; empty without a
    /// distribution.
    pub populations: Vec<RulerPopulation>,
}

impl Ruler {
    /// Compares a pair with the populations.
    pub fn compute(analyzer: &Analyzer, analysis: &Analysis) -> Self {
        let raw = raw_scores(analysis);
        let mut ruler = Self {
            model: analysis.model.name.clone(),
            layer: analysis.layer,
            idf: analysis.settings.idf,
            weighting_table: None,
            comparable: analysis.idf.is_none(),
            tokens: [&analysis.candidate, &analysis.reference]
                .map(|side| side.tokenized.tokens.len()),
            raw,
            baseline: analysis.baseline(),
            corpus: None,
            of_length: None,
            judged: None,
            populations: Vec::new(),
        };
        let Some(distribution) = analyzer.distribution() else {
            return ruler;
        };
        ruler.corpus.clone_from(&distribution.corpus);
        ruler.judged.clone_from(&distribution.judged);
        if is_weighted_alike(&distribution, analysis) {
            ruler.add_populations(&distribution, Weighting::Table);
        }
        if ruler.populations.is_empty() {
            // Scores with other weights are better than none; the page says that they are not comparable.
            ruler.add_populations(&distribution, Weighting::Off);
        } else {
            let table = distribution.weighting_table.as_ref();
            ruler.weighting_table = table.map(|table| table.source.clone());
            ruler.comparable = true;
        }
        ruler
    }

    /// Adds the populations that were scored with a weighting and have the layer. Of the random pairs by length, only the
    /// nearest are kept.
    fn add_populations(&mut self, distribution: &Distribution, weighting: Weighting) {
        let mut nearest = usize::MAX;
        for scores in distribution.with_weighting(weighting) {
            let Some(population) = RulerPopulation::new(scores, self.layer, self.raw) else {
                continue;
            };
            let Population::RandomOfLength { low, high } = population.population else {
                self.populations.push(population);
                continue;
            };
            let length = self.length();
            let distance = low.saturating_sub(length) + length.saturating_sub(high);
            if distance < nearest {
                nearest = distance;
                self.of_length = Some(population);
            }
        }
    }

    /// The length by which this pair is compared with random pairs: the harmonic mean of its numbers of tokens, rounded.
    /// F1 is a harmonic mean too, so a short and a long text score nearly as two texts of this length.
    pub fn length(&self) -> usize {
        let [candidate, reference] = self.tokens.map(|count| count as f64);
        (2.0 * candidate * reference / (candidate + reference)).round() as usize
    }

    /// The random pairs to compare with: those of about the same length, if there are any.
    pub fn random(&self) -> Option<&RulerPopulation> {
        self.of_length.as_ref().or(self.populations.first())
    }

    /// [`Self::random`], and then the judged pairs.
    pub fn compared(&self) -> impl Iterator<Item = &RulerPopulation> {
        self.random()
            .into_iter()
            .chain(self.populations.iter().skip(1))
    }

    /// A number, rescaled if the score is.
    pub fn scaled(&self, raw: f64, measure: Measure) -> f64 {
        let Some(row) = self.baseline else {
            return raw;
        };
        BaselineRow::rescale(raw, row.numbers()[measure as usize])
    }
}

/// Whether the pair is weighted with the table that weighted the populations.
fn is_weighted_alike(distribution: &Distribution, analysis: &Analysis) -> bool {
    if analysis.settings.idf != Idf::Table {
        return false;
    }
    let Some(source) = &analysis.idf else {
        return false;
    };
    match source.document_count() {
        Some(count) => distribution.has_table(&source.name, count),
        // Given weights have no count, so no table can be recognised by it.
        None => false,
    }
}

impl RulerPopulation {
    /// `None` if the layer was not scored.
    fn new(scores: &PopulationScores, layer: Layer, raw: [Option<f64>; 3]) -> Option<Self> {
        let quantiles = [
            scores.quantiles_at(layer, Measure::Precision)?.clone(),
            scores.quantiles_at(layer, Measure::Recall)?.clone(),
            scores.quantiles_at(layer, Measure::F1)?.clone(),
        ];
        let mut share_below = [None; 3];
        for (i, x) in raw.into_iter().enumerate() {
            share_below[i] = x.map(|x| quantiles[i].share_below(x));
        }
        Some(Self {
            population: scores.population,
            pairs: scores.pairs,
            share_below,
            quantiles,
        })
    }
}

/// P, R and F1; `None` for a number that is undefined, or 0 by convention.
fn raw_scores(analysis: &Analysis) -> [Option<f64>; 3] {
    let raw = analysis.raw;
    if analysis.has_empty_side() {
        return [None; 3];
    }
    // Without one of them, F1 is 0 by convention too.
    if raw.precision.is_none() || raw.recall.is_none() {
        return [raw.precision, raw.recall, None];
    }
    raw.numbers()
}

#[derive(Serialize)]
struct PopulationJson {
    population: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    judgement: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<[usize; 2]>,
}

fn population_fields<S: Serializer>(population: &Population, to: S) -> Result<S::Ok, S::Error> {
    let json = match *population {
        Population::Random => PopulationJson {
            population: "random",
            judgement: None,
            tokens: None,
        },
        Population::RandomOfLength { low, high } => PopulationJson {
            population: "random",
            judgement: None,
            tokens: Some([low, high]),
        },
        Population::Judged { low, high } => PopulationJson {
            population: "judged",
            judgement: Some([low, high]),
            tokens: None,
        },
    };
    json.serialize(to)
}

/// Shares of pairs whose scores are serialised.
const QUANTILE_SHARES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// Raw scores below which a share of the pairs lies.
#[derive(Serialize)]
struct QuantileJson {
    share: f64,
    #[serde(flatten)]
    raw: Score,
}

fn listed_quantiles<S: Serializer>(quantiles: &[Quantiles; 3], to: S) -> Result<S::Ok, S::Error> {
    let [precision, recall, f1] = quantiles;
    to.collect_seq(QUANTILE_SHARES.map(|share| QuantileJson {
        share,
        raw: Score {
            precision: Some(precision.value_at(share)),
            recall: Some(recall.value_at(share)),
            f1: f1.value_at(share),
        },
    }))
}

/// Serialises numbers by the names of their measures; each may be missing.
fn by_measure<S: Serializer>(numbers: &[Option<f64>; 3], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(["precision", "recall", "f1"].into_iter().zip(numbers))
}
