//! The segments of a report, with the texts of every system.

use std::path::Path;

use super::super::compare::names::{named, of_files};
use super::saved;
use crate::cli::ReportArgs;
use crate::usage_error::UsageError;
use bertscope_pairs::input::is_there;
use bertscope_pairs::{Input, Pair, PairsError, RivalColumns, Source, TableFormat};
use bertscope_report::corpus::{Output, Segment};
use color_eyre::eyre::Result;

/// What was read.
pub struct Read {
    /// Names of the systems.
    pub systems: Vec<String>,
    /// The segments.
    pub segments: Vec<Segment>,
    /// What the human scores are called; `None` without any.
    pub human: Option<String>,
    /// What the scores were computed with; `None` where they are to be computed.
    pub signature: Option<String>,
}

/// Reads everything.
///
/// # Errors
/// [`PairsError`], also for a single line that cannot be used, and [`UsageError`].
pub fn read(args: &ReportArgs) -> Result<Read> {
    check(args)?;
    if !args.scores.is_empty() {
        return saved::read(args);
    }
    let input = input(args)?;
    let pairs = input.all()?;
    if pairs.is_empty() {
        return Err(input.without_rows().into());
    }
    let own = match &args.pairs {
        None => of_files(&args.candidate),
        Some(name) if args.table.candidate_column.is_empty() => of_files(std::slice::from_ref(name)),
        Some(_) => args.table.candidate_column.clone(),
    };
    let human = match &*args.human {
        [] => None,
        [one] => Some(one.clone()),
        _ => Some(HUMAN.to_owned()),
    };
    let segments = pairs.into_iter().enumerate().map(|(i, pair)| segment(i, pair)).collect();
    Ok(Read { systems: named(&args.names, own)?, segments, human, signature: None })
}

/// What human scores are called where no one column names them.
pub const HUMAN: &str = "human score";

/// What the report is called unless it has a title.
pub fn title(args: &ReportArgs) -> String {
    let scores = args.scores.iter().map(|path| path.to_string_lossy().into_owned());
    let files = args.pairs.iter().chain(&args.candidate).cloned().chain(scores);
    let names: Vec<String> = files.map(|name| file_name(&name)).collect();
    format!("BERTScore of {}", names.join(", "))
}

/// Refuses options that mean nothing together.
fn check(args: &ReportArgs) -> Result<(), UsageError> {
    let refuse = |sentence: &str| Err(UsageError(sentence.to_owned()));
    let systems = args.systems();
    if args.pairs.is_none() && (args.table.has_any() || !args.human.is_empty() || args.by.is_some()) {
        return refuse(
            "columns, --human, --by and --input-format belong to a file of pairs; give it in place of -r and -c. Files of \
             --scores have human scores and groups where `score` was given --human and --by",
        );
    }
    if !args.human.is_empty() && args.human.len() != systems {
        let given = args.human.len();
        return Err(UsageError(format!(
            "--human names {given} columns, and there are candidates of {systems}; give it once for each system, in the \
             order of --candidate-column"
        )));
    }
    Ok(())
}

fn input(args: &ReportArgs) -> Result<Input, PairsError> {
    let rival = |(at, candidate): (usize, &String)| RivalColumns {
        candidate: candidate.clone(),
        human: args.human.get(at).cloned(),
    };
    let rivals = |candidates: &[String]| candidates.iter().enumerate().skip(1).map(rival).collect::<Vec<_>>();
    let Some(name) = &args.pairs else {
        let first = args.candidate.first().map_or("", String::as_str);
        return Input::parallel(&args.reference, first)?.with_rivals(&rivals(&args.candidate));
    };
    let source = Source::of(name);
    if name != "-" {
        is_there(Path::new(name))?;
    }
    let by_name = || source.path().map_or(Some(TableFormat::Jsonl), TableFormat::of);
    let format = args.table.input_format.or_else(by_name).ok_or_else(|| PairsError::Kind(source.name()))?;
    let mut input = args.table.input(source, format).with_rivals(&rivals(&args.table.candidate_column))?;
    if let Input::Table { columns, .. } = &mut input {
        (columns.human, columns.group) = (args.human.first().cloned(), args.by.clone());
    }
    Ok(input)
}

fn segment(index: usize, pair: Pair) -> Segment {
    let Pair { id, group, references, candidate, human, rivals, .. } = pair;
    let rivals = rivals.into_iter().map(|rival| (rival.candidate, rival.human));
    let outputs = std::iter::once((candidate, human)).chain(rivals);
    Segment {
        row: index + 1,
        id: id.as_ref().map(ToString::to_string),
        group,
        references,
        outputs: outputs.map(|(candidate, human)| Output { candidate, score: None, human }).collect(),
    }
}

fn file_name(name: &str) -> String {
    let path = Path::new(name);
    match path.file_name().filter(|_| path.is_file()) {
        Some(file) => file.to_string_lossy().into_owned(),
        None if name == "-" => "standard input".to_owned(),
        None => name.chars().take(40).collect(),
    }
}
