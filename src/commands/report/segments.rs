//! The segments of a report, with the texts of every system.

use std::path::Path;

use super::super::systems::{input, names};
use super::report_input::{HUMAN, ReportInput};
use super::saved;
use crate::cli::ReportArgs;
use bertscope_pairs::PairRecord;
use bertscope_report::corpus::{Segment, SystemOutput};
use color_eyre::eyre::Result;

/// Reads the input.
///
/// # Errors
/// `PairsError`, even for a single invalid line, and `UsageError`.
pub fn read(args: &ReportArgs) -> Result<ReportInput> {
    let args = &args.systems;
    input::check(args)?;
    let systems = names::system_names(args)?;
    if !args.scores.is_empty() {
        return saved::read(args, systems);
    }
    let input = input::open_input(args)?;
    let pairs = input.all()?;
    if pairs.is_empty() {
        return Err(input.empty_error().into());
    }
    let human = match &*args.human {
        [] => None,
        [one] => Some(one.clone()),
        _ => Some(HUMAN.to_owned()),
    };
    let segments = pairs.into_iter().enumerate().map(|(i, pair)| segment_from_pair(i, pair)).collect();
    Ok(ReportInput { systems, segments, human, saved: None })
}

/// The default title of the report.
pub fn title(args: &ReportArgs) -> String {
    let args = &args.systems;
    let scores = args.scores.iter().map(|path| path.to_string_lossy().into_owned());
    let files = args.table_file.iter().chain(&args.candidate).cloned().chain(scores);
    let names: Vec<String> = files.map(|name| file_name(&name)).collect();
    format!("BERTScore of {}", names.join(", "))
}

fn segment_from_pair(index: usize, pair: PairRecord) -> Segment {
    let PairRecord { id, group, references, candidate, human, other_systems: rivals, .. } = pair;
    let rivals = rivals.into_iter().map(|rival| (rival.candidate, rival.human));
    let outputs = std::iter::once((candidate, human)).chain(rivals);
    Segment {
        row: index + 1,
        id: id.as_ref().map(ToString::to_string),
        group,
        references,
        outputs: outputs.map(|(candidate, human)| SystemOutput { candidate, score: None, human }).collect(),
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
