//! A comparison of systems written out: as text for people, as a table, and as JSON.

mod drivers;
mod grid;
pub mod text;
pub mod tsv;

use serde::Serialize;

use bertscope_systems::{Comparison, Drivers};

/// All that `bertscope compare` finds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemsReport {
    /// What the scores were computed with, in `bert_score`'s form.
    pub signature: String,
    /// Segments that could not be scored for every system, and count for none.
    pub left_out: u64,
    /// The systems beside each other.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// What drives their scores; `None` where only scores are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drivers: Option<Drivers>,
}
