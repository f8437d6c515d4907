//! The similarity matrix and the matches of two embedded texts at one layer.

use std::sync::Arc;

use crate::embeddings::EmbeddedText;
use bertscope_encoder::{Layer, Program};
use bertscope_metric::{GreedyMatches, MetricError, Similarity, Vectors};
use bertscope_models::ModelError;

/// Two embedded texts, with their similarity matrix at a layer.
#[derive(Clone)]
pub struct Pairing {
    /// The candidate: the rows of the matrix.
    pub candidate: Arc<EmbeddedText>,
    /// The reference: the columns of the matrix.
    pub reference: Arc<EmbeddedText>,
    /// Cosines.
    pub similarity: Arc<Similarity>,
    /// Each token's best match, in both directions.
    pub matches: GreedyMatches,
    /// The layer.
    pub layer: Layer,
    /// Why the program of the settings computes no score, so that the texts have the tokens of the default one.
    pub refusal: Option<String>,
}

impl Pairing {
    /// Compares two texts of one program at a layer.
    ///
    /// # Errors
    /// [`ModelError::Encoder`] when a hidden state is not finite.
    pub fn compare(
        layer: Layer,
        candidate: &Arc<EmbeddedText>,
        reference: &Arc<EmbeddedText>,
    ) -> Result<Self, ModelError> {
        let vectors = [
            candidate.hidden.vectors_at(layer)?,
            reference.hidden.vectors_at(layer)?,
        ];
        let cosines = similarity(candidate.conventions.program, vectors)?;
        Ok(Self {
            candidate: Arc::clone(candidate),
            reference: Arc::clone(reference),
            matches: GreedyMatches::from_similarity(&cosines),
            similarity: Arc::new(cosines),
            layer,
            refusal: None,
        })
    }

    /// Whether it compares these two texts at this layer. The cache has each text once, so that pointers tell.
    pub(crate) fn compares(
        &self,
        layer: Layer,
        candidate: &Arc<EmbeddedText>,
        reference: &Arc<EmbeddedText>,
    ) -> bool {
        self.layer == layer
            && Arc::ptr_eq(&self.candidate, candidate)
            && Arc::ptr_eq(&self.reference, reference)
    }

    /// The same with this [`Self::refusal`].
    #[must_use]
    pub fn with_refusal(self, refusal: Option<String>) -> Self {
        Self { refusal, ..self }
    }
}

/// The cosines of two sides' vectors, candidate × reference. torchmetrics sets the vectors of the first and the last token to
/// zero, so their similarities are 0.
///
/// # Errors
/// [`MetricError::Dimension`] when the vectors differ in length.
pub fn similarity(
    program: Program,
    [candidate, reference]: [Vectors; 2],
) -> Result<Similarity, MetricError> {
    let cosines = Similarity::cosine(candidate, reference)?;
    if program != Program::TorchMetrics {
        return Ok(cosines);
    }
    let rows = cosines.candidate_tokens();
    let columns = cosines.reference_tokens();
    let mut values = Vec::with_capacity(rows * columns);
    for c in 0..rows {
        for r in 0..columns {
            let is_zero = is_first_or_last(c, rows) || is_first_or_last(r, columns);
            values.push(if is_zero { 0.0 } else { cosines.get(c, r) });
        }
    }
    Similarity::new(values, rows, columns)
}

/// Whether torchmetrics sets the vector of this token to zero.
pub(crate) fn is_first_or_last(token: usize, count: usize) -> bool {
    token == 0 || token + 1 == count
}
