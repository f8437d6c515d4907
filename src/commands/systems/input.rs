//! The texts of the systems, and conflicts between options.

use color_eyre::eyre::Result;

use super::names::system_names;
use crate::cli::SystemsArgs;
use crate::command_files::CommandFiles;
use crate::usage_error::{UsageError, refuse};
use bertscope_analysis::Idf;
use bertscope_pairs::Input;
use bertscope_pairs::long_table::LongTable;

/// The texts and the names of the systems.
pub struct OpenedInput {
    pub input: Input,
    pub names: Vec<String>,
}

/// The files that the systems are read from, and those of the metric.
pub fn files(args: &SystemsArgs) -> CommandFiles {
    CommandFiles::default()
        .request(&args.metric.request(Idf::References))
        .read(&args.table_file)
        .read(&args.reference)
        .read(&args.candidate)
        .read(&args.scores)
}

pub fn check(args: &SystemsArgs) -> Result<(), UsageError> {
    if args.table_file.is_some() {
        return args.table.check_human(&args.human);
    }
    let has_column_options = args.table.has_any() || !args.human.is_empty() || args.by.is_some();
    if args.scores.is_empty() {
        if args.candidate.is_empty() {
            return refuse(
                "no system given: give -r REFS and one -c FILE per system, a table with one --candidate-column per system, \
                 or one --scores FILE per system",
            );
        }
        if has_column_options {
            return refuse(
                "the column options, --human, --by and --input-format need a table; pass one instead of -r and -c, as in \
                 `bertscope compare table.tsv --candidate-column A --candidate-column B`",
            );
        }
        return Ok(());
    }
    if has_column_options {
        return refuse(
            "human scores and groups come from the files of --scores: write them with `bertscope score --json --human COLUMN \
             --by COLUMN`, and leave out the column options here",
        );
    }
    if args.all_layers {
        return refuse(
            "the layers of --scores come from the files: write them with `bertscope score --json --all-layers`, and leave out \
             --all-layers here",
        );
    }
    Ok(())
}

/// Opens the texts of a command. If `strict`, every system of a long table must have every segment.
pub fn open_input(args: &SystemsArgs, strict: bool) -> Result<OpenedInput> {
    let Some(name) = &args.table_file else {
        return Ok(OpenedInput {
            input: Input::parallel(&args.reference, &args.candidate, args.files.lines)?,
            names: system_names(args, &[])?,
        });
    };
    let mut input = args.table.open_named(name, &args.human)?;
    if let Input::Table { columns, .. } = &mut input {
        columns.group.clone_from(&args.by);
    }
    let Some(system) = &args.system_column else {
        let names = system_names(args, &[])?;
        return Ok(OpenedInput { input, names });
    };
    let LongTable { systems, segments } = args.table.join_long_table(input, system, strict)?;
    Ok(OpenedInput {
        input: segments,
        names: system_names(args, &systems)?,
    })
}
