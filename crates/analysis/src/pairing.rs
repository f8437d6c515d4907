//! The similarity matrix and the matches of two embedded texts at one layer.

use std::sync::Arc;

use super::embeddings::EmbeddedText;
use bertscope_encoder::Layer;
use bertscope_metric::{GreedyMatches, Similarity};
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
}

impl Pairing {
    /// Compares two texts at a layer.
    ///
    /// # Errors
    /// [`ModelError::Encoder`] when a hidden state is not finite.
    pub fn compare(
        layer: Layer,
        candidate: &Arc<EmbeddedText>,
        reference: &Arc<EmbeddedText>,
    ) -> Result<Self, ModelError> {
        let cosines = Similarity::cosine(candidate.hidden.vectors_at(layer)?, reference.hidden.vectors_at(layer)?)?;
        Ok(Self {
            candidate: Arc::clone(candidate),
            reference: Arc::clone(reference),
            matches: GreedyMatches::from_similarity(&cosines),
            similarity: Arc::new(cosines),
            layer,
        })
    }
}
