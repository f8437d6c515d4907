//! Reads the fields of a table in a lesson file, each with its position, so that errors name the line and the field.
//!
//! An invalid field adds a fault and reads as `None`, like a missing one.

use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::actions::TextAction;
use crate::faults::{Faults, excerpt};
use crate::placeholders::placeholders;

/// Most characters of a text in a lesson, more than any model accepts.
const MAX_TEXT_CHARS: usize = 20_000;

/// A table whose fields are read one by one.
pub(super) struct Fields<'a, 'i> {
    table: &'a DeTable<'i>,
    /// Its first byte.
    pub(super) at: usize,
    faults: &'a Faults<'i>,
    /// What error messages call the table.
    what: &'static str,
}

impl<'a, 'i> Fields<'a, 'i> {
    /// Opens a table, and adds a fault for each field that is not among the `known` ones, such as `title, about`.
    pub(super) fn open(
        table: &'a DeTable<'i>,
        at: usize,
        faults: &'a Faults<'i>,
        what: &'static str,
        known: &str,
    ) -> Self {
        for key in table.keys().filter(|key| {
            known
                .split(", ")
                .all(|field| field != key.get_ref().as_ref())
        }) {
            let name = excerpt(key.get_ref());
            faults.add(
                key.span().start,
                format!("unknown field `{name}`; {what} has {known}"),
            );
        }
        Self {
            table,
            at,
            faults,
            what,
        }
    }

    /// A table of a list, such as a check.
    pub(super) fn open_nested(
        &self,
        value: &'a Spanned<DeValue<'i>>,
        name: &str,
        (what, known): (&'static str, &str),
    ) -> Option<Self> {
        match value.get_ref() {
            DeValue::Table(table) => Some(Self::open(
                table,
                value.span().start,
                self.faults,
                what,
                known,
            )),
            _ => self.wrong_type(
                name,
                value,
                &format!("made of tables in {{ }}, one for {what}"),
            ),
        }
    }

    fn get(&self, name: &str) -> Option<&'a Spanned<DeValue<'i>>> {
        self.table
            .iter()
            .find(|(key, _)| key.get_ref() == name)
            .map(|(_, value)| value)
    }

    /// Whether the file has the field, valid or not.
    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Whether a field has this text.
    pub(super) fn has_value(&self, name: &str, text: &str) -> bool {
        self.get(name)
            .is_some_and(|value| value.get_ref().as_str() == Some(text))
    }

    /// Adds a fault at a field, or at the table if the field is missing.
    pub(super) fn add(&self, name: &str, problem: impl Into<String>) {
        self.faults.add(
            self.get(name).map_or(self.at, |value| value.span().start),
            problem.into(),
        );
    }

    /// Adds the fault that something is missing in the table.
    pub(super) fn add_missing(&self, problem: &str) {
        self.faults.add_missing(self.at, problem.to_owned());
    }

    /// Number of faults so far.
    pub(super) fn fault_count(&self) -> usize {
        self.faults.count()
    }

    /// Adds the fault of a field of the wrong type.
    fn wrong_type<T>(&self, name: &str, value: &Spanned<DeValue<'i>>, should: &str) -> Option<T> {
        let is = excerpt(self.faults.file.get(value.span()).unwrap_or_default());
        self.faults.add(
            value.span().start,
            format!("`{name}` should be {should}, not {is}"),
        );
        None
    }

    /// Returns the value of a required field; adds a fault if the field is missing.
    pub(super) fn require<T>(&self, name: &str, found: Option<T>) -> Option<T> {
        if !self.has(name) {
            self.faults.add_missing(
                self.at,
                format!("missing field `{name}`; {} needs it", self.what),
            );
        }
        found
    }

    /// A text, which may be empty.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        let value = self.get(name)?;
        self.text_of(name, value, "a text in quotes")
    }

    fn text_of(&self, name: &str, value: &Spanned<DeValue<'i>>, should: &str) -> Option<String> {
        let DeValue::String(text) = value.get_ref() else {
            return self.wrong_type(name, value, should);
        };
        let length = text.chars().count();
        if length > MAX_TEXT_CHARS {
            let problem =
                format!("`{name}` has {length} characters; the limit is {MAX_TEXT_CHARS}");
            self.faults.add(value.span().start, problem);
            return None;
        }
        Some(text.to_string())
    }

    /// A text that is not empty, if the field exists.
    pub(super) fn nonempty_text(&self, name: &str) -> Option<String> {
        let text = self.text(name)?;
        if text.trim().is_empty() {
            self.add(
                name,
                format!("`{name}` is empty; write something, or leave out the field"),
            );
            return None;
        }
        Some(text)
    }

