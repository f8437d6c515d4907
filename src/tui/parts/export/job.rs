//! Exports to a file or to the clipboard.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::tui::commands::CopyContent;
use bertscope_analysis::{Analysis, Settings};
use bertscope_models::FrequencyTable;
use bertscope_pair_list::FilePair;
use bertscope_report::PairOrigin;
use bertscope_report::export::palette::Palette;
use bertscope_report::export::{ExportOptions, Format, FormatFacts};
use bertscope_report::findings::handout::{HandoutFormat, HandoutSystem};

/// The URL of the web page, as in `docs/web.md`. A link to it opens only where the page is served.
pub const DEFAULT_PAGE_URL: &str = "http://localhost:8000/";

/// The file name suggested first.
const DEFAULT_FILE_NAME: &str = "bertscope.svg";

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

#[derive(Debug, Clone, PartialEq)]
pub struct MarkedPair {
    pub pair: Arc<FilePair>,
    /// The human score of each candidate.
    pub human: Vec<Option<f64>>,
    /// Its row, mark and annotation.
    pub origin: PairOrigin,
}

/// An export of marked pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkedJob {
    /// Later exports have larger numbers.
    pub number: u64,
    /// Name of the file of pairs.
    pub name: String,
    /// The systems; one without a name if the file has only one.
    pub systems: Vec<HandoutSystem>,
    pub pairs: Vec<MarkedPair>,
    pub settings: Settings,
    /// Document frequencies that replace the model's.
    pub table: Option<Arc<FrequencyTable>>,
    pub palette: Palette,
    /// Whether special tokens have rows and columns.
    pub special: bool,
    pub target: ExportTarget,
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
#[derive(Debug, Clone)]
pub struct Exports {
    pub pending: Vec<PendingExport>,
    /// Number of the newest job.
    pub newest: u64,
    /// The name of the last file, suggested next time.
    pub file_name: String,
    /// The name of the last file of marked pairs.
    pub marked_name: Option<String>,
    /// What the first name of a file begins with: a folder and a slash, or nothing.
    pub folder: String,
    /// The text copied last.
    pub copied: Option<String>,
}

impl Exports {
    /// Suggests names in a folder.
    pub fn set_folder(&mut self, folder: &str) {
        self.folder = format!("{}/", folder.trim_end_matches('/'));
        self.file_name = format!("{}{DEFAULT_FILE_NAME}", self.folder);
    }

    /// Cancels the export with this number if it still waits for its analysis.
    pub fn cancel(&mut self, number: Option<u64>) {
        self.pending
            .retain(|pending| pending.waits_for.is_none() || Some(pending.number) != number);
    }
}

impl Default for Exports {
    fn default() -> Self {
        Self {
            pending: Vec::new(),
            newest: 0,
            file_name: DEFAULT_FILE_NAME.to_owned(),
            marked_name: None,
            folder: String::new(),
            copied: None,
        }
    }
}
