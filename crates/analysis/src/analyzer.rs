//! Computes an [`Analysis`] of two texts; caches hidden states and the last matrix.

use bertscope_metric::{DocumentFrequencies, Pair};
use std::sync::Arc;

use crate::embeddings::{EmbeddingCache, texts_of};
use crate::pairing::Pairing;
use crate::scoring::ScoringContext;
use crate::{Analysis, Settings};
use bertscope_encoder::Layer;
use bertscope_kinds::WordList;
use bertscope_models::{BaselineTable, Distribution, FrequencyTable, Model, ModelError, bundled};

/// Scores pairs with one model.
pub struct Analyzer {
    pub(super) scoring: ScoringContext,
    pub(super) embeddings: EmbeddingCache,
    /// The last pair. Its matrix is computed again only if a text or the layer changes.
    pub(super) last_pairing: Option<Pairing>,
}

impl Analyzer {
    /// Scores with `model` and its own tables.
    pub fn new(model: Arc<Model>) -> Self {
        Self::from_parts(
            EmbeddingCache::new(Arc::clone(&model)),
            ScoringContext::new(model),
        )
    }

    pub(super) fn from_parts(embeddings: EmbeddingCache, scoring: ScoringContext) -> Self {
        Self {
            scoring,
            embeddings,
            last_pairing: None,
        }
    }

    /// Uses this table of document frequencies instead of the model's own.
    #[must_use]
    pub fn with_frequencies(mut self, table: FrequencyTable) -> Self {
        self.scoring.frequencies = Some(Arc::new(table));
        self
    }

    /// The table of [`super::Idf::Table`]; `None` for the model's own table.
    pub fn frequencies(&self) -> Option<Arc<FrequencyTable>> {
        self.scoring.frequencies.clone()
    }

    /// Replaces the table of document frequencies; `None` restores the model's own.
    pub fn set_frequencies(&mut self, table: Option<Arc<FrequencyTable>>) {
        self.scoring.frequencies = table;
    }

    /// Uses this table of baselines instead of the model's own.
    #[must_use]
    pub fn with_baselines(mut self, table: BaselineTable) -> Self {
        self.scoring.baselines = Some(Arc::new(table));
        self
    }

    /// The table of baselines, if there is one.
    pub fn baselines(&self) -> Option<&BaselineTable> {
        self.scoring.baselines.as_deref()
    }

    /// Uses this distribution of scores, for the ruler, instead of the model's own.
    #[must_use]
    pub fn with_distribution(mut self, distribution: Distribution) -> Self {
        self.scoring.distribution = Some(Arc::new(distribution));
        self
    }

    /// Uses this list for words to look at instead of the English one.
    #[must_use]
    pub fn with_kind_words(mut self, list: Arc<WordList>) -> Self {
        self.scoring.kind_words = list;
        self
    }

    /// The distribution of scores of this model, if there is one.
    pub fn distribution(&self) -> Option<Arc<Distribution>> {
        if let Some(distribution) = &self.scoring.distribution {
            Some(Arc::clone(distribution))
        } else if self.scoring.identity.is_bundled() {
            bundled::distribution()
        } else {
            None
        }
    }

    /// Number of passes of the model so far; what comes from the cache needs none.
    pub fn passes(&self) -> u64 {
        self.embeddings.passes()
    }

    /// The model.
    pub fn model(&self) -> &Arc<Model> {
        &self.scoring.model
    }

    /// Scores one candidate against one reference. [`super::Idf::References`] counts over that reference alone.
    ///
    /// # Errors
    /// [`ModelError`] when a text cannot be tokenized or encoded.
    pub fn analyze(
        &mut self,
        texts: Pair<&str>,
        settings: Settings,
    ) -> Result<Analysis, ModelError> {
        self.analyze_with_frequencies(texts, settings, None)
    }

    /// Like [`Self::analyze`], with `references` as the document frequencies of [`super::Idf::References`].
    ///
    /// # Errors
    /// As [`Self::analyze`].
    pub fn analyze_with_frequencies(
        &mut self,
        texts: Pair<&str>,
        settings: Settings,
        references: Option<&DocumentFrequencies>,
    ) -> Result<Analysis, ModelError> {
        // A session or a link may ask for a layer that this model does not have.
        let last = Layer(self.model().encoder.layer_count());
        let layer = settings.layer.min(last);
        let (conventions, refusal) = self.scoring.resolve(settings.conventions, texts);
        let texts = texts_of(conventions, texts);
        let [candidate, reference] = &self.embeddings.get(&texts, layer)?;
        let pairing = match self.last_pairing.take() {
            Some(last) if last.compares(layer, candidate, reference) => last,
            _ => Pairing::compare(layer, candidate, reference)?,
        };
        let pairing = pairing.with_refusal(refusal);
        self.last_pairing = Some(pairing.clone());
        self.scoring.analyze(pairing, settings, references)
    }
}
