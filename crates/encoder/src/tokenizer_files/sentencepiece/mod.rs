//! Sentencepiece models, and the processing that transformers' classes add to them.

mod albert;
mod bpe;
mod charsmap;
mod ids;
mod model;
mod normalizer;
pub mod proto;
mod table;
mod unigram;

pub use self::charsmap::Charsmap;
pub use self::ids::IdScheme;
pub use self::model::Model;
use self::model::RawPiece;
use super::class::{Role, TokenizerClass};
use super::glyphs::{Glyph, METASPACE, split_at_punctuation};
use super::piece::Piece;
use super::settings::TokenizerSettings;
use super::special::SpecialTokens;
use crate::TokenId;

/// A sentencepiece model within its class.
pub struct SentencePiece {
    model: Model,
    class: TokenizerClass,
    ids: IdScheme,
    /// Content of the unknown token.
    unknown: String,
    split_by_punct: bool,
    remove_space: bool,
    keep_accents: bool,
    /// Whether the class lower-cases text.
    pub lower: bool,
    /// T5 in its non-legacy behaviour.
    pub is_modern_t5: bool,
}

impl SentencePiece {
    pub fn new(
        mut model: Model,
        ids: IdScheme,
        class: TokenizerClass,
        settings: &TokenizerSettings,
        special: &SpecialTokens,
    ) -> Self {
        let is_modern_t5 = class == TokenizerClass::T5 && settings.legacy == Some(false);
        if is_modern_t5 {
            // The class itself puts ▁ before the text, and not before the text after an added token.
            model.normalizer.add_dummy_prefix = false;
        }
        let lower = match class {
            TokenizerClass::DebertaV2 => settings.do_lower_case.unwrap_or(false),
            TokenizerClass::Albert => settings.do_lower_case.unwrap_or(true),
            // The other classes have no such setting, whatever the files say.
            _ => false,
        };
        Self {
            model,
            class,
            ids,
            unknown: special.role(Role::Unk).unwrap_or("<unk>").to_owned(),
            split_by_punct: settings.split_by_punct.unwrap_or(false),
            remove_space: settings.remove_space.unwrap_or(true),
            keep_accents: settings.keep_accents.unwrap_or(false),
            lower,
            is_modern_t5,
        }
    }

    /// The number of entries that the class counts, before tokens are added.
    pub fn entry_count(&self) -> usize {
        self.ids.entry_count(&self.model.table)
    }

    /// The id of a vocabulary entry, if there is one.
    pub fn id(&self, entry: &str) -> Option<TokenId> {
        self.ids.id(entry, &self.model.table)
    }

    /// The vocabulary entry with an id.
    pub fn name(&self, id: TokenId) -> Option<&str> {
        self.ids.name(id, &self.model.table)
    }

    /// Splits a part of a text.
    pub fn split(&self, text: &[Glyph]) -> Vec<Piece> {
        let raw_pieces = match self.class {
            TokenizerClass::T5 if self.is_modern_t5 && starts_with_blank(text) => {
                self.encode_after_unknown(text)
            }
            TokenizerClass::DebertaV2 if self.split_by_punct => split_at_punctuation(text)
                .flat_map(|part| self.model.encode(part))
                .collect(),
            TokenizerClass::Albert => self.encode_albert(text),
            _ => self.model.encode(text),
        };
        let mut pieces = Vec::with_capacity(raw_pieces.len());
        let mut before = None;
        for raw in &raw_pieces {
            let id = self.ids.class_id(raw.id, &self.model.table);
            // Letters after letters, without a space, are the same word.
            let continues_word = is_letter(before) && is_letter(raw.glyphs.first());
            pieces.push(Piece::from_glyphs(id, &raw.glyphs, continues_word));
            before = raw.glyphs.last();
        }
        pieces
    }

    /// T5's non-legacy behaviour: the text is split as if it followed `<unk>`, so that its space stays.
    fn encode_after_unknown(&self, text: &[Glyph]) -> Vec<RawPiece> {
        let position = text.first().map_or(0, |glyph| glyph.start);
        let mut whole: Vec<Glyph> = self
            .unknown
            .chars()
            .map(|c| Glyph::inserted(c, position))
            .collect();
        let added_count = self.model.encode(&whole).len();
        whole.extend_from_slice(text);
        let mut pieces = self.model.encode(&whole);
        // Fewer pieces than that: the token merged with the text, and nothing can be taken off.
        if pieces.len() >= added_count {
            pieces.drain(..added_count);
        }
        pieces
    }
}

fn starts_with_blank(text: &[Glyph]) -> bool {
    text.first()
        .is_some_and(|glyph| glyph.c == METASPACE || glyph.c == ' ')
}

fn is_letter(glyph: Option<&Glyph>) -> bool {
    glyph.is_some_and(|glyph| glyph.c.is_alphanumeric())
}
