//! Systems whose scores were computed before, with their texts: what `score --json --texts` wrote.

use color_eyre::eyre::Result;

use super::super::compare::names::{named, of_files};
use super::super::saved_scores::{SavedScores, common_signature};
use super::segments::{HUMAN, Read};
use crate::cli::ReportArgs;
use crate::metric_options::MetricOptions;
use bertscope_metric::Score;
use bertscope_pairs::provenance::{Rescaling, ScoreProvenance};
use bertscope_pairs::scored_lines::ScoredLine;
use bertscope_report::corpus::{Output, Segment};

/// What is kept of a line.
struct Row {
    references: Vec<String>,
    group: Option<String>,
    output: Output,
}

/// Reads the files of `--scores`. The segments are those of the first, in its order.
///
/// # Errors
/// `PairsError` for what is not a row of scores, and [`UsageError`] for files that do not belong together.
pub fn read(args: &ReportArgs) -> Result<Read> {
    let systems = args.scores.iter().map(|path| SavedScores::read(path, row)).collect::<Result<Vec<_>>>()?;
    let signature = common_signature(&systems)?;
    let order = systems.iter().map(|system| system.matched_with(&systems[0])).collect::<Result<Vec<_>>>()?;
    let segment = |place: usize| {
        let first = &systems[0].lines[place];
        let outputs = systems.iter().zip(&order).map(|(system, order)| system.lines[order[place]].kept.output.clone());
        Segment {
            row: place + 1,
            id: first.id.clone(),
            group: first.kept.group.clone(),
            references: first.kept.references.clone(),
            outputs: outputs.collect(),
        }
    };
    let segments = (0..order.first().map_or(0, Vec::len)).map(segment).collect::<Vec<_>>();
    let names: Vec<String> = args.scores.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let judged = segments.iter().flat_map(|segment| &segment.outputs).any(|output| output.human.is_some());
    Ok(Read {
        systems: named(&args.names, of_files(&names))?,
        segments,
        human: judged.then(|| HUMAN.to_owned()),
        signature: Some(signature.unwrap_or_else(|| "not stated by the file".to_owned())),
    })
}

/// Sets what a signature says, where no option says otherwise.
pub fn settings_of(signature: &str, metric: &mut MetricOptions) {
    let Some(made) = ScoreProvenance::of_signature(signature) else { return };
    metric.layer = metric.layer.or(made.layer);
    if made.idf == Some(true) {
        metric.idf.get_or_insert_default();
    }
    metric.rescale |= made.rescaling.is_some_and(|rescaling| rescaling != Rescaling::Raw);
}

fn row(line: ScoredLine) -> Result<Row, [&'static str; 2]> {
    let Some((candidate, references)) = line.texts else {
        return Err(["has no texts", "score the file with --json --texts"]);
    };
    let score = |[precision, recall, f1]: [Option<f64>; 3]| Some(Score { precision, recall, f1: f1? });
    let score = line.scores.ok().and_then(score);
    Ok(Row { references, group: line.group, output: Output { candidate, score, human: line.human } })
}
