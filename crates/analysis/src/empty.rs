//! `bert_score`'s convention for empty texts: precision and recall are 0.

use bertscope_encoder::{Program, TokenizedText};
use bertscope_metric::{GreedyMatches, MetricError, Pair, Score, Weights};

/// Token count of an empty text: `bert_score` treats a text of exactly two tokens as one that has only its special
/// tokens, whatever they are.
const EMPTY_TEXT_TOKENS: usize = 2;

/// Whether a text counts as empty; torchmetrics has no such convention.
pub fn counts_as_empty(text: &TokenizedText, program: Program) -> bool {
    program != Program::TorchMetrics && text.tokens.len() == EMPTY_TEXT_TOKENS
}

/// The score of existing matches before rescaling, [with the convention](with_convention).
///
/// # Errors
/// [`MetricError::WeightCount`] when the number of weights does not match the number of matches.
pub fn score_with_convention(
    matches: &GreedyMatches,
    weights: Pair<&Weights>,
    texts: Pair<&TokenizedText>,
    program: Program,
) -> Result<Score, MetricError> {
    let score = Score::from_matches(matches, weights)?;
    Ok(with_convention(score, texts, program))
}

/// The score before rescaling. If a text counts as empty, precision and recall are 0, but F1 is computed from the matches,
/// because `bert_score` computes it before it applies the convention. It is 0 unless a special token has weight, as T5's `</s>` does.
#[must_use]
pub fn with_convention(score: Score, texts: Pair<&TokenizedText>, program: Program) -> Score {
    if counts_as_empty(texts.reference, program) || counts_as_empty(texts.candidate, program) {
        return Score {
            f1: score.f1,
            ..Score::ZERO
        };
    }
    score
}
