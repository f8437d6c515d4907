//! `bertscope open`: opens the pairs of a file in the inspector.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use color_eyre::eyre::Result;

use crate::cli::OpenArgs;
use crate::command_files::CommandFiles;
use crate::inspector_options::InspectorOptions;
use crate::request_files::kind_words;
use crate::tui::{self, Content};
use crate::usage_error::{UsageError, refuse};
use bertscope_analysis::Idf;
use bertscope_pair_list::{OpenPairsOptions, OpenedPairs};
use bertscope_pairs::input::check_readable;
use bertscope_pairs::long_table::LongTable;
use bertscope_pairs::marks::marks_path;
use bertscope_pairs::{Input, PairsError, Source, TableFormat, saved_scores};
use bertscope_printable::printable;

fn files(args: &OpenArgs, inspector: &InspectorOptions) -> CommandFiles {
    let mut files = CommandFiles::default()
        .request(&inspector.request)
        .read([args.pairs_file()])
        .read(&args.scores);
    if args.file.is_none() {
        files = files.read(&inspector.reference);
    }
    if !args.no_marks {
        files = files.write([marks_path(args.pairs_file())]);
    }
    files
}

/// What is listed.
struct Listed {
    input: Input,
    /// The names of the systems, if there are several.
    systems: Vec<String>,
    /// Columns of human scores, one per system; empty if there are none.
    human: Vec<String>,
}

/// Runs the subcommand. Errors in the files are reported before the screen is taken over.
pub fn run(args: &OpenArgs, mut inspector: InspectorOptions) -> Result<()> {
    let files = files(args, &inspector);
    files.check()?;
    args.table.check_human(&args.human)?;
    let listed = list(args)?;
    inspector.files = files;
    if args.file.is_none() {
        // They name the files of the list, and are no texts of the user.
        inspector.reference.clear();
        inspector.candidate = None;
    }
    let scores = match &args.scores {
        Some(path) => Some(saved_scores::read(path, inspector.request.settings.layer)?),
        None => None,
    };
    let file_idf = inspector.request.settings.idf == Some(Idf::References);
    let options = OpenPairsOptions {
        scores,
        file_idf,
        no_marks: args.no_marks,
        human: listed.human,
        systems: listed.systems,
        filter: args.filter.clone().unwrap_or_default(),
        kind_words: kind_words(&inspector.request)?,
    };
    let mut opened = OpenedPairs::open(&listed.input, args.pairs_file().to_owned(), options)
        .map_err(|error| with_hint(error, args))?;
    inspector.file_settings = opened.use_settings_of_scores(&mut inspector.request);
    if file_idf {
        // The table is counted later; the bundled table was not asked for.
        inspector.request.settings.idf = None;
    }
    tui::run(&inspector, Content::File(Box::new(opened)))
}

fn list(args: &OpenArgs) -> Result<Listed> {
    if args.file.is_none()
        && let Some(candidate) = &args.inspect.candidate
    {
        return Ok(Listed {
            input: parallel_files(args, candidate)?,
            systems: Vec::new(),
            human: Vec::new(),
        });
    }
    let input = table(args)?;
    let Some(system) = &args.system_column else {
        return Ok(Listed {
            input,
            systems: systems(args)?,
            human: args.human.clone(),
        });
    };
    let LongTable { systems, segments } = args.table.join_long_table(input, system, false)?;
    let human = match args.human.first() {
        Some(human) => vec![human.clone(); systems.len()],
        None => Vec::new(),
    };
    Ok(Listed {
        input: segments,
        systems: if systems.len() > 1 {
            systems
        } else {
            Vec::new()
        },
        human,
    })
}

/// Files with one text per line.
fn parallel_files(args: &OpenArgs, candidate: &String) -> Result<Input> {
    if args.table.has_any() || !args.human.is_empty() || args.system_column.is_some() {
        return refuse(
            "the column options, --human and --input-format need a file of pairs instead of -r and -c",
        );
    }
    let references = &args.inspect.reference;
    let mut paths = references.iter().chain([candidate]);
    if paths.any(|path| !Path::new(path).is_file()) {
        return refuse(
            "open lists the pairs of files with one text per line; for texts, leave out `open`",
        );
    }
    let candidates = std::slice::from_ref(candidate);
    Ok(Input::parallel(references, candidates, args.files.lines)?)
}

/// The names of the systems of a table with a column for each, if there are several.
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
    for (index, name) in columns.iter().enumerate() {
        if columns[..index].contains(name) {
            let name = printable(name);
            return refuse(format!(
                "--candidate-column names {name} twice; name the column of each system once"
            ));
        }
    }
    Ok(columns.clone())
}

fn table(args: &OpenArgs) -> Result<Input, PairsError> {
    let path = args.pairs_file();
    if path.as_os_str() == "-" {
        return Err(PairsError::Read {
            name: "standard input".to_owned(),
            reason: "stdin is the keyboard here; save the pairs to a file first".to_owned(),
        });
    }
    check_readable(path)?;
    if !path.is_file() {
        let name = path.display().to_string();
        let reason = "it is not a regular file; marks are saved next to the file".to_owned();
        return Err(PairsError::Read { name, reason });
    }
    let format = match args.table.input_format {
        Some(format) => format,
        None => TableFormat::of_file(path)?,
    };
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
    let file = args.pairs_file();
    let lacks_something = matches!(error, PairsError::MissingColumn { .. } | PairsError::Row(_));
    // If there are texts, the error itself names what is missing.
    if !lacks_something || !is_score_output(file) || has_texts(file) {
        return error;
    }
    let name = file.display();
    PairsError::Row(format!(
        "{name} has scores but no texts; open the file that was scored and give this one with --scores (bertscope open PAIRS --scores {name}), or score with --json --texts"
    ))
}

/// Whether the first line has texts as well as scores.
fn has_texts(path: &Path) -> bool {
    let Ok(file) = File::open(path) else {
        return false;
    };
    let mut line = String::new();
    // A file without line breaks is not read to its end.
    let start = BufReader::new(file.take(1 << 20)).read_line(&mut line);
    if start.is_err() {
        return false;
    }
    // Without texts, "candidate" may still be a field of its words to look at, further inside.
    let fields: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(&line).unwrap_or_default();
    fields.contains_key("candidate")
        || fields.contains_key("texts")
        || line.split(['\t', ',', ';']).any(|name| name == "candidate")
}

fn is_score_output(file: &Path) -> bool {
    match saved_scores::read(file, None) {
        Ok(scores) => scores.rows.iter().any(|row| row.scores.is_some()),
        Err(_) => false,
    }
}
