//! A value of a file, as it is written.

use serde_json::value::RawValue;

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
