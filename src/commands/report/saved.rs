//! Systems whose scores were computed before, with their texts: what `score --json --texts` wrote.

use std::collections::HashMap;
use std::path::Path;

use color_eyre::eyre::Result;

use super::super::compare::names::{named, of_files};
use super::segments::{HUMAN, Read};
use crate::cli::ReportArgs;
use crate::metric_options::MetricOptions;
use crate::usage_error::UsageError;
use bertscope_metric::Score;
use bertscope_pairs::provenance::{Rescaling, ScoreProvenance};
use bertscope_pairs::scored_lines::{self, ScoredLine};
use bertscope_printable::printable;
use bertscope_report::corpus::{Output, Segment};

/// Reads the files of `--scores`. The segments are those of the first, in its order.
///
/// # Errors
/// `PairsError` for what is not a row of scores, and [`UsageError`] for files that do not belong together.
pub fn read(args: &ReportArgs) -> Result<Read> {
    let mut files = args.scores.iter().map(|path| Scores::read(path));
    let Some(first) = files.next().transpose()? else {
        return Err(UsageError("--scores needs a file".to_owned()).into());
    };
    let mut segments = first.lines.iter().enumerate().map(|(i, line)| segment(i, line)).collect::<Vec<_>>();
    for file in files {
        let file = file?;
        if let (Some(known), Some(other)) = (&first.signature, &file.signature)
            && known != other
        {
            let sentence = format!("was scored with {other}, and {} with {known}", first.name);
            return Err(file.bad(&sentence, "score all systems with the same settings"));
        }
        file.add_to(&mut segments, &first)?;
    }
    let names: Vec<String> = args.scores.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let judged = segments.iter().flat_map(|segment| &segment.outputs).any(|output| output.human.is_some());
    Ok(Read {
        systems: named(&args.names, of_files(&names))?,
        segments,
        human: judged.then(|| HUMAN.to_owned()),
        signature: Some(first.signature.unwrap_or_else(|| "not stated by the file".to_owned())),
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

/// The scores of a system.
struct Scores {
    name: String,
    lines: Vec<ScoredLine>,
    signature: Option<String>,
}

impl Scores {
    fn read(path: &Path) -> Result<Self> {
        let lines = scored_lines::read(path)?.collect::<Result<Vec<_>, _>>()?;
        let name = printable(&path.to_string_lossy());
        let signature = lines.iter().find_map(|line| line.signature.clone());
        let scores = Self { name, lines, signature };
        if scores.lines.is_empty() {
            return Err(scores.bad("has no scores", "give what `bertscope score --json --texts` wrote"));
        }
        if let Some(line) = scores.lines.iter().find(|line| line.texts.is_none()) {
            let sentence = format!("line {} has no texts", line.number);
            return Err(scores.bad(&sentence, "score the file with --json --texts"));
        }
        let differs = |line: &&ScoredLine| line.signature.is_some() && line.signature != scores.signature;
        if let Some(line) = scores.lines.iter().find(differs) {
            let sentence = format!("line {} was scored with other settings than the lines before", line.number);
            return Err(scores.bad(&sentence, "score the file with one setting"));
        }
        Ok(scores)
    }

    /// Adds each line to its segment: that with its id, or without ids that of its number.
    fn add_to(&self, segments: &mut [Segment], first: &Self) -> Result<()> {
        let systems = segments.first().map_or(0, |segment| segment.outputs.len());
        if self.lines.len() != segments.len() {
            let sentence = format!("has {} pairs, and {} has {}", self.lines.len(), first.name, segments.len());
            return Err(self.bad(&sentence, "systems need a candidate for each reference"));
        }
        let places: HashMap<String, usize> =
            segments.iter().enumerate().filter_map(|(i, segment)| Some((segment.id.clone()?, i))).collect();
        for (i, line) in self.lines.iter().enumerate() {
            let place = match &line.id {
                None if places.is_empty() => Some(i),
                None => None,
                Some(id) => places.get(&id.to_string()).copied(),
            };
            let own = output(line);
            let fits = place.map(|place| &mut segments[place]).filter(|segment| segment.outputs.len() == systems);
            let Some(segment) = fits else {
                let sentence = format!("line {} has no pair of its own in {}", line.number, first.name);
                return Err(self.bad(&sentence, "give scores of the same segments, each with an id of its own or none"));
            };
            if line.texts.as_ref().is_some_and(|(_, references)| *references != segment.references) {
                let sentence = format!("line {} has other references than {} has for it", line.number, first.name);
                return Err(self.bad(&sentence, "give systems over the same references"));
            }
            segment.outputs.push(own);
        }
        Ok(())
    }

    fn bad(&self, problem: &str, way_out: &str) -> color_eyre::eyre::Report {
        let comma = if problem.starts_with("line ") { "," } else { "" };
        UsageError(format!("{}{comma} {}; {way_out}", self.name, printable(problem))).into()
    }
}

fn segment(index: usize, line: &ScoredLine) -> Segment {
    Segment {
        row: index + 1,
        id: line.id.as_ref().map(ToString::to_string),
        group: line.group.clone(),
        references: line.texts.as_ref().map(|(_, references)| references.clone()).unwrap_or_default(),
        outputs: vec![output(line)],
    }
}

fn output(line: &ScoredLine) -> Output {
    let score = |[precision, recall, f1]: [Option<f64>; 3]| Some(Score { precision, recall, f1: f1? });
    Output {
        candidate: line.texts.as_ref().map(|(candidate, _)| candidate.clone()).unwrap_or_default(),
        score: line.scores.as_ref().ok().copied().and_then(score),
        human: line.human,
    }
}
