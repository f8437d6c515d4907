//! Scores of all segments, every distinct text embedded once for all systems.

use color_eyre::eyre::Result;

use super::super::progress_bar::ProgressLine;
use crate::usage_error::UsageError;
use bertscope_analysis::{Analyzer, BulkSettings, Job, Settings};
use bertscope_metric::DocumentFrequencies;
use bertscope_report::Scored;
use bertscope_report::corpus::Segment;
use bertscope_systems::{Drivers, DriversOf, PairDrivers};

/// Segments that are scored together.
const WINDOW: usize = 512;

/// How everything is scored.
pub struct Scoring<'a> {
    /// The model with its tables.
    pub analyzer: &'a mut Analyzer,
    /// The settings.
    pub settings: Settings,
    /// Document frequencies of the references, where they are the weights.
    pub counted: Option<&'a DocumentFrequencies>,
}

/// What a whole file has beside its scores.
pub struct ScoredFile {
    /// What makes the scores reproducible.
    pub signature: String,
    /// What drives them.
    pub drivers: Drivers,
}

impl Scoring<'_> {
    /// Scores every candidate, and adds up what drives the scores.
    ///
    /// # Errors
    /// [`UsageError`] for a text that the tokenizer or the model refuses.
    pub fn score_all(
        &mut self,
        systems: &[String],
        segments: &mut [Segment],
        bar: &ProgressLine,
    ) -> Result<ScoredFile> {
        let (mut signature, mut drivers) = (String::new(), DriversOf::new(systems.to_vec()));
        for window in segments.chunks_mut(WINDOW) {
            let scored = self.each(&jobs(window), |scored| {
                scored.map(|scored| {
                    let best = &scored.analyses[scored.best_reference()];
                    (scored.score(), PairDrivers::of(best), best.signature.clone())
                })
            });
            let mut scored = scored.into_iter();
            for segment in window.iter_mut() {
                let (name, id) = (segment.name(), segment.id());
                let mut row = Vec::new();
                for output in &mut segment.outputs {
                    let Some(found) = scored.next() else { continue };
                    let (score, pair, signed) = found.map_err(|why| UsageError(format!("{name}: {why}")))?;
                    output.score = Some(score);
                    row.push((pair, output.human));
                    signature = signed;
                }
                drivers.add(&id, &row);
            }
            bar.advance(window.len() as u64);
        }
        Ok(ScoredFile { signature, drivers: drivers.finish() })
    }

    /// Scores jobs and maps what comes of each; an error is a sentence.
    pub fn each<T: Send>(&mut self, jobs: &[Job<'_>], map: impl Fn(Result<Scored, String>) -> T + Sync) -> Vec<T> {
        let layers = [self.settings.layer];
        let wanted = BulkSettings { settings: self.settings, layers: &layers, references: self.counted };
        self.analyzer.analyze_many(jobs, wanted, |_, analyses| {
            map(analyses.map(|mut layers| Scored::of(layers.pop().unwrap_or_default())))
        })
    }
}

/// All candidates, segment by segment.
fn jobs(segments: &[Segment]) -> Vec<Job<'_>> {
    let outputs = segments.iter().flat_map(|segment| segment.outputs.iter().map(move |output| (segment, output)));
    outputs.map(|(segment, output)| Job { candidate: &output.candidate, references: &segment.references }).collect()
}
