//! The steps of a slow tokenizer of transformers.

use std::collections::HashSet;

use super::added::{AddedTokens, TextPart};
use super::class::{TokenizerClass, TokenizerKind};
use super::glyphs::{Glyph, METASPACE, chars, insert_first, text_of, trace};
use super::piece::Piece;
use super::prefix_tree::PrefixTree;
use super::settings::TokenizerSettings;
use super::special::SpecialTokens;
use super::splitter::Splitter;
use crate::{Result, TokenId};

/// A tokenizer class with its files.
pub struct Pipeline {
    splitter: Splitter,
    added: AddedTokens,
    /// Contents of the special tokens.
    special: HashSet<String>,
    /// T5 in its non-legacy behaviour.
    is_modern_t5: bool,
    /// A character that is inserted before the text.
    inserted: Option<char>,
    /// Tokens that are not lower-cased; `None` if nothing is lower-cased.
    case_kept: Option<PrefixTree>,
}

impl Pipeline {
    pub fn new(
        splitter: Splitter,
        class: TokenizerClass,
        settings: &TokenizerSettings,
        special: &SpecialTokens,
    ) -> Self {
        let added = special.added_tokens(settings, class, &splitter);
        let is_modern_t5 =
            matches!(&splitter, Splitter::SentencePiece(sentence) if sentence.is_modern_t5);
        let inserted = match class.kind() {
            // `bert_score` asks for the space where the tokenizer is GPT-2's or RoBERTa's.
            TokenizerKind::ByteLevel
                if class == TokenizerClass::Roberta || settings.add_prefix_space == Some(true) =>
            {
                Some(' ')
            }
            _ if is_modern_t5 && settings.add_prefix_space != Some(false) => Some(METASPACE),
            _ => None,
        };
        let mut case_kept = None;
        if splitter.lower() {
            case_kept = Some(tokens_with_case(special, &added));
        }
        Self {
            case_kept,
            special: special.contents().map(str::to_owned).collect(),
            is_modern_t5,
            inserted,
            splitter,
            added,
        }
    }

    /// The id of an added token or of a vocabulary entry.
    pub fn id(&self, content: &str) -> Option<TokenId> {
        self.added.id(content).or_else(|| self.splitter.id(content))
    }

    /// The added token or the vocabulary entry with an id.
    pub fn name(&self, id: TokenId) -> Option<String> {
        match self.added.name(id) {
            Some(added) => Some(added.to_owned()),
            None => self.splitter.name(id),
        }
    }

    /// The largest id of a vocabulary entry + 1.
    pub fn vocabulary_size(&self) -> usize {
        self.splitter.size()
    }

    pub fn split(&self, text: &str, first: usize) -> Result<Vec<Piece>> {
        let mut text = trace(text, first);
        if self.is_modern_t5 {
            for glyph in &mut text {
                if glyph.c == METASPACE {
                    glyph.c = ' ';
                }
            }
        }
        if let Some(inserted) = self.inserted {
            insert_first(&mut text, inserted);
        }
        if let Some(case_kept) = &self.case_kept {
            text = lowercase_but(case_kept, &text);
        }
        let parts = self.added.split(&text);
        let mut pieces = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            match part {
                TextPart::Token(id, glyphs) => pieces.push(Piece::from_glyphs(*id, glyphs, false)),
                TextPart::Text(glyphs) => {
                    let found = self.splitter.split(glyphs)?;
                    // Transformers drops T5's ▁ again if it is a piece of its own before a special token.
                    let is_dropped = i == 0
                        && self.is_modern_t5
                        && found.len() == 1
                        && self.start_with_metaspace_and_special(&parts);
                    if !is_dropped {
                        pieces.extend(found);
                    }
                }
            }
        }
        Ok(pieces)
    }

    /// Whether the pieces before a space between two ASCII words are the same, whatever follows the space.
    pub fn splits_at_spaces(&self) -> bool {
        // Sentencepiece chooses among the ways to split a whole text.
        if let Splitter::SentencePiece(_) = self.splitter {
            return false;
        }
        // A token with a space may begin before that space and end after it.
        let keeps_space = self.case_kept.as_ref().is_some_and(PrefixTree::has_space);
        !keeps_space && !self.added.has_space()
    }

    fn start_with_metaspace_and_special(&self, parts: &[TextPart]) -> bool {
        let [TextPart::Text(first), TextPart::Token(_, token), ..] = parts else {
            return false;
        };
        text_of(first) == "▁" && self.special.contains(&text_of(token))
    }
}

/// The tokens that are not lower-cased.
fn tokens_with_case(special: &SpecialTokens, added: &AddedTokens) -> PrefixTree {
    let mut kept = PrefixTree::default();
    for content in special.contents() {
        kept.insert(content);
    }
    for (_, token) in added.iter() {
        if !token.special && token.normalized {
            kept.insert(&token.content);
        }
    }
    kept
}

/// Lower-cases character by character, except the tokens to keep.
fn lowercase_but(kept: &PrefixTree, text: &[Glyph]) -> Vec<Glyph> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.first() {
        let length = match kept.longest(chars(rest)) {
            Some(length) => {
                out.extend_from_slice(&rest[..length]);
                length
            }
            None => {
                out.extend(first.lowercase());
                1
            }
        };
        rest = &rest[length..];
    }
    out
}
