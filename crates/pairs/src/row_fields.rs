//! The fields of a row, in a table or in JSON Lines.

use crate::Field;
use crate::error::RowProblem;

/// The fields of a row, by the positions of their columns.
pub trait RowFields {
    /// Whether a blank text is the only form of a missing one.
    const HAS_NO_NULL: bool;

    /// A field that has to be a text; `None` if it is missing.
    fn text(&self, position: usize) -> Result<Option<String>, RowProblem>;

    /// A field with one reference or a list of them.
    fn references(&self, position: usize) -> Result<References, RowProblem> {
        Ok(References::One(self.text(position)?))
    }

    /// A column in a message: its name in quotes, or its number.
    fn column_name(&self, position: usize) -> String;

    /// Any field, as it is written.
    fn value(&self, position: usize) -> Result<Field, RowProblem>;
}

/// The references of a field.
pub enum References {
    /// One, or `None` if it is missing.
    One(Option<String>),
    /// The texts of a list, each meant as a text even if it is blank.
    List(Vec<String>),
}
