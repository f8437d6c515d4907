//! Texts that the user keeps for comparison. Their order determines their names.

use std::ops::Deref;
use std::sync::Arc;

use bertscope_analysis::Side;
use serde::{Deserialize, Serialize};

/// The name of a text, from its position on its side: candidates are A, B, C …, references are 1, 2, 3 …. After Z, a
/// candidate has its number as its name.
pub fn text_name(side: Side, position: usize) -> String {
    match ('A'..='Z').nth(position) {
        Some(letter) if side == Side::Candidate => letter.to_string(),
        _ => (position + 1).to_string(),
    }
}

/// The kept texts of a side, and the position of the text on screen among them, from which [`text_name`] derives their
/// names. A text has the same name on screen and kept: neither [`Self::keep`] nor [`Self::swap`] changes it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "KeptTextsJson", into = "KeptTextsJson")]
pub struct KeptTexts {
    texts: Vec<Arc<str>>,
    /// At most the number of texts.
    shown_at: usize,
}

impl KeptTexts {
    /// Kept texts in the order of their names, with the text on screen at `shown_at` among all, or after the last.
    pub fn with_shown_position(shown_at: usize, texts: impl IntoIterator<Item = Arc<str>>) -> Self {
        let texts: Vec<_> = texts.into_iter().collect();
        Self {
            shown_at: shown_at.min(texts.len()),
            texts,
        }
    }

    /// The position of the text on screen among all texts, from 0.
    pub fn shown_at(&self) -> usize {
        self.shown_at
    }

    /// The position among all texts of the kept text `index`.
    pub fn position(&self, index: usize) -> usize {
        index + usize::from(index >= self.shown_at)
    }

    /// All texts in the order of their names, with `shown` at its position.
    pub fn with_shown<'a>(&'a self, shown: &'a str) -> Vec<&'a str> {
        let mut all: Vec<&str> = self.texts.iter().map(|text| &**text).collect();
        all.insert(self.shown_at, shown);
        all
    }

    /// Keeps the text on screen under its name. The text on screen gets the next free name.
    pub fn keep(&mut self, shown: Arc<str>) {
        self.texts.insert(self.shown_at, shown);
        self.shown_at = self.texts.len();
    }

    /// Keeps texts under the names after all others.
    pub fn add(&mut self, texts: impl IntoIterator<Item = Arc<str>>) {
        self.texts.extend(texts);
    }

    /// Puts the kept text `index` on the screen, and keeps `shown` instead. Returns the text; `None` without such a text.
    pub fn swap(&mut self, index: usize, shown: Arc<str>) -> Option<Arc<str>> {
        if index >= self.texts.len() {
            return None;
        }
        let position = self.position(index);
        let text = self.texts.remove(index);
        // Both texts keep their names. With one text less before it, `shown` stands one earlier among the kept ones.
        let stored_at = if position < self.shown_at {
            self.shown_at - 1
        } else {
            self.shown_at
        };
        self.texts.insert(stored_at, shown);
        self.shown_at = position;
        Some(text)
    }

    /// Removes the kept text `index`; later texts move up.
    pub fn remove(&mut self, index: usize) {
        if index < self.texts.len() {
            self.texts.remove(index);
            if index < self.shown_at {
                self.shown_at -= 1;
            }
        }
    }

    /// Removes the texts for which `stays` is false.
    pub fn retain(&mut self, stays: impl Fn(&str) -> bool) {
        // From the end, so that the indices before it stay valid.
        for index in (0..self.texts.len()).rev() {
            if !stays(&self.texts[index]) {
                self.remove(index);
            }
        }
    }

    /// Starts over: the text on screen is first, then `others`, then the texts that were kept before.
    pub fn start_with(&mut self, others: Vec<Arc<str>>) {
        self.texts.splice(0..0, others);
        self.shown_at = 0;
    }
}

/// Kept texts in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptTextsJson {
    texts: Vec<String>,
    #[serde(rename = "at")]
    shown_at: usize,
}

impl From<KeptTextsJson> for KeptTexts {
    fn from(KeptTextsJson { texts, shown_at }: KeptTextsJson) -> Self {
        Self::with_shown_position(shown_at, texts.into_iter().map(Into::into))
    }
}

impl From<KeptTexts> for KeptTextsJson {
    fn from(KeptTexts { texts, shown_at }: KeptTexts) -> Self {
        Self {
            texts: texts.iter().map(ToString::to_string).collect(),
            shown_at,
        }
    }
}

/// The kept texts alone, without the one on screen.
impl Deref for KeptTexts {
    type Target = [Arc<str>];

    fn deref(&self) -> &[Arc<str>] {
        &self.texts
    }
}

/// Texts to compare with the one on screen, which is the first.
impl FromIterator<Arc<str>> for KeptTexts {
    fn from_iter<I: IntoIterator<Item = Arc<str>>>(texts: I) -> Self {
        Self::with_shown_position(0, texts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every text with its letter, and the one on screen in brackets.
    fn letters(kept: &KeptTexts, shown: &str) -> String {
        let name = |(i, text): (usize, &str)| {
            if i == kept.shown_at() {
                format!("{i}[{text}]")
            } else {
                format!("{i}{text}")
            }
        };
        kept.with_shown(shown)
            .into_iter()
            .enumerate()
            .map(name)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn a_text_keeps_its_letter_when_it_is_kept_and_when_it_comes_back() {
        let mut kept = KeptTexts::default();
        kept.keep("a".into());
        assert_eq!(letters(&kept, "b"), "0a 1[b]");
        kept.keep("b".into());
        assert_eq!(letters(&kept, "c"), "0a 1b 2[c]");
        assert_eq!(kept.swap(0, "c".into()).as_deref(), Some("a"));
        assert_eq!(letters(&kept, "a"), "0[a] 1b 2c");
        assert_eq!(kept.swap(0, "a".into()).as_deref(), Some("b"));
        assert_eq!(letters(&kept, "b"), "0a 1[b] 2c");
        assert_eq!(
            (0..kept.len())
                .map(|i| kept.position(i))
                .collect::<Vec<_>>(),
            [0, 2]
        );
        assert_eq!(kept.swap(2, "b".into()), None);
        kept.remove(0);
        assert_eq!(letters(&kept, "b"), "0[b] 1c");
    }

    #[test]
    fn the_references_of_a_row_come_first_and_those_of_the_row_before_go() {
        let mut kept = KeptTexts::from_iter(["b".into(), "own".into()]);
        kept.swap(0, "a".into());
        kept.retain(|text| text == "own");
        kept.start_with(vec!["y".into()]);
        assert_eq!(letters(&kept, "x"), "0[x] 1y 2own");
    }
}
