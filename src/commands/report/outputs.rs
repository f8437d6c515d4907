//! The outputs of a report: an HTML page, Markdown, a folder of figures.

use std::path::{Path, PathBuf};

use color_eyre::eyre::{Context, Result};

use super::super::output::Output;
use crate::appearance::Background;
use crate::cli::is_folder;
use crate::usage_error::{UsageError, refuse};
use bertscope_printable::printable;
use bertscope_report::findings::CorpusReport;
use bertscope_report::findings::figures::{self, Theme};

/// An output; `F` is its file.
enum Target<'a, F> {
    Page(F),
    Markdown(F),
    Figures(&'a Path),
}

/// The requested outputs.
pub struct Targets<'a>(Vec<Target<'a, &'a Path>>);

/// Open outputs.
pub struct Outputs<'a>(Vec<Target<'a, Output>>);

impl<'a> Targets<'a> {
    /// Parses the outputs from their names.
    pub fn from_paths(paths: &'a [PathBuf]) -> Result<Self, UsageError> {
        paths
            .iter()
            .map(|path| target(path))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Opens the outputs, so that errors in writing are found before the work is done.
    pub fn open(&self) -> Result<Outputs<'a>> {
        let open = |target: &Target<'a, &'a Path>| {
            Ok(match target {
                Target::Page(path) => Target::Page(Output::open(Some(path))?),
                Target::Markdown(path) => Target::Markdown(Output::open(Some(path))?),
                Target::Figures(folder) => Target::Figures(folder),
            })
        };
        self.0.iter().map(open).collect::<Result<_>>().map(Outputs)
    }
}

fn target(path: &Path) -> Result<Target<'_, &Path>, UsageError> {
    if is_folder(path) {
        return Ok(Target::Figures(path));
    }
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .map(str::to_ascii_lowercase);
    match extension.as_deref() {
        Some("html" | "htm") => Ok(Target::Page(path)),
        Some("md" | "markdown") => Ok(Target::Markdown(path)),
        _ => refuse(format!(
            "{} has no known extension; use .html or .md, or a name that ends in / for a folder of figures",
            printable(&path.to_string_lossy())
        )),
    }
}

impl Outputs<'_> {
    /// Writes all outputs, and moves them to their places when all are complete.
    pub fn write(self, report: &CorpusReport, theme: Option<Background>) -> Result<()> {
        let theme = if theme == Some(Background::Dark) {
            Theme::Dark
        } else {
            Theme::Light
        };
        let mut complete = Vec::new();
        let mut write = |mut output: Output, text: &str| -> Result<()> {
            output.write(text.as_bytes())?;
            complete.push(output);
            Ok(())
        };
        for target in self.0 {
            match target {
                Target::Page(output) => write(output, &report.html())?,
                Target::Markdown(output) => write(output, &report.markdown())?,
                Target::Figures(folder) => {
                    std::fs::create_dir_all(folder).wrap_err_with(|| {
                        format!("cannot create {}", printable(&folder.to_string_lossy()))
                    })?;
                    for figure in report.figures() {
                        let output =
                            Output::open(Some(&folder.join(format!("{}.svg", figure.name))))?;
                        write(output, &figures::file(&figure, theme))?;
                    }
                }
            }
        }
        complete.into_iter().try_for_each(Output::finish)
    }
}
