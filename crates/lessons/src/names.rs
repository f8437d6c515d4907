//! The names that serde knows, of a struct's fields or of an enum's variants, and which of them a misspelt name may mean.

use std::fmt;

use serde::Deserialize;
use serde::de::value::{MapDeserializer, StrDeserializer};
use serde::de::{self, Deserializer, IntoDeserializer};

/// Why serde takes a name for neither a field nor a variant.
///
/// serde reports an unknown name by a method of the error's type, together with all names; TOML's error makes a text of
/// both, so names are read with an error of our own.
#[derive(Debug)]
enum NameError {
    Unknown(&'static [&'static str]),
    Other(String),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(names) => write!(f, "one of {}", quoted(names)),
            Self::Other(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for NameError {}

impl de::Error for NameError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Other(message.to_string())
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::Unknown(expected)
    }

    fn unknown_field(_: &str, expected: &'static [&'static str]) -> Self {
        Self::Unknown(expected)
    }
}

/// A value of an enum without data. Its error names the nearest variant, and all of them.
#[derive(Debug, Clone, Copy)]
pub struct OneOf<T>(pub T);

impl<'de, T: for<'a> Deserialize<'a>> Deserialize<'de> for OneOf<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let variant: StrDeserializer<'_, NameError> = name.as_str().into_deserializer();
        match T::deserialize(variant) {
            Ok(value) => Ok(Self(value)),
            Err(NameError::Unknown(names)) => {
                Err(de::Error::custom(unknown_name("value", &name, names)))
            }
            Err(NameError::Other(message)) => Err(de::Error::custom(message)),
        }
    }
}

/// The names of the fields of a struct with `deny_unknown_fields`.
pub fn fields_of<T: for<'a> Deserialize<'a>>() -> &'static [&'static str] {
    // No field has an empty name.
    let no_field = MapDeserializer::<_, NameError>::new([("", ())].into_iter());
    match T::deserialize(no_field) {
        Err(NameError::Unknown(names)) => names,
        Ok(_) | Err(NameError::Other(_)) => unreachable!("the struct denies unknown fields"),
    }
}

/// A sentence about a name that is not among the known ones; `what` says what it would be the name of.
pub fn unknown_name(what: &str, name: &str, known: &[&str]) -> String {
    let name_in_quotes = excerpt(name);
    let known_names = quoted(known);
    match nearest(name, known) {
        Some(nearest) => format!(
            "unknown {what} {name_in_quotes}; did you mean `{nearest}`? There are {known_names}"
        ),
        None => format!("unknown {what} {name_in_quotes}; there are {known_names}"),
    }
}

/// What is wrong in TOML, on one line and in the words of TOML instead of serde's.
pub fn toml_problem(error: &toml::de::Error) -> String {
    let message = error.message().trim().replace('\n', ", ");
    message
        .replace("invalid type: map", "found a table")
        .replace("invalid type: sequence", "found a list")
        .replace("invalid type: ", "found the ")
        .replace("invalid value: ", "found the ")
        .replace("expected a string", "expected a text in quotes")
}

/// The known name that a misspelt one most likely means.
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let mut best = None;
    // Below it, names have little more in common than chance.
    let mut best_similarity = 0.7;
    for &candidate in known {
        let similarity = strsim::jaro(name, candidate);
        if similarity > best_similarity {
            best_similarity = similarity;
            best = Some(candidate);
        }
    }
    best
}

fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// The start of a name in quotes, on one line.
fn excerpt(name: &str) -> String {
    const MAX_CHARS: usize = 40;
    let line = name.lines().next().unwrap_or_default();
    let cut: String = line.chars().take(MAX_CHARS).collect();
    if cut == name {
        format!("`{cut}`")
    } else {
        format!("`{cut}…`")
    }
}
