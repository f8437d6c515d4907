//! What the options of `compare` ask for together, and which of them do not go together.

use std::path::Path;

use crate::cli::{CompareArgs, MetricArgs};
use crate::usage_error::UsageError;
use bertscope_pairs::input::is_there;
use bertscope_pairs::{Input, PairsError, RivalColumns, Source, TableFormat};

/// Refuses options that mean nothing together.
///
/// # Errors
/// [`UsageError`] with the way out.
pub fn check(args: &CompareArgs) -> Result<(), UsageError> {
    let refuse = |sentence: &str| Err(UsageError(sentence.to_owned()));
    if !args.scores.is_empty() {
        if args.metric != MetricArgs::default() || args.all_layers {
            return refuse("the scores of --scores are computed already; leave out the options of the metric");
        }
        if args.table.has_any() || !args.human.is_empty() || args.by.is_some() {
            return refuse(
                "human scores and groups come from the files of --scores: write them with `bertscope score --json --human \
                 COLUMN --by COLUMN`; leave out the options about columns",
            );
        }
        return Ok(());
    }
    if args.table_file.is_none() && args.candidate.is_empty() {
        return refuse(
            "there is nothing to compare; give -r REFS and a -c FILE for each system, a table with a --candidate-column \
             for each, or a --scores FILE for each",
        );
    }
    if args.table_file.is_none() {
        if args.table.has_any() || !args.human.is_empty() || args.by.is_some() {
            return refuse(
                "columns, --human, --by and --input-format belong to a table; give it in place of -r and -c, as in \
                 `bertscope compare table.tsv --candidate-column A --candidate-column B`",
            );
        }
        return Ok(());
    }
    let systems = args.table.candidate_column.len();
    if systems == 0 {
        return refuse("name the column of each system: --candidate-column A --candidate-column B");
    }
    match args.human.len() {
        0 => Ok(()),
        given if given == systems => Ok(()),
        given => Err(UsageError(format!(
            "--human names {given} of {systems} columns; give it once for each system, in the order of --candidate-column"
        ))),
    }
}

/// The texts to be compared.
///
/// # Errors
/// [`PairsError`] for a file that is not there or of no known kind.
pub fn input(args: &CompareArgs) -> Result<Input, PairsError> {
    let Some(name) = &args.table_file else {
        let (first, rest) = args.candidate.split_first().map_or(("", &[][..]), |(first, rest)| (first, rest));
        let rivals: Vec<RivalColumns> =
            rest.iter().map(|candidate| RivalColumns { candidate: candidate.clone(), human: None }).collect();
        return Input::parallel(&args.reference, first)?.with_rivals(&rivals);
    };
    let source = Source::of(name);
    if name != "-" {
        is_there(Path::new(name))?;
    }
    let by_name = || source.path().map_or(Some(TableFormat::Jsonl), TableFormat::of);
    let format = args.table.input_format.or_else(by_name).ok_or_else(|| PairsError::Kind(source.name()))?;
    let mut rivals = args.table.rivals();
    rivals.iter_mut().zip(args.human.iter().skip(1)).for_each(|(rival, human)| rival.human = Some(human.clone()));
    let mut input = args.table.input(source, format).with_rivals(&rivals)?;
    if let Input::Table { columns, .. } = &mut input {
        (columns.human, columns.group) = (args.human.first().cloned(), args.by.clone());
    }
    Ok(input)
}
