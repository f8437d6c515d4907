//! The expressions of a text that are compared.

use std::ops::Range;

use crate::DifferenceKind as Kind;
use crate::word_list::{Found, Section};
use crate::words::Text;

/// An expression of a text, with what it means.
pub(crate) struct Expression {
    pub kind: Kind,
    /// Its bytes in the text.
    pub bytes: Range<usize>,
    /// What it may mean; it equals another expression with which it shares a meaning.
    pub meanings: Vec<String>,
    /// Whether it counts only against another expression of its kind.
    pub is_weak: bool,
    /// Whether the other text has an expression that means the same, and is matched with it alone.
    pub is_matched: bool,
}

impl Expression {
    pub fn shares_meaning(&self, other: &Self) -> bool {
        let are_open = self.meanings.len() > 1 && other.meanings.len() > 1;
        if self.kind == Kind::Date && are_open {
            // 3/4/2020 and 4/3/2020: whichever number is the day, it is the same one in two dates of one form.
            return self.meanings == other.meanings;
        }
        self.meanings
            .iter()
            .any(|meaning| other.meanings.contains(meaning))
    }

    /// Whether another expression that starts within this one is part of it. A number in a date is, and so is "May"; "may
    /// not" is modal and has a negation.
    fn hides(&self, other: &Self) -> bool {
        self.bytes.contains(&other.bytes.start)
            && (self.kind == other.kind || matches!(self.kind, Kind::Number | Kind::Date))
    }
}

impl Text<'_> {
    /// The expressions of the text, except names.
    pub fn expressions(&self) -> Vec<Expression> {
        let mut found: Vec<Expression> = Vec::new();
        let mut ignored_until = 0;
        for at in 0..self.words.len() {
            // Single words of that section only cannot start a name: "one" may still be a number.
            if let Some(ignored) = self.find(at, &[Section::Ignored])
                && ignored.length > 1
            {
                ignored_until = at + ignored.length;
            }
            if at < ignored_until {
                continue;
            }
            for expression in self.expressions_at(at) {
                if !found.iter().any(|earlier| earlier.hides(&expression)) {
                    found.push(expression);
                }
            }
        }
        found
    }

    /// The expressions that start at a word, the date first, because it hides others.
    fn expressions_at(&self, at: usize) -> Vec<Expression> {
        let mut starting = Vec::new();
        let listed_date = self.listed(Kind::Date, at, Section::Date);
        starting.extend(listed_date.or_else(|| self.date(at)));
        starting.extend(self.listed(Kind::Negation, at, Section::Negation));
        // Theresa May is not modal.
        let is_name = self.find(at, &[Section::Month]).is_some() && self.follows_name(at);
        if !is_name {
            starting.extend(self.listed(Kind::Modality, at, Section::Modality));
        }
        starting.extend(self.quantity(at));
        starting
    }

    /// The expression of the list that starts at a word.
    fn listed(&self, kind: Kind, at: usize, section: Section) -> Option<Expression> {
        let Found { entry, length } = self.find(at, &[section])?;
        Some(self.expression(kind, at..at + length, entry.meanings.clone(), entry.is_weak))
    }
}
