//! The fields of a JSON object, and what their values are.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::Field;
use crate::columns::ColumnPositions;
use crate::error::RowProblem;
use crate::lines::excerpt;
use crate::row_fields::{RowFields, Texts};

/// The fields of an object, in the order of the line; of fields with the same name, the last one counts, as is usual.
pub struct JsonFields<'a>(pub Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> JsonFields<'a> {
    pub fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(name, _)| name.as_ref()).collect()
    }

    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        let (_, value) = self.0.iter().find(|(known, _)| known == name)?;
        Some(value)
    }

    fn name_and_value(&self, position: usize) -> (&str, &'a RawValue) {
        let (name, value) = &self.0[position];
        (name, value)
    }
}

impl RowFields for JsonFields<'_> {
    fn texts(&self, positions: &ColumnPositions) -> Result<Texts, RowProblem> {
        let mut references = Vec::new();
        for position in &positions.references {
            let (name, value) = self.name_and_value(*position);
            references.extend(text_or_texts(name, value)?);
        }
        Ok(Texts {
            candidate: self.text(positions.candidate)?,
            references,
        })
    }

    fn text(&self, position: usize) -> Result<String, RowProblem> {
        let (name, value) = self.name_and_value(position);
        text(name, value, false)
    }

    fn scalar(&self, position: usize) -> Result<String, RowProblem> {
        Ok(scalar(self.0[position].1))
    }

    fn value(&self, position: usize) -> Result<Field, RowProblem> {
        Ok(Field::json(self.0[position].1))
    }

    fn label(&self, position: usize) -> Option<String> {
        label(self.0[position].1)
    }
}

impl<'de> Deserialize<'de> for JsonFields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = JsonFields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a candidate and a reference")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields: Vec<(Cow<'de, str>, &'de RawValue)> = Vec::new();
        // An object may have 100,000 fields.
        let mut positions: HashMap<Cow<'de, str>, usize> = HashMap::new();
        while let Some((Name(name), value)) = map.next_entry()? {
            let position = *positions.entry(name.clone()).or_insert(fields.len());
            match fields.get_mut(position) {
                Some(field) => field.1 = value,
                None => fields.push((name, value)),
            }
        }
        Ok(JsonFields(fields))
    }
}

/// A name, borrowed from the line unless it contains an escape.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// A string without its quotes, anything else as JSON.
pub fn scalar(value: &RawValue) -> String {
    serde_json::from_str(value.get()).unwrap_or_else(|_| value.get().to_owned())
}

/// A text without its quotes, a number or a boolean; `None` for a list, an object or null.
pub fn label(value: &RawValue) -> Option<String> {
    match value.get().as_bytes().first() {
        Some(b'"') => serde_json::from_str(value.get()).ok(),
        Some(b'{' | b'[' | b'n') | None => None,
        Some(_) => Some(value.get().to_owned()),
    }
}

/// The text in a field.
fn text(name: &str, value: &RawValue, may_be_list: bool) -> Result<String, RowProblem> {
    serde_json::from_str(value.get()).map_err(|_| match kind(value) {
        Some(kind) => RowProblem::NotAText {
            field: excerpt(name),
            kind,
            may_be_list,
        },
        None => RowProblem::LoneSurrogate(excerpt(name)),
    })
}

/// The texts in a field that contains one text or a list of texts.
fn text_or_texts(name: &str, value: &RawValue) -> Result<Vec<String>, RowProblem> {
    let Ok(list) = serde_json::from_str::<Vec<&RawValue>>(value.get()) else {
        return Ok(vec![text(name, value, true)?]);
    };
    if list.is_empty() {
        return Err(RowProblem::EmptyList(excerpt(name)));
    }
    let mut texts = Vec::with_capacity(list.len());
    for value in list {
        match (serde_json::from_str(value.get()), kind(value)) {
            (Ok(text), _) => texts.push(text),
            (Err(_), Some(kind)) => {
                return Err(RowProblem::NotTexts {
                    field: excerpt(name),
                    kind,
                });
            }
            (Err(_), None) => return Err(RowProblem::LoneSurrogate(excerpt(name))),
        }
    }
    Ok(texts)
}

/// The type of a value that is not a string, in words. `None` for a string, which can only be invalid because an escape
/// in it is half of a surrogate pair.
fn kind(value: &RawValue) -> Option<&'static str> {
    match value.get().as_bytes().first() {
        Some(b'"') => None,
        Some(b'{') => Some("an object"),
        Some(b'[') => Some("a list"),
        Some(b't' | b'f') => Some("true or false"),
        Some(b'n') => Some("null"),
        _ => Some("a number"),
    }
}
