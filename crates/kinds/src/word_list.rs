//! The list of words and expressions of a language: a text file with a line for each meaning.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use crate::words::{Word, split_expression};

/// The names with which the lines of expressions start.
const SECTIONS: &str =
    "abbreviation, negation, modality, number, unit, month, date, hour, year, article, ignored";

/// An expression of the list.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    words: Vec<String>,
    pub section: &'static str,
    /// The first expression of each line that has it, or the number of a month; all negations mean the same.
    pub meanings: Vec<String>,
    /// Whether it counts only against another expression of its kind.
    pub is_weak: bool,
}

/// The words and expressions of a language.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WordList {
    /// By their first word, the longest first.
    pub(crate) entries: HashMap<String, Vec<Entry>>,
    pub(crate) decimal_comma: bool,
    months: u32,
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

    /// Parses a list: lines `NAME: expression, expression`, each with expressions of one meaning. Empty lines and lines that
    /// start with `#` are skipped.
    ///
    /// # Errors
    /// [`WordListError`] for the first line that cannot be read.
    pub fn parse(text: &str) -> Result<Self, WordListError> {
        let mut list = Self::default();
        for (line, content) in (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim))
        {
            if !content.is_empty() && !content.starts_with('#') {
                list.add_line(content)
                    .map_err(|problem| WordListError { line, problem })?;
            }
        }
        list.entries
            .values_mut()
            .for_each(|all| all.sort_by_key(|entry| Reverse(entry.words.len())));
        Ok(list)
    }

    fn add_line(&mut self, line: &str) -> Result<(), String> {
        let (name, rest) = line
            .split_once(':')
            .ok_or("no colon; write NAME: expression, expression")?;
        let (name, rest) = (name.trim(), rest.trim());
        if name == "decimal" {
            self.decimal_comma = rest == ",";
            let problem = || format!("the decimal separator is . or , and not {rest:?}");
            return [".", ","].contains(&rest).then_some(()).ok_or_else(problem);
        }
        let Some(section) = SECTIONS.split(", ").find(|known| *known == name) else {
            return Err(format!("unknown name {name:?}; use decimal, {SECTIONS}"));
        };
        let expressions: Vec<&str> = rest
            .split(',')
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .collect();
        let first = expressions
            .first()
            .ok_or_else(|| format!("no expression after {name}:"))?
            .to_lowercase();
        if section == "number" && !first.starts_with(|c: char| c.is_ascii_digit()) {
            return Err("number: starts with digits, such as number: 12, twelve".to_owned());
        }
        self.months += u32::from(section == "month");
        let meaning = match section {
            "negation" => "not".to_owned(),
            "month" => self.months.to_string(),
            _ => first,
        };
        for text in &expressions[usize::from(section == "number")..] {
            let (words, is_weak) = (
                split_expression(text.trim_end_matches('?')),
                text.ends_with('?'),
            );
            let all = self
                .entries
                .entry(words.first().cloned().unwrap_or_default())
                .or_default();
            match all
                .iter_mut()
                .find(|entry| entry.section == section && entry.words == words)
            {
                Some(known) => known.meanings.push(meaning.clone()),
                None => all.push(Entry {
                    words,
                    section,
                    meanings: vec![meaning.clone()],
                    is_weak,
                }),
            }
        }
        Ok(())
    }

    /// The longest expression of some sections that starts at a word, and its number of words.
    pub(crate) fn find(
        &self,
        words: &[Word<'_>],
        at: usize,
        sections: &[&str],
    ) -> Option<(&Entry, usize)> {
        let rest = words.get(at..)?;
        let first = &rest.first()?.lower;
        // Contractions: "isn't" is an expression that starts with "n't".
        let contracted = first
            .rfind("n't")
            .and_then(|tail| self.entries.get(&first[tail..]));
        let fits = |entry: &&Entry| {
            sections.contains(&entry.section)
                && entry.words.len() <= rest.len()
                && entry
                    .words
                    .iter()
                    .zip(rest)
                    .skip(1)
                    .all(|(expected, word)| *expected == word.lower)
        };
        let found = self
            .entries
            .get(first)
            .into_iter()
            .chain(contracted)
            .flatten()
            .find(fits)?;
        Some((found, found.words.len()))
    }

    /// Whether a word is an expression of some sections.
    pub(crate) fn has(&self, word: &str, sections: &[&str]) -> bool {
        let mut all = self.entries.get(&word.to_lowercase()).into_iter().flatten();
        all.any(|entry| entry.words.len() == 1 && sections.contains(&entry.section))
    }
}
