//! An expression of a text that is compared, and when two of them mean the same.

use std::ops::Range;

use crate::DifferenceKind as Kind;
use crate::text::Text;

/// An expression of a text, with what it means.
pub struct Expression {
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
    pub fn hides(&self, other: &Self) -> bool {
        self.bytes.contains(&other.bytes.start)
            && (self.kind == other.kind || matches!(self.kind, Kind::Number | Kind::Date))
    }
}

impl Text<'_> {
    /// Some words as an expression.
    pub fn expression(
        &self,
        kind: Kind,
        words: Range<usize>,
        meanings: Vec<String>,
        is_weak: bool,
    ) -> Expression {
        Expression {
            kind,
            bytes: self.words[words.start].bytes.start..self.words[words.end - 1].bytes.end,
            meanings,
            is_weak,
            is_matched: false,
        }
    }
}
