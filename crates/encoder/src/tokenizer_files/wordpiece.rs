//! vocab.txt: WordPiece, which splits words into the longest pieces in the vocabulary.

use std::collections::HashSet;

use tokenizers::normalizers::BertNormalizer;

use super::characters::{is_accent, is_blank, is_chinese, is_control};
use super::class::Role;
use super::glyphs::{Glyph, nfc, nfd, split_at_punctuation, text_of, words};
use super::piece::Piece;
use super::settings::TokenizerSettings;
use super::special::SpecialTokens;
use super::vocabulary::Vocabulary;
use crate::{EncoderError, Result, TokenId};

/// Maximum characters of a word; longer words are unknown.
const MAX_WORD_CHARS: usize = 100;

/// The normalisation before the text is split.
pub struct BasicTokenizer {
    /// Whether text is lower-cased.
    pub lower: bool,
    strip_accents: bool,
    /// Whether each Chinese character is a word.
    chinese: bool,
    /// Words that are kept whole, whether or not the vocabulary has them.
    never_split: HashSet<String>,
    /// Special tokens, which are split into pieces only.
    special: HashSet<String>,
    /// Whether there is no normalisation at all: only spaces separate words.
    is_off: bool,
}

impl BasicTokenizer {
    /// The settings of the files; without them, those of the normalizer that tokenizer.json describes.
    pub fn new(
        settings: &TokenizerSettings,
        special: &SpecialTokens,
        described: Option<&BertNormalizer>,
    ) -> Self {
        let is_off = settings.do_basic_tokenize == Some(false);
        let lower = !is_off
            && settings
                .do_lower_case
                .or(described.map(|described| described.lowercase))
                .unwrap_or(true);
        let strip_accents = settings
            .strip_accents
            .or(described.and_then(|described| described.strip_accents))
            // In BERT, lower-casing includes accents.
            .unwrap_or(lower);
        let chinese = settings
            .tokenize_chinese_chars
            .or(described.map(|described| described.handle_chinese_chars))
            .unwrap_or(true);
        Self {
            lower,
            strip_accents,
            chinese,
            never_split: settings.never_split.iter().cloned().collect(),
            special: special.contents().map(str::to_owned).collect(),
            is_off,
        }
    }

    /// Removes control characters, and puts spaces around Chinese ones.
    fn clean(&self, text: &[Glyph]) -> Vec<Glyph> {
        let mut clean = Vec::with_capacity(text.len());
        for glyph in text {
            if matches!(glyph.c, '\0' | '\u{fffd}') || is_control(glyph.c) {
                continue;
            }
            let c = if is_blank(glyph.c) { ' ' } else { glyph.c };
            let kept = Glyph { c, ..*glyph };
            if self.chinese && is_chinese(c) {
                clean.extend([
                    Glyph::inserted(' ', glyph.start),
                    kept,
                    Glyph::inserted(' ', glyph.end),
                ]);
            } else {
                clean.push(kept);
            }
        }
        clean
    }
}

/// A vocabulary of pieces, with its normalisation.
pub struct WordPiece {
    pub vocabulary: Vocabulary,
    pub basic: BasicTokenizer,
    unknown: TokenId,
}

/// Reads vocab.txt; an entry's id is its line number, from 0. Fails when it is not text.
pub fn read(bytes: &[u8]) -> Result<Vocabulary> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| EncoderError::Tokenizer(format!("vocab.txt is not text: {error}")))?;
    let mut lines = text.to_owned();
    // Python reads each kind of line break as one. Most files have none of the others, and are not copied again.
    if lines.contains('\r') {
        lines = lines.replace("\r\n", "\n").replace('\r', "\n");
    }
    if lines.ends_with('\n') {
        lines.pop();
    }
    if lines.is_empty() {
        return Err(EncoderError::Tokenizer("vocab.txt is empty".to_owned()));
    }
    Ok(Vocabulary::from_lines(lines))
}

impl WordPiece {
    /// Builds a tokenizer; `file` is the source of the entries. Fails when the vocabulary lacks the unknown token.
    pub fn new(
        file: &str,
        vocabulary: Vocabulary,
        special: &SpecialTokens,
        basic: BasicTokenizer,
    ) -> Result<Self> {
        let unknown = special.role(Role::Unk).unwrap_or("[UNK]");
        let Some(unknown) = vocabulary.id(unknown) else {
            return Err(EncoderError::Tokenizer(format!(
                "{file} has no entry {unknown:?} for unknown words"
            )));
        };
        Ok(Self {
            vocabulary,
            basic,
            unknown,
        })
    }

    /// Splits a text that is already lower-cased.
    pub fn split(&self, text: &[Glyph]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        if self.basic.is_off {
            for word in words(text) {
                self.split_word(word, &mut pieces);
            }
            return pieces;
        }
        let clean = nfc(&self.basic.clean(text));
        for token in words(&clean) {
            let content = text_of(token);
            if self.basic.special.contains(&content) || self.basic.never_split.contains(&content) {
                self.add_word(token, &mut pieces);
                continue;
            }
            let mut token = token.to_vec();
            if self.basic.strip_accents {
                token = nfd(&token);
                token.retain(|glyph| !is_accent(glyph.c));
            }
            for part in split_at_punctuation(&token) {
                // As in transformers, which joins the parts with spaces and splits them again.
                for word in words(part) {
                    self.add_word(word, &mut pieces);
                }
            }
        }
        pieces
    }

    /// Adds a word that is kept whole, or the pieces of another.
    fn add_word(&self, word: &[Glyph], pieces: &mut Vec<Piece>) {
        let content = text_of(word);
        if self.basic.never_split.contains(&content) {
            let id = self.vocabulary.id(&content).unwrap_or(self.unknown);
            pieces.push(Piece::from_glyphs(id, word, false));
        } else {
            self.split_word(word, pieces);
        }
    }

    fn split_word(&self, word: &[Glyph], pieces: &mut Vec<Piece>) {
        match self.known_pieces(word) {
            Some(known) => pieces.extend(known),
            None => pieces.push(Piece::from_glyphs(self.unknown, word, false)),
        }
    }

    /// The pieces of a word, each the longest at its position; `None` if a part of the word is unknown, which makes all
    /// of it unknown.
    fn known_pieces(&self, word: &[Glyph]) -> Option<Vec<Piece>> {
        if word.len() > MAX_WORD_CHARS {
            return None;
        }
        let mut pieces = Vec::new();
        let mut from = 0;
        while from < word.len() {
            let (id, length) = self.longest_piece(&word[from..], from > 0)?;
            let part = &word[from..from + length];
            pieces.push(Piece::from_glyphs(id, part, from > 0));
            from += length;
        }
        Some(pieces)
    }

    /// The longest piece with which the rest of a word starts, and its length.
    fn longest_piece(&self, rest: &[Glyph], is_inner: bool) -> Option<(TokenId, usize)> {
        let mut entry = String::from(if is_inner { "##" } else { "" });
        let mut longest = None;
        for (i, glyph) in rest.iter().take(self.vocabulary.longest).enumerate() {
            entry.push(glyph.c);
            if let Some(id) = self.vocabulary.id(&entry) {
                longest = Some((id, i + 1));
            }
        }
        longest
    }
}
