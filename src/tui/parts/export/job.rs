//! Exports to a file or to the clipboard.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::tui::commands::CopyContent;
use bertscope_analysis::{Analysis, Analyzer};
use bertscope_pair_list::MarkedPairs;
use bertscope_report::export::{ExportOptions, Format, FormatFacts};
use bertscope_report::findings::handout::HandoutFormat;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportTarget {
    File {
        /// The name as typed.
        name: String,
        /// Whether an existing file may be replaced.
        replace: bool,
    },
    Clipboard(CopyContent),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportSubject {
    /// The pair on the screen.
    Screen,
    /// The pairs of the file with a mark or a note.
    Marked {
        pairs: usize,
        /// The number of candidates per pair.
        systems: usize,
    },
}

impl ExportSubject {
    /// The available formats.
    pub fn formats(self) -> Vec<FormatFacts> {
        match self {
            Self::Screen => Format::ALL.iter().map(|format| format.facts()).collect(),
            Self::Marked { .. } => HandoutFormat::ALL
                .iter()
                .map(|format| format.facts())
                .collect(),
        }
    }

    /// The index in [`Self::formats`] of a file name's extension, upper or lower case.
    pub fn format_index(self, name: &Path) -> Option<usize> {
        self.formats().iter().position(|format| format.fits(name))
    }
}

/// An export job: renders, and writes if the target is a file.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportJob {
    /// Later jobs have larger numbers.
    pub number: u64,
    /// What is exported.
    pub analysis: Arc<Analysis>,
    pub format: Format,
    pub options: ExportOptions,
    pub target: ExportTarget,
}

/// An export of marked pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkedJob {
    /// Later exports have larger numbers.
    pub number: u64,
    pub marked: MarkedPairs,
    pub target: ExportTarget,
}

impl MarkedJob {
    /// The file, in the format of the extension of its name.
    pub fn render(&self, analyzer: &Analyzer) -> Vec<u8> {
        let format = match &self.target {
            ExportTarget::File { name, .. } => HandoutFormat::from_path(Path::new(name)),
            ExportTarget::Clipboard(_) => None,
        };
        let format = format.unwrap_or(HandoutFormat::JsonLines);
        self.marked.render(format, analyzer)
    }
}

/// The outcome of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportOutcome {
    /// A file was written.
    File {
        path: PathBuf,
        /// Its size.
        bytes: u64,
        /// Characters that are boxes in a PNG because no installed font has a glyph.
        missing: usize,
    },
    /// A text for the clipboard.
    Text(String),
    /// A file of that name exists.
    Exists,
    /// Why it failed.
    Failed(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingExport {
    pub number: u64,
    pub target: ExportTarget,
    /// What is exported.
    pub subject: ExportSubject,
    /// Number of the analysis that it waits for; `None` once it runs.
    pub waits_for: Option<u64>,
}

impl PendingExport {
    /// Whether the analysis that it waits for is finished.
    pub fn is_ready(&self, finished_job: u64) -> bool {
        self.waits_for.is_some_and(|job| job <= finished_job)
    }
}

/// The pending exports and their settings.
#[derive(Debug, Clone, Default)]
pub struct Exports {
    pub pending: Vec<PendingExport>,
    /// Number of the newest job.
    pub newest: u64,
    /// The name of the last file, suggested next time.
    pub file_name: Option<String>,
    /// The name of the last file of marked pairs.
    pub marked_name: Option<String>,
    /// What the first name of a file begins with: a folder and a slash, or nothing.
    pub folder: String,
    /// The text copied last.
    pub copied: Option<String>,
}
