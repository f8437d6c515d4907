//! `bertscope check`: recomputes exported analyses and reports the differences.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use color_eyre::eyre::Result;
use serde::Serialize;

use super::open_model;
use crate::cli::CheckArgs;
use crate::console;
use bertscope_analysis::Analyzer;
use bertscope_models::text_file::{decode_text, read_text};
use bertscope_models::texts::{display_path, is_standard_input};
use bertscope_models::{LoadDepth, ModelError, OpenOptions, bundled};
use bertscope_printable::printable;
use bertscope_report::export::document::{
    Document, DocumentComparison, FieldDifference, ModelPart, RecomputeError, RecomputedFrom,
};

/// Maximum number of differences printed per file; further ones are only counted.
const MAX_LISTED_DIFFERENCES: usize = 10;

/// Runs the subcommand. The exit code is 0 if all files are the same, 1 if one differs, and 2 if one could not be
/// checked; standard error says why.
pub fn run(args: &CheckArgs) -> Result<ExitCode> {
    let mut check = Check {
        args,
        options: OpenOptions {
            compute: args.device.compute()?,
            depth: LoadDepth::All,
        },
        last_analyzer: None,
    };
    let mut code = 0;
    for file in &args.files {
        let mut comparison = DocumentComparison::new(args.tolerance);
        let name = display_path(file).display().to_string();
        let problem = check.file(file, &name, &mut comparison).err();
        let mut text = Vec::new();
        if args.json {
            write_json(&mut text, &name, &comparison, problem.as_deref())?;
        } else if problem.is_none() || !comparison.is_same() {
            write_text(&mut text, &name, &comparison)?;
        }
        console::print(&text)?;
        if let Some(problem) = problem {
            console::report(&problem);
            code = 2;
        } else if !comparison.is_same() {
            code = code.max(1);
        }
    }
    Ok(ExitCode::from(code))
}

struct Check<'a> {
    args: &'a CheckArgs,
    options: OpenOptions,
    /// The model that was opened last, with the name that opened it: most often, all files have the same model.
    last_analyzer: Option<(Option<String>, Analyzer)>,
}

impl Check<'_> {
    /// Compares a file with itself and with the model. Differences found before an error stay in `comparison`. The
    /// error is a sentence with the file's name.
    fn file(
        &mut self,
        file: &Path,
        name: &str,
        comparison: &mut DocumentComparison,
    ) -> Result<(), String> {
        let text = read(file).map_err(|problem| problem.to_string())?;
        let failed = |problem: RecomputeError, way_out: &str| match problem {
            RecomputeError::Document(problem) => format!("{name}: {problem}"),
            RecomputeError::Model(problem) => format!("{name}: {problem}{way_out}"),
        };
        let document = Document::parse(&text).map_err(|problem| failed(problem.into(), ""))?;
        let itself = document
            .recompute()
            .map_err(|problem| failed(problem, ""))?;
        comparison.add(&document, &itself, RecomputedFrom::Itself);
        let way_out = if self.args.model.is_some() {
            ""
        } else {
            " (use --model for another model)"
        };
        let analyzer = self
            .analyzer(&document.model)
            .map_err(|problem| failed(problem.into(), way_out))?;
        let again = document
            .recompute_with(analyzer)
            .map_err(|problem| failed(problem, way_out))?;
        comparison.add(&document, &again, RecomputedFrom::Model);
        Ok(())
    }

    fn analyzer(&mut self, model: &ModelPart) -> Result<&mut Analyzer, ModelError> {
        let name = self.args.model.clone().or_else(|| model_argument(model));
        match self.last_analyzer.take() {
            Some(last) if last.0 == name => Ok(&mut self.last_analyzer.insert(last).1),
            // Freed before the next model is opened, to save memory.
            other => {
                drop(other);
                let analyzer = Analyzer::new(open_model(name.as_deref(), &self.options)?);
                Ok(&mut self.last_analyzer.insert((name, analyzer)).1)
            }
        }
    }
}

/// The value of `--model` that opens the model of a document; `None` for the bundled model.
fn model_argument(model: &ModelPart) -> Option<String> {
    match &model.revision {
        _ if model.origin == bundled::ORIGIN => None,
        // A folder, written so that it is never looked up on the hub, even if it does not exist.
        _ if model.origin == model.name => {
            Some(Path::new(".").join(&model.name).display().to_string())
        }
        Some(revision) => Some(format!("{}@{revision}", model.name)),
        None => Some(model.name.clone()),
    }
}

fn read(file: &Path) -> Result<String, ModelError> {
    if !is_standard_input(file) {
        return read_text(file);
    }
    let (mut bytes, path) = (Vec::new(), display_path(file));
    match std::io::stdin().lock().read_to_end(&mut bytes) {
        Ok(_) => decode_text(bytes, &path),
        Err(error) => Err(ModelError::Read {
            path,
            reason: error.to_string(),
        }),
    }
}

fn write_text(out: &mut impl Write, name: &str, comparison: &DocumentComparison) -> io::Result<()> {
    let name = printable(name);
    let count = comparison.differences.len();
    let (largest, at) = (comparison.largest, printable(&comparison.at));
    match count {
        0 if largest == 0.0 => writeln!(out, "{name}: identical")?,
        0 => writeln!(
            out,
            "{name}: same within the tolerance; largest difference {largest:.1e}, {at}"
        )?,
        1 => writeln!(out, "{name}: 1 difference")?,
        _ => writeln!(out, "{name}: {count} differences")?,
    }
    if let Some(weights) = comparison.weights {
        writeln!(out, "  made with {weights}")?;
    }
    for difference in comparison.differences.iter().take(MAX_LISTED_DIFFERENCES) {
        let FieldDifference {
            what,
            stored,
            computed,
            by,
            witness,
        } = difference;
        let says = match witness {
            RecomputedFrom::Itself => "from its own numbers",
            RecomputedFrom::Model => "from the model",
        };
        let by = by.map_or(String::new(), |by| format!(", off by {by:.1e}"));
        writeln!(
            out,
            "{}",
            printable(&format!(
                "  {what}: {stored} in the file, {computed} {says}{by}"
            ))
        )?;
    }
    if count > MAX_LISTED_DIFFERENCES {
        writeln!(out, "  and {} more", count - MAX_LISTED_DIFFERENCES)?;
    }
    Ok(())
}

/// The result for one file as a JSON line.
#[derive(Serialize)]
struct CheckJson<'a> {
    file: &'a str,
    same: Option<bool>,
    #[serde(flatten)]
    comparison: &'a DocumentComparison,
    error: Option<&'a str>,
}

fn write_json(
    out: &mut Vec<u8>,
    file: &str,
    comparison: &DocumentComparison,
    error: Option<&str>,
) -> io::Result<()> {
    // A file that could not be checked completely is not the same.
    let same = if error.is_some() && comparison.is_same() {
        None
    } else {
        Some(comparison.is_same())
    };
    bertscope_report::findings::rows::json::write_line(
        out,
        &CheckJson {
            file,
            same,
            comparison,
            error,
        },
    )
}
