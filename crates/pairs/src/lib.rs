//! Pairs of texts in files: parallel text files, tables with named columns, JSON Lines.
//!
//! Rows come one after the other; nothing is kept of those that were read. A row that can not be used is a [`BadRow`],
//! which says where and why, and the rows after it still come. What ends the reading is a [`PairsError`].

pub mod columns;
pub mod delimited;
pub mod error;
pub mod input;
pub mod json_lines;
pub mod lines;
pub mod marks;
pub mod parallel;
pub mod provenance;
pub mod scores;
pub mod source;

use serde_json::value::RawValue;

pub use columns::Columns;
pub use error::PairsError;
pub use input::{Input, TableFormat};
pub use source::Source;

/// Most bytes of one line or record; a longer one is a mistake, and would not fit into memory for ever.
pub const LONGEST: usize = 16 << 20;

/// One candidate with its references.
#[derive(Debug, Clone)]
pub struct Pair {
    /// What the file calls it.
    pub id: Option<Id>,
    /// The candidate.
    pub candidate: String,
    /// Its references, at least one.
    pub references: Vec<String>,
    /// What a person says of the candidate.
    pub human: Option<f64>,
    /// The group in which it is compared with others.
    pub group: Option<String>,
    /// Precision, recall and F1 as the file has them, where it has columns of these names.
    pub scores: Option<[Option<f64>; 3]>,
    /// What these were made with, where the file says it.
    pub provenance: Option<provenance::ScoreProvenance>,
}

/// A row of a file: a pair, or why there is none.
pub type Row = Result<Pair, BadRow>;

/// The rows of a file, until they end or can not be read on.
pub type Rows = Box<dyn Iterator<Item = Result<Row, PairsError>> + Send>;

/// A row that can not be used.
#[derive(Debug, Clone)]
pub struct BadRow {
    /// What the file calls it, where that much can be read.
    pub id: Option<Id>,
    /// File, line and what is wrong there.
    pub sentence: String,
}

/// A row's name, exactly as the file has it, so that a number stays a number.
#[derive(Debug, Clone)]
pub struct Id(Box<RawValue>);

impl Id {
    /// A name out of a JSON file.
    #[must_use]
    pub fn json(value: &RawValue) -> Self {
        Self(value.to_owned())
    }

    /// A name that is text.
    ///
    /// # Panics
    /// Never: a string is always JSON.
    #[must_use]
    pub fn text(name: &str) -> Self {
        Self(serde_json::value::to_raw_value(name).expect("a string is JSON"))
    }

    /// As JSON.
    #[must_use]
    pub fn as_json(&self) -> &RawValue {
        &self.0
    }
}

impl std::fmt::Display for Id {
    /// A string without its quotes, anything else as JSON.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match serde_json::from_str::<String>(self.0.get()) {
            Ok(text) => f.write_str(&text),
            Err(_) => f.write_str(self.0.get()),
        }
    }
}
