//! Precision, recall and F1 from greedy matches and weights.

use super::{BaselineRow, GreedyMatches, Match, MetricError, Pair, Similarity, Weights};

/// How far P, R and F1 of a pair may lie from those of `bert_score` 0.3.13, before rescaling.
pub const BERT_SCORE_TOLERANCE: f64 = 2e-5;

/// Precision, recall and F1.
///
/// `None` is NaN in `bert_score`. F1 is always a number, because `bert_score` replaces a NaN F1 with 0.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Score {
    /// P = Σ w·max / Σ w over candidate tokens; `None` if every weight is 0.
    pub precision: Option<f64>,
    /// R = Σ w·max / Σ w over reference tokens; `None` if every weight is 0.
    pub recall: Option<f64>,
    /// F1 = 2PR / (P + R), or 0 if that is 0/0 or P or R is undefined.
    pub f1: f64,
}

impl Score {
    /// The symbols of the three numbers, in the order of [`Self::numbers`].
    pub const SYMBOLS: [&'static str; 3] = ["P", "R", "F1"];

    /// Their names in files, in the same order.
    pub const KEYS: [&'static str; 3] = ["precision", "recall", "f1"];

    /// The score of a pair with an empty side.
    pub const ZERO: Self = Self {
        precision: Some(0.0),
        recall: Some(0.0),
        f1: 0.0,
    };

    /// The score of a matrix with one weight for each row and each column (Zhang et al. 2020, equations 1 and 2).
    ///
    /// # Errors
    /// [`MetricError::WeightCount`] when the number of weights does not match the matrix.
    pub fn from_similarity(
        similarity: &Similarity,
        weights: Pair<&Weights>,
    ) -> Result<Self, MetricError> {
        weights
            .candidate
            .check_count(similarity.candidate_tokens())?;
        weights
            .reference
            .check_count(similarity.reference_tokens())?;
        Self::from_matches(&GreedyMatches::from_similarity(similarity), weights)
    }

    /// The score of existing matches. If a side has no tokens, P, R and F1 are 0.
    ///
    /// # Errors
    /// [`MetricError::WeightCount`] when the number of weights does not match the number of matches.
    pub fn from_matches(
        matches: &GreedyMatches,
        weights: Pair<&Weights>,
    ) -> Result<Self, MetricError> {
        let similarities = Pair {
            reference: similarities(&matches.reference),
            candidate: similarities(&matches.candidate),
        };
        Self::from_best_similarities(similarities, weights)
    }

    /// The score of the similarity of each token of both sides with its match. If a side has no tokens, P, R and F1 are 0.
    ///
    /// # Errors
    /// [`MetricError::WeightCount`] when the number of weights does not match the number of similarities.
    pub fn from_best_similarities(
        similarities: Pair<impl ExactSizeIterator<Item = f64>>,
        weights: Pair<&Weights>,
    ) -> Result<Self, MetricError> {
        if weights.candidate.is_empty() || weights.reference.is_empty() {
            return Ok(Self::ZERO);
        }
        let precision = weights.candidate.mean(similarities.candidate)?;
        let recall = weights.reference.mean(similarities.reference)?;
        Ok(Self {
            precision,
            recall,
            f1: harmonic_mean(precision, recall),
        })
    }

    /// P, R and F1, in this order. Before rescaling, they are weighted means of cosine similarities, at most 1; after it, they
    /// are 1 for equal texts and about 0 for unrelated sentences, and higher for longer unrelated texts.
    pub fn numbers(self) -> [Option<f64>; 3] {
        [self.precision, self.recall, Some(self.f1)]
    }

    /// P, R and F1, each rescaled with its own baseline; the rescaled F1 is *not* the harmonic mean of the rescaled P and R.
    #[must_use]
    pub fn rescaled(&self, baseline: &BaselineRow) -> Self {
        Self {
            precision: self
                .precision
                .map(|p| BaselineRow::rescale(p, baseline.precision)),
            recall: self
                .recall
                .map(|r| BaselineRow::rescale(r, baseline.recall)),
            f1: BaselineRow::rescale(self.f1, baseline.f1),
        }
    }

    /// The score over several references: the maximum of P, R and F1 separately, as in `bert_score`.
    ///
    /// A number that is undefined for any reference is undefined in the result, as a maximum with NaN is NaN.
    /// `None` if there are no scores.
    pub fn max_each(scores: impl IntoIterator<Item = Self>) -> Option<Self> {
        scores.into_iter().reduce(|a, b| Self {
            precision: larger(a.precision, b.precision),
            recall: larger(a.recall, b.recall),
            f1: a.f1.max(b.f1),
        })
    }
}

/// 2PR / (P + R); 0 if that is 0/0 or P or R is undefined.
fn harmonic_mean(precision: Option<f64>, recall: Option<f64>) -> f64 {
    let [Some(p), Some(r)] = [precision, recall] else {
        return 0.0;
    };
    let f1 = 2.0 * p * r / (p + r);
    // 0/0, which `bert_score` replaces too.
    if f1.is_finite() { f1 } else { 0.0 }
}

fn similarities(matches: &[Match]) -> impl ExactSizeIterator<Item = f64> {
    matches.iter().map(|found| f64::from(found.similarity))
}

/// The larger of two numbers; undefined if either is.
fn larger(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    Some(a?.max(b?))
}
