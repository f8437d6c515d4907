//! The lens without special tokens: words match words only.

use super::score::LensScore;
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::TokenizedText;
use bertscope_metric::{Score, Similarity, Weights};
use bertscope_models::ModelError;

/// The score of the matrix without the rows and columns of special tokens.
pub(super) fn score(analysis: &Analysis) -> Result<LensScore, ModelError> {
    let kept = |text: &TokenizedText| {
        (0..text.tokens.len())
            .filter(|&i| !text.tokens[i].special)
            .collect::<Vec<_>>()
    };
    let (rows, columns) = (
        kept(&analysis.candidate.tokenized),
        kept(&analysis.reference.tokenized),
    );
    let values = rows
        .iter()
        .flat_map(|&c| columns.iter().map(move |&r| analysis.similarity.get(c, r)))
        .collect();
    let similarity = Similarity::new(values, rows.len(), columns.len())?;
    let weights = |weights: &Weights, kept: &[usize]| {
        Weights::new(kept.iter().map(|&i| weights.as_slice()[i]).collect())
    };
    let (own, others) = (
        weights(&analysis.candidate.weights, &rows)?,
        weights(&analysis.reference.weights, &columns)?,
    );
    let baseline = analysis.rescaling().map(|r| r.baseline);
    let mut score = LensScore::from_matrix(&similarity, [&own, &others], analysis.layer, baseline)?;
    score.notes.push(matched_to_special(analysis));
    if analysis.has_empty_side() {
        // The convention does not touch F1, which is above 0 only with T5's end token: it has weight.
        score.raw = Score {
            f1: score.raw.f1,
            ..Score::ZERO
        };
        score.rescaled = baseline.map(|row| score.raw.rescaled(&row));
    }
    Ok(score)
}

/// How many tokens are matched to a special token.
fn matched_to_special(analysis: &Analysis) -> String {
    let count = |side: Side| {
        let weights = analysis.side(side).weights.as_slice();
        // T5's end token has weight too, so it is counted with the words.
        let others = &analysis.side(side.other()).tokenized.tokens;
        let pairs = weights.iter().zip(analysis.matches_of(side));
        pairs
            .filter(|(weight, found)| **weight > 0.0 && others[found.token].special)
            .count()
    };
    let (own, others) = (count(Side::Candidate), count(Side::Reference));
    format!(
        "Weighted tokens whose best match is a special token: {own} in the candidate, {others} in the reference."
    )
}
