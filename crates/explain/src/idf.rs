//! IDF weights: the document frequency and weight of each token of the pair, and the score with each source of weights.

use indexmap::IndexMap;
use indexmap::map::Entry;
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
        let mut listed: Option<IdfSource> = None;
        for idf in [Idf::Off, Idf::Table, Idf::References] {
            let reweighted = analyzer.reweight(analysis, idf)?;
            choices.push(WeightSource::new(idf, &reweighted));
            // The source in the settings; while IDF is off the table, or without one this reference.
            let is_listed = idf == analysis.settings.idf || listed.is_none();
            if is_listed && reweighted.idf.is_some() {
                listed = reweighted.idf;
            }
        }
        let (source, table) = match listed {
            Some(source) => (Some(source.name), source.weights),
            // Without a table and with nothing counted, every token has the weight ln(1/1) = 0.
            None => (None, TokenWeights::Counted(DocumentFrequencies::default())),
        };
        Ok(Self {
            chosen: analysis.settings.idf,
            source,
            document_count: table.counted().map(DocumentFrequencies::document_count),
            tokens: distinct_tokens(analysis, &table)?,
            sums: [
                weight_sum(analysis, Side::Candidate, &table)?,
                weight_sum(analysis, Side::Reference, &table)?,
            ],
            choices,
        })
    }
}

impl WeightSource {
    /// The source of an analysis that was weighted with `idf`.
    fn new(idf: Idf, reweighted: &Analysis) -> Self {
        let source = reweighted.idf.as_ref();
        // Without a table, the analysis has the score of equal weights, which is not that of this source.
        let scored = if idf == Idf::Off || source.is_some() {
            Some(reweighted)
        } else {
            None
        };
        Self {
            idf,
            source: source.map(|source| source.name.clone()),
            document_count: source.and_then(IdfSource::document_count),
            score: scored.map(Analysis::score),
            raw: scored.map(|analysis| analysis.raw),
            sums: Side::BOTH.map(|side| reweighted.sums(side)),
        }
    }
}

fn weight_sum(analysis: &Analysis, side: Side, table: &TokenWeights) -> Result<f64, MetricError> {
    analysis
        .side(side)
        .tokenized
        .tokens
        .iter()
        .map(|token| table.weight(token.id))
        .sum()
}

fn distinct_tokens(
    analysis: &Analysis,
    table: &TokenWeights,
) -> Result<Vec<WeightedToken>, ModelError> {
    let mut tokens: IndexMap<u32, WeightedToken> = IndexMap::new();
    for side in [Side::Reference, Side::Candidate] {
        for (position, token) in analysis.side(side).tokenized.tokens.iter().enumerate() {
            let weighted = match tokens.entry(token.id) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => entry.insert(WeightedToken {
                    id: token.id,
                    frequency: table.counted().map(|counted| counted.frequency(token.id)),
                    weight: table.weight(token.id)?,
                    candidate: Vec::new(),
                    reference: Vec::new(),
                }),
            };
            let positions = side.pick(&mut weighted.reference, &mut weighted.candidate);
            positions.push(position);
        }
    }
    let mut tokens: Vec<WeightedToken> = tokens.into_values().collect();
    // The sort is stable, so equal weights stay in the order of the texts.
    tokens.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    Ok(tokens)
}

/// The document frequencies over the references of a file, with which [`Idf::References`] weighted the pair. An analysis
/// keeps those of its own tokens only; other tokens count as unseen. `None` where the pair's own reference is the only one:
/// then another text of the pair is counted anew.
pub(crate) fn counted_references(analysis: &Analysis) -> Option<&DocumentFrequencies> {
    if analysis.settings.idf != Idf::References {
        return None;
    }
    let counted = analysis.idf.as_ref()?.weights.counted()?;
    if counted.document_count() > 1 {
        Some(counted)
    } else {
        None
    }
}
