//! Scores and writes all marked pairs of a file.

use std::path::Path;

use crate::tui::parts::export::job::{ExportTarget, MarkedJob, MarkedPair};
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
    let last_layer = Layer(analyzer.model().encoder.layer_count());
    let layer = job.settings.layer.min(last_layer);
    let settings = Settings {
        layer,
        ..job.settings
    };
    let frequencies = job.table.clone().or(analyzer.frequencies());
    let mut analyzer = analyzer.clone_for_many(KeptLayers::Only(layer));
    analyzer.set_frequencies(frequencies);
    let mut pairs = Vec::with_capacity(job.pairs.len());
    for batch in job.pairs.chunks(BATCH_PAIRS) {
        add_scored(batch, &mut analyzer, settings, &mut pairs);
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

/// Scores pairs together, and adds them with their scores.
fn add_scored(
    batch: &[MarkedPair],
    analyzer: &mut Analyzer,
    settings: Settings,
    pairs: &mut Vec<HandoutPair>,
) {
    let mut jobs = Vec::new();
    for marked in batch {
        for candidate in marked.pair.candidates() {
            jobs.push(BulkPair {
                candidate,
                references: &marked.pair.references,
            });
        }
    }
    let wanted = BulkSettings {
        settings,
        layers: &[settings.layer],
        references: None,
    };
    let mut scored = analyzer
        .analyze_many(&jobs, wanted, |_, analyses| scored_candidate(analyses))
        .into_iter();
    for marked in batch {
        let candidates = marked.pair.candidates().zip(&marked.human);
        let mut outputs = Vec::new();
        // The scores are in the order of the jobs, so each pair takes the next ones.
        for ((candidate, human), scored) in candidates.zip(scored.by_ref()) {
            outputs.push(HandoutOutput {
                candidate: candidate.clone(),
                human: *human,
                scored,
            });
        }
        pairs.push(HandoutPair {
            origin: marked.origin.clone(),
            references: marked.pair.references.clone(),
            outputs,
        });
    }
}

/// A candidate from its analyses at the one layer that was scored.
fn scored_candidate(
    analyses: Result<Vec<Vec<Analysis>>, String>,
) -> Result<ScoredCandidate, String> {
    let analyses = analyses?.pop().unwrap_or_default();
    if analyses.is_empty() {
        return Err("the pair has no reference".to_owned());
    }
    Ok(ScoredCandidate::new(analyses))
}
