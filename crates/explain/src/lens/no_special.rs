//! The lens without special tokens: words match words only.

use super::score::LensScore;
use bertscope_analysis::{Analysis, Side};
use bertscope_metric::{MetricError, Pair, Score, Similarity, Weights};
use bertscope_models::ModelError;

/// The score of the matrix without the rows and columns of special tokens.
pub fn score(analysis: &Analysis) -> Result<LensScore, ModelError> {
    let rows = words(analysis, Side::Candidate);
    let columns = words(analysis, Side::Reference);
    let mut values = Vec::with_capacity(rows.len() * columns.len());
    for &row in &rows {
        for &column in &columns {
            values.push(analysis.similarity.get(row, column));
        }
    }
    let similarity = Similarity::new(values, rows.len(), columns.len())?;
    let weights = Pair {
        reference: &weights(analysis, Side::Reference, &columns)?,
        candidate: &weights(analysis, Side::Candidate, &rows)?,
    };
    let baseline = analysis.baseline();
    let mut score = LensScore::from_matrix(&similarity, weights, analysis.layer, baseline)?;
    score.notes.push(special_matches_note(analysis));
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

/// The tokens of a side that are not special.
fn words(analysis: &Analysis, side: Side) -> Vec<usize> {
    let tokens = &analysis.side(side).tokenized.tokens;
    (0..tokens.len()).filter(|&i| !tokens[i].special).collect()
}

fn weights(analysis: &Analysis, side: Side, tokens: &[usize]) -> Result<Weights, MetricError> {
    let all = analysis.side(side).weights.as_slice();
    Weights::new(tokens.iter().map(|&i| all[i]).collect())
}

fn special_matches_note(analysis: &Analysis) -> String {
    format!(
        "Weighted tokens whose best match is a special token: {} in the candidate, {} in the reference.",
        special_match_count(analysis, Side::Candidate),
        special_match_count(analysis, Side::Reference)
    )
}

/// The number of tokens with weight that are matched to a special token. T5's end token has weight too, so it is counted
/// with the words.
fn special_match_count(analysis: &Analysis, side: Side) -> usize {
    let weights = analysis.side(side).weights.as_slice();
    let others = &analysis.side(side.other()).tokenized.tokens;
    weights
        .iter()
        .zip(analysis.matches_of(side))
        .filter(|(weight, found)| **weight > 0.0 && others[found.token].special)
        .count()
}
