//! IDF weights.

use serde::Serialize;

use crate::json_parts::ScoreNumbers;
use bertscope_analysis::Idf;
use bertscope_explain::idf::{WeightSource, WeightedToken};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct IdfWeights {
    /// The source in the settings.
    idf: Idf,
    /// The texts behind `tokens`; while IDF is off, those that would be counted.
    source: Option<String>,
    /// N of that source.
    documents: u64,
    /// The distinct tokens, highest weight first.
    tokens: Vec<WeightedTokenJson>,
    /// The score with every source of weights.
    scores: Vec<WeightSourceJson>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct WeightedTokenJson {
    id: u32,
    df: u64,
    weight: f64,
    /// Its positions.
    candidate: Vec<usize>,
    reference: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct WeightSourceJson {
    idf: Idf,
    source: Option<String>,
    documents: Option<u64>,
    /// Null without a table.
    score: Option<ScoreNumbers>,
    raw: Option<ScoreNumbers>,
}

impl IdfWeights {
    pub(super) fn new(weights: &bertscope_explain::IdfWeights) -> Self {
        Self {
            idf: weights.chosen,
            source: weights.source.clone(),
            documents: weights.document_count,
            tokens: weights.tokens.iter().map(WeightedTokenJson::new).collect(),
            scores: weights.choices.iter().map(WeightSourceJson::new).collect(),
        }
    }
}

impl WeightedTokenJson {
    fn new(token: &WeightedToken) -> Self {
        Self {
            id: token.id,
            df: token.frequency,
            weight: token.weight,
            candidate: token.candidate.clone(),
            reference: token.reference.clone(),
        }
    }
}

impl WeightSourceJson {
    fn new(source: &WeightSource) -> Self {
        Self {
            idf: source.idf,
            source: source.source.clone(),
            documents: source.document_count,
            score: source.score.map(ScoreNumbers::from),
            raw: source.raw.map(ScoreNumbers::from),
        }
    }
}
