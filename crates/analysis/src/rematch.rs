//! Compares the pair of an analysis again, at another layer.

use std::sync::Arc;

use super::embeddings::EmbeddedText;
use super::pairing::{Pairing, similarity};
use super::scoring::ScoringContext;
use super::{Analysis, Analyzer, Side};
use bertscope_encoder::Layer;
use bertscope_metric::Similarity;
use bertscope_models::ModelError;

impl Analyzer {
    /// The model and its tables.
    #[must_use]
    pub fn scoring(&self) -> &ScoringContext {
        &self.scoring
    }

    /// The embedded texts of an analysis, with its matrix.
    ///
    /// # Errors
    /// As [`Self::analyze`]: a text that is no longer in the cache is embedded again.
    pub fn pairing_of(&mut self, analysis: &Analysis) -> Result<Pairing, ModelError> {
        let [candidate, reference] = self.embedded(analysis, analysis.layer)?;
        let (similarity, matches) = (Arc::clone(&analysis.similarity), analysis.matches.clone());
        let refusal = analysis.refusal().map(str::to_owned);
        Ok(Pairing { candidate, reference, similarity, matches, layer: analysis.layer, refusal })
    }

    /// The texts of an analysis compared at another layer; `None` when the model was loaded up to a lower one.
    ///
    /// # Errors
    /// As [`Self::analyze`].
    pub fn pairing_at(&mut self, analysis: &Analysis, layer: Layer) -> Result<Option<Pairing>, ModelError> {
        if layer == analysis.layer {
            return self.pairing_of(analysis).map(Some);
        }
        let [candidate, reference] = self.embedded(analysis, layer)?;
        if candidate.hidden.last_layer() < layer {
            return Ok(None);
        }
        let refusal = analysis.refusal().map(str::to_owned);
        Ok(Some(Pairing { refusal, ..Pairing::compare(layer, &candidate, &reference)? }))
    }

    /// Cosines of the static vectors of a pair's tokens, candidate × reference: the input embeddings, before position and
    /// context are added.
    ///
    /// # Errors
    /// [`ModelError::Encoder`] when a token cannot be encoded.
    pub fn static_similarity(&self, analysis: &Analysis) -> Result<Similarity, ModelError> {
        let encoder = &self.model().encoder;
        let vectors = |side: Side| encoder.static_vectors(&analysis.side(side).tokenized.ids());
        Ok(similarity(analysis.program(), [vectors(Side::Candidate)?, vectors(Side::Reference)?])?)
    }

    /// The candidate and the reference of an analysis with the hidden states of a layer, from the cache if possible.
    pub(super) fn embedded(&mut self, analysis: &Analysis, layer: Layer) -> Result<[Arc<EmbeddedText>; 2], ModelError> {
        self.embeddings.get(analysis.program(), &analysis.texts(), layer)
    }
}
