//! A score as a lens shows it.

use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::Layer;
use bertscope_metric::Pair;
use bertscope_metric::{BaselineRow, GreedyMatches, Score, Similarity, Weights};
use bertscope_models::ModelError;

/// A score as a lens shows it, with what it was made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// Before rescaling.
    pub raw: Score,
    /// After rescaling, where the score on screen is rescaled and there is a baseline for the layer.
    pub rescaled: Option<Score>,
    /// What it was rescaled with.
    pub baseline: Option<BaselineRow>,
    /// Whose hidden states were compared.
    pub layer: Layer,
    /// Σ w·s and Σ w over candidate tokens, then over reference tokens.
    pub sums: [(f64, f64); 2],
    /// What is particular about this pair, a sentence each.
    pub remarks: Vec<String>,
}

impl Seen {
    /// A whole analysis.
    pub(super) fn of(analysis: &Analysis, remarks: Vec<String>) -> Self {
        let sums = |side: Side| (analysis.weighted_sum(side), analysis.side(side).weights.sum());
        Self {
            raw: analysis.raw,
            rescaled: analysis.rescaling().map(|r| r.score),
            baseline: analysis.rescaling().map(|r| r.baseline),
            layer: analysis.layer,
            sums: [sums(Side::Candidate), sums(Side::Reference)],
            remarks,
        }
    }

    /// A matrix with weights, scored as the metric does and stretched with the row of a layer.
    pub(super) fn of_matrix(
        similarity: &Similarity,
        [candidate, reference]: [&Weights; 2],
        layer: Layer,
        baseline: Option<BaselineRow>,
    ) -> Result<Self, ModelError> {
        let matches = GreedyMatches::of(similarity);
        let raw = Score::of_matches(&matches, Pair { reference, candidate })?;
        Ok(Self {
            raw,
            rescaled: baseline.map(|row| raw.rescaled(&row)),
            baseline,
            layer,
            sums: [
                (candidate.weighted_sum(&matches.candidate), candidate.sum()),
                (reference.weighted_sum(&matches.reference), reference.sum()),
            ],
            remarks: Vec::new(),
        })
    }

    /// The numbers that were asked for: rescaled or raw. `None` where they are to be rescaled and there is no baseline.
    #[must_use]
    pub fn shown(&self, rescaled: bool) -> Option<Score> {
        if rescaled { self.rescaled } else { Some(self.raw) }
    }
}
