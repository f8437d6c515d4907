//! The lens without marks: the words of a text compare with words alone.

use super::super::ledger;
use super::Seen;
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::TokenizedText;
use bertscope_metric::{Score, Similarity, Weights};
use bertscope_models::ModelError;

/// The same matrix without the rows and columns of marks.
pub(super) fn without(analysis: &Analysis) -> Result<Seen, ModelError> {
    let kept = |text: &TokenizedText| (0..text.tokens.len()).filter(|&i| !text.tokens[i].special).collect::<Vec<_>>();
    let (rows, columns) = (kept(&analysis.candidate.tokenized), kept(&analysis.reference.tokenized));
    let values = rows.iter().flat_map(|&c| columns.iter().map(move |&r| analysis.similarity.get(c, r))).collect();
    let similarity = Similarity::new(values, rows.len(), columns.len())?;
    let weights =
        |weights: &Weights, kept: &[usize]| Weights::new(kept.iter().map(|&i| weights.as_slice()[i]).collect());
    let (own, others) = (weights(&analysis.candidate.weights, &rows)?, weights(&analysis.reference.weights, &columns)?);
    let baseline = analysis.rescaling().map(|r| r.baseline);
    let mut seen = Seen::of_matrix(&similarity, [&own, &others], analysis.layer, baseline)?;
    seen.remarks.push(moved(analysis));
    if ledger::by_convention(analysis) {
        // The convention does not touch F1, which only T5's end mark lets be more than 0.
        seen.raw = Score { f1: seen.raw.f1, ..Score::ZERO };
        seen.rescaled = baseline.map(|row| seen.raw.rescaled(&row));
    }
    Ok(seen)
}

/// How many words have a mark for their best partner.
fn moved(analysis: &Analysis) -> String {
    let count = |side: Side| {
        let weights = analysis.side(side).weights.as_slice();
        // T5's end mark counts as well, so not only words are asked.
        let others = &analysis.side(side.other()).tokenized.tokens;
        let pairs = weights.iter().zip(analysis.matches_of(side));
        pairs.filter(|(weight, found)| **weight > 0.0 && others[found.token].special).count()
    };
    let (own, others) = (count(Side::Candidate), count(Side::Reference));
    format!(
        "Tokens that count and have a mark for their best partner: {own} of the candidate, {others} of the reference."
    )
}
