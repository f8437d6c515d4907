//! The fields of a fragment, taken out one by one.

use super::encoding::decode;
use super::error::excerpt;
use super::{MAX_KEPT_TEXTS, MAX_TEXT_CHARS, SIZE};
use crate::MatchDirection;
use crate::export::Palette;
use bertscope_explain::Topic;

/// The settings in their order in a link, named as in [`PairView`](super::PairView).
pub const SETTINGS: [&str; 9] = [
    "layer",
    "idf",
    "rescale",
    "special",
    "direction",
    "panel",
    "hidden",
    "palette",
    "as",
];

/// The values that a setting can have.
pub fn expected(setting: &str) -> String {
    match setting {
        "layer" => "a layer number".to_owned(),
        "idf" => "off, table or references".to_owned(),
        "direction" => alternatives(MatchDirection::ALL.iter().map(|value| value.name())),
        "panel" => alternatives(Topic::ALL.iter().map(|topic| topic.name())),
        "palette" => alternatives(Palette::ALL.iter().map(|palette| palette.name())),
        "as" => "bert_score, bert_score+transformers5, bert_score+fast or torchmetrics".to_owned(),
        _ => "yes or no".to_owned(),
    }
}

/// `a, b or c`.
fn alternatives(names: impl Iterator<Item = &'static str>) -> String {
    let names = names.collect::<Vec<_>>().join(", ");
    match names.rsplit_once(", ") {
        Some((first, last)) => format!("{first} or {last}"),
        None => names,
    }
}

/// The fields that are not settings.
const OTHERS: [&str; 8] = [
    "reference",
    "candidate",
    "other",
    "other-reference",
    "candidate-letter",
    "reference-letter",
    "lesson",
    "step",
];

/// The fields that a link can have several times.
const REPEATED: [&str; 2] = ["other", "other-reference"];

/// The fields that are not read yet, and what is wrong with the others.
#[derive(Default)]
pub struct LinkFields {
    /// The known fields of the link, readable or not.
    named: Vec<&'static str>,
    fields: Vec<(&'static str, String)>,
    pub flaws: Vec<String>,
}

impl LinkFields {
    /// The fields of a fragment. A link states how many bytes its fields have; one that was written by hand need not, and
    /// one that was changed by hand may have more.
    pub fn new(fragment: &str) -> Self {
        let mut is_whole = true;
        let mut parts = fragment;
        if let Some(sized) = fragment.strip_prefix(SIZE) {
            let (size, rest) = sized.split_once('&').unwrap_or((sized, ""));
            is_whole = size.parse().is_ok_and(|size: usize| rest.len() >= size);
            parts = rest;
        }
        let mut read = Self::default();
        let mut parts = parts.split('&').filter(|part| !part.is_empty()).peekable();
        while let Some(part) = parts.next() {
            // Only the last field can be cut in the middle.
            let is_cut = !is_whole && parts.peek().is_none();
            read.add(part, is_cut);
        }
        read
    }

    fn add(&mut self, part: &str, is_cut: bool) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let mut known = OTHERS.into_iter().chain(SETTINGS);
        let Some(field) = known.find(|known| *known == name) else {
            let flaw = format!("the unknown field {:?}", excerpt(name));
            return self.flaws.push(flaw);
        };
        self.named.push(field);
        let is_second = !REPEATED.contains(&field) && self.names().any(|name| name == field);
        if is_cut {
            self.flaws
                .push(format!("everything from the field {field:?} on"));
        } else if is_second {
            self.flaws.push(format!("the second field {field:?}"));
        } else if let Some(value) = decode(value) {
            self.fields.push((field, value));
        } else {
            // An incomplete escape, or bytes that are not UTF-8.
            self.flaws
                .push(format!("the field {field:?}, which is damaged"));
        }
    }

    /// Whether the link has a field, readable or not.
    pub fn is_named(&self, field: &str) -> bool {
        self.named.contains(&field)
    }

    /// The names of the fields that are left.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.fields.iter().map(|(name, _)| *name)
    }

    fn take(&mut self, field: &str) -> Option<String> {
        let at = self.names().position(|name| name == field)?;
        Some(self.fields.remove(at).1)
    }

    /// A text that is not too long.
    pub fn text(&mut self, field: &str) -> Option<String> {
        let text = self.take(field)?;
        if text.chars().nth(MAX_TEXT_CHARS).is_none() {
            return Some(text);
        }
        self.flaws.push(format!(
            "the field {field:?}, which is longer than 20,000 characters"
        ));
        None
    }

    /// The texts of a field that can be repeated.
    pub fn texts(&mut self, field: &str) -> Vec<String> {
        let mut texts = Vec::new();
        while self.names().any(|name| name == field) {
            texts.extend(self.text(field));
        }
        if texts.len() > MAX_KEPT_TEXTS {
            texts.truncate(MAX_KEPT_TEXTS);
            self.flaws.push(format!(
                "the fields {field:?} after the first {MAX_KEPT_TEXTS}"
            ));
        }
        texts
    }

    /// The value of a field; `expected` describes what it can be.
    pub fn value<T>(
        &mut self,
        field: &str,
        expected: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let text = self.take(field)?;
        let value = read(&text);
        if value.is_none() {
            self.flaws.push(format!(
                "the field {field:?}, which should be {expected}, not {:?}",
                excerpt(&text)
            ));
        }
        value
    }
}