    /// Adds a fault for each placeholder of a text that names no action.
    pub(super) fn check_placeholders(&self, name: &str) {
        let Some(value) = self.get(name) else { return };
        let written = self.faults.file.get(value.span()).unwrap_or_default();
        let mut from = 0;
        for (at, action) in placeholders(value.get_ref().as_str().unwrap_or_default()) {
            // The text has escapes and line breaks of its own, so the placeholder is searched in the file.
            let found = written[from..].find(&format!("{{{action}}}"));
            let here = found.map_or(from, |found| from + found);
            from = found.map_or(from, |_| here + at.len());
            if TextAction::from_name(action).is_none() {
                let known: Vec<_> = TextAction::all().map(|(known, _)| known).collect();
                let action = excerpt(action);
                self.faults.add(
                    value.span().start + here,
                    format!(
                        "unknown action `{{{action}}}`; a text can name {}. For a word in braces, write `{{ {action} }}`",
                        known.join(", ")
                    ),
                );
            }
        }
    }

    /// One to `most` texts in brackets.
    pub(super) fn texts(&self, name: &str, most: usize) -> Option<Vec<String>> {
        let value = self.get(name)?;
        let should = "a list of texts in quotes: [\"…\", \"…\"]";
        let DeValue::Array(array) = value.get_ref() else {
            return self.wrong_type(name, value, should);
        };
        if array.is_empty() || array.len() > most {
            self.add(
                name,
                format!(
                    "`{name}` has {} texts; it can have 1 to {most}",
                    array.len()
                ),
            );
            return None;
        }
        // Reads all items before an invalid one ends it, so that each invalid item is reported.
        let texts: Vec<_> = array
            .iter()
            .map(|value| self.text_of(name, value, should))
            .collect();
        texts.into_iter().collect()
    }

    /// A value that `read` accepts; `should` says which values these are.
    fn value<T>(
        &self,
        name: &str,
        should: &str,
        read: impl FnOnce(&'a DeValue<'i>) -> Option<T>,
    ) -> Option<T> {
        let value = self.get(name)?;
        read(value.get_ref()).or_else(|| self.wrong_type(name, value, should))
    }

    /// `true` or `false`.
    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        self.value(name, "true or false", DeValue::as_bool)
    }

    /// A whole number in a range.
    pub(super) fn count(&self, name: &str, range: RangeInclusive<usize>) -> Option<usize> {
        self.count_or(name, range, "")
    }

    /// A whole number in a range. `word` is what the field accepts instead, for the error message.
    pub(super) fn count_or(
        &self,
        name: &str,
        range: RangeInclusive<usize>,
        word: &str,
    ) -> Option<usize> {
        let limits = match range.clone().into_inner() {
            (least, usize::MAX) => format!(", {least} or more"),
            (least, most) => format!(" from {least} to {most}"),
        };
        let word = if word.is_empty() {
            String::new()
        } else {
            format!(", or \"{word}\"")
        };
        self.value(name, &format!("a whole number{limits}{word}"), |value| {
            let n = value.as_integer()?;
            usize::from_str_radix(n.as_str(), n.radix())
                .ok()
                .filter(|number| range.contains(number))
        })
    }

    /// A finite number.
    pub(super) fn number(&self, name: &str) -> Option<f64> {
        self.value(name, "a finite number", |value| {
            let number = match value {
                DeValue::Float(number) => number.as_str().parse().ok()?,
                DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix()).ok()? as f64,
                _ => return None,
            };
            Some(number).filter(|number| number.is_finite())
        })
    }

    /// One of several names.
    pub(super) fn choice<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> Option<T> {
        let names: Vec<_> = choices
            .iter()
            .map(|(choice, _)| format!("\"{choice}\""))
            .collect();
        let (last, first) = names
            .split_last()
            .map_or(("", &[][..]), |(last, first)| (last.as_str(), first));
        self.value(name, &format!("{} or {last}", first.join(", ")), |value| {
            choices
                .iter()
                .find(|(choice, _)| value.as_str() == Some(choice))
                .map(|(_, chosen)| *chosen)
        })
    }

    /// A list; `should` is an example for the message.
    pub(super) fn list(&self, name: &str, should: &str) -> &'a [Spanned<DeValue<'i>>] {
        let list = |value: &'a DeValue<'i>| value.as_array().map(|array| &array[..]);
        self.value(name, should, list).unwrap_or_default()
    }

    /// Two texts in brackets.
    pub(super) fn text_pair(&self, name: &str) -> Option<[String; 2]> {
        let should = "two tokens, the candidate's and the reference's: [\"boat\", \"ferry\"]";
        self.value(name, should, |value| {
            let [first, second] = &value.as_array()?[..] else {
                return None;
            };
            Some([
                first.get_ref().as_str()?.to_owned(),
                second.get_ref().as_str()?.to_owned(),
            ])
        })
    }
}
