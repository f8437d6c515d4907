//! A text under normalisation in which each character keeps its offsets in the original.

use unicode_normalization::char::{canonical_combining_class, decompose_canonical};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// A character and the part of the original text that it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyph {
    /// The current character.
    pub c: char,
    /// First character of the original, counted in characters.
    pub start: usize,
    /// Character after the last one; `start` for an inserted character.
    pub end: usize,
}

/// The characters of a text, each with its origin.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TracedText(pub Vec<Glyph>);

impl TracedText {
    /// A text whose first character has index `first`.
    pub fn new(text: &str, first: usize) -> Self {
        Self(
            text.chars()
                .enumerate()
                .map(|(i, c)| Glyph {
                    c,
                    start: first + i,
                    end: first + i + 1,
                })
                .collect(),
        )
    }

    /// The current characters.
    pub fn text(&self) -> String {
        self.0.iter().map(|g| g.c).collect()
    }

    /// Inserts a character at the start that covers nothing of the original.
    pub fn prefix(&mut self, c: char) {
        let place = self.0.first().map_or(0, |g| g.start);
        self.0.insert(
            0,
            Glyph {
                c,
                start: place,
                end: place,
            },
        );
    }

    /// Replaces each character with the result of `change`.
    pub fn map_chars<I: IntoIterator<Item = char>>(
        &self,
        mut change: impl FnMut(char) -> I,
    ) -> Self {
        Self(
            self.0
                .iter()
                .flat_map(|g| {
                    change(g.c)
                        .into_iter()
                        .map(|c| Glyph { c, ..*g })
                        .collect::<Vec<_>>()
                })
                .collect(),
        )
    }

    /// Canonical composition (NFC).
    pub fn nfc(&self) -> Self {
        self.in_chunks(|chunk| chunk.nfc().collect())
    }

    /// Canonical decomposition (NFD).
    pub fn nfd(&self) -> Self {
        self.in_chunks(|chunk| chunk.nfd().collect())
    }

    /// Compatibility decomposition (NFKD).
    pub fn nfkd(&self) -> Self {
        self.in_chunks(|chunk| chunk.nfkd().collect())
    }

    /// Normalises independent stretches: a character with all its combining characters. If
    /// the number of characters changes, each result covers the whole stretch.
    fn in_chunks(&self, normalize: impl Fn(&str) -> Vec<char>) -> Self {
        let mut out = Vec::with_capacity(self.0.len());
        let mut rest = &self.0[..];
        while !rest.is_empty() {
            let length = 1 + rest[1..]
                .iter()
                .take_while(|g| !is_composition_boundary(g.c))
                .count();
            let (chunk, after) = rest.split_at(length);
            rest = after;
            let text: String = chunk.iter().map(|g| g.c).collect();
            let changed = normalize(&text);
            if changed.len() == chunk.len() && changed.iter().zip(chunk).all(|(c, g)| *c == g.c) {
                out.extend_from_slice(chunk);
            } else {
                let (start, end) = (
                    chunk[0].start,
                    chunk.iter().map(|g| g.end).max().unwrap_or(chunk[0].end),
                );
                out.extend(changed.into_iter().map(|c| Glyph { c, start, end }));
            }
        }
        Self(out)
    }

    /// Without whitespace at the start, like Python's `str.lstrip`.
    pub fn strip_start(&mut self) {
        let blanks = self.0.iter().take_while(|g| is_space(g.c)).count();
        self.0.drain(..blanks);
    }

    /// Without whitespace at the end, like Python's `str.rstrip`.
    pub fn strip_end(&mut self) {
        while self.0.last().is_some_and(|g| is_space(g.c)) {
            self.0.pop();
        }
    }
}

/// Whether this character cannot change the one before it in composition.
fn is_composition_boundary(c: char) -> bool {
    let settled = |c: char| {
        canonical_combining_class(c) == 0 && is_nfc_quick(std::iter::once(c)) == IsNormalized::Yes
    };
    if c.is_ascii() || settled(c) {
        return true;
    }
    // A character that is never composed, such as U+0958, decomposes into one that changes nothing before it.
    let mut first = None;
    decompose_canonical(c, |part| first = first.or(Some(part)));
    first.is_some_and(|first| first != c && settled(first)) && canonical_combining_class(c) == 0
}

/// Whitespace by Python's `str.isspace` and `str.split`.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// Control characters that the slow tokenizers remove: every category that starts with C.
pub fn is_control(c: char) -> bool {
    !matches!(c, '\t' | '\n' | '\r') && c.general_category_group() == GeneralCategoryGroup::Other
}

/// Characters that they replace with a space.
pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r') || c.general_category() == GeneralCategory::SpaceSeparator
}

/// Characters that they treat as punctuation, including ASCII characters that Unicode classifies as symbols.
pub fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() || c.general_category_group() == GeneralCategoryGroup::Punctuation
}

/// A combining character that is stripped as an accent.
pub fn is_accent(c: char) -> bool {
    c.general_category() == GeneralCategory::NonspacingMark
}

/// Whether `unicodedata.combining` is not 0.
pub fn is_combining(c: char) -> bool {
    canonical_combining_class(c) != 0
}
