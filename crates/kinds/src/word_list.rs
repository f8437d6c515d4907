//! The list of words and expressions of a language: a text file with a line for each meaning.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use strum::{EnumString, VariantNames};

use crate::words::{Word, split_expression};

/// The names with which the lines of expressions start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Section {
    Abbreviation,
    Negation,
    Modality,
    Number,
    Unit,
    Month,
    Date,
    Hour,
    Year,
    Subject,
    Article,
    Ignored,
}

/// An expression of the list.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    words: Vec<String>,
    pub section: Section,
    /// The first expression of each line that has it, or the number of a month.
    pub meanings: Vec<String>,
    /// Whether it counts only against another expression of its kind.
    pub is_weak: bool,
}

/// An expression of the list in a text.
#[derive(Clone, Copy)]
pub struct Found<'a> {
    pub entry: &'a Entry,
    /// Its number of words.
    pub length: usize,
}

/// The words and expressions of a language.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WordList {
    /// By their first word, the longest first.
    pub(crate) entries: HashMap<String, Vec<Entry>>,
    pub(crate) decimal_comma: bool,
    /// The number of months so far.
    month_count: u32,
}

/// A line that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct WordListError {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong, and what to do.
    pub problem: String,
}

impl WordList {
    /// The bundled list for English.
    pub fn english() -> Arc<Self> {
        static ENGLISH: LazyLock<Arc<WordList>> = LazyLock::new(|| {
            Arc::new(WordList::parse(include_str!("english.txt")).unwrap_or_default())
        });
        Arc::clone(&ENGLISH)
    }

    /// Whether this is the bundled list.
    pub fn is_english(&self) -> bool {
        std::ptr::eq(self, &raw const *Self::english())
    }

    /// Parses a list: lines `NAME: expression, expression`, each with expressions of one meaning. Empty lines and lines that
    /// start with `#` are skipped.
    ///
    /// # Errors
    /// [`WordListError`] for the first line that cannot be read.
    pub fn parse(text: &str) -> Result<Self, WordListError> {
        let mut list = Self::default();
        // Some editors write a byte order mark.
        let lines = text.trim_start_matches('\u{feff}').lines();
        for (line, content) in (1..).zip(lines.map(str::trim)) {
            if !content.is_empty() && !content.starts_with('#') {
                list.add_line(content)
                    .map_err(|problem| WordListError { line, problem })?;
            }
        }
        for entries in list.entries.values_mut() {
            entries.sort_by_key(|entry| Reverse(entry.words.len()));
        }
        Ok(list)
    }

    fn add_line(&mut self, line: &str) -> Result<(), String> {
        let (name, rest) = line
            .split_once(':')
            .ok_or("no colon; write NAME: expression, expression")?;
        let name = name.trim();
        let rest = rest.trim();
        if name == "decimal" {
            if rest != "." && rest != "," {
                return Err(format!("the decimal separator is . or , and not {rest:?}"));
            }
            self.decimal_comma = rest == ",";
            return Ok(());
        }
        let Ok(section) = name.parse::<Section>() else {
            return Err(format!(
                "unknown name {name:?}; use decimal, {}",
                Section::VARIANTS.join(", ")
            ));
        };
        let mut expressions: Vec<&str> = rest
            .split(',')
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .collect();
        let Some(first) = expressions.first() else {
            return Err(format!("no expression after {name}:"));
        };
        let first = first.to_lowercase();
        if section == Section::Number {
            if !first.starts_with(|c: char| c.is_ascii_digit()) {
                return Err("number: starts with digits, such as number: 12, twelve".to_owned());
            }
            // Digits are read as numbers anyway; on the line they are only the meaning.
            expressions.remove(0);
        }
        let meaning = match section {
            Section::Month => {
                self.month_count += 1;
                self.month_count.to_string()
            }
            _ => first,
        };
        for expression in expressions {
            self.add_expression(section, expression, &meaning);
        }
        Ok(())
    }

    fn add_expression(&mut self, section: Section, text: &str, meaning: &str) {
        let words = split_expression(text.trim_end_matches('?'));
        let entries = self
            .entries
            .entry(words.first().cloned().unwrap_or_default())
            .or_default();
        let existing = entries
            .iter_mut()
            .find(|entry| entry.section == section && entry.words == words);
        match existing {
            // A word may be on several lines, as "must not" is: then it may mean either.
            Some(entry) => entry.meanings.push(meaning.to_owned()),
            None => entries.push(Entry {
                words,
                section,
                meanings: vec![meaning.to_owned()],
                is_weak: text.ends_with('?'),
            }),
        }
    }

    /// The longest expression of some sections that some words start with.
    pub(crate) fn find(&self, words: &[Word<'_>], sections: &[Section]) -> Option<Found<'_>> {
        let first = &words.first()?.lower;
        let starting = self.entries.get(first);
        // Contractions: "isn't" is an expression that starts with "n't".
        let contracted = first
            .rfind("n't")
            .and_then(|tail| self.entries.get(&first[tail..]));
        starting
            .into_iter()
            .chain(contracted)
            .flatten()
            .find(|entry| sections.contains(&entry.section) && entry.continues_as(words))
            .map(|entry| Found {
                entry,
                length: entry.words.len(),
            })
    }

    /// Whether a word is an expression of some sections.
    pub(crate) fn has(&self, word: &str, sections: &[Section]) -> bool {
        match self.entries.get(&word.to_lowercase()) {
            Some(entries) => entries
                .iter()
                .any(|entry| entry.words.len() == 1 && sections.contains(&entry.section)),
            None => false,
        }
    }
}

impl Entry {
    /// Whether the words after the first are those of the text.
    fn continues_as(&self, words: &[Word<'_>]) -> bool {
        self.words.len() <= words.len()
            && self
                .words
                .iter()
                .zip(words)
                .skip(1)
                .all(|(expected, word)| *expected == word.lower)
    }
}
