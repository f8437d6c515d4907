//! Scores many pairs: embeds each distinct text once, then scores the pairs in parallel.

use std::sync::Arc;

use rayon::prelude::*;

use crate::embeddings::{EmbeddedText, EmbeddingCache, EmbeddingOutcome, ProgramText, texts_of};
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

impl BulkSettings<'_> {
    /// The position of the settings' layer among all.
    pub fn chosen_layer(&self) -> usize {
        let position = self
            .layers
            .iter()
            .position(|layer| *layer == self.settings.layer);
        position.unwrap_or(0)
    }
}

impl<'a> BulkPair<'a> {
    fn with_reference(self, reference: &'a str) -> Pair<&'a str> {
        Pair {
            reference,
            candidate: self.candidate,
        }
    }
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
        self.analyze_programs(jobs, &[wanted.settings.conventions], wanted, each)
    }

    /// The same under the conventions of each of several programs in place of those of `wanted`: all jobs under the first,
    /// then all under the second, and so on. A text for which two programs have the same tokens is embedded once.
    pub fn analyze_programs<T: Send>(
        &mut self,
        jobs: &[BulkPair<'_>],
        programs: &[Conventions],
        wanted: BulkSettings<'_>,
        each: impl Fn(usize, Result<Vec<Vec<Analysis>>, String>) -> T + Sync,
    ) -> Vec<T> {
        let scoring = &self.scoring;
        let resolved: Vec<ResolvedJob<'_>> = programs
            .par_iter()
            .flat_map(|program| jobs.par_iter().map(|job| (*program, *job)))
            .map(|(program, job)| ResolvedJob::new(job, scoring, program))
            .collect();
        let texts: Vec<ProgramText<&str>> = resolved.iter().flat_map(ResolvedJob::texts).collect();
        // All texts at once, so that those of similar length share a pass, and each is embedded only once.
        let embedded = self.embeddings.get_each(&texts);
        let mut rest = &embedded[..];
        let mut scorable = Vec::with_capacity(resolved.len());
        for job in &resolved {
            let (texts, others) = rest.split_at(2 * job.pairs.len());
            scorable.push((job, texts));
            rest = others;
        }
        scorable
            .par_iter()
            .enumerate()
            .map(|(index, (job, texts))| each(index, job.score(texts, scoring, wanted)))
            .collect()
    }
}

/// A job, with the conventions that each of its pairs is scored with.
struct ResolvedJob<'a> {
    job: BulkPair<'a>,
    /// The conventions that are asked for.
    conventions: Conventions,
    /// One for each reference.
    pairs: Vec<ResolvedPair>,
}

struct ResolvedPair {
    conventions: Conventions,
    refusal: Option<String>,
}

impl<'a> ResolvedJob<'a> {
    fn new(job: BulkPair<'a>, scoring: &ScoringContext, conventions: Conventions) -> Self {
        let mut pairs = Vec::with_capacity(job.references.len());
        for reference in job.references {
            let texts = job.with_reference(reference);
            let (conventions, refusal) = scoring.resolve(conventions, texts);
            pairs.push(ResolvedPair {
                conventions,
                refusal,
            });
        }
        Self {
            job,
            conventions,
            pairs,
        }
    }

    /// The candidate and the reference of each pair in turn: the candidate may have other tokens for each reference.
    fn texts(&self) -> impl Iterator<Item = ProgramText<&'a str>> {
        let pairs = self.pairs.iter().zip(self.job.references);
        pairs.flat_map(|(pair, reference)| {
            let texts = self.job.with_reference(reference);
            texts_of(pair.conventions, texts)
        })
    }

    /// The analyses, \[layers\]\[references\], from the embedded [`Self::texts`].
    fn score(
        &self,
        texts: &[EmbeddingOutcome],
        scoring: &ScoringContext,
        wanted: BulkSettings<'_>,
    ) -> Result<Vec<Vec<Analysis>>, String> {
        // Errors become sentences, because all jobs with a text share its error.
        let mut embedded = Vec::with_capacity(texts.len());
        for text in texts {
            embedded.push(text.as_ref().map_err(ToString::to_string)?);
        }
        let mut layers = Vec::with_capacity(wanted.layers.len());
        for layer in wanted.layers {
            let analyses = self.score_layer(*layer, &embedded, scoring, wanted);
            layers.push(analyses.map_err(|error| error.to_string())?);
        }
        Ok(layers)
    }

    fn score_layer(
        &self,
        layer: Layer,
        embedded: &[&Arc<EmbeddedText>],
        scoring: &ScoringContext,
        wanted: BulkSettings<'_>,
    ) -> Result<Vec<Analysis>, ModelError> {
        let settings = Settings {
            layer,
            conventions: self.conventions,
            ..wanted.settings
        };
        let mut analyses = Vec::with_capacity(self.pairs.len());
        // The candidate and the reference of each pair, as in `texts`.
        for (texts, pair) in embedded.chunks_exact(2).zip(&self.pairs) {
            let pairing = Pairing::compare(layer, texts[0], texts[1])?;
            let pairing = pairing.with_refusal(pair.refusal.clone());
            analyses.push(scoring.analyze(pairing, settings, wanted.references)?);
        }
        Ok(analyses)
    }
}
