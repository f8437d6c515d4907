//! Computes an [`Analysis`] from a similarity matrix: weights, score, rescaling and notes. No model is needed.

use std::sync::Arc;

use crate::empty::{counts_as_empty, score_with_convention};
use crate::rescaling::{self, Baseline};
use crate::signature::signature;
use crate::{
    Analysis, Idf, IdfSource, Note, RescaledScore, Settings, Side, WeightedText, unknown_language,
    unknown_tokens,
};
use bertscope_encoder::{Conventions, Layer, Program, TokenizedText};
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
    /// The words of the language among which words to look at are found.
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
    let conventions = match refusal {
        Some(_) => Conventions::default(),
        None => settings.conventions,
    };
    let program = conventions.program;
    let candidate = WeightedText::new(candidate, idf.as_ref(), program)?;
    let reference = WeightedText::new(reference, idf.as_ref(), program)?;
    let weights = Pair {
        reference: &reference.weights,
        candidate: &candidate.weights,
    };
    let texts = Pair {
        reference: &*reference.tokenized,
        candidate: &*candidate.tokenized,
    };
    let raw = score_with_convention(&matches, weights, texts, program)?;
    let mut analysis = Analysis {
        model,
        settings,
        candidate,
        reference,
        layer,
        similarity,
        matches,
        raw,
        rescaled: baseline.map(|baseline| RescaledScore {
            score: raw.rescaled(&baseline.row),
            baseline,
        }),
        idf,
        kind_words,
        notes: Vec::new(),
        signature: String::new(),
    };
    // First, because the analysis knows by this note that it follows the default conventions.
    if let Some(reason) = refusal {
        let program = settings.conventions.program;
        analysis.notes.push(Note::Refused(program, reason));
    }
    let notes = notes(&analysis);
    analysis.notes.extend(notes);
    analysis.signature = signature(&analysis);
    Ok(analysis)
}

impl WeightedText {
    fn new(
        tokenized: Arc<TokenizedText>,
        idf: Option<&IdfSource>,
        program: Program,
    ) -> Result<Self, MetricError> {
        let weights = weight_tokens(&tokenized, idf.map(|idf| &idf.weights), program)?;
        Ok(Self { tokenized, weights })
    }
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
    let mut weights = Vec::with_capacity(text.tokens.len());
    for token in &text.tokens {
        // torchmetrics masks the first and the last token, whatever their IDF weights.
        let is_masked = program == Program::TorchMetrics && token.weightless;
        weights.push(if is_masked {
            0.0
        } else {
            idf.weight(token.id)?
        });
    }
    Weights::new(weights)
}

/// The score of existing matches with other weights, before rescaling. Without `idf`, every token has the same weight.
///
/// # Errors
/// [`MetricError`] when tokens and matches differ in number, or a token has no weight.
pub fn weighted_score(
    matches: &GreedyMatches,
    texts: Pair<&TokenizedText>,
    idf: Option<&TokenWeights>,
    program: Program,
) -> Result<Score, MetricError> {
    let weights = Pair {
        reference: &weight_tokens(texts.reference, idf, program)?,
        candidate: &weight_tokens(texts.candidate, idf, program)?,
    };
    score_with_convention(matches, weights, texts, program)
}

/// The notes on a score, besides that on a refusal, in the order in which they are shown.
fn notes(analysis: &Analysis) -> Vec<Note> {
    let mut notes = Vec::new();
    if analysis.settings.idf == Idf::Table && analysis.idf.is_none() {
        notes.push(Note::NoFrequencies);
    }
    for side in [Side::Reference, Side::Candidate] {
        let text = &analysis.side(side).tokenized;
        if let Some(cut) = text.truncated {
            notes.push(Note::Truncated { side, cut });
        }
        if let Some(windows) = text.windows {
            let tokens = text.tokens.len();
            notes.push(Note::Windows {
                side,
                tokens,
                windows,
            });
        }
    }
    notes.extend(convention_notes(analysis));
    let unknown = unknown_tokens::note(
        &analysis.candidate.tokenized,
        &analysis.reference.tokenized,
        &analysis.model.name,
    );
    notes.extend(unknown.map(Note::Unknown));
    let language = unknown_language::note(
        &analysis.candidate.tokenized,
        &analysis.reference.tokenized,
        analysis.model.vocabulary_size(),
    );
    notes.extend(language.map(Note::UnknownLanguage));
    notes.extend(Note::html_entities([
        &*analysis.reference.tokenized.text,
        &*analysis.candidate.tokenized.text,
    ]));
    notes.extend(rescaling::note(analysis));
    notes
}

/// Notes on sides that count as empty or, if none does, on sides whose mean is undefined.
fn convention_notes(analysis: &Analysis) -> Vec<Note> {
    let program = analysis.conventions().program;
    let mut notes = Vec::new();
    for side in [Side::Reference, Side::Candidate] {
        let text = &analysis.side(side).tokenized;
        if counts_as_empty(text, program) {
            notes.push(match text.text_token_count() {
                0 => Note::Empty(side),
                _ => Note::TwoTokens(side),
            });
        }
    }
    // The convention gives both means a value, so that none is undefined.
    if !notes.is_empty() {
        return notes;
    }
    for side in Side::BOTH {
        if analysis.mean_of(side).is_none() {
            notes.push(match &analysis.idf {
                Some(source) => Note::NoWeight {
                    side,
                    documents: source.document_count(),
                },
                None => Note::NoWords(side),
            });
        }
    }
    notes
}
