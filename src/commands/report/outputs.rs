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

/// A requested output.
enum Target<'a> {
    Page(&'a Path),
    Markdown(&'a Path),
    Figures(&'a Path),
}

/// The requested outputs.
pub struct Targets<'a>(Vec<Target<'a>>);

impl<'a> Targets<'a> {
    /// Parses the outputs from their names.
    pub fn from_paths(paths: &'a [PathBuf]) -> Result<Self, UsageError> {
        paths.iter().map(|path| target(path)).collect::<Result<_, _>>().map(Self)
    }

    /// Opens the outputs, so that errors in writing are found before the work is done.
    pub fn open(&self) -> Result<Outputs<'a>> {
        let mut outputs = Outputs { pages: Vec::new(), markdown: Vec::new(), folders: Vec::new() };
        for target in &self.0 {
            match target {
                Target::Page(path) => outputs.pages.push(Output::open(Some(path))?),
                Target::Markdown(path) => outputs.markdown.push(Output::open(Some(path))?),
                Target::Figures(folder) => outputs.folders.push(folder),
            }
        }
        Ok(outputs)
    }
}

fn target(path: &Path) -> Result<Target<'_>, UsageError> {
    if is_folder(path) {
        return Ok(Target::Figures(path));
    }
    let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
    match extension.as_deref() {
        Some("html" | "htm") => Ok(Target::Page(path)),
        Some("md" | "markdown") => Ok(Target::Markdown(path)),
        _ => refuse(format!(
            "{} has no known extension; use .html or .md, or a name that ends in / for a folder of figures",
            printable(&path.to_string_lossy())
        )),
    }
}

/// Open outputs.
pub struct Outputs<'a> {
    pages: Vec<Output>,
    markdown: Vec<Output>,
    folders: Vec<&'a Path>,
}

impl Outputs<'_> {
    /// Writes all outputs, and moves them to their places when all are complete.
    pub fn write(self, report: &CorpusReport, theme: Option<Background>) -> Result<()> {
        let Self { mut pages, mut markdown, folders } = self;
        if !pages.is_empty() {
            let page = report.html();
            pages.iter_mut().try_for_each(|output| output.write(page.as_bytes()))?;
        }
        if !markdown.is_empty() {
            let text = report.markdown();
            markdown.iter_mut().try_for_each(|output| output.write(text.as_bytes()))?;
        }
        let theme = if theme == Some(Background::Dark) { Theme::Dark } else { Theme::Light };
        let mut figures = Vec::new();
        for folder in folders {
            std::fs::create_dir_all(folder)
                .wrap_err_with(|| format!("cannot create {}", printable(&folder.to_string_lossy())))?;
            for figure in report.figures() {
                let mut output = Output::open(Some(&folder.join(format!("{}.svg", figure.name))))?;
                output.write(figures::file(&figure, theme).as_bytes())?;
                figures.push(output);
            }
        }
        pages.into_iter().chain(markdown).chain(figures).try_for_each(Output::finish)
    }
}
