//! Pairs of texts in files: parallel text files, tables with named columns, JSON Lines.
//!
//! Rows are streamed one at a time. A row that cannot be scored is a [`RowError`] with its file, line and problem, and
//! the rows after it are still read. A [`PairsError`] stops reading.
//!
//! This crate is internal to bertscope: its interface may change with any version.

mod columns;
mod delimited;
mod error;
#[cfg(feature = "gzip")]
mod gzip;
pub mod input;
mod json_fields;
mod json_lines;
mod json_records;
mod lines;
pub mod long_table;
pub mod marks;
mod missing;
mod parallel;
pub mod provenance;
mod record_bytes;
mod row_fields;
pub mod saved_scores;
mod score_columns;
pub mod scored_lines;
mod source;

use std::sync::Arc;

use serde_json::value::RawValue;

pub use columns::{Columns, SystemColumns};
pub use error::{PairsError, RowError, RowProblem, no_human_scores};
pub use input::{Input, TableFormat};
pub use missing::{MissingText, MissingTexts};
pub use parallel::looks_like_a_file;
pub use row_fields::parse_human_score;
pub use source::Source;

/// Maximum bytes of a line or record. Longer ones are errors, so that they cannot exhaust memory.
pub const MAX_RECORD_BYTES: usize = 16 << 20;

/// Maximum bytes of an id or a group, which names rows in lists and messages.
pub const MAX_NAME_BYTES: usize = 10_000;

/// One candidate with its references.
#[derive(Debug, Clone, Default)]
pub struct PairRecord {
    pub id: Option<Id>,
    pub candidate: String,
    /// Its references, at least one unless it is missing.
    pub references: Vec<String>,
    /// The text that is missing, so that the pair is kept without a score.
    pub missing: Option<MissingText>,
    /// Whether a text of a table that is read without quotes looks as if it were quoted.
    pub looks_quoted: bool,
    /// The human score of the candidate.
    pub human: Option<f64>,
    /// A human score that cannot be read and counts as missing: the pair can be scored anyway.
    pub unread_human: Option<RowError>,
    /// Whether it was exported with a mark or a note, in the field `origin`: then a person selected it.
    pub selected: bool,
    /// Its group, within which candidates are compared.
    pub group: Option<String>,
    /// Saved precision, recall and F1, if the file has columns with these names.
    pub scores: Option<[Option<f64>; 3]>,
    /// Their provenance, if the file states it.
    pub provenance: Option<provenance::ScoreProvenance>,
    /// The values of [`Columns::system`], if it is named, and of [`Columns::extra`], in that order.
    pub extra: Vec<Field>,
    /// Its other columns, in the order of the file, if [`Columns::others`] is set.
    pub others: Vec<OtherColumn>,
    /// The candidates of further systems for the same references, in the order of [`Columns::other_systems`] or of the files.
    pub other_systems: Vec<SystemCandidate>,
}

/// The candidate of a further system.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SystemCandidate {
    pub candidate: String,
    pub human: Option<f64>,
}

/// A column of a row that is neither a text nor a score, such as the system that wrote the candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherColumn {
    /// Its name, which the rows of a table share.
    pub name: Arc<str>,
    /// Its value in this row, never empty.
    pub value: String,
}

/// A row of a file: a pair, or its problem.
pub type Row = Result<PairRecord, RowError>;

/// The rows of a file; an error ends them.
pub type Rows = Box<dyn Iterator<Item = Result<Row, PairsError>> + Send>;

/// The id of a row.
pub type Id = Field;

/// A value exactly as in the file, so that a number stays a number.
#[derive(Debug, Clone)]
pub struct Field(Box<RawValue>);

impl Field {
    /// Creates a value from JSON.
    pub fn json(value: &RawValue) -> Self {
        Self(value.to_owned())
    }

    /// Creates a string value.
    ///
    /// # Panics
    /// Never: a string is always JSON.
    pub fn text(name: &str) -> Self {
        Self(serde_json::value::to_raw_value(name).expect("a string is JSON"))
    }

    pub fn as_json(&self) -> &RawValue {
        &self.0
    }

    /// The number in it, if it is one, also as a text.
    pub(crate) fn number(&self) -> Option<f64> {
        self.to_string().trim().parse().ok()
    }

    /// Whether it is a list, an object or null, which no list shows.
    pub(crate) fn is_nested_or_null(&self) -> bool {
        self.0.get().starts_with(['{', '[', 'n'])
    }
}

impl std::fmt::Display for Field {
    /// A string without its quotes, anything else as JSON.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match serde_json::from_str::<String>(self.0.get()) {
            Ok(text) => f.write_str(&text),
            Err(_) => f.write_str(self.0.get()),
        }
    }
}
