//! Reads a table entry by entry, and keeps what is wrong with its line.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, Deserializer};

use crate::tui::config::{Entry, Fault, ParsedConfig};
use bertscope_lessons::values::{fields_of, toml_problem, unknown_name};

/// The text that is read, and what was found in it.
pub(super) struct Reader<'a> {
    text: &'a str,
    pub(super) found: ParsedConfig,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            found: ParsedConfig::default(),
        }
    }

    /// The line of a byte, from 1.
    pub(super) fn line(&self, byte: usize) -> usize {
        let before = self.text.get(..byte).unwrap_or(self.text);
        before.matches('\n').count() + 1
    }

    /// The bytes of the text as they are written.
    pub(super) fn written(&self, span: Range<usize>) -> &'a str {
        self.text.get(span).unwrap_or_default()
    }

    pub(super) fn fault(&mut self, span: Range<usize>, problem: impl Into<String>) {
        self.found.faults.push(Fault {
            line: self.line(span.start),
            problem: problem.into(),
        });
    }

    pub(super) fn warn(&mut self, span: Range<usize>, problem: impl Into<String>) {
        self.found.warnings.push(Fault {
            line: self.line(span.start),
            problem: problem.into(),
        });
    }

    /// Keeps an entry that is used.
    pub(super) fn accept(&mut self, name: String, span: Range<usize>) {
        self.found.entries.push(Entry {
            line: self.line(span.start),
            name,
            // A list may stand on several lines.
            value: self
                .written(span)
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
        });
    }

    /// What was found, in the order of its lines.
    pub(super) fn finish(self) -> ParsedConfig {
        let mut found = self.found;
        found.faults.sort_by_key(|fault| fault.line);
        found.warnings.sort_by_key(|warning| warning.line);
        found.entries.sort_by_key(|entry| entry.line);
        // A colour of both themes is accepted for each.
        found.entries.dedup();
        found
    }
}

/// The valid entries of a table, as a struct whose fields are all optional.
pub(super) fn read_table<T>(table: &DeTable<'_>, name: &str, reader: &mut Reader<'_>) -> T
where
    T: for<'a> Deserialize<'a> + Default,
{
    let known = fields_of::<T>();
    let mut valid = DeTable::new();
    for (key, value) in table {
        let path = format!("{name}.{}", key.get_ref());
        if !known.contains(&&**key.get_ref()) {
            let problem = unknown_name("key", key.get_ref(), known);
            reader.fault(key.span(), format!("{path}: {problem}"));
            continue;
        }
        let mut alone = DeTable::new();
        alone.insert(key.clone(), value.clone());
        match deserialize::<T>(alone) {
            Ok(_) => {
                reader.accept(path, value.span());
                valid.insert(key.clone(), value.clone());
            }
            Err(error) => {
                // It may be about more lines; one is enough to find it.
                let problem = toml_problem(&error);
                reader.fault(value.span(), format!("{path}: {problem}"));
            }
        }
    }
    deserialize(valid).unwrap_or_default()
}

fn deserialize<T: for<'a> Deserialize<'a>>(table: DeTable<'_>) -> Result<T, toml::de::Error> {
    T::deserialize(Deserializer::from(Spanned::new(0..0, table)))
}
