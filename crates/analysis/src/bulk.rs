//! Scores many pairs: embeds each distinct text once, then scores the pairs in parallel.

use std::sync::Arc;

use rayon::prelude::*;

use crate::embeddings::{EmbeddedText, EmbeddingCache};
use crate::pairing::Pairing;
use crate::scoring::ScoringContext;
use crate::{Analysis, Analyzer, Settings};
use bertscope_encoder::{Conventions, KeptLayers, Layer};
use bertscope_metric::{DocumentFrequencies, Pair};
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
    pub fn for_many(model: Arc<Model>, keep: KeptLayers) -> Self {
        Self::from_parts(
            EmbeddingCache::bulk(Arc::clone(&model), keep),
            ScoringContext::new(model),
        )
    }

    /// A second analyzer for many pairs, with the same model and tables but its own cache.
    #[must_use]
    pub fn clone_for_many(&self, keep: KeptLayers) -> Self {
        Self::from_parts(
            EmbeddingCache::bulk(Arc::clone(self.model()), keep),
            self.scoring.clone(),
        )
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
        let scoring = &self.scoring;
        let resolve = |job: &BulkPair<'_>| {
            let with = |reference: &String| {
                scoring.resolve(
                    wanted.settings.conventions,
                    Pair {
                        reference,
                        candidate: job.candidate,
                    },
                )
            };
            job.references.iter().map(with).collect::<Vec<_>>()
        };
        let resolved: Vec<Vec<(Conventions, Option<String>)>> =
            jobs.par_iter().map(resolve).collect();
        let texts = jobs.iter().zip(&resolved).flat_map(|(job, resolved)| {
            let pairs = job.references.iter().zip(resolved);
            pairs.flat_map(|(reference, (conventions, _))| {
                [
                    (*conventions, job.candidate),
                    (*conventions, reference.as_str()),
                ]
            })
        });
        let embedded = self.embeddings.get_each(&texts.collect::<Vec<_>>());
        let mut rest = &embedded[..];
        let sides = jobs.iter().map(|job| {
            let (own, others) = rest.split_at(2 * job.references.len());
            rest = others;
            own
        });
        let sides: Vec<_> = sides.collect();
        let score = |sides: &[Result<Arc<EmbeddedText>, Arc<ModelError>>],
                     resolved: &[(Conventions, Option<String>)]| {
            let texts = sides
                .iter()
                .map(Result::as_ref)
                .collect::<Result<Vec<_>, _>>()
                .map_err(ToString::to_string)?;
            let at = |layer: &Layer| {
                let pairs = texts
                    .chunks_exact(2)
                    .zip(resolved)
                    .map(|(pair, (_, refusal))| {
                        let compared = Pairing::compare(*layer, pair[0], pair[1])?;
                        let settings = Settings {
                            layer: *layer,
                            ..wanted.settings
                        };
                        scoring.analyze(
                            Pairing {
                                refusal: refusal.clone(),
                                ..compared
                            },
                            settings,
                            wanted.references,
                        )
                    });
                pairs
                    .collect::<Result<Vec<_>, ModelError>>()
                    .map_err(|error| error.to_string())
            };
            wanted.layers.iter().map(at).collect()
        };
        let scored = sides.par_iter().zip(&resolved).enumerate();
        scored
            .map(|(i, (sides, resolved))| each(i, score(sides, resolved)))
            .collect()
    }
}
