//! A text under normalisation: characters that keep their offsets in the original.

use unicode_normalization::char::{canonical_combining_class, decompose_canonical};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::characters::{is_punctuation, is_space};

/// ▁, which stands for a space in sentencepiece models.
pub const METASPACE: char = '\u{2581}';

/// A character and the part of the original text that it stands for.
#[derive(Clone, Copy)]
pub struct Glyph {
    pub c: char,
    /// First character of the original, counted in characters.
    pub start: usize,
    /// Character after the last one; `start` for an inserted character.
    pub end: usize,
}

impl Glyph {
    /// A character that covers nothing of the original.
    pub fn inserted(c: char, position: usize) -> Self {
        Self {
            c,
            start: position,
            end: position,
        }
    }

    /// The lower-case form, which may have several characters.
    pub fn lowercase(self) -> impl Iterator<Item = Self> {
        self.c.to_lowercase().map(move |c| Self { c, ..self })
    }
}

/// The glyphs of a text whose first character has index `first`.
pub fn trace(text: &str, first: usize) -> Vec<Glyph> {
    text.chars()
        .zip(first..)
        .map(|(c, start)| Glyph {
            c,
            start,
            end: start + 1,
        })
        .collect()
}

/// The current characters.
pub fn text_of(glyphs: &[Glyph]) -> String {
    chars(glyphs).collect()
}

pub fn chars(glyphs: &[Glyph]) -> impl Iterator<Item = char> {
    glyphs.iter().map(|glyph| glyph.c)
}

/// Inserts a character at the start that covers nothing of the original.
pub fn insert_first(glyphs: &mut Vec<Glyph>, c: char) {
    let position = glyphs.first().map_or(0, |glyph| glyph.start);
    glyphs.insert(0, Glyph::inserted(c, position));
}

/// The parts between whitespace.
pub fn words(glyphs: &[Glyph]) -> impl Iterator<Item = &[Glyph]> {
    glyphs
        .split(|glyph| is_space(glyph.c))
        .filter(|word| !word.is_empty())
}

/// The text in parts, of which each punctuation mark is one.
pub fn split_at_punctuation(glyphs: &[Glyph]) -> impl Iterator<Item = &[Glyph]> {
    glyphs.chunk_by(|glyph, next| !is_punctuation(glyph.c) && !is_punctuation(next.c))
}

/// Canonical composition (NFC).
pub fn nfc(glyphs: &[Glyph]) -> Vec<Glyph> {
    normalize_stretches(glyphs, |text| text.nfc().collect())
}

/// Canonical decomposition (NFD).
pub fn nfd(glyphs: &[Glyph]) -> Vec<Glyph> {
    normalize_stretches(glyphs, |text| text.nfd().collect())
}

/// Compatibility decomposition (NFKD).
pub fn nfkd(glyphs: &[Glyph]) -> Vec<Glyph> {
    normalize_stretches(glyphs, |text| text.nfkd().collect())
}

/// Normalises independent stretches: a character with all its combining characters. If the number of characters
/// changes, each result covers the whole stretch.
fn normalize_stretches(glyphs: &[Glyph], normalize: impl Fn(&str) -> Vec<char>) -> Vec<Glyph> {
    let mut out = Vec::with_capacity(glyphs.len());
    for stretch in glyphs.chunk_by(|_, next| !is_composition_boundary(next.c)) {
        let normalized = normalize(&text_of(stretch));
        let is_unchanged = normalized.len() == stretch.len()
            && normalized
                .iter()
                .zip(stretch)
                .all(|(c, glyph)| *c == glyph.c);
        if is_unchanged {
            out.extend_from_slice(stretch);
            continue;
        }
        let start = stretch[0].start;
        // Which of the new characters stands for which of the old ones is unknown.
        let end = stretch.iter().map(|glyph| glyph.end).max().unwrap_or(start);
        out.extend(normalized.into_iter().map(|c| Glyph { c, start, end }));
    }
    out
}

/// Whether this character cannot change the one before it in composition.
fn is_composition_boundary(c: char) -> bool {
    if c.is_ascii() || is_starter(c) {
        return true;
    }
    // A character that is never composed, such as U+0958, decomposes into one that changes nothing before it.
    let mut first = None;
    decompose_canonical(c, |part| first = first.or(Some(part)));
    first.is_some_and(|first| first != c && is_starter(first)) && canonical_combining_class(c) == 0
}

fn is_starter(c: char) -> bool {
    canonical_combining_class(c) == 0 && is_nfc_quick(std::iter::once(c)) == IsNormalized::Yes
}

/// Removes whitespace at the start, like Python's `str.lstrip`.
pub fn strip_start(glyphs: &mut Vec<Glyph>) {
    let blanks = glyphs.iter().take_while(|glyph| is_space(glyph.c)).count();
    glyphs.drain(..blanks);
}

/// Removes whitespace at the end, like Python's `str.rstrip`.
pub fn strip_end(glyphs: &mut Vec<Glyph>) {
    while glyphs.last().is_some_and(|glyph| is_space(glyph.c)) {
        glyphs.pop();
    }
}
