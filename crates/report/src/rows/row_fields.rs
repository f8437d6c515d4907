//! What a row says of its pair beside the scores.

use bertscope_pairs::{Field, Pair};

/// What a row says of its pair beside the scores.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowFields {
    /// The texts.
    pub texts: bool,
    /// The human score.
    pub human: bool,
    /// The group.
    pub group: bool,
    /// Word overlap, which a table has columns for.
    pub overlap: bool,
    /// Names of the columns that are passed through, as many as [`Pair::extra`] has values.
    pub columns: Vec<String>,
}

impl RowFields {
    /// The columns that are passed through, with their values in a row.
    pub fn columns_of<'a>(&'a self, pair: &'a Pair) -> impl Iterator<Item = (&'a str, &'a Field)> {
        self.columns.iter().map(String::as_str).zip(&pair.extra)
    }
}
