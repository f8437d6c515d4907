//! The fields of a row besides the scores.

use bertscope_pairs::{Field, PairRecord};

/// The fields of a row besides the scores.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowFields {
    /// The texts.
    pub texts: bool,
    /// The human score.
    pub human: bool,
    /// The group.
    pub group: bool,
    /// Word overlap, as columns of a table.
    pub overlap: bool,
    /// Names of the passed-through columns, as many as the values of [`PairRecord::extra`](bertscope_pairs::PairRecord::extra).
    pub columns: Vec<String>,
}

impl RowFields {
    /// The passed-through columns, with their values in a row.
    pub fn columns_of<'a>(&'a self, pair: &'a PairRecord) -> impl Iterator<Item = (&'a str, &'a Field)> {
        self.columns.iter().map(String::as_str).zip(&pair.extra)
    }
}
