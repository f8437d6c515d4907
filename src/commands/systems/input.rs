//! The texts of the systems, and conflicts between options.

use crate::cli::SystemsArgs;
use crate::usage_error::UsageError;
use bertscope_pairs::{Input, PairsError};

/// Refuses conflicting options.
///
/// # Errors
/// [`UsageError`] with what to do instead.
pub fn check(args: &SystemsArgs) -> Result<(), UsageError> {
    let refuse = |sentence: &str| Err(UsageError(sentence.to_owned()));
    if args.table_file.is_some() {
        return args.table.check_human(&args.human);
    }
    let about_columns = args.table.has_any() || !args.human.is_empty() || args.by.is_some();
    match (args.scores.is_empty(), about_columns) {
        (true, _) if args.candidate.is_empty() => refuse(
            "no system given: give -r REFS and one -c FILE per system, a table with one --candidate-column per system, \
             or one --scores FILE per system",
        ),
        (true, true) => refuse(
            "the column options, --human, --by and --input-format need a table; pass one instead of -r and -c, as in \
             `bertscope compare table.tsv --candidate-column A --candidate-column B`",
        ),
        (false, true) => refuse(
            "human scores and groups come from the files of --scores: write them with `bertscope score --json --human COLUMN \
             --by COLUMN`, and leave out the column options here",
        ),
        (false, false) if args.all_layers => refuse(
            "the layers of --scores come from the files: write them with `bertscope score --json --all-layers`, and leave out \
             --all-layers here",
        ),
        (_, false) => Ok(()),
    }
}

/// The texts.
///
/// # Errors
/// [`PairsError`] for a file that does not exist or has an unknown format.
pub fn open_input(args: &SystemsArgs) -> Result<Input, PairsError> {
    let Some(name) = &args.table_file else { return Input::parallel(&args.reference, &args.candidate) };
    let mut input = args.table.open_named(name, &args.human)?;
    if let Input::Table { columns, .. } = &mut input {
        columns.group.clone_from(&args.by);
    }
    Ok(input)
}
