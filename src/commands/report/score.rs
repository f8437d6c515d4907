//! Scores all segments.

use color_eyre::eyre::Result;

use super::super::progress_bar::ProgressLine;
use super::super::systems::remarks::{RemarksBuilder, SegmentInfo};
use super::super::systems::scoring::{Candidate, SystemScorer};
use crate::usage_error::UsageError;
use bertscope_metric::Score;
use bertscope_report::corpus::Segment;
use bertscope_report::systems::Remarks;
use bertscope_systems::{Drivers, DriversBuilder, Segments};

/// Number of segments scored together.
const WINDOW_SEGMENTS: usize = 512;

/// The results for the whole input, besides the scores.
pub struct ScoredFile {
    /// The signature.
    pub signature: String,
    /// The measures that the systems are compared by.
    pub scores: Segments,
    /// The drivers of the scores.
    pub drivers: Drivers,
    /// Remarks on segments.
    pub remarks: Remarks,
}

/// Scores every candidate, and sums the drivers of the scores.
///
/// # Errors
/// [`UsageError`] for a text that the tokenizer or the model refuses.
pub fn score_all(
    scoring: &mut SystemScorer,
    systems: &[String],
    segments: &mut [Segment],
    bar: &ProgressLine,
) -> Result<ScoredFile> {
    let (mut signature, mut drivers) = (String::new(), DriversBuilder::new(systems.to_vec()));
    let mut remarks = RemarksBuilder::default();
    let mut scores = Segments::new(systems.to_vec(), &scoring.measures());
    for window in segments.chunks_mut(WINDOW_SEGMENTS) {
        let mut outcomes = scoring.score(&candidates(window)).into_iter();
        for segment in window.iter_mut() {
            let (name, id) = (segment.name(), segment.id());
            let (mut of_segment, mut of_drivers, mut notes) = (Vec::new(), Vec::new(), Vec::new());
            for (output, outcome) in segment.outputs.iter_mut().zip(outcomes.by_ref()) {
                let outcome = outcome.map_err(|why| UsageError(format!("{name}: {why}")))?;
                let [precision, recall, f1] = outcome.scores.scores;
                output.score = f1.map(|f1| Score { precision, recall, f1 });
                of_segment.push(outcome.scores);
                of_drivers.push((outcome.drivers, output.human));
                notes.extend(outcome.notes);
                signature = outcome.signature;
            }
            let looked =
                SegmentInfo { row: segment.row as u64, id: segment.id.as_deref(), group: segment.group.as_deref() };
            let texts = segment.references.iter().chain(segment.outputs.iter().map(|output| &output.candidate));
            remarks.add(looked, texts, notes.into_iter());
            drivers.add(&id, &of_drivers);
            scores.push(id, segment.group.as_deref().unwrap_or_default(), &of_segment);
        }
        bar.advance(window.len() as u64);
    }
    Ok(ScoredFile { signature, scores, drivers: drivers.finish(), remarks: remarks.finish() })
}

/// All candidates, segment by segment.
fn candidates(segments: &[Segment]) -> Vec<Candidate<'_>> {
    let outputs = segments.iter().flat_map(|segment| segment.outputs.iter().map(move |output| (segment, output)));
    let candidates = outputs.map(|(segment, output)| Candidate {
        text: &output.candidate,
        references: &segment.references,
        human: output.human,
    });
    candidates.collect()
}
