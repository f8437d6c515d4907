//! Finds the expressions of a text that are compared.

use crate::DifferenceKind as Kind;
use crate::expression::Expression;
use crate::text::Text;
use crate::word_list::{Found, Section};

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
