//! Computes an [`Analysis`] from a similarity matrix: weights, score, rescaling and notes. No model is needed.

use std::sync::Arc;

use crate::rescaling::{self, Baseline};
use crate::signature::signature;
use crate::{
    Analysis, Idf, IdfSource, Note, RescaledScore, Settings, Side, WeightedText, empty,
    unknown_tokens,
};
use bertscope_encoder::{Conventions, Layer, Program, Token, TokenizedText};
use bertscope_kinds::WordList;
use bertscope_metric::{
    GreedyMatches, MetricError, Pair, Score, Similarity, TokenWeights, Weights,
};
use bertscope_models::{ModelError, ModelIdentity};

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
    /// Why the program of the settings computes no score, so that the default one does.
    pub refusal: Option<String>,
    /// The words of the language that differences in kind are made of.
    pub kind_words: Arc<WordList>,
}

impl ComparedTexts {
    /// The texts of an analysis, with its matrix.
    pub fn from_analysis(analysis: &Analysis) -> Self {
        Self {
            model: Arc::clone(&analysis.model),
            layer: analysis.layer,
            candidate: Arc::clone(&analysis.candidate.tokenized),
            reference: Arc::clone(&analysis.reference.tokenized),
            similarity: Arc::clone(&analysis.similarity),
            matches: analysis.matches.clone(),
            refusal: analysis.refusal().map(str::to_owned),
            kind_words: Arc::clone(&analysis.kind_words),
        }
    }
}

/// Weights the tokens, scores and rescales. Without `idf`, every token has the same weight.
///
/// # Errors
/// [`ModelError::Metric`] when tokens and matrix differ in size, or a token has no weight.
pub fn score_pair(
    compared: ComparedTexts,
    settings: Settings,
    idf: Option<IdfSource>,
    baseline: Option<Baseline>,
) -> Result<Analysis, ModelError> {
    let ComparedTexts {
        model,
        layer,
        candidate,
        reference,
        similarity,
        matches,
        refusal,
        kind_words,
    } = compared;
    let conventions = if refusal.is_some() {
        Conventions::default()
    } else {
        settings.conventions
    };
    let program = conventions.program;
    let mut notes: Vec<_> = refusal
        .into_iter()
        .map(|why| Note::Refused(settings.conventions.program, why))
        .collect();
    if settings.idf == Idf::Table && idf.is_none() {
        notes.push(Note::NoFrequencies);
    }
    let weighted = |tokenized: Arc<TokenizedText>| {
        let weights = weight_tokens(&tokenized, idf.as_ref().map(|idf| &idf.weights), program)?;
        Ok::<_, MetricError>(WeightedText { tokenized, weights })
    };
    let (candidate, reference) = (weighted(candidate)?, weighted(reference)?);
    let raw = raw_score(
        &candidate,
        &reference,
        &matches,
        idf.as_ref(),
        program,
        &mut notes,
    )?;
    notes.extend(
        unknown_tokens::note(&candidate.tokenized, &reference.tokenized, &model.name)
            .map(Note::Unknown),
    );
    let rescaled = baseline.map(|baseline| RescaledScore::new(&raw, baseline));
    let rescaled_with = rescaled
        .as_ref()
        .filter(|_| settings.rescale)
        .map(|r| r.source);
    if settings.rescale {
        let windows = notes
            .iter()
            .any(|note| matches!(note, Note::Windows { .. }));
        notes.extend(rescaling::note(
            rescaled.as_ref(),
            &model.name,
            layer,
            windows,
        ));
    }
    Ok(Analysis {
        settings,
        signature: signature(&model, layer, idf.as_ref(), rescaled_with, conventions),
        model,
        candidate,
        reference,
        layer,
        similarity,
        matches,
        raw,
        rescaled,
        idf,
        kind_words,
        notes,
    })
}

/// The weight of each token: its IDF weight, or 1; 0 for special tokens.
///
/// # Errors
/// [`MetricError::MissingWeight`] if no weight is given for a token.
pub fn weight_tokens(
    text: &TokenizedText,
    idf: Option<&TokenWeights>,
    program: Program,
) -> Result<Weights, MetricError> {
    let Some(idf) = idf else {
        return Ok(Weights::uniform_except_special(
            text.tokens.iter().map(|token| token.weightless),
        ));
    };
    // torchmetrics masks the first and the last token, whatever their IDF weights.
    let masks = program == Program::TorchMetrics;
    let weight = |token: &Token| {
        if masks && token.weightless {
            Ok(0.0)
        } else {
            idf.weight(token.id)
        }
    };
    Weights::new(text.tokens.iter().map(weight).collect::<Result<_, _>>()?)
}

/// The score before rescaling, with the program's conventions for empty and weightless sides.
fn raw_score(
    candidate: &WeightedText,
    reference: &WeightedText,
    matches: &GreedyMatches,
    idf: Option<&IdfSource>,
    program: Program,
    notes: &mut Vec<Note>,
) -> Result<Score, ModelError> {
    let sides = [(Side::Reference, reference), (Side::Candidate, candidate)];
    for (side, weighed) in sides {
        if let Some(cut) = weighed.tokenized.truncated {
            notes.push(Note::Truncated { side, cut });
        }
        if let Some(windows) = weighed.tokenized.windows {
            notes.push(Note::Windows {
                side,
                tokens: weighed.tokenized.tokens.len(),
                windows,
            });
        }
    }
    let weights = Pair {
        reference: &reference.weights,
        candidate: &candidate.weights,
    };
    let texts = Pair {
        reference: &*reference.tokenized,
        candidate: &*candidate.tokenized,
    };
    let score = empty::score_with_convention(matches, weights, texts, program)?;
    let is_empty = |weighed: &WeightedText| empty::counts_as_empty(&weighed.tokenized, program);
    if sides.iter().any(|(_, weighed)| is_empty(weighed)) {
        notes.extend(sides.iter().filter(|(_, weighed)| is_empty(weighed)).map(
            |(side, weighed)| {
                if weighed.tokenized.text_token_count() == 0 {
                    Note::Empty(*side)
                } else {
                    Note::TwoTokens(*side)
                }
            },
        ));
        return Ok(score);
    }
    let means = [
        (Side::Candidate, score.precision),
        (Side::Reference, score.recall),
    ];
    let undefined = means.into_iter().filter(|(_, mean)| mean.is_none());
    notes.extend(undefined.map(|(side, _)| match idf {
        Some(source) => Note::NoWeight {
            side,
            documents: source.document_count(),
        },
        None => Note::NoWords(side),
    }));
    Ok(score)
}
