//! Exports, as a file or over the clipboard.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::message::Message;
use bertscope_analysis::Analysis;
use bertscope_report::export::{ExportOptions, Format};
use bertscope_report::handout::HandoutFormat;

/// Where `web/README.md` has the page served.
const PAGE: &str = "http://localhost:8000/";

/// The name that is suggested at first.
const FIRST_NAME: &str = "bertscope.svg";

/// Each format with its file extension and a short description.
pub const KINDS: [(Format, &str, &str); 8] = [
    (Format::Svg, "svg", "vector graphics, sharp at any size"),
    (Format::Png, "png", "the picture as pixels"),
    (Format::Html, "html", "an interactive page"),
    (Format::Ansi, "ansi", "text in colours"),
    (Format::Text, "txt", "text"),
    (Format::Markdown, "md", "tables for documents"),
    (Format::Json, "json", "all numbers, for bertscope check"),
    (Format::Python, "py", "a bert_score script"),
];

/// What can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyContent {
    /// P, R, F1 and the signature in one line.
    Scores,
    /// The picture as text.
    Picture,
    /// Tables for documents.
    Markdown,
    /// The whole analysis.
    Json,
    /// A program that gives the same numbers.
    Python,
    /// An address that opens the same picture in a browser.
    Link,
}

impl CopyContent {
    /// The kind of file that has the same in it; `None` for the scores and the link.
    #[must_use]
    pub fn format(self) -> Option<Format> {
        match self {
            Self::Scores | Self::Link => None,
            Self::Picture => Some(Format::Text),
            Self::Markdown => Some(Format::Markdown),
            Self::Json => Some(Format::Json),
            Self::Python => Some(Format::Python),
        }
    }

    /// In a sentence.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Scores => "scores",
            Self::Picture => "picture",
            Self::Markdown => "Markdown",
            Self::Json => "JSON",
            Self::Python => "Python",
            Self::Link => "link",
        }
    }
}

/// The target of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Into a file.
    File {
        /// As it was typed.
        name: String,
        /// Whether what has the name may be replaced.
        replace: bool,
    },
    /// Over the clipboard.
    Clipboard(CopyContent),
}

/// What is exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The pair on the screen.
    Screen,
    /// The pairs of the file with a mark or a note, so many.
    Marked {
        /// Pairs.
        pairs: usize,
        /// Candidates of each.
        systems: usize,
    },
}

impl Subject {
    /// The file extensions that there are for it, each with a short description.
    #[must_use]
    pub fn kinds(self) -> Vec<(&'static str, &'static str)> {
        match self {
            Self::Screen => KINDS.iter().map(|(_, extension, about)| (*extension, *about)).collect(),
            Self::Marked { .. } => {
                HandoutFormat::ALL.iter().map(|(_, extension, about)| (*extension, *about)).collect()
            }
        }
    }

    /// The place in [`Self::kinds`] of the kind that a name asks for.
    #[must_use]
    pub fn kind(self, name: &Path) -> Option<usize> {
        match self {
            Self::Screen => {
                let format = Format::of(name)?;
                KINDS.iter().position(|(kind, ..)| *kind == format)
            }
            Self::Marked { .. } => {
                let format = HandoutFormat::of(name)?;
                HandoutFormat::ALL.iter().position(|(kind, ..)| *kind == format)
            }
        }
    }
}

/// An export: rendered and, if it is a file, written.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportJob {
    /// Later ones have larger numbers.
    pub number: u64,
    /// What is on the screen.
    pub analysis: Arc<Analysis>,
    /// As what.
    pub format: Format,
    /// How it is drawn.
    pub options: ExportOptions,
    /// The target.
    pub target: Target,
}

/// The outcome of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportOutcome {
    /// A file was written.
    File {
        /// Where it is.
        path: PathBuf,
        /// Its size.
        bytes: u64,
        /// Characters for which no font here has a glyph; a PNG has boxes for them.
        missing: usize,
    },
    /// A text to be copied.
    Text(String),
    /// A file of that name exists.
    Exists,
    /// Why it failed.
    Failed(String),
}

/// An export that is not finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingExport {
    /// Number of its job.
    pub number: u64,
    /// The target.
    pub target: Target,
    /// What is exported.
    pub subject: Subject,
    /// Number of the analysis that it waits for; `None` once it runs.
    pub waits_for: Option<u64>,
}

/// Exports that are not finished.
#[derive(Debug, Clone)]
pub struct Exports {
    /// Those.
    pub pending: Vec<PendingExport>,
    /// Number of the newest one.
    pub newest: u64,
    /// The name of the last file that was written, to begin with the next time.
    pub file_name: String,
    /// The name of the last file of marked pairs.
    pub marked_name: Option<String>,
    /// Address of the web page that links open.
    pub page: String,
    /// What was typed while the prompt waits for its file: for the screen below it.
    pub typed_ahead: Vec<Message>,
}

impl Default for Exports {
    fn default() -> Self {
        Self {
            pending: Vec::new(),
            page: PAGE.to_owned(),
            newest: 0,
            file_name: FIRST_NAME.to_owned(),
            marked_name: None,
            typed_ahead: Vec::new(),
        }
    }
}

/// What the bottom line says until the next key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatusMessage {
    /// A file was written, so many bytes, with so many characters that no font here has.
    Written(PathBuf, u64, usize),
    /// So many bytes went to the terminal, for its clipboard.
    Copied(CopyContent, usize),
    /// Something that was done.
    Done(String),
    /// Why something failed.
    Failed(String),
}
