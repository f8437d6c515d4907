//! Scores many pairs: embeds each distinct text once, then scores the pairs in parallel.

use std::sync::Arc;

use rayon::prelude::*;

use super::embeddings::{EmbeddedText, EmbeddingCache};
use super::pairing::Pairing;
use super::scoring::ScoringContext;
use super::{Analysis, Analyzer, Settings};
use bertscope_encoder::{KeptLayers, Layer};
use bertscope_metric::DocumentFrequencies;
use bertscope_models::{Model, ModelError};

/// One candidate and its references.
#[derive(Debug, Clone, Copy)]
pub struct BulkPair<'a> {
    /// The candidate.
    pub candidate: &'a str,
    /// Its references.
    pub references: &'a [String],
}

/// The scores to compute for every pair.
#[derive(Debug, Clone, Copy)]
pub struct BulkSettings<'a> {
    /// The settings of a score; its layer is one of `layers`.
    pub settings: Settings,
    /// The layers to score at.
    pub layers: &'a [Layer],
    /// The document frequencies of [`super::Idf::References`].
    pub references: Option<&'a DocumentFrequencies>,
}

impl Analyzer {
    /// An analyzer for many pairs, which caches only the hidden states in `keep`.
    #[must_use]
    pub fn for_many(model: Arc<Model>, keep: KeptLayers) -> Self {
        Self::from_parts(EmbeddingCache::bulk(Arc::clone(&model), keep), ScoringContext::new(model))
    }

    /// A second analyzer for many pairs, with the same model and tables but its own cache.
    #[must_use]
    pub fn clone_for_many(&self, keep: KeptLayers) -> Self {
        Self::from_parts(EmbeddingCache::bulk(Arc::clone(self.model()), keep), self.scoring.clone())
    }

    /// Scores every job and maps its analyses, \[layers\]\[references\], with `each`; results are in the order of the jobs.
    /// `each` runs on all cores, and its analyses are dropped when it returns. If a text cannot be tokenized
    /// or encoded, only the jobs with that text get the error message.
    pub fn analyze_many<T: Send>(
        &mut self,
        jobs: &[BulkPair<'_>],
        wanted: BulkSettings<'_>,
        each: impl Fn(usize, Result<Vec<Vec<Analysis>>, String>) -> T + Sync,
    ) -> Vec<T> {
        let texts = jobs.iter().flat_map(|job| job.references.iter().map(String::as_str).chain([job.candidate]));
        let embedded = self.embeddings.get_each(&texts.collect::<Vec<_>>());
        let mut rest = &embedded[..];
        let sides = jobs.iter().map(|job| {
            let (own, others) = rest.split_at(job.references.len() + 1);
            rest = others;
            own
        });
        let sides: Vec<_> = sides.collect();
        let scoring = &self.scoring;
        let score = |sides: &[Result<Arc<EmbeddedText>, Arc<ModelError>>]| {
            let texts = sides.iter().map(Result::as_ref).collect::<Result<Vec<_>, _>>().map_err(ToString::to_string)?;
            let Some((candidate, references)) = texts.split_last() else { return Ok(Vec::new()) };
            let at = |layer: &Layer| {
                let pairs = references.iter().map(|r| scoring.analyze_at_layer(*layer, candidate, r, wanted));
                pairs.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())
            };
            wanted.layers.iter().map(at).collect()
        };
        sides.par_iter().enumerate().map(|(i, sides)| each(i, score(sides))).collect()
    }
}

impl ScoringContext {
    fn analyze_at_layer(
        &self,
        layer: Layer,
        candidate: &Arc<EmbeddedText>,
        reference: &Arc<EmbeddedText>,
        wanted: BulkSettings<'_>,
    ) -> Result<Analysis, ModelError> {
        let pairing = Pairing::compare(layer, candidate, reference)?;
        self.analyze(pairing, Settings { layer, ..wanted.settings }, wanted.references)
    }
}
