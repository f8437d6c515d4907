//! The way from texts to an [`Analysis`], with everything cached that can be.

use std::sync::Arc;

use super::conclusion::{Baseline, Compared, conclude};
use super::embedded::{Embedded, Embeddings};
use super::{Analysis, Idf, Settings};
use crate::encoder::Layer;
use crate::metric::{DocumentFrequencies, GreedyMatches, Similarity};
use crate::models::{BaselineTable, FrequencyTable, Identity, Model, ModelError};

/// Scores pairs with one model.
pub struct Analyzer {
    model: Arc<Model>,
    identity: Arc<Identity>,
    embeddings: Embeddings,
    frequencies: Option<Arc<FrequencyTable>>,
    baselines: Option<Arc<BaselineTable>>,
    /// The matrix of the last pair, so that only a change of text or layer computes it anew.
    last: Option<LastMatrix>,
}

struct LastMatrix {
    candidate: Arc<Embedded>,
    reference: Arc<Embedded>,
    layer: Layer,
    similarity: Arc<Similarity>,
    matches: GreedyMatches,
}

impl Analyzer {
    /// Scores with `model` and the figures that came with it.
    #[must_use]
    pub fn new(model: Arc<Model>) -> Self {
        Self {
            identity: Arc::new(Identity::of(&model)),
            embeddings: Embeddings::new(Arc::clone(&model)),
            frequencies: model.frequencies.clone().map(Arc::new),
            baselines: model.baselines.clone().map(Arc::new),
            last: None,
            model,
        }
    }

    /// Weighs by another table of document frequencies.
    #[must_use]
    pub fn with_frequencies(mut self, table: FrequencyTable) -> Self {
        self.frequencies = Some(Arc::new(table));
        self
    }

    /// Rescales with another table of baselines.
    #[must_use]
    pub fn with_baselines(mut self, table: BaselineTable) -> Self {
        self.baselines = Some(Arc::new(table));
        self
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Embeds texts ahead of time up to a layer, many in one pass.
    ///
    /// # Errors
    /// [`ModelError`] when the tokenizer or the model refuses a text.
    pub fn prepare(&mut self, texts: &[&str], layer: Layer) -> Result<(), ModelError> {
        self.embeddings.get(texts, layer).map(|_| ())
    }

    /// Scores one candidate against one reference. [`Idf::References`] counts over that reference alone.
    ///
    /// # Errors
    /// [`ModelError`] when the tokenizer or the model refuses a text.
    pub fn analyze(&mut self, reference: &str, candidate: &str, settings: Settings) -> Result<Analysis, ModelError> {
        self.analyze_among(reference, candidate, settings, None)
    }

    /// Like [`Self::analyze`], with the frequencies that [`Idf::References`] stands for, counted before.
    ///
    /// # Errors
    /// As [`Self::analyze`].
    pub fn analyze_among(
        &mut self,
        reference: &str,
        candidate: &str,
        settings: Settings,
        references: Option<&DocumentFrequencies>,
    ) -> Result<Analysis, ModelError> {
        let layer = settings.layer.min(Layer(self.model.encoder.layers()));
        let [candidate, reference] = &self.embeddings.get(&[candidate, reference], layer)?[..] else {
            unreachable!("two texts were asked for");
        };
        let (candidate, reference) = (Arc::clone(candidate), Arc::clone(reference));
        let (similarity, matches) = self.matrix(&candidate, &reference, layer)?;

        let counted;
        let frequencies = match settings.idf {
            Idf::Off => None,
            Idf::Table => self.frequencies.as_ref().map(|table| (&table.frequencies, table.source.clone())),
            Idf::References => {
                counted = DocumentFrequencies::count([reference.tokenized.ids()]);
                let name = if references.is_some() { "the references" } else { "this reference" };
                Some((references.unwrap_or(&counted), name.to_owned()))
            }
        };
        let baseline = self.baselines.as_ref().and_then(|table| {
            let (source, language) = (table.source, table.language.clone());
            Some(Baseline { row: table.row(layer)?, table: table.name.clone(), source, language })
        });
        let (candidate, reference) = (Arc::clone(&candidate.tokenized), Arc::clone(&reference.tokenized));
        let model = Arc::clone(&self.identity);
        let compared = Compared { model, layer, candidate, reference, similarity, matches };
        conclude(compared, settings, frequencies, baseline)
    }

    fn matrix(
        &mut self,
        candidate: &Arc<Embedded>,
        reference: &Arc<Embedded>,
        layer: Layer,
    ) -> Result<(Arc<Similarity>, GreedyMatches), ModelError> {
        if let Some(last) = &self.last
            && Arc::ptr_eq(&last.candidate, candidate)
            && Arc::ptr_eq(&last.reference, reference)
            && last.layer == layer
        {
            return Ok((Arc::clone(&last.similarity), last.matches.clone()));
        }
        let cosines = Similarity::cosine(candidate.hidden.at(layer)?, reference.hidden.at(layer)?)?;
        let similarity = Arc::new(cosines);
        let matches = GreedyMatches::of(&similarity);
        self.last = Some(LastMatrix {
            candidate: Arc::clone(candidate),
            reference: Arc::clone(reference),
            layer,
            similarity: Arc::clone(&similarity),
            matches: matches.clone(),
        });
        Ok((similarity, matches))
    }
}
