//! The fields of a fragment, taken out one by one.

use super::encoding::decode;
use super::view::SETTINGS;
use super::{LinkWarning, MAX_KEPT_TEXTS, MAX_TEXT_CHARS, SIZE};

/// The fields that are not settings.
const OTHERS: [&str; 8] =
    ["reference", "candidate", "other", "other-reference", "candidate-letter", "reference-letter", "lesson", "step"];

/// The fields that are not read yet.
pub struct LinkFields(Vec<(&'static str, String)>);

impl LinkFields {
    /// The readable fields of a fragment, and the flaws of the others. A link states how many bytes its fields have; one
    /// that was written by hand need not, and one that was changed by hand may have more.
    pub fn new(fragment: &str) -> (Self, Vec<LinkWarning>) {
        let (fragment, is_whole) = match fragment.strip_prefix(SIZE) {
            Some(sized) => {
                let (size, fields) = sized.split_once('&').unwrap_or((sized, ""));
                (fields, size.parse().is_ok_and(|size: usize| fields.len() >= size))
            }
            None => (fragment, true),
        };
        let (mut fields, mut flaws) = (Vec::<(&str, String)>::new(), Vec::new());
        let mut parts = fragment.split('&').filter(|part| !part.is_empty()).peekable();
        while let Some(part) = parts.next() {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let is_cut = !is_whole && parts.peek().is_none();
            let known = OTHERS.into_iter().chain(SETTINGS.map(|(name, _)| name)).find(|known| *known == name);
            let repeats = ["other", "other-reference"].contains(&name);
            match (known, decode(value)) {
                (Some(field), _) if is_cut => flaws.push(LinkWarning::CutOff(field)),
                (None, _) => flaws.push(LinkWarning::unknown(name)),
                (Some(field), _) if !repeats && fields.iter().any(|(earlier, _)| *earlier == field) => {
                    flaws.push(LinkWarning::Duplicate(field));
                }
                (Some(field), None) => flaws.push(LinkWarning::Damaged(field)),
                (Some(field), Some(value)) => fields.push((field, value)),
            }
        }
        (Self(fields), flaws)
    }

    /// The names of the fields that are left.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(name, _)| *name)
    }

    fn take(&mut self, field: &str) -> Option<String> {
        let at = self.names().position(|name| name == field)?;
        Some(self.0.remove(at).1)
    }

    /// A text that is not too long.
    pub fn text(&mut self, field: &'static str, flaws: &mut Vec<LinkWarning>) -> Option<String> {
        let text = self.take(field)?;
        if text.chars().nth(MAX_TEXT_CHARS).is_none() {
            return Some(text);
        }
        flaws.push(LinkWarning::TooLong(field));
        None
    }

    /// The texts of a field that can be repeated.
    pub fn texts(&mut self, field: &'static str, flaws: &mut Vec<LinkWarning>) -> Vec<String> {
        let mut texts = Vec::new();
        while self.names().any(|name| name == field) {
            texts.extend(self.text(field, flaws));
        }
        if texts.len() > MAX_KEPT_TEXTS {
            texts.truncate(MAX_KEPT_TEXTS);
            flaws.push(LinkWarning::TooMany(field));
        }
        texts
    }

    /// The value of a field; `expected` describes what it can be.
    pub fn value<T>(
        &mut self,
        field: &'static str,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
        flaws: &mut Vec<LinkWarning>,
    ) -> Option<T> {
        let text = self.take(field)?;
        let value = read(&text);
        if value.is_none() {
            flaws.push(LinkWarning::value(field, &text, expected));
        }
        value
    }
}
