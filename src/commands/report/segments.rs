//! The segments of a report: from parallel files, one for each system, or from a table.

use std::path::Path;

use crate::cli::{MetricArgs, ReportArgs};
use crate::metric_options::MetricOptions;
use crate::usage_error::UsageError;
use bertscope_metric::Score;
use bertscope_pairs::input::is_there;
use bertscope_pairs::provenance::{Rescaling, ScoreProvenance};
use bertscope_pairs::{Input, Pair, PairsError, Source, TableFormat};
use bertscope_report::corpus::{Output, Segment};
use color_eyre::eyre::Result;

/// What was read.
pub struct Read {
    /// Names of the systems.
    pub systems: Vec<String>,
    /// The segments.
    pub segments: Vec<Segment>,
    /// Where the scores of the file are from; `None` where they are to be computed.
    pub stored: Option<Stored>,
}

/// Scores that a file has already.
pub struct Stored(Option<ScoreProvenance>);

impl Stored {
    /// Settings that give the same scores, as far as the file names them.
    pub fn apply(&self, metric: &mut MetricOptions) {
        let Some(made) = &self.0 else { return };
        metric.layer = made.layer;
        metric.idf = made.idf.unwrap_or(false).then(String::new);
        metric.rescale = made.rescaling.is_some_and(|rescaling| rescaling != Rescaling::Raw);
    }

    /// What the file says of them.
    pub fn made_with(&self) -> String {
        self.0.as_ref().map_or_else(|| "scores of the file".to_owned(), ToString::to_string)
    }
}

/// Reads everything.
///
/// # Errors
/// [`PairsError`], also for a single line that cannot be used, and [`UsageError`].
pub fn read(args: &ReportArgs) -> Result<Read> {
    if args.pairs.is_some() { table(args) } else { parallel(args) }
}

/// What the report is called unless it has a title.
pub fn title(args: &ReportArgs) -> String {
    let files: Vec<String> = args.pairs.iter().chain(&args.candidate).map(|name| file_name(name)).collect();
    format!("BERTScore of {}", files.join(", "))
}

fn parallel(args: &ReportArgs) -> Result<Read> {
    if args.table.has_any() {
        let sentence = "columns and --input-format belong to a file of pairs; give it in place of -r and -c, as in \
                        `bertscope report pairs.tsv -o report.html`";
        return Err(UsageError(sentence.to_owned()).into());
    }
    let mut segments: Vec<Segment> = Vec::new();
    for (system, candidate) in args.candidate.iter().enumerate() {
        let pairs = Input::parallel(&args.reference, candidate)?.all()?;
        if system == 0 {
            segments = pairs.into_iter().enumerate().map(|(i, pair)| segment(i, pair)).collect();
            continue;
        }
        if pairs.len() != segments.len() {
            return Err(UsageError(format!(
                "{} has {} pairs and {} has {}; systems need a candidate for each reference",
                file_name(&args.candidate[0]),
                segments.len(),
                file_name(candidate),
                pairs.len()
            ))
            .into());
        }
        for (segment, pair) in segments.iter_mut().zip(pairs) {
            segment.outputs.push(output(pair));
        }
    }
    Ok(Read { systems: names(&args.candidate), segments, stored: None })
}

fn table(args: &ReportArgs) -> Result<Read> {
    let name = args.pairs.as_deref().unwrap_or("-");
    let source = Source::of(name);
    if name != "-" {
        is_there(Path::new(name))?;
    }
    let by_name = || source.path().map_or(Some(TableFormat::Jsonl), TableFormat::of);
    let format = args.table.input_format.or_else(by_name).ok_or_else(|| PairsError::Kind(source.name()))?;
    let mut input = args.table.input(source, format);
    if let Input::Table { columns, .. } = &mut input {
        (columns.human, columns.group) = (args.human.clone(), args.by.clone());
    }
    let pairs = input.all()?;
    if pairs.is_empty() {
        return Err(input.without_rows().into());
    }
    let has_scores = pairs.iter().any(|pair| pair.scores.is_some()) && args.metric == MetricArgs::default();
    let stored = has_scores.then(|| Stored(pairs.iter().find_map(|pair| pair.provenance.clone())));
    let segments = pairs.into_iter().enumerate().map(|(i, pair)| {
        let known = pair.scores.filter(|_| has_scores);
        let mut segment = segment(i, pair);
        segment.outputs[0].score = known.and_then(|[precision, recall, f1]| Some(Score { precision, recall, f1: f1? }));
        segment
    });
    Ok(Read { systems: vec![stem(name)], segments: segments.collect(), stored })
}

fn segment(index: usize, mut pair: Pair) -> Segment {
    Segment {
        row: index + 1,
        id: pair.id.as_ref().map(ToString::to_string),
        group: pair.group.take(),
        references: std::mem::take(&mut pair.references),
        outputs: vec![output(pair)],
    }
}

fn output(pair: Pair) -> Output {
    Output { candidate: pair.candidate, score: None, human: pair.human }
}

/// Names of systems: those of their files, each with a number where they are alike.
fn names(candidates: &[String]) -> Vec<String> {
    let stems: Vec<String> = candidates.iter().map(|name| stem(name)).collect();
    let alike = |stem: &String| stems.iter().filter(|other| *other == stem).count() > 1;
    stems
        .iter()
        .enumerate()
        .map(|(i, stem)| if alike(stem) { format!("{stem} {}", i + 1) } else { stem.clone() })
        .collect()
}

/// A file's name without its extension; of a text, its beginning.
fn stem(name: &str) -> String {
    let path = Path::new(name);
    let stem = path.file_stem().filter(|_| path.is_file()).map(|stem| stem.to_string_lossy().into_owned());
    stem.unwrap_or_else(|| file_name(name))
}

fn file_name(name: &str) -> String {
    let path = Path::new(name);
    match path.file_name().filter(|_| path.is_file()) {
        Some(file) => file.to_string_lossy().into_owned(),
        None if name == "-" => "standard input".to_owned(),
        None => name.chars().take(40).collect(),
    }
}
