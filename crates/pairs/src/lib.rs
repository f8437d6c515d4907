//! Pairs of texts in files: parallel text files, tables with named columns, JSON Lines.
//!
//! Rows are streamed one at a time. A row that cannot be scored is a [`RowError`] with its file, line and problem, and
//! the rows after it are still read. A [`PairsError`] stops reading.
//!
//! This crate is internal to bertscope: its interface may change with any version.

mod column_role;
mod columns;
mod delimited;
mod error;
mod field;
#[cfg(feature = "gzip")]
mod gzip;
mod human_score;
pub mod input;
mod json_fields;
mod json_lines;
mod json_records;
pub mod limits;
mod lines;
pub mod long_table;
pub mod marks;
mod missing;
mod parallel;
pub mod provenance;
mod record;
mod record_bytes;
mod row_fields;
mod row_pair;
pub mod saved_scores;
mod score_columns;
pub mod scored_lines;
mod source;
mod table_format;

pub use columns::{Columns, SystemColumns};
pub use error::{PairsError, RowError, RowProblem, no_human_scores};
pub use field::{Field, Id};
pub use human_score::parse_human_score;
pub use input::Input;
pub use json_lines::json_reason;
pub use missing::{MissingText, MissingTexts};
pub use parallel::looks_like_a_file;
pub use record::{OtherColumn, PairRecord, Row, Rows, SystemCandidate};
pub use source::Source;
pub use table_format::TableFormat;
