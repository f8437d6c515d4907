//! The score among those of other pairs.

use serde::Serialize;

use bertscope_analysis::Idf;
use bertscope_encoder::Layer;
use bertscope_explain::ruler::RulerPopulation;
use bertscope_metric::{BaselineRow, Score};
use bertscope_models::distribution::Population;

/// Shares of pairs whose scores are listed.
const QUANTILE_SHARES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Ruler {
    model: String,
    layer: Layer,
    idf: Idf,
    /// The IDF table of the other pairs; null if all their tokens have the same weight.
    weighed_by: Option<String>,
    /// Whether they use the same weights as this pair, so that the scores are comparable.
    comparable: bool,
    raw: MeasuresJson,
    baseline: Option<BaselineRow>,
    /// Name of the judged pairs.
    judged: Option<String>,
    /// Random pairs, then judged ones, lowest judgements first; empty if none are known.
    populations: Vec<PopulationJson>,
}

/// Numbers, each of which may be missing.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct MeasuresJson {
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct PopulationJson {
    population: &'static str,
    /// The range of human scores of judged pairs, without its upper end, except in the highest band.
    #[serde(skip_serializing_if = "Option::is_none")]
    judgement: Option<[f64; 2]>,
    pairs: u64,
    /// The share of them that score lower than this pair, from 0 to 1.
    below: MeasuresJson,
    /// Raw scores below which these shares of them lie.
    quantiles: Vec<Quantile>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Quantile {
    share: f64,
    #[serde(flatten)]
    raw: Score,
}

impl Ruler {
    pub(super) fn new(ruler: &bertscope_explain::Ruler) -> Self {
        Self {
            model: ruler.model.clone(),
            layer: ruler.layer,
            idf: ruler.idf,
            weighed_by: ruler.weighting_table.clone(),
            comparable: ruler.comparable,
            raw: MeasuresJson::new(ruler.raw),
            baseline: ruler.baseline,
            judged: ruler.judged.clone(),
            populations: ruler.populations.iter().map(PopulationJson::new).collect(),
        }
    }
}

impl MeasuresJson {
    fn new([precision, recall, f1]: [Option<f64>; 3]) -> Self {
        Self { precision, recall, f1 }
    }
}

impl PopulationJson {
    fn new(scale: &RulerPopulation) -> Self {
        let (population, judgement) = match scale.population {
            Population::Random => ("random", None),
            Population::Judged { low, high } => ("judged", Some([low, high])),
        };
        let quantile = |share: f64| {
            let [precision, recall, f1] = scale.quantiles.each_ref().map(|quantiles| quantiles.value_at(share));
            Quantile { share, raw: Score { precision: Some(precision), recall: Some(recall), f1 } }
        };
        Self {
            population,
            judgement,
            pairs: scale.pairs,
            below: MeasuresJson::new(scale.share_below),
            quantiles: QUANTILE_SHARES.map(quantile).into(),
        }
    }
}
