//! What a report is made from.

use bertscope_report::corpus::Segment;
use bertscope_report::systems::Remarks;
use bertscope_systems::Segments;

/// The input of a report.
pub struct ReportInput {
    /// Names of the systems.
    pub systems: Vec<String>,
    /// The segments.
    pub segments: Vec<Segment>,
    /// The name of the human scores; `None` if there are none.
    pub human: Option<String>,
    /// Saved scores; `None` if they must be computed.
    pub saved: Option<SavedReport>,
}

/// Saved scores with their provenance.
pub struct SavedReport {
    /// The signature, if a file states it.
    pub signature: Option<String>,
    /// The measures that the systems are compared by.
    pub scores: Segments,
    /// Remarks on segments.
    pub remarks: Remarks,
}

/// The name of the human scores if no single column names them.
pub const HUMAN: &str = "human score";
