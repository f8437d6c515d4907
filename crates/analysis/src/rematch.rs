//! Scores the pair of an analysis again, under other settings.

use std::sync::Arc;

use crate::embeddings::{EmbeddedText, texts_of};
use crate::pairing::{Pairing, similarity};
use crate::{Analysis, Analyzer, Settings};
use bertscope_encoder::{Layer, Program};
use bertscope_metric::{DocumentFrequencies, Pair, Similarity};
use bertscope_models::ModelError;

impl Analyzer {
    /// The texts of an analysis under other settings; `None` when the model was loaded up to a lower layer. `references` as
    /// in [`Self::analyze_with_frequencies`].
    ///
    /// # Errors
    /// As [`Self::analyze`].
    pub fn analyze_again(
        &mut self,
        analysis: &Analysis,
        settings: Settings,
        references: Option<&DocumentFrequencies>,
    ) -> Result<Option<Analysis>, ModelError> {
        let [(_, candidate), (_, reference)] = analysis.texts();
        let texts = Pair {
            reference,
            candidate,
        };
        let (conventions, refusal) = self.scoring.resolve(settings.conventions, texts);
        let texts = texts_of(conventions, texts);
        let [candidate, reference] = &self.embeddings.get(&texts, settings.layer)?;
        if candidate.hidden.last_layer() < settings.layer {
            return Ok(None);
        }
        let pairing = Pairing::compare(settings.layer, candidate, reference)?.with_refusal(refusal);
        let analysis = self.scoring.analyze(pairing, settings, references)?;
        Ok(Some(analysis))
    }

    /// Cosines of the static vectors of a pair's tokens, candidate × reference: the input embeddings, before position and
    /// context are added.
    ///
    /// # Errors
    /// [`ModelError::Encoder`] when a token cannot be encoded.
    pub fn static_similarity(&self, analysis: &Analysis) -> Result<Similarity, ModelError> {
        let encoder = &self.model().encoder;
        let vectors = [
            encoder.static_vectors(&analysis.candidate.tokenized.ids())?,
            encoder.static_vectors(&analysis.reference.tokenized.ids())?,
        ];
        Ok(similarity(analysis.conventions().program, vectors)?)
    }

    /// The texts of an analysis with the last layer's hidden states, tokenized as transformers does by default: with the fast
    /// tokenizer, if the model has one.
    ///
    /// # Errors
    /// [`ModelError`] when a text cannot be tokenized or encoded.
    pub fn last_hidden_states(
        &mut self,
        analysis: &Analysis,
    ) -> Result<Pair<Arc<EmbeddedText>>, ModelError> {
        let model = Arc::clone(self.model());
        let mut texts = analysis.texts();
        let fast = Program::FastTokenizer.into();
        let sides = [&analysis.candidate, &analysis.reference];
        for ((conventions, text), side) in texts.iter_mut().zip(sides) {
            // Most tokens are the same, and then the text is in the cache.
            if model.tokenizer_of(fast).tokenize(text)?.ids() != side.tokenized.ids() {
                *conventions = fast;
            }
        }
        let [candidate, reference] = self
            .embeddings
            .get(&texts, Layer(model.encoder.layer_count()))?;
        Ok(Pair {
            reference,
            candidate,
        })
    }

    /// The candidate and the reference of an analysis with the hidden states of a layer, from the cache if possible.
    pub(super) fn embedded(
        &mut self,
        analysis: &Analysis,
        layer: Layer,
    ) -> Result<[Arc<EmbeddedText>; 2], ModelError> {
        self.embeddings.get(&analysis.texts(), layer)
    }
}
