//! How the numbers of a row were computed, as data.

use std::fmt;

/// The steps of a computation, in order; none where a row has nothing to derive.
pub type Derivation = Vec<Step>;

/// One step: a formula, the same with the numbers of this pair, and the result. A sentence is a step without the last two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The formula, or a sentence.
    pub formula: String,
    /// The formula with its numbers; `None` if it has none, or if they are the result.
    pub numbers: Option<String>,
    pub result: Option<String>,
}

impl Step {
    /// A step in words.
    pub fn sentence(text: impl Into<String>) -> Self {
        Self {
            formula: text.into(),
            numbers: None,
            result: None,
        }
    }

    /// `formula = numbers = result`.
    pub fn computed(
        formula: impl Into<String>,
        numbers: impl Into<String>,
        result: impl Into<String>,
    ) -> Self {
        Self {
            formula: formula.into(),
            numbers: Some(numbers.into()),
            result: Some(result.into()),
        }
    }

    /// `name = result`.
    pub fn result(name: impl Into<String>, result: impl Into<String>) -> Self {
        Self {
            formula: name.into(),
            numbers: None,
            result: Some(result.into()),
        }
    }

    /// The same step without its formula, which is written above it: `P = numbers = result`.
    #[must_use]
    pub fn short(self) -> Self {
        let name = self.formula.split(" = ").next().unwrap_or_default();
        let name = name.to_owned();
        self.named(name)
    }

    /// The same step with a name for its formula, which is written above it; a sentence stays as it is.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        if self.result.is_none() {
            return self;
        }
        Self {
            formula: name.into(),
            ..self
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.formula)?;
        for part in [&self.numbers, &self.result].into_iter().flatten() {
            write!(f, " = {part}")?;
        }
        Ok(())
    }
}

impl From<String> for Step {
    fn from(text: String) -> Self {
        Self::sentence(text)
    }
}

impl From<&str> for Step {
    fn from(text: &str) -> Self {
        Self::sentence(text)
    }
}
