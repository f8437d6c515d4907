//! The fields of a JSON object, also nested ones, and what their values are.

use std::borrow::Cow;
use std::fmt;

use indexmap::IndexMap;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::error::RowProblem;
use crate::lines::excerpt;
use crate::row_fields::{References, RowFields};
use crate::{Columns, Field};

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

    /// Adds the columns that `score --keep-columns` put into a field.
    pub fn add_kept_columns(&mut self) {
        let kept = self
            .get("columns")
            .and_then(|value| serde_json::from_str(value.get()).ok());
        let JsonFields(kept) = kept.unwrap_or(JsonFields(Vec::new()));
        // `score` accepts no column with the name of another field.
        self.0.extend(kept);
    }

    /// Adds the nested fields that the user named, such as `expected.answer`.
    pub fn add_nested(&mut self, columns: &Columns) {
        for name in columns.named() {
            // A field with this very name goes first.
            if name.contains('.')
                && self.get(name).is_none()
                && let Some(value) = self.nested(name)
            {
                self.0.push((Cow::Owned(name.clone()), value));
            }
        }
    }

    /// The value at a path of names, parted by dots, which may be in names as well; a number is a position in a list.
    pub fn nested(&self, path: &str) -> Option<&'a RawValue> {
        if let Some(value) = self.get(path) {
            return Some(value);
        }
        for (dot, _) in path.rmatch_indices('.') {
            let Some(value) = self.get(&path[..dot]) else {
                continue;
            };
            if let Some(found) = nested_in(value, &path[dot + 1..]) {
                return Some(found);
            }
        }
        None
    }

    /// Whether the pair was exported with a mark or a note.
    pub fn is_selected(&self) -> bool {
        let stated = [self.nested("origin.marked"), self.nested("origin.note")];
        let mut stated = stated.into_iter().flatten().map(RawValue::get);
        stated.any(|value| !["null", "false", "\"\""].contains(&value))
    }

    fn name_and_value(&self, position: usize) -> (&str, &'a RawValue) {
        let (name, value) = &self.0[position];
        (name, value)
    }
}

impl RowFields for JsonFields<'_> {
    const HAS_NO_NULL: bool = false;

    fn text(&self, position: usize) -> Result<Option<String>, RowProblem> {
        let (name, value) = self.name_and_value(position);
        text(name, value, "")
    }

    fn references(&self, position: usize) -> Result<References, RowProblem> {
        let (name, value) = self.name_and_value(position);
        let Ok(list) = serde_json::from_str::<Vec<&RawValue>>(value.get()) else {
            return Ok(References::One(text(name, value, " or a list of texts")?));
        };
        let mut texts = Vec::with_capacity(list.len());
        for (position, element) in list.iter().enumerate() {
            // As the user would name it alone.
            texts.extend(text(&format!("{name}.{position}"), element, "")?);
        }
        Ok(References::List(texts))
    }

    fn column_name(&self, position: usize) -> String {
        format!("{:?}", excerpt(self.name_and_value(position).0))
    }

    fn value(&self, position: usize) -> Result<Field, RowProblem> {
        Ok(Field::json(self.0[position].1))
    }
}

impl<'de> Deserialize<'de> for JsonFields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

/// The value at a path within a value; a position in a list is a name. What is inside null is null.
fn nested_in<'a>(value: &'a RawValue, path: &str) -> Option<&'a RawValue> {
    if is_null(value) {
        return Some(value);
    }
    let Ok(list) = serde_json::from_str::<Vec<&'a RawValue>>(value.get()) else {
        return serde_json::from_str::<JsonFields<'a>>(value.get())
            .ok()?
            .nested(path);
    };
    let (position, rest) = path.split_once('.').unwrap_or((path, ""));
    let element = list.get(position.parse::<usize>().ok()?)?;
    if rest.is_empty() {
        return Some(element);
    }
    nested_in(element, rest)
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = JsonFields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a candidate and a reference")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        // An object may have 100,000 fields.
        let mut fields: IndexMap<Cow<'de, str>, &'de RawValue> = IndexMap::new();
        while let Some((Name(name), value)) = map.next_entry()? {
            fields.insert(name, value);
        }
        Ok(JsonFields(fields.into_iter().collect()))
    }
}

/// A name, borrowed from the line unless it contains an escape.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// Whether a value stands for one that is missing.
fn is_null(value: &RawValue) -> bool {
    value.get() == "null"
}

/// The text in a field; `None` for null. `alternative` is what else the field may be, in a message.
fn text(
    name: &str,
    value: &RawValue,
    alternative: &'static str,
) -> Result<Option<String>, RowProblem> {
    if is_null(value) {
        return Ok(None);
    }
    if let Ok(text) = serde_json::from_str(value.get()) {
        return Ok(Some(text));
    }
    let field = excerpt(name);
    Err(match kind(value) {
        Some(kind) => RowProblem::NotAText {
            field,
            kind,
            alternative,
        },
        None => RowProblem::LoneSurrogate(field),
    })
}

/// The type of a value that is not a string, in words. `None` for a string, which can only be invalid because an escape
/// in it is half of a surrogate pair.
fn kind(value: &RawValue) -> Option<&'static str> {
    match value.get().as_bytes().first() {
        Some(b'"') => None,
        Some(b'{') => Some("an object"),
        Some(b'[') => Some("a list"),
        Some(b't' | b'f') => Some("true or false"),
        _ => Some("a number"),
    }
}
