//! Many pairs at a time: each distinct text is embedded once, then the pairs are scored side by side.

use std::sync::Arc;

use rayon::prelude::*;

use super::embeddings::{Embedded, Embeddings};
use super::pairing::Pairing;
use super::scoring::Scoring;
use super::{Analysis, Analyzer, Settings};
use bertscope_encoder::{Keep, Layer};
use bertscope_metric::DocumentFrequencies;
use bertscope_models::{Model, ModelError};

/// One candidate and its references.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// The candidate.
    pub candidate: &'a str,
    /// Its references.
    pub references: &'a [String],
}

/// Which scores of every pair are wanted.
#[derive(Debug, Clone, Copy)]
pub struct BulkSettings<'a> {
    /// How a score is made; the layer is one of `layers`.
    pub settings: Settings,
    /// At which layers.
    pub layers: &'a [Layer],
    /// What [`super::Idf::References`] stands for.
    pub references: Option<&'a DocumentFrequencies>,
}

impl Analyzer {
    /// An analyzer for many pairs, which keeps the hidden states that it will need and no others.
    #[must_use]
    pub fn for_many(model: Arc<Model>, keep: Keep) -> Self {
        Self::with(Embeddings::bulk(Arc::clone(&model), keep), Scoring::new(model))
    }

    /// Another analyzer for many pairs, with the same model and figures, which keeps what `keep` says.
    #[must_use]
    pub fn like(&self, keep: Keep) -> Self {
        Self::with(Embeddings::bulk(Arc::clone(self.model()), keep), self.scoring.clone())
    }

    /// Scores every job and gives what `each` makes of its analyses, \[layers\]\[references\], in the order of the jobs.
    /// `each` runs on all cores, and an analysis lives no longer than it looks at it. Where the tokenizer or the model
    /// refuses a text, the jobs that have it get the error's sentence, and the others do not notice.
    pub fn analyze_many<T: Send>(
        &mut self,
        jobs: &[Job<'_>],
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
        let score = |sides: &[Result<Arc<Embedded>, Arc<ModelError>>]| {
            let texts = sides.iter().map(Result::as_ref).collect::<Result<Vec<_>, _>>().map_err(ToString::to_string)?;
            let Some((candidate, references)) = texts.split_last() else { return Ok(Vec::new()) };
            let at = |layer: &Layer| {
                let pairs = references.iter().map(|r| scoring.at(*layer, candidate, r, wanted));
                pairs.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())
            };
            wanted.layers.iter().map(at).collect()
        };
        sides.par_iter().enumerate().map(|(i, sides)| each(i, score(sides))).collect()
    }
}

impl Scoring {
    fn at(
        &self,
        layer: Layer,
        candidate: &Arc<Embedded>,
        reference: &Arc<Embedded>,
        wanted: BulkSettings<'_>,
    ) -> Result<Analysis, ModelError> {
        let pairing = Pairing::at(layer, candidate, reference)?;
        self.analyze(pairing, Settings { layer, ..wanted.settings }, wanted.references)
    }
}
