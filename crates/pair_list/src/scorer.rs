//! Scores pairs and counts references for the list of pairs, with its own analyzer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use crate::{Batch, BatchScores, DriverSums, FilePair, RawScores};
use bertscope_analysis::{Analysis, Analyzer, BulkPair, BulkSettings, Conventions, Settings};
use bertscope_encoder::{KeptLayers, Layer};
use bertscope_metric::{BaselineRow, DocumentFrequencies, Score, TokenWeights};
use bertscope_models::FrequencyTable;
use bertscope_models::frequencies;
use bertscope_report::ScoredCandidate;
use bertscope_systems::PairDrivers;

/// Number of pairs whose references are counted together.
const COUNT_BATCH_PAIRS: usize = 8192;

/// Scores batches and counts references.
pub struct PairScorer {
    /// The analyzer without layer-specific embeddings; those of a layer are derived from it.
    base: Analyzer,
    /// The analyzer of the layer used last.
    layer_analyzer: Option<(Layer, Analyzer)>,
}

impl PairScorer {
    /// A scorer with the model of `base`.
    pub fn new(base: Analyzer) -> Self {
        Self {
            layer_analyzer: None,
            base,
        }
    }

    /// Scores a batch. With several references, it takes the best raw score, separately for P, R and F1. The drivers,
    /// for the reference of the best F1, are added to the sums.
    pub fn score(&mut self, batch: &Batch, sums: &mut DriverSums) -> BatchScores {
        let start = Instant::now();
        let layer = batch
            .settings
            .layer
            .min(Layer(self.base.model().encoder.layer_count()));
        let known = self.layer_analyzer.take().filter(|(at, _)| *at == layer);
        let (_, mut analyzer) =
            known.unwrap_or_else(|| (layer, self.base.clone_for_many(KeptLayers::Only(layer))));
        analyzer.set_frequencies(batch.table.clone().or_else(|| self.base.frequencies()));
        let pairs = batch.pairs.iter();
        let jobs: Vec<BulkPair<'_>> = pairs.flat_map(|(_, pair)| pair.bulk_pairs()).collect();
        let settings = Settings {
            layer,
            ..batch.settings
        };
        let wanted = BulkSettings {
            settings,
            layers: &[layer],
            references: None,
        };
        let scored = catch_unwind(AssertUnwindSafe(|| {
            analyzer.analyze_many(&jobs, wanted, |_, analyses| ScoredJob::new(analyses))
        }));
        let scored = match scored {
            Ok(scored) => {
                self.layer_analyzer = Some((layer, analyzer));
                scored
            }
            // One pair of the batch caused the panic, but it is unknown which one; each is scored again when it is
            // opened.
            Err(_) => vec![
                Err(Arc::from(
                    "this pair cannot be scored here; open it to see more"
                ));
                jobs.len()
            ],
        };
        let baseline = scored.iter().flatten().find_map(|job| job.baseline);
        let mut scored = scored.into_iter();
        let mut scores = Vec::with_capacity(batch.pairs.len());
        for (index, pair) in &batch.pairs {
            // All systems of the pair, whether or not the first can be scored.
            let systems = 1 + pair.other_candidates.len();
            let systems: Vec<_> = scored.by_ref().take(systems).collect();
            scores.push((*index, raw_scores(systems, batch, pair, sums)));
        }
        BatchScores {
            generation: batch.generation,
            scores,
            baseline,
            elapsed: start.elapsed(),
        }
    }

    /// The analyzer, with document frequencies that replace the model's.
    pub(crate) fn into_analyzer(self, table: Option<Arc<FrequencyTable>>) -> Analyzer {
        let mut analyzer = self.base;
        if table.is_some() {
            analyzer.set_frequencies(table);
        }
        analyzer
    }

    /// Counts the references that contain each token of a tokenizer, over every reference of every pair, as `bert_score` does.
    pub fn count(
        &self,
        pairs: &[Arc<FilePair>],
        conventions: Conventions,
        name: &str,
    ) -> Result<Arc<FrequencyTable>, String> {
        let tokenizer = self.base.model().tokenizer_of(conventions);
        let mut counted = DocumentFrequencies::default();
        for pairs in pairs.chunks(COUNT_BATCH_PAIRS) {
            let texts: Vec<&String> = pairs.iter().flat_map(|pair| &pair.references).collect();
            let of_chunk =
                frequencies::count(&texts, tokenizer).map_err(|error| error.to_string())?;
            counted = counted.merged(of_chunk);
        }
        let source = format!("the references of {name}");
        Ok(Arc::new(FrequencyTable {
            source,
            tokenizer: None,
            weights: TokenWeights::Counted(counted),
        }))
    }
}

/// A candidate that was scored.
#[derive(Clone)]
struct ScoredJob {
    raw: Score,
    baseline: Option<BaselineRow>,
    drivers: PairDrivers,
}

impl ScoredJob {
    /// From the analyses at the one layer.
    fn new(analyses: Result<Vec<Vec<Analysis>>, String>) -> Result<Self, Arc<str>> {
        let analyses = analyses?.pop().unwrap_or_default();
        let baseline = analyses.first().and_then(Analysis::known_baseline);
        let scored = ScoredCandidate::new(analyses);
        Ok(Self {
            raw: scored.raw,
            baseline,
            drivers: PairDrivers::compute(&scored.analyses[scored.best_reference()]),
        })
    }
}

/// The scores of a pair for each system, whose drivers are added to the sums. A pair that cannot be scored for one system has no
/// scores, as in `compare`.
fn raw_scores(
    systems: Vec<Result<ScoredJob, Arc<str>>>,
    batch: &Batch,
    pair: &FilePair,
    sums: &mut DriverSums,
) -> Result<RawScores, Arc<str>> {
    let systems = systems.into_iter().collect::<Result<Vec<_>, _>>()?;
    let raw = systems.iter().map(|system| system.raw).collect();
    let drivers = systems.into_iter().map(|system| system.drivers).collect();
    sums.add(batch, &pair.id, drivers);
    Ok(raw)
}
