//! The list of words and expressions of a language: a text file with a line for each meaning.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};

use crate::words::{Word, split_expression};

/// The names with which the lines of expressions start.
const SECTIONS: [&str; 11] =
    ["negation", "modality", "number", "unit", "month", "date", "time", "hour", "year", "article", "ignored"];

/// An expression of the list.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    tokens: Vec<String>,
    pub section: &'static str,
    /// What it means: the first expression of its line, the number of a month, or the unit it is measured in.
    /// Several are separated by `|`.
    pub meaning: String,
    /// For a unit, how many of `meaning` it is.
    pub factor: f64,
    /// Whether it counts only against another expression of its kind.
    pub is_weak: bool,
}

/// The words and expressions of a language.
#[derive(Debug, Clone, PartialEq)]
pub struct WordList {
    /// By their first word.
    entries: HashMap<String, Vec<Entry>>,
    abbreviations: HashSet<String>,
    /// The decimal separator.
    pub(crate) decimal: char,
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
    #[must_use]
    pub fn english() -> Arc<Self> {
        static ENGLISH: LazyLock<Arc<WordList>> =
            LazyLock::new(|| Arc::new(WordList::parse(include_str!("english.txt")).unwrap_or_default()));
        Arc::clone(&ENGLISH)
    }

    /// Parses a list: lines `NAME: expression, expression`, each with expressions of one meaning. Empty lines and lines that
    /// start with `#` are skipped.
    ///
    /// # Errors
    /// [`WordListError`] for the first line that cannot be read.
    pub fn parse(text: &str) -> Result<Self, WordListError> {
        let mut list = Self::default();
        let mut months = 0;
        for (line, content) in (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim)) {
            let fail = |problem: String| Err(WordListError { line, problem });
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let Some((name, rest)) = content.split_once(':').map(|(name, rest)| (name.trim(), rest.trim())) else {
                return fail("no colon; write NAME: expression, expression".to_owned());
            };
            let mut expressions: Vec<&str> = rest.split(',').map(str::trim).filter(|text| !text.is_empty()).collect();
            match (name, rest) {
                ("decimal", "." | ",") => list.decimal = if rest == "," { ',' } else { '.' },
                ("decimal", _) => return fail(format!("the decimal separator is . or , and not {rest:?}")),
                ("abbreviation", _) => list.abbreviations.extend(expressions.into_iter().map(str::to_owned)),
                _ if expressions.is_empty() => return fail(format!("no expression after {name}:")),
                _ => {
                    let Some(section) = SECTIONS.into_iter().find(|known| *known == name) else {
                        let names = SECTIONS.join(", ");
                        return fail(format!("unknown name {name:?}; use decimal, abbreviation, {names}"));
                    };
                    let (mut meaning, mut factor) = (expressions[0].to_lowercase(), 1.0);
                    match section {
                        "month" => {
                            months += 1;
                            meaning = months.to_string();
                        }
                        "number" | "time" => {
                            if !meaning.starts_with(|c: char| c.is_ascii_digit()) {
                                return fail(format!("{name}: starts with digits, such as number: 12, twelve"));
                            }
                            expressions.remove(0);
                        }
                        "unit" => {
                            if let Some((definition, first)) = expressions[0].split_once('=') {
                                let parts = definition.trim().split_once(' ');
                                let Some((value, base)) = parts.and_then(|(n, base)| Some((n.parse().ok()?, base)))
                                else {
                                    return fail(format!("{definition:?} is no number and unit, such as 1000 m = km"));
                                };
                                (meaning, factor) = (base.trim().to_lowercase(), value);
                                expressions[0] = first.trim();
                            }
                        }
                        _ => {}
                    }
                    for text in expressions {
                        let (text, is_weak) = text.strip_suffix('?').map_or((text, false), |text| (text, true));
                        let tokens = split_expression(text);
                        let Some(first) = tokens.first().cloned() else { continue };
                        let all = list.entries.entry(first).or_default();
                        match all.iter_mut().find(|entry| entry.section == section && entry.tokens == tokens) {
                            Some(known) => known.meaning = format!("{}|{meaning}", known.meaning),
                            None => all.push(Entry { tokens, section, meaning: meaning.clone(), factor, is_weak }),
                        }
                    }
                }
            }
        }
        list.entries.values_mut().for_each(|all| all.sort_by_key(|entry| std::cmp::Reverse(entry.tokens.len())));
        Ok(list)
    }

    /// The longest expression of some sections that starts at a word, and its number of words.
    pub(crate) fn find(&self, words: &[Word<'_>], at: usize, sections: &[&str]) -> Option<(&Entry, usize)> {
        let rest = words.get(at..)?;
        let first = rest.first()?;
        let named = self.entries.get(&first.lower);
        // Contractions: "isn't" is an expression that starts with "n't".
        let contracted = first.lower.rfind("n't").and_then(|tail| self.entries.get(&first.lower[tail..]));
        let fits = |entry: &&Entry| {
            let tail = rest.iter().skip(1).map(|word| &word.lower);
            sections.contains(&entry.section)
                && entry.tokens.len() <= rest.len()
                && entry.tokens[1..].iter().zip(tail).all(|(token, word)| token == word)
        };
        named.into_iter().chain(contracted).flatten().find(fits).map(|entry| (entry, entry.tokens.len()))
    }

    pub(crate) fn is_function_word(&self, word: &str) -> bool {
        let entries = self.entries.get(&word.to_lowercase());
        entries.is_some_and(|all| {
            all.iter().any(|entry| matches!(entry.section, "ignored" | "article") && entry.tokens.len() == 1)
        })
    }

    /// Whether an expression starts with a word.
    pub(crate) fn knows(&self, word: &str) -> bool {
        self.entries.contains_key(word)
    }

    pub(crate) fn is_abbreviation(&self, word: &str) -> bool {
        self.abbreviations.contains(word)
    }
}

impl Default for WordList {
    /// An empty list.
    fn default() -> Self {
        Self { entries: HashMap::new(), abbreviations: HashSet::new(), decimal: '.' }
    }
}
