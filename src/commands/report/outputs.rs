//! The outputs of a report: an HTML page, Markdown, a folder of figures.

use std::path::{Path, PathBuf};

use color_eyre::eyre::{Context, Result};

use super::super::output::Output;
use crate::appearance::Background;
use crate::usage_error::{UsageError, refuse};
use bertscope_printable::printable;
use bertscope_report::findings::{CorpusReport, figure_file};

/// An output; `F` is its file.
enum Target<'a, F> {
    Page(F),
    Markdown(F),
    Figures(&'a Path),
}

pub struct Targets<'a>(Vec<Target<'a, &'a Path>>);

pub struct Outputs<'a>(Vec<Target<'a, Output>>);

impl<'a> Targets<'a> {
    /// Parses the outputs from their names.
    pub fn from_paths(paths: &'a [PathBuf]) -> Result<Self, UsageError> {
        let targets: Result<_, _> = paths.iter().map(|path| target(path)).collect();
        targets.map(Self)
    }

    /// Opens the outputs, so that errors in writing are found before the work is done.
    pub fn open(&self) -> Result<Outputs<'a>> {
        let mut outputs = Vec::with_capacity(self.0.len());
        for target in &self.0 {
            outputs.push(match target {
                Target::Page(path) => Target::Page(Output::open(Some(path))?),
                Target::Markdown(path) => Target::Markdown(Output::open(Some(path))?),
                Target::Figures(folder) => Target::Figures(folder),
            });
        }
        Ok(Outputs(outputs))
    }
}

/// Whether a path names a folder, existing or not.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator)
}

fn target(path: &Path) -> Result<Target<'_, &Path>, UsageError> {
    if is_folder(path) {
        return Ok(Target::Figures(path));
    }
    let extension = path.extension().unwrap_or_default();
    match extension.to_ascii_lowercase().to_str() {
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
    pub fn write(self, report: &CorpusReport, background: Option<Background>) -> Result<()> {
        let mut complete = Vec::new();
        for target in self.0 {
            match target {
                Target::Page(output) => complete.push(written(output, &report.html())?),
                Target::Markdown(output) => complete.push(written(output, &report.markdown())?),
                Target::Figures(folder) => {
                    complete.extend(write_figures(folder, report, background)?);
                }
            }
        }
        complete.into_iter().try_for_each(Output::finish)
    }
}

fn written(mut output: Output, text: &str) -> Result<Output> {
    output.write(text.as_bytes())?;
    Ok(output)
}

fn write_figures(
    folder: &Path,
    report: &CorpusReport,
    background: Option<Background>,
) -> Result<Vec<Output>> {
    let is_dark = background == Some(Background::Dark);
    std::fs::create_dir_all(folder)
        .wrap_err_with(|| format!("cannot create {}", printable(&folder.to_string_lossy())))?;
    let mut outputs = Vec::new();
    for figure in report.figures() {
        let path = folder.join(format!("{}.svg", figure.name));
        let output = Output::open(Some(&path))?;
        outputs.push(written(output, &figure_file(&figure, is_dark))?);
    }
    Ok(outputs)
}
