//! What the options of `score` ask for together, and which of them do not go together.

use std::io::IsTerminal;
use std::path::Path;

use color_eyre::eyre::Result;

use super::super::UsageError;
use crate::cli::ScoreArgs;
use crate::encoder::Layer;
use crate::models::Model;
use crate::pairs::{Columns, Input, PairsError, Source, TableFormat};
use crate::printable::printable;
use crate::report::rows::RowFormat;

/// Refuses options that mean nothing together.
///
/// # Errors
/// [`UsageError`] with the way out.
pub fn check(args: &ScoreArgs) -> Result<(), UsageError> {
    let refuse = |sentence: &str| Err(UsageError(sentence.to_owned()));
    if args.pairs.is_none() && args.candidate.is_none() {
        return match args.metric.idf.as_deref() {
            Some(file) if !file.is_empty() => Err(UsageError(format!(
                "there is nothing to score; {file} was taken for the table of --idf: put the file of pairs before --idf"
            ))),
            _ => refuse("there is nothing to score; give -r REF and -c CAND, or a file of pairs (- is standard input)"),
        };
    }
    if args.details && matches!(format(args), RowFormat::Tsv | RowFormat::Csv | RowFormat::Summary) {
        return refuse("--details has no place in a table; use --json or the format text");
    }
    let of_tables = args.candidate_column.is_some()
        || !args.reference_column.is_empty()
        || args.id_column.is_some()
        || args.human.is_some()
        || args.quoted
        || args.no_header
        || args.input_format.is_some();
    if args.pairs.is_none() && of_tables {
        return refuse(
            "columns, --human and --input-format belong to a file of pairs; give it in place of -r and -c, as in \
             `bertscope score pairs.tsv`",
        );
    }
    Ok(())
}

/// How results are written.
pub fn format(args: &ScoreArgs) -> RowFormat {
    if args.json { RowFormat::Jsonl } else { args.format }
}

/// What is to be scored.
///
/// # Errors
/// [`PairsError`] for a file that is not there or of no known kind.
pub fn input(args: &ScoreArgs) -> Result<Input, PairsError> {
    if let (None, Some(candidate)) = (&args.pairs, &args.candidate) {
        return Input::parallel(&args.reference, candidate);
    }
    let name = args.pairs.as_deref().unwrap_or("-");
    let source = Source::of(name);
    let by_name = || source.path().map_or(Some(TableFormat::Jsonl), TableFormat::of);
    let path = Path::new(name);
    if name != "-" && !path.exists() {
        return Err(PairsError::Read { name: name.to_owned(), reason: "there is no such file".to_owned() });
    }
    let format = args.input_format.or_else(by_name).ok_or_else(|| PairsError::Kind(source.name()))?;
    Ok(Input::Table {
        format,
        columns: Columns {
            candidate: args.candidate_column.clone(),
            references: args.reference_column.clone(),
            id: args.id_column.clone(),
            human: args.human.clone(),
            group: args.by.clone(),
        },
        quotes: args.quoted,
        header: !args.no_header,
        source,
    })
}

/// Whether a person sees the rows as they come.
pub fn rows_are_seen(args: &ScoreArgs) -> bool {
    std::io::stdout().is_terminal() && args.output.is_none() && format(args) != RowFormat::Summary
}

/// Tells a person at a terminal that the layer is a guess.
pub fn say_layer(args: &ScoreArgs, model: &Model, layer: Layer) {
    let guessed = args.metric.layer.is_none() && !model.layer_is_tuned && model.origin != "bundled";
    if guessed && std::io::stderr().is_terminal() {
        let name = printable(&model.name);
        eprintln!("bertscope: no layer is known to suit {name} best, so this is its last, {layer}; --layer chooses");
    }
}
