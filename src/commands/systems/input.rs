//! The texts of the systems, and conflicts between options.

use super::names::system_names;
use crate::cli::SystemsArgs;
use crate::usage_error::{UsageError, refuse};
use bertscope_pairs::Input;
use bertscope_pairs::long_table::LongTable;
use color_eyre::eyre::Result;

/// Refuses conflicting options.
pub fn check(args: &SystemsArgs) -> std::result::Result<(), UsageError> {
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

/// The texts, with the names of the systems.
pub fn open_input(args: &SystemsArgs) -> Result<(Input, Vec<String>)> {
    let Some(name) = &args.table_file else {
        return Ok((
            Input::parallel(&args.reference, &args.candidate)?,
            system_names(args, &[])?,
        ));
    };
    let mut input = args.table.open_named(name, &args.human)?;
    if let Input::Table { columns, .. } = &mut input {
        columns.group.clone_from(&args.by);
    }
    let Some(system) = &args.system_column else {
        return Ok((input, system_names(args, &[])?));
    };
    let LongTable { systems, segments } = args.table.join_long_table(input, system)?;
    Ok((segments, system_names(args, &systems)?))
}
