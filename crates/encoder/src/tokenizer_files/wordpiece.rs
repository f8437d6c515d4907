//! vocab.txt: WordPiece, which splits words into the longest pieces in the vocabulary.

use std::collections::HashSet;

use super::piece::Piece;
use super::special::{SpecialTokens, TokenizerConfig};
use super::traced::{Glyph, TracedText, is_accent, is_blank, is_control, is_punctuation, is_space};
use super::vocabulary::Vocabulary;
use crate::{EncoderError, Result, TokenId};

/// Maximum characters of a word; longer words are unknown.
const MAX_WORD_CHARS: usize = 100;

/// The normalisation before the text is split.
#[derive(Debug, Clone)]
pub struct BasicTokenizer {
    /// Whether accents are stripped.
    pub strip_accents: bool,
    /// Whether each Chinese character is a word.
    pub chinese: bool,
    /// Words that are never split.
    pub never_split: HashSet<String>,
}

impl BasicTokenizer {
    /// The settings of tokenizer_config.json; `lower` is whether text is lower-cased.
    pub fn read(settings: &TokenizerConfig, special: &SpecialTokens, lower: bool) -> Self {
        Self {
            strip_accents: settings.flag("strip_accents").unwrap_or(lower),
            chinese: settings.flag("tokenize_chinese_chars").unwrap_or(true),
            never_split: settings
                .list("never_split")
                .chain(special.contents())
                .map(str::to_owned)
                .collect(),
        }
    }
}

/// A vocabulary of pieces, with its normalisation.
#[derive(Debug, Clone)]
pub struct WordPiece {
    pub(super) vocabulary: Vocabulary,
    pub(super) basic: BasicTokenizer,
    unknown: TokenId,
}

/// Reads vocab.txt; an entry's id is its line number, from 0. Fails when it is not text.
pub fn read(bytes: &[u8]) -> Result<Vocabulary> {
    let text = std::str::from_utf8(bytes)
        .map_err(|e| EncoderError::Tokenizer(format!("vocab.txt is not text: {e}")))?;
    let mut lines = if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n")
    } else {
        text.to_owned()
    };
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
        unknown: &str,
        basic: BasicTokenizer,
    ) -> Result<Self> {
        let missing = || {
            EncoderError::Tokenizer(format!("{file} has no entry {unknown:?} for unknown words"))
        };
        let unknown = vocabulary.id(unknown).ok_or_else(missing)?;
        Ok(Self {
            vocabulary,
            basic,
            unknown,
        })
    }

    /// Splits a text that is already lower-cased.
    pub fn split(&self, text: &TracedText) -> Vec<Piece> {
        let mut clean = Vec::with_capacity(text.0.len());
        for g in &text.0 {
            let c = if is_blank(g.c) { ' ' } else { g.c };
            if matches!(g.c, '\0' | '\u{fffd}') || is_control(g.c) {
                continue;
            }
            let blank = |place| Glyph {
                c: ' ',
                start: place,
                end: place,
            };
            if self.basic.chinese && is_chinese(c) {
                clean.extend([blank(g.start), Glyph { c, ..*g }, blank(g.end)]);
            } else {
                clean.push(Glyph { c, ..*g });
            }
        }
        let clean = TracedText(clean).nfc();
        let mut pieces = Vec::new();
        for token in clean
            .0
            .split(|g| is_space(g.c))
            .filter(|token| !token.is_empty())
        {
            let token = TracedText(token.to_vec());
            if self.basic.never_split.contains(&token.text()) {
                self.split_word(&token.0, &mut pieces);
                continue;
            }
            let token = if self.basic.strip_accents {
                TracedText(
                    token
                        .nfd()
                        .0
                        .into_iter()
                        .filter(|g| !is_accent(g.c))
                        .collect(),
                )
            } else {
                token
            };
            for word in token
                .0
                .chunk_by(|a, b| !is_punctuation(a.c) && !is_punctuation(b.c))
            {
                for word in word
                    .split(|g| is_space(g.c))
                    .filter(|word| !word.is_empty())
                {
                    self.split_word(word, &mut pieces);
                }
            }
        }
        pieces
    }

    /// Splits a word, longest piece first.
    fn split_word(&self, word: &[Glyph], pieces: &mut Vec<Piece>) {
        let known = pieces.len();
        if word.len() <= MAX_WORD_CHARS {
            let mut from = 0;
            while from < word.len() {
                let mut entry = String::from(if from > 0 { "##" } else { "" });
                let mut found = None;
                let prefix = entry.len();
                for (i, g) in word[from..]
                    .iter()
                    .take(self.vocabulary.longest)
                    .enumerate()
                {
                    entry.push(g.c);
                    if let Some(id) = self.vocabulary.id(&entry) {
                        found = Some((id, from + i + 1));
                    }
                }
                debug_assert!(entry.len() > prefix);
                let Some((id, to)) = found else { break };
                pieces.push(Piece::from_glyphs(id, &word[from..to], from > 0));
                from = to;
            }
            if from == word.len() {
                return;
            }
        }
        pieces.truncate(known);
        pieces.push(Piece::from_glyphs(self.unknown, word, false));
    }
}

/// The Unicode blocks that BERT treats as Chinese.
fn is_chinese(c: char) -> bool {
    matches!(c,
        '\u{4e00}'..='\u{9fff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{20000}'..='\u{2a6df}'
        | '\u{2a700}'..='\u{2b73f}'
        | '\u{2b740}'..='\u{2b81f}'
        | '\u{2b820}'..='\u{2ceaf}'
        | '\u{f900}'..='\u{faff}'
        | '\u{2f800}'..='\u{2fa1f}')
}
