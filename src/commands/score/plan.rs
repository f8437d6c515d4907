//! The combined meaning of the options of `score`, and conflicts between them.

use color_eyre::eyre::Result;

use crate::cli::ScoreArgs;
use crate::console;
use crate::usage_error::{UsageError, refuse};
use bertscope_encoder::Layer;
use bertscope_models::{Model, bundled};
use bertscope_pairs::{Input, PairRecord, Row, TableFormat};
use bertscope_printable::printable;
use bertscope_report::distinct;
use bertscope_report::findings::rows::{
    COLUMNS, RowFields, RowFormat, SIGNATURE_COLUMN, overlap_columns,
};

pub fn check(args: &ScoreArgs) -> Result<(), UsageError> {
    if args.pairs.is_none() && args.candidate.is_none() {
        return refuse_nothing_to_score(args);
    }
    args.table.refuse_several_candidates()?;
    args.explain.check()?;
    let format = format(args);
    if args.texts && format != RowFormat::Jsonl {
        return refuse("--texts needs --json");
    }
    if args.ask_column.is_some() && format != RowFormat::Jsonl {
        return refuse("--ask-column needs --json");
    }
    if let RowFormat::Tsv | RowFormat::Csv | RowFormat::Summary = format {
        if args.details {
            return refuse("--details does not fit in a table; use --json or --format text");
        }
        if has_explanations(args) {
            return refuse("--explain does not fit in a table; use --json or --format text");
        }
    }
    let needs_table = args.table.has_any()
        || args.human.is_some()
        || args.by.is_some()
        || args.ask_column.is_some()
        || !args.keep_columns.is_empty();
    if needs_table && args.pairs.is_none() {
        return refuse(
            "the column options, --human, --by, --ask-column, --keep-columns and --input-format need a file of pairs; pass one instead of -r and -c, as in \
             `bertscope score pairs.tsv`",
        );
    }
    if !args.keep_columns.is_empty() && format == RowFormat::Summary {
        return refuse(
            "--keep-columns does not fit in a summary; use --json, or --format text, tsv or csv",
        );
    }
    if let RowFormat::Tsv | RowFormat::Csv = format {
        check_kept_columns(args)?;
    }
    Ok(())
}

fn refuse_nothing_to_score(args: &ScoreArgs) -> Result<(), UsageError> {
    match args.metric.idf.as_deref() {
        Some(file) if !file.is_empty() => refuse(format!(
            "nothing to score: {file} was read as the value of --idf; put the file of pairs before --idf"
        )),
        _ => refuse(
            "nothing to score: give -r REF and -c CAND, or a file of pairs (- is standard input)",
        ),
    }
}

/// In a table, kept columns are beside those of the results.
fn check_kept_columns(args: &ScoreArgs) -> Result<(), UsageError> {
    for name in kept_columns(args) {
        let name = name.as_str();
        let is_fixed = COLUMNS.contains(&name) || name == SIGNATURE_COLUMN;
        if is_fixed || args.overlap && overlap_columns().contains(&name) {
            let name = printable(name);
            return refuse(format!(
                "the results already have a column {name}; leave it out of --keep-columns, or use --json, where kept \
                 columns are separate"
            ));
        }
    }
    Ok(())
}

/// Whether rows may have explanations.
pub fn has_explanations(args: &ScoreArgs) -> bool {
    args.ask_column.is_some() || !args.explain.topics().is_empty()
}

/// The extra content of a row, besides the scores.
pub fn fields(args: &ScoreArgs, input: &Input) -> RowFields {
    RowFields {
        // Counting reads the file once more, so it is only done for readers.
        number: format(args) == RowFormat::Text && input.estimated_rows() != Some(1),
        texts: args.texts,
        human: args.human.is_some(),
        group: args.by.is_some(),
        overlap: args.overlap,
        columns: kept_columns(args),
    }
}

/// The columns that are copied to the results, without repetitions.
fn kept_columns(args: &ScoreArgs) -> Vec<String> {
    let names = args.keep_columns.iter().cloned();
    distinct(names.filter(|name| !is_own_id(args, name)))
}

/// Moves the systems behind the kept columns, which the results list in order.
pub fn move_systems(args: &ScoreArgs, rows: &mut [Row]) {
    if args.system_column.is_none() {
        return;
    }
    let kept = kept_columns(args).len();
    for pair in rows.iter_mut().flatten() {
        pair.extra[..=kept].rotate_left(1);
    }
}

/// The system that wrote a candidate, if a column names it.
pub fn system_of(args: &ScoreArgs, pair: &PairRecord) -> Option<String> {
    args.system_column.as_ref()?;
    let field = pair.extra.get(kept_columns(args).len())?;
    Some(field.to_string())
}

/// Whether a column is the id, which the results always have.
fn is_own_id(args: &ScoreArgs, name: &str) -> bool {
    if name != "id" || args.table.id_column.as_deref().unwrap_or("id") != "id" {
        return false;
    }
    matches!(
        format(args),
        RowFormat::Tsv | RowFormat::Csv | RowFormat::Text
    )
}

/// The output format: the requested one, or that of the extension of the output file.
pub fn format(args: &ScoreArgs) -> RowFormat {
    if args.json {
        return RowFormat::Jsonl;
    }
    if args.seg_level && matches!(args.format, None | Some(RowFormat::Text)) {
        return RowFormat::Segments;
    }
    if let Some(format) = args.format {
        return format;
    }
    match args.output.as_deref().and_then(TableFormat::from_path) {
        Some(TableFormat::Tsv) => RowFormat::Tsv,
        Some(TableFormat::Csv) => RowFormat::Csv,
        Some(TableFormat::Jsonl) => RowFormat::Jsonl,
        None => RowFormat::Text,
    }
}

pub fn input(args: &ScoreArgs) -> Result<Input> {
    if let (None, Some(candidate)) = (&args.pairs, &args.candidate) {
        let candidates = std::slice::from_ref(candidate);
        return Ok(Input::parallel(
            &args.reference,
            candidates,
            args.files.lines,
        )?);
    }
    let mut input = args
        .table
        .open_named(args.pairs.as_deref().unwrap_or("-"), args.human.as_slice())?;
    if let Input::Table { columns, .. } = &mut input {
        columns.group.clone_from(&args.by);
        columns.request.clone_from(&args.ask_column);
        columns.system.clone_from(&args.system_column);
        // Last, so that the kept columns come first.
        columns.extra = kept_columns(args)
            .into_iter()
            .chain(args.ask_column.clone())
            .collect();
        if args.keep_columns.iter().any(|name| is_own_id(args, name)) {
            // Requested by name, so that it is an error if the column is missing.
            columns.id = Some("id".to_owned());
        }
    }
    Ok(input)
}

/// Whether the rows are shown on a terminal as they are written.
pub fn rows_are_seen(args: &ScoreArgs) -> bool {
    console::stdout_is_terminal()
        && args.output.is_none()
        && !matches!(format(args), RowFormat::Summary | RowFormat::Segments)
}

/// Warns a user at a terminal that the layer is a guess.
pub fn warn_about_layer(args: &ScoreArgs, model: &Model, layer: Layer) {
    let is_guessed = args.metric.layer.is_none()
        && !model.layer_is_tuned
        && model.origin != bundled::ORIGIN
        && model.recognition.remark.is_none();
    if is_guessed && console::stderr_is_terminal() {
        let name = &model.name;
        console::report(&format!(
            "no default layer is known for {name}, so its last layer ({layer}) is used; choose another with --layer"
        ));
    }
}
