//! `bertscope open`: opens the pairs of a file in the inspector.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use color_eyre::eyre::Result;

use crate::cli::OpenArgs;
use crate::inspector_options::InspectorOptions;
use crate::request_files::kind_words;
use crate::tui::{self, OpenPairsOptions, OpenedPairs};
use crate::usage_error::{UsageError, refuse};
use bertscope_analysis::Idf;
use bertscope_pairs::input::check_readable;
use bertscope_pairs::long_table::LongTable;
use bertscope_pairs::{Input, PairsError, Source, TableFormat, saved_scores};
use bertscope_printable::printable;

/// Runs the subcommand. Errors in the files are reported before the screen is taken over.
pub fn run(args: &OpenArgs, mut inspector: InspectorOptions) -> Result<()> {
    args.table.check_human(&args.human)?;
    let (input, systems, human) = input(args)?;
    if args.file.is_none() {
        // The texts of the list, not of the user.
        inspector.reference.clear();
        inspector.candidate = None;
    }
    let scores = args
        .scores
        .as_deref()
        .map(|path| saved_scores::read(path, inspector.request.settings.layer))
        .transpose()?;
    let file_idf = inspector.request.settings.idf == Some(Idf::References);
    let filter = args.filter.clone().unwrap_or_default();
    let no_marks = args.no_marks;
    let kind_words = kind_words(&inspector.request)?;
    let how = OpenPairsOptions {
        scores,
        file_idf,
        no_marks,
        human,
        systems,
        filter,
        kind_words,
    };
    let mut opened = OpenedPairs::open(&input, args.pairs_file().to_owned(), how)
        .map_err(|error| with_hint(error, args))?;
    opened.use_settings_of_scores(&mut inspector);
    if file_idf {
        // The table is counted later; the bundled table was not asked for.
        inspector.request.settings.idf = None;
    }
    tui::run_pairs(&inspector, opened)
}

/// The names of the systems, if there are several.
fn systems(args: &OpenArgs) -> Result<Vec<String>, UsageError> {
    let columns = &args.table.candidate_column;
    if columns.len() < 2 {
        return Ok(Vec::new());
    }
    if args.scores.is_some() {
        return refuse(
            "--scores has scores of one system; use it with one --candidate-column, or give several without it",
        );
    }
    match columns
        .iter()
        .enumerate()
        .find(|(at, name)| columns[..*at].contains(name))
    {
        None => Ok(columns.clone()),
        Some((_, name)) => refuse(format!(
            "--candidate-column names {} twice",
            printable(name)
        )),
    }
}

/// The file with the names of its systems, if there are several, and of their human scores.
fn input(args: &OpenArgs) -> Result<(Input, Vec<String>, Vec<String>)> {
    if let (None, Some(candidate)) = (&args.file, &args.inspect.candidate) {
        if args.table.has_any() || !args.human.is_empty() || args.system_column.is_some() {
            return refuse(
                "the column options, --human and --input-format need a file of pairs instead of -r and -c",
            );
        }
        if args
            .inspect
            .reference
            .iter()
            .chain([candidate])
            .any(|path| !Path::new(path).is_file())
        {
            return refuse(
                "open lists the pairs of files with one text per line; for texts, leave out `open`",
            );
        }
        let lines = Input::parallel(&args.inspect.reference, std::slice::from_ref(candidate))?;
        return Ok((lines, Vec::new(), Vec::new()));
    }
    let input = table(args)?;
    let Some(system) = &args.system_column else {
        return Ok((input, systems(args)?, args.human.clone()));
    };
    let LongTable { systems, segments } = args.table.join_long_table(input, system)?;
    let human = args
        .human
        .first()
        .map_or_else(Vec::new, |human| vec![human.clone(); systems.len()]);
    let systems = if systems.len() > 1 {
        systems
    } else {
        Vec::new()
    };
    Ok((segments, systems, human))
}

fn table(args: &OpenArgs) -> Result<Input, PairsError> {
    let path = args.pairs_file();
    let name = path.display().to_string();
    let refuse = |reason: &str| PairsError::Read {
        name: name.clone(),
        reason: reason.to_owned(),
    };
    if path.as_os_str() == "-" {
        return Err(PairsError::Read {
            name: "standard input".to_owned(),
            reason: "stdin is the keyboard here; save the pairs to a file first".to_owned(),
        });
    }
    check_readable(path)?;
    if !path.is_file() {
        return Err(refuse(
            "it is not a regular file; marks are saved next to the file",
        ));
    }
    let format = args
        .table
        .input_format
        .or_else(|| TableFormat::from_path(path))
        .ok_or(PairsError::UnknownFormat(name))?;
    let mut input = args
        .table
        .input(Source::File(path.to_owned()), format, &args.human);
    if let Input::Table { columns, .. } = &mut input {
        columns.others = true;
    }
    Ok(input)
}

/// Hints that a file with scores alone is not a file of pairs: `score` writes no texts by default.
fn with_hint(error: PairsError, args: &OpenArgs) -> PairsError {
    // If there are texts, the error itself names what is missing.
    let only_scores = matches!(
        &error,
        PairsError::MissingColumn { .. } | PairsError::Row(_)
    ) && is_score_output(args.pairs_file())
        && !has_texts(args.pairs_file());
    if !only_scores {
        return error;
    }
    let name = args.pairs_file().display();
    PairsError::Row(format!(
        "{name} has scores but no texts; open the file that was scored and give this one with --scores (bertscope open PAIRS --scores {name}), or score with --json --texts"
    ))
}

/// Whether the first line has texts as well as scores.
fn has_texts(file: &Path) -> bool {
    let mut line = String::new();
    let read =
        File::open(file).and_then(|file| BufReader::new(file.take(1 << 20)).read_line(&mut line));
    // Without texts, "candidate" may still be a field of its differences in kind.
    let fields = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&line)
        .unwrap_or_default();
    let is_named = ["candidate", "texts"]
        .iter()
        .any(|name| fields.contains_key(*name))
        || line.split(['\t', ',', ';']).any(|name| name == "candidate");
    read.is_ok() && is_named
}

fn is_score_output(file: &Path) -> bool {
    saved_scores::read(file, None)
        .is_ok_and(|scores| scores.rows.iter().any(|row| row.scores.is_some()))
}
