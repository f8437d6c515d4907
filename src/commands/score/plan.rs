//! What the options of `score` ask for together, and which of them do not go together.

use std::path::Path;

use color_eyre::eyre::Result;

use crate::cli::ScoreArgs;
use crate::console;
use crate::usage_error::UsageError;
use bertscope_encoder::Layer;
use bertscope_models::Model;
use bertscope_pairs::input::is_there;
use bertscope_pairs::{Input, PairsError, Source, TableFormat};
use bertscope_report::rows::RowFormat;

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
    if args.texts && format(args) != RowFormat::Jsonl {
        return refuse("--texts belongs to --json; add it");
    }
    if matches!(format(args), RowFormat::Tsv | RowFormat::Csv | RowFormat::Summary) {
        if args.details {
            return refuse("--details has no place in a table; use --json or the format text");
        }
        if !args.why.topics().is_empty() {
            return refuse("--explain has no place in a table; use --json or the format text");
        }
    }
    if args.pairs.is_none() && (args.table.has_any() || args.human.is_some()) {
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
    if name != "-" {
        is_there(path)?;
    }
    let format = args.table.input_format.or_else(by_name).ok_or_else(|| PairsError::Kind(source.name()))?;
    let mut input = args.table.input(source, format);
    if let Input::Table { columns, .. } = &mut input {
        (columns.human, columns.group) = (args.human.clone(), args.by.clone());
    }
    Ok(input)
}

/// Whether a person sees the rows as they come.
pub fn rows_are_seen(args: &ScoreArgs) -> bool {
    console::is_output_seen() && args.output.is_none() && format(args) != RowFormat::Summary
}

/// Warns a user at a terminal that the layer is a guess.
pub fn warn_about_layer(args: &ScoreArgs, model: &Model, layer: Layer) {
    let guessed = args.metric.layer.is_none() && !model.layer_is_tuned && model.origin != "bundled";
    if guessed && console::are_messages_seen() {
        let name = &model.name;
        console::report(&format!(
            "no layer is known to suit {name} best, so this is its last, {layer}; --layer chooses"
        ));
    }
}
