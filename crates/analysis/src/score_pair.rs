//! Computes an [`Analysis`] from a similarity matrix: weights, score, rescaling and notes. No model is needed.

use std::sync::Arc;

use super::signature::signature;
use super::{Analysis, Idf, IdfSource, Note, RescaledScore, Settings, Side, WeightedText, empty};
use bertscope_encoder::{Layer, TokenizedText};
use bertscope_metric::{BaselineRow, DocumentFrequencies, GreedyMatches, Pair, Score, Similarity, Weights};
use bertscope_models::{BaselineSource, ModelError, ModelIdentity};

/// Two texts compared by a model.
#[derive(Debug, Clone)]
pub struct ComparedTexts {
    /// The model.
    pub model: Arc<ModelIdentity>,
    /// Layer whose hidden states were compared.
    pub layer: Layer,
    /// The candidate: the rows of the matrix.
    pub candidate: Arc<TokenizedText>,
    /// The reference: the columns of the matrix.
    pub reference: Arc<TokenizedText>,
    /// Cosines, candidate × reference.
    pub similarity: Arc<Similarity>,
    /// Each token's best match, in both directions.
    pub matches: GreedyMatches,
}

impl ComparedTexts {
    /// The texts of an analysis, with its matrix.
    #[must_use]
    pub fn from_analysis(analysis: &Analysis) -> Self {
        Self {
            model: Arc::clone(&analysis.model),
            layer: analysis.layer,
            candidate: Arc::clone(&analysis.candidate.tokenized),
            reference: Arc::clone(&analysis.reference.tokenized),
            similarity: Arc::clone(&analysis.similarity),
            matches: analysis.matches.clone(),
        }
    }
}

/// A baseline row and its table.
#[derive(Debug, Clone, PartialEq)]
pub struct Baseline {
    /// The row of the layer.
    pub row: BaselineRow,
    /// Name of the table.
    pub table: String,
    /// The source of the table.
    pub source: BaselineSource,
    /// The language of a published table.
    pub language: Option<String>,
}

/// Weights the tokens, scores and rescales. `frequencies` are N and df, with the name of their corpus; `None`
/// gives every token the same weight.
///
/// # Errors
/// [`ModelError::Metric`] when tokens and matrix differ in size.
pub fn score_pair(
    compared: ComparedTexts,
    settings: Settings,
    frequencies: Option<(&DocumentFrequencies, String)>,
    baseline: Option<Baseline>,
) -> Result<Analysis, ModelError> {
    let ComparedTexts { model, layer, candidate, reference, similarity, matches } = compared;
    let mut notes = Vec::new();
    if settings.idf == Idf::Table && frequencies.is_none() {
        notes.push(Note::NoFrequencies);
    }
    let ids = candidate.tokens.iter().chain(&reference.tokens).map(|token| token.id);
    let idf = frequencies.map(|(table, name)| IdfSource {
        name,
        document_count: table.document_count(),
        frequencies: table.restricted(ids),
    });
    let candidate = weight_tokens(candidate, idf.as_ref())?;
    let reference = weight_tokens(reference, idf.as_ref())?;
    let raw = raw_score(&candidate, &reference, &matches, idf.as_ref(), &mut notes)?;
    let rescaled = baseline.map(|baseline| RescaledScore {
        score: raw.rescaled(&baseline.row),
        baseline: baseline.row,
        table: baseline.table,
        source: baseline.source,
        language: baseline.language,
    });
    if settings.rescale && rescaled.is_none() {
        notes.push(Note::NoBaseline { model: model.name.clone(), layer });
    }
    let rescaled_with = rescaled.as_ref().filter(|_| settings.rescale).map(|r| r.source);
    Ok(Analysis {
        settings,
        signature: signature(&model, layer, idf.is_some(), rescaled_with),
        model,
        candidate,
        reference,
        layer,
        similarity,
        matches,
        raw,
        rescaled,
        idf,
        notes,
    })
}

fn weight_tokens(tokenized: Arc<TokenizedText>, idf: Option<&IdfSource>) -> Result<WeightedText, ModelError> {
    let weights = match idf {
        Some(idf) => idf.frequencies.weights(tokenized.tokens.iter().map(|t| t.id))?,
        None => Weights::uniform_except_special(tokenized.tokens.iter().map(|t| t.weightless)),
    };
    Ok(WeightedText { tokenized, weights })
}

/// The score before rescaling, with `bert_score`'s conventions for empty and weightless sides.
fn raw_score(
    candidate: &WeightedText,
    reference: &WeightedText,
    matches: &GreedyMatches,
    idf: Option<&IdfSource>,
    notes: &mut Vec<Note>,
) -> Result<Score, ModelError> {
    let sides = [(Side::Reference, reference), (Side::Candidate, candidate)];
    for (side, weighed) in sides {
        if let Some(cut) = weighed.tokenized.truncated {
            notes.push(Note::Truncated { side, cut });
        }
    }
    let weights = Pair { reference: &reference.weights, candidate: &candidate.weights };
    let texts = Pair { reference: &*reference.tokenized, candidate: &*candidate.tokenized };
    let score = empty::score_with_convention(matches, weights, texts)?;
    let is_empty = |weighed: &WeightedText| empty::counts_as_empty(&weighed.tokenized);
    if sides.iter().any(|(_, weighed)| is_empty(weighed)) {
        notes.extend(sides.iter().filter(|(_, weighed)| is_empty(weighed)).map(|(side, weighed)| {
            if weighed.tokenized.text_token_count() == 0 { Note::Empty(*side) } else { Note::TwoTokens(*side) }
        }));
        return Ok(score);
    }
    let documents = idf.map_or(0, |source| source.document_count);
    let means = [(Side::Candidate, score.precision), (Side::Reference, score.recall)];
    let undefined = means.into_iter().filter(|(_, mean)| mean.is_none());
    notes.extend(undefined.map(|(side, _)| Note::NoWeight { side, documents }));
    Ok(score)
}
