//! IDF weights: the document frequency and weight of each token of the pair, and the score with each source of weights.

use std::collections::HashMap;

use serde::Serialize;

use bertscope_analysis::{Analysis, Analyzer, Idf, IdfSource, Side};
use bertscope_metric::{DocumentFrequencies, MetricError, Score, TokenWeights};
use bertscope_models::ModelError;

/// A distinct token of the pair.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WeightedToken {
    /// Its token id.
    pub id: u32,
    /// df: the number of texts that contain it; 0 for an unseen token, `None` for a given weight.
    #[serde(rename = "df")]
    pub frequency: Option<u64>,
    /// ln((N + 1) / (df + 1)), or the given weight.
    pub weight: f64,
    /// Its positions in the candidate.
    pub candidate: Vec<usize>,
    /// Its positions in the reference.
    pub reference: Vec<usize>,
}

/// A source of weights, and the score with it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WeightSource {
    /// The source.
    pub idf: Idf,
    /// Name of the texts or of the given weights; `None` while IDF is off, or without a table for this model.
    pub source: Option<String>,
    /// N; `None` for given weights too.
    #[serde(rename = "documents")]
    pub document_count: Option<u64>,
    /// The score, rescaled if the settings rescale; `None` without a table.
    pub score: Option<Score>,
    /// The score before rescaling; `None` without a table.
    pub raw: Option<Score>,
    /// Σ w·s and Σ w of the candidate, and of the reference.
    #[serde(skip)]
    pub sums: [(f64, f64); 2],
}

/// The weights of a pair.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct IdfWeights {
    /// The source in the settings.
    #[serde(rename = "idf")]
    pub chosen: Idf,
    /// Name of the texts behind the listed weights; while IDF is off, those that would be used.
    pub source: Option<String>,
    /// N of that source; `None` for given weights.
    #[serde(rename = "documents")]
    pub document_count: Option<u64>,
    /// The distinct tokens, highest weight first; equal weights in the order of the reference, then of the candidate.
    pub tokens: Vec<WeightedToken>,
    /// Σ w of the candidate and of the reference by these weights.
    #[serde(skip)]
    pub sums: [f64; 2],
    /// Every source of weights.
    #[serde(rename = "scores")]
    pub choices: Vec<WeightSource>,
}

impl IdfWeights {
    /// Looks up the weights of a pair, and scores it with every source of weights.
    ///
    /// # Errors
    /// [`ModelError::Metric`] if no weight is given for a token.
    pub fn compute(analyzer: &Analyzer, analysis: &Analysis) -> Result<Self, ModelError> {
        let mut choices = Vec::with_capacity(3);
        let mut listed: Option<(String, TokenWeights)> = None;
        for idf in [Idf::Off, Idf::Table, Idf::References] {
            let other = analyzer.reweight(analysis, idf)?;
            let exists = idf == Idf::Off || other.idf.is_some();
            let sum = |side| (other.weighted_sum(side), other.side(side).weights.sum());
            choices.push(WeightSource {
                idf,
                source: other.idf.as_ref().map(|source| source.name.clone()),
                document_count: other.idf.as_ref().and_then(IdfSource::document_count),
                score: exists.then(|| other.score()),
                raw: exists.then_some(other.raw),
                sums: [sum(Side::Candidate), sum(Side::Reference)],
            });
            // The source in the settings; while IDF is off the table, or without one this reference.
            let wanted = idf == analysis.settings.idf || (listed.is_none() && idf != Idf::Off);
            if let Some(source) = other.idf.filter(|_| wanted) {
                listed = Some((source.name, source.weights));
            }
        }
        let none = || (None, TokenWeights::Counted(DocumentFrequencies::default()));
        let (source, table) = listed.map_or_else(none, |(name, table)| (Some(name), table));
        let sum = |side: Side| -> Result<f64, MetricError> {
            analysis
                .side(side)
                .tokenized
                .tokens
                .iter()
                .map(|token| table.weight(token.id))
                .sum()
        };
        Ok(Self {
            chosen: analysis.settings.idf,
            document_count: table.counted().map(DocumentFrequencies::document_count),
            tokens: distinct_tokens(analysis, &table)?,
            sums: [sum(Side::Candidate)?, sum(Side::Reference)?],
            source,
            choices,
        })
    }
}

fn distinct_tokens(
    analysis: &Analysis,
    table: &TokenWeights,
) -> Result<Vec<WeightedToken>, ModelError> {
    let mut places: HashMap<u32, usize> = HashMap::new();
    let mut tokens: Vec<WeightedToken> = Vec::new();
    for side in [Side::Reference, Side::Candidate] {
        for (i, token) in analysis.side(side).tokenized.tokens.iter().enumerate() {
            let weight = table.weight(token.id)?;
            let place = *places.entry(token.id).or_insert_with(|| {
                let frequency = table.counted().map(|counted| counted.frequency(token.id));
                tokens.push(WeightedToken {
                    id: token.id,
                    candidate: vec![],
                    reference: vec![],
                    frequency,
                    weight,
                });
                tokens.len() - 1
            });
            let own = &mut tokens[place];
            if side == Side::Reference {
                own.reference.push(i)
            } else {
                own.candidate.push(i)
            }
        }
    }
    tokens.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    Ok(tokens)
}
