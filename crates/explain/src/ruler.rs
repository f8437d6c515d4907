//! The ruler: where the score of a pair ranks among random pairs and human-judged pairs.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use bertscope_analysis::{Analysis, Analyzer, Idf};
use bertscope_encoder::Layer;
use bertscope_metric::{BaselineRow, Score};
use bertscope_models::distribution::{Measure, Population, PopulationScores, Quantiles, Weighting};

/// One population, at the scored layer.
#[derive(Debug, Clone, PartialEq)]
pub struct RulerPopulation {
    /// The population.
    pub population: Population,
    /// Number of pairs.
    pub pairs: u64,
    /// Their raw P, R and F1.
    pub quantiles: [Quantiles; 3],
    /// The share of them below this pair's P, R and F1, from 0 to 1; `None` if the pair's number is undefined.
    pub share_below: [Option<f64>; 3],
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
    /// Raw P, R and F1; `None` where undefined, or 0 by convention.
    #[serde(serialize_with = "measures")]
    pub raw: [Option<f64>; 3],
    /// The baseline row, if the score is rescaled.
    pub baseline: Option<BaselineRow>,
    /// Name of the judged pairs.
    pub judged: Option<String>,
    /// The random pairs, and then the judged ones, from the lowest judgements to the highest; empty without a
    /// distribution.
    pub populations: Vec<RulerPopulation>,
}

impl Ruler {
    /// Compares a pair with the populations.
    pub fn compute(analyzer: &Analyzer, analysis: &Analysis) -> Self {
        let raw = raw_scores(analysis);
        let known = analyzer.distribution();
        let by_table = known.as_ref().is_some_and(|known| {
            let same = |idf: &bertscope_analysis::IdfSource| {
                idf.document_count()
                    .is_some_and(|n| known.has_table(&idf.name, n))
            };
            analysis.settings.idf == Idf::Table && analysis.idf.as_ref().is_some_and(same)
        });
        let scales = |weighing: Weighting| -> Vec<RulerPopulation> {
            let spreads = known
                .iter()
                .flat_map(|known| known.with_weighting(weighing));
            spreads
                .filter_map(|spread| RulerPopulation::new(spread, analysis.layer, raw))
                .collect()
        };
        let mut weighed = if by_table {
            scales(Weighting::Table)
        } else {
            Vec::new()
        };
        let by_table = !weighed.is_empty();
        if !by_table {
            weighed = scales(Weighting::Off);
        }
        let source = known
            .as_ref()
            .and_then(|known| known.weighting_table.as_ref());
        Self {
            model: analysis.model.name.clone(),
            layer: analysis.layer,
            idf: analysis.settings.idf,
            weighting_table: source.filter(|_| by_table).map(|by| by.source.clone()),
            comparable: by_table || analysis.idf.is_none(),
            raw,
            baseline: analysis.rescaling().map(|r| r.baseline),
            judged: known.as_ref().and_then(|known| known.judged.clone()),
            populations: weighed,
        }
    }

    /// A number, rescaled if the score is.
    pub fn scaled(&self, raw: f64, measure: Measure) -> f64 {
        let b = self.baseline.map(|row| match measure {
            Measure::Precision => row.precision,
            Measure::Recall => row.recall,
            Measure::F1 => row.f1,
        });
        b.map_or(raw, |b| BaselineRow::rescale(raw, b))
    }
}

impl RulerPopulation {
    fn new(spread: &PopulationScores, layer: Layer, raw: [Option<f64>; 3]) -> Option<Self> {
        let at = |measure| spread.quantiles_at(layer, measure).cloned();
        let quantiles = [
            at(Measure::Precision)?,
            at(Measure::Recall)?,
            at(Measure::F1)?,
        ];
        let below = |i: usize| raw[i].map(|x: f64| quantiles[i].share_below(x));
        Some(Self {
            population: spread.population,
            pairs: spread.pairs,
            share_below: [below(0), below(1), below(2)],
            quantiles,
        })
    }
}

/// P, R and F1; `None` for a number that is undefined, or 0 by convention.
fn raw_scores(analysis: &Analysis) -> [Option<f64>; 3] {
    if analysis.has_empty_side() {
        return [None; 3];
    }
    let raw = analysis.raw;
    [
        raw.precision,
        raw.recall,
        (raw.precision.is_some() && raw.recall.is_some()).then_some(raw.f1),
    ]
}

/// Shares of pairs whose scores are serialised.
const QUANTILE_SHARES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// Raw scores below which a share of the pairs lies.
#[derive(Serialize)]
struct Quantile {
    share: f64,
    #[serde(flatten)]
    raw: Score,
}

#[derive(Serialize)]
struct Below(#[serde(serialize_with = "measures")] [Option<f64>; 3]);

impl Serialize for RulerPopulation {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        match self.population {
            Population::Random => map.serialize_entry("population", "random")?,
            Population::Judged { low, high } => {
                map.serialize_entry("population", "judged")?;
                map.serialize_entry("judgement", &[low, high])?;
            }
        }
        map.serialize_entry("pairs", &self.pairs)?;
        map.serialize_entry("below", &Below(self.share_below))?;
        let quantiles = QUANTILE_SHARES.map(|share| {
            let [precision, recall, f1] = self
                .quantiles
                .each_ref()
                .map(|quantiles| quantiles.value_at(share));
            Quantile {
                share,
                raw: Score {
                    precision: Some(precision),
                    recall: Some(recall),
                    f1,
                },
            }
        });
        map.serialize_entry("quantiles", &quantiles)?;
        map.end()
    }
}

/// Serialises numbers by the names of their measures; each may be missing.
fn measures<S: Serializer>(numbers: &[Option<f64>; 3], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(["precision", "recall", "f1"].into_iter().zip(numbers))
}
