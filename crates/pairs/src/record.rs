//! A pair of a file, with all that its row says of it.

use std::sync::Arc;

use crate::provenance::ScoreProvenance;
use crate::{Field, Id, MissingText, PairsError, RowError};

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
    pub provenance: Option<ScoreProvenance>,
    /// The values of [`Columns::system`](crate::Columns::system), if it is named, and of [`Columns::extra`](crate::Columns::extra), in that order.
    pub extra: Vec<Field>,
    /// Its other columns, in the order of the file, if [`Columns::others`](crate::Columns::others) is set.
    pub others: Vec<OtherColumn>,
    /// The candidates of further systems for the same references, in the order of [`Columns::other_systems`](crate::Columns::other_systems) or of the files.
    pub other_systems: Vec<SystemCandidate>,
}

impl PairRecord {
    /// The candidates of all systems, the first system's first.
    pub fn candidates(&self) -> impl Iterator<Item = &String> + Clone {
        let others = self.other_systems.iter().map(|other| &other.candidate);
        std::iter::once(&self.candidate).chain(others)
    }
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
