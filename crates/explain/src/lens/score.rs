//! The score of a lens.

use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::Layer;
use bertscope_metric::{BaselineRow, GreedyMatches, Pair, Score, Similarity, Weights};
use bertscope_models::ModelError;

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
    /// Remarks about this pair, a sentence each.
    pub notes: Vec<String>,
}

impl LensScore {
    /// The score of an analysis.
    pub(super) fn from_analysis(analysis: &Analysis, remarks: Vec<String>) -> Self {
        let sums = |side: Side| {
            (
                analysis.weighted_sum(side),
                analysis.side(side).weights.sum(),
            )
        };
        Self {
            raw: analysis.raw,
            rescaled: analysis.rescaling().map(|r| r.score),
            baseline: analysis.rescaling().map(|r| r.baseline),
            layer: analysis.layer,
            sums: [sums(Side::Candidate), sums(Side::Reference)],
            notes: remarks,
        }
    }

    /// The score of a matrix with weights, rescaled with a baseline row.
    pub(super) fn from_matrix(
        similarity: &Similarity,
        [candidate, reference]: [&Weights; 2],
        layer: Layer,
        baseline: Option<BaselineRow>,
    ) -> Result<Self, ModelError> {
        let matches = GreedyMatches::from_similarity(similarity);
        let raw = Score::from_matches(
            &matches,
            Pair {
                reference,
                candidate,
            },
        )?;
        Ok(Self {
            raw,
            rescaled: baseline.map(|row| raw.rescaled(&row)),
            baseline,
            layer,
            sums: [
                (candidate.weighted_sum(&matches.candidate), candidate.sum()),
                (reference.weighted_sum(&matches.reference), reference.sum()),
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
