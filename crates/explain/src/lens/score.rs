//! The result of a lens for a pair.

use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::Layer;
use bertscope_metric::{BaselineRow, GreedyMatches, MetricError, Pair, Score, Similarity, Weights};
use bertscope_models::ModelError;

/// The result of a lens for a pair.
#[derive(Debug, Clone, PartialEq)]
pub enum LensAnswer {
    /// A score.
    Score(Box<LensScore>),
    /// The lens has no score for this pair; holds the reason as a sentence.
    Unavailable(String),
    /// Not computed yet.
    Pending,
}

/// Why a lens has no score.
pub enum NoScore {
    /// It has no score for this pair; holds the reason as a sentence.
    Unavailable(String),
    /// The model rejects a text.
    Model(ModelError),
}

impl From<ModelError> for NoScore {
    fn from(error: ModelError) -> Self {
        Self::Model(error)
    }
}

/// The score of a lens, with its parts.
#[derive(Debug, Clone, PartialEq)]
pub struct LensScore {
    /// Before rescaling.
    pub raw: Score,
    /// After rescaling, if the score on screen is rescaled and the layer has a baseline.
    pub rescaled: Option<Score>,
    /// The baseline row that rescaled it.
    pub baseline: Option<BaselineRow>,
    /// The layer whose hidden states were compared.
    pub layer: Layer,
    /// Σ w·s and Σ w over candidate tokens, then over reference tokens.
    pub sums: [(f64, f64); 2],
    /// Notes on this pair, a sentence each.
    pub notes: Vec<String>,
}

impl LensScore {
    /// The score of an analysis.
    pub(super) fn from_analysis(analysis: &Analysis, notes: Vec<String>) -> Self {
        Self {
            raw: analysis.raw,
            rescaled: analysis.rescaling().map(|rescaled| rescaled.score),
            baseline: analysis.baseline(),
            layer: analysis.layer,
            sums: Side::BOTH.map(|side| analysis.sums(side)),
            notes,
        }
    }

    /// The score of a matrix with weights, rescaled with a baseline row.
    ///
    /// # Errors
    /// [`MetricError::WeightCount`] when the number of weights does not match the matrix.
    pub(super) fn from_matrix(
        similarity: &Similarity,
        weights: Pair<&Weights>,
        layer: Layer,
        baseline: Option<BaselineRow>,
    ) -> Result<Self, MetricError> {
        let matches = GreedyMatches::from_similarity(similarity);
        let raw = Score::from_matches(&matches, weights)?;
        Ok(Self {
            raw,
            rescaled: baseline.map(|row| raw.rescaled(&row)),
            baseline,
            layer,
            sums: [
                (
                    weights.candidate.weighted_sum(&matches.candidate),
                    weights.candidate.sum(),
                ),
                (
                    weights.reference.weighted_sum(&matches.reference),
                    weights.reference.sum(),
                ),
            ],
            notes: Vec::new(),
        })
    }

    /// The rescaled or the raw score. `None` if the rescaled score is requested and there is no baseline.
    pub fn scaled(&self, rescaled: bool) -> Option<Score> {
        if rescaled {
            self.rescaled
        } else {
            Some(self.raw)
        }
    }
}
