//! The expressions of a text that can differ in kind.

use std::ops::Range;

use crate::word_list::{Found, Section};
use crate::words::Word;
use crate::{DifferenceKind, WordList, dates, quantities};

/// An expression of a text, with what it means.
pub(crate) struct Expression {
    pub kind: DifferenceKind,
    /// Its bytes in the text.
    pub bytes: Range<usize>,
    /// What it may mean; it equals another expression with which it shares a meaning.
    pub meanings: Vec<String>,
    /// Whether it counts only against another expression of its kind.
    pub is_weak: bool,
}

impl Expression {
    pub fn new(
        kind: DifferenceKind,
        words: &[Word<'_>],
        meanings: Vec<String>,
        is_weak: bool,
    ) -> Self {
        let start = words.first().map_or(0, |word| word.bytes.start);
        let end = words.last().map_or(0, |word| word.bytes.end);
        Self {
            kind,
            bytes: start..end,
            meanings,
            is_weak,
        }
    }

    /// The expression of the list that starts at a word.
    fn listed(kind: DifferenceKind, words: &[Word<'_>], at: usize, found: Found<'_>) -> Self {
        Self::new(
            kind,
            &words[at..at + found.length],
            found.entry.meanings.clone(),
            found.entry.is_weak,
        )
    }

    pub fn shares_meaning(&self, other: &Self) -> bool {
        self.meanings
            .iter()
            .any(|meaning| other.meanings.contains(meaning))
    }

    /// Whether another expression that starts within this one is part of it. A number in a date is, and so is "May"; "may
    /// not" is modal and has a negation.
    fn hides(&self, other: &Self) -> bool {
        self.bytes.contains(&other.bytes.start)
            && (self.kind == other.kind
                || matches!(self.kind, DifferenceKind::Number | DifferenceKind::Date))
    }
}

/// The expressions of a text, except names.
pub(crate) fn find(words: &[Word<'_>], list: &WordList) -> Vec<Expression> {
    let mut found: Vec<Expression> = Vec::new();
    let mut ignored_until = 0;
    for at in 0..words.len() {
        // Single function words are on that list only because they are no names: "one" may still be a number.
        if let Some(ignored) = list.find(words, at, &[Section::Ignored])
            && ignored.length > 1
        {
            ignored_until = at + ignored.length;
        }
        if at < ignored_until {
            continue;
        }
        for expression in starting_at(words, at, list) {
            if !found.iter().any(|earlier| earlier.hides(&expression)) {
                found.push(expression);
            }
        }
    }
    found
}

/// The expressions that start at a word, dates first, because they hide others.
fn starting_at(words: &[Word<'_>], at: usize, list: &WordList) -> Vec<Expression> {
    let mut starting = Vec::new();
    match list.find(words, at, &[Section::Date]) {
        Some(date) => starting.push(Expression::listed(DifferenceKind::Date, words, at, date)),
        None => starting.extend(dates::find(words, at, list)),
    }
    if let Some(negation) = list.find(words, at, &[Section::Negation])
        && !is_answer(words, at)
    {
        starting.push(Expression::listed(
            DifferenceKind::Negation,
            words,
            at,
            negation,
        ));
    }
    if let Some(modal) = list.find(words, at, &[Section::Modality]) {
        starting.push(Expression::listed(
            DifferenceKind::Modality,
            words,
            at,
            modal,
        ));
    }
    starting.extend(quantities::find(words, at, list));
    starting
}

/// "No, he did not come": an answer denies nothing itself.
fn is_answer(words: &[Word<'_>], at: usize) -> bool {
    words[at].starts_sentence && words.get(at + 1).is_some_and(|next| next.text == ",")
}
