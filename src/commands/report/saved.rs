//! Systems with saved scores and texts, as written by `score --json --texts`.

use color_eyre::eyre::Result;

use super::super::systems::saved::SavedLine;
use super::super::systems::saved_segments::{SavedRow, SavedSegments};
use super::report_input::{HUMAN, ReportInput, SavedReport};
use crate::cli::SystemsArgs;
use crate::metric_options::MetricOptions;
use bertscope_metric::Score;
use bertscope_pairs::provenance::{Rescaling, ScoreProvenance};
use bertscope_report::corpus::{Segment, SystemOutput};
use bertscope_systems::Segments;

/// Reads the files of `--scores`. The segments are those of the first file, in its order.
///
/// # Errors
/// `PairsError` for an invalid row of scores; `UsageError` for files that do not match.
pub fn read(args: &SystemsArgs, systems: Vec<String>) -> Result<ReportInput> {
    let saved = SavedSegments::read(&args.scores, true)?;
    let mut scores = Segments::new(systems.clone(), &saved.measures);
    let mut segments = Vec::new();
    for (index, lines) in saved.iter().enumerate() {
        let segment = segment(index + 1, &lines);
        let row: Vec<_> = lines.iter().map(|line| saved.scores(&line.data)).collect();
        scores.push(segment.id(), segment.group.as_deref().unwrap_or_default(), &row);
        segments.push(segment);
    }
    let judged = segments.iter().flat_map(|segment| &segment.outputs).any(|output| output.human.is_some());
    let human = judged.then(|| HUMAN.to_owned());
    let remarks = saved.remarks();
    Ok(ReportInput {
        systems,
        segments,
        human,
        saved: Some(SavedReport { signature: saved.signature, scores, remarks }),
    })
}

/// Applies the settings of a signature, unless options override them.
pub fn apply_signature(signature: &str, metric: &mut MetricOptions) {
    let Some(made) = ScoreProvenance::from_signature(signature) else { return };
    metric.layer = metric.layer.or(made.layer);
    if made.idf == Some(true) {
        metric.idf.get_or_insert_default();
    }
    metric.rescale |= made.rescaling.is_some_and(|rescaling| rescaling != Rescaling::Raw);
}

fn segment(row: usize, lines: &[&SavedLine<SavedRow>]) -> Segment {
    let first = lines[0];
    let output = |line: &&SavedLine<SavedRow>| {
        let score = |[precision, recall, f1]: [Option<f64>; 3]| Some(Score { precision, recall, f1: f1? });
        SystemOutput {
            candidate: line.data.texts.as_ref().map_or_else(String::new, |(candidate, _)| candidate.clone()),
            score: line.data.scores.as_ref().ok().copied().and_then(score),
            human: line.data.human,
        }
    };
    Segment {
        row,
        id: first.id.clone(),
        group: first.data.group.clone(),
        references: first.data.texts.as_ref().map_or_else(Vec::new, |(_, references)| references.clone()),
        outputs: lines.iter().map(output).collect(),
    }
}
