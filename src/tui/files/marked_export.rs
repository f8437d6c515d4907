//! Scores and writes all marked pairs of a file.

use std::path::Path;

use crate::tui::state::export::{ExportTarget, MarkedJob};
use bertscope_analysis::{Analysis, Analyzer, BulkPair, BulkSettings, Settings};
use bertscope_encoder::{KeptLayers, Layer};
use bertscope_report::ScoredCandidate;
use bertscope_report::findings::handout::{Handout, HandoutFormat, HandoutOutput, HandoutPair};

/// Number of pairs scored together.
const BATCH_PAIRS: usize = 64;

/// Scores the pairs and writes them in the format of the target's extension.
pub fn render(job: &MarkedJob, analyzer: &Analyzer) -> Vec<u8> {
    let format = match &job.target {
        ExportTarget::File { name, .. } => {
            HandoutFormat::from_path(Path::new(name)).unwrap_or(HandoutFormat::JsonLines)
        }
        ExportTarget::Clipboard(_) => HandoutFormat::JsonLines,
    };
    handout(job, analyzer).render(format).into_bytes()
}

fn handout(job: &MarkedJob, analyzer: &Analyzer) -> Handout {
    let layer = job
        .settings
        .layer
        .min(Layer(analyzer.model().encoder.layer_count()));
    let mut analyzer = {
        let frequencies = analyzer.frequencies();
        let mut own = analyzer.clone_for_many(KeptLayers::Only(layer));
        own.set_frequencies(job.table.clone().or(frequencies));
        own
    };
    let settings = Settings {
        layer,
        ..job.settings
    };
    let mut pairs = Vec::with_capacity(job.pairs.len());
    for some in job.pairs.chunks(BATCH_PAIRS) {
        let jobs = some.iter().flat_map(|marked| {
            marked.pair.candidates().map(|candidate| BulkPair {
                candidate,
                references: &marked.pair.references,
            })
        });
        let jobs: Vec<BulkPair<'_>> = jobs.collect();
        let wanted = BulkSettings {
            settings,
            layers: &[layer],
            references: None,
        };
        let scored =
            |_, analyses: Result<Vec<Vec<Analysis>>, String>| -> Result<ScoredCandidate, String> {
                let analyses = analyses?.pop().filter(|analyses| !analyses.is_empty());
                analyses
                    .map(ScoredCandidate::new)
                    .ok_or_else(|| "the pair has no reference".to_owned())
            };
        let mut scored = analyzer.analyze_many(&jobs, wanted, scored).into_iter();
        pairs.extend(some.iter().map(|marked| {
            let outputs = marked
                .pair
                .candidates()
                .zip(&marked.human)
                .zip(scored.by_ref());
            let output =
                |((candidate, human), scored): ((&String, &Option<f64>), _)| HandoutOutput {
                    candidate: candidate.clone(),
                    human: *human,
                    scored,
                };
            HandoutPair {
                origin: marked.origin.clone(),
                references: marked.pair.references.clone(),
                outputs: outputs.map(output).collect(),
            }
        }));
    }
    let title = match pairs.len() {
        1 => format!("1 marked pair from {}", job.name),
        n => format!("{n} marked pairs from {}", job.name),
    };
    Handout {
        title,
        systems: job.systems.clone(),
        pairs,
        palette: job.palette,
        special: job.special,
    }
}
