//! A tokenizer in parts: what splits a text, and the special tokens that surround it.

use tokenizers::Tokenizer;

use super::files::TOKENIZER_JSON;
use super::glyphs::trace;
use super::piece::{Piece, pieces_of};
use super::pipeline::Pipeline;
use crate::panic_guard::catch_panic;
use crate::{EncoderError, Result, TokenId};

/// Maximum bytes of a text after normalisation; the tokenizers crate needs 20 times as much memory.
const MAX_TEXT_BYTES: usize = 1 << 26;

/// A tokenizer, with the special tokens that surround a text.
pub struct TokenizerParts {
    pub engine: Engine,
    /// Ids before a text.
    pub prefix_ids: Vec<TokenId>,
    /// Ids after it.
    pub suffix_ids: Vec<TokenId>,
    /// Ids that have weight 0 in `bert_score` at any position: those of `cls_token` and `sep_token`.
    pub weightless: Vec<TokenId>,
    /// Id of the unknown token, if the tokenizer has one.
    pub unknown_id: Option<TokenId>,
    /// Whether the end token is omitted if the text already ends with it.
    pub end_once: bool,
    /// Maximum number of tokens, if the files state one.
    pub max_tokens: Option<usize>,
    /// Whether a longer text loses its start, not its end.
    pub truncates_start: bool,
    pub vocabulary_size: usize,
}

impl std::fmt::Debug for TokenizerParts {
    /// Without its thousands of entries.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TokenizerParts").finish_non_exhaustive()
    }
}

/// What splits a text.
pub enum Engine {
    /// The steps of a slow class in Python.
    Class(Box<Pipeline>),
    /// The steps that tokenizer.json describes.
    Json(Box<JsonTokenizer>),
}

impl Engine {
    /// Splits a text whose first character has index `first`, without adding special tokens. Fails when the tokenizers
    /// crate returns an error.
    pub fn split(&self, text: &str, first: usize) -> Result<Vec<Piece>> {
        match self {
            Self::Class(pipeline) => pipeline.split(text, first),
            Self::Json(tokenizer) => tokenizer.split(text, first),
        }
    }

    /// Whether the pieces before a space between two ASCII words are the same, whatever follows the space.
    pub fn splits_at_spaces(&self) -> bool {
        match self {
            Self::Class(pipeline) => pipeline.splits_at_spaces(),
            // Its steps may do anything.
            Self::Json(_) => false,
        }
    }

    /// The vocabulary entry with an id.
    pub fn name(&self, id: TokenId) -> Option<String> {
        match self {
            Self::Class(pipeline) => pipeline.name(id),
            Self::Json(tokenizer) => tokenizer.inner.id_to_token(id),
        }
    }
}

/// A tokenizer that the tokenizers crate runs as described in tokenizer.json.
pub struct JsonTokenizer {
    pub inner: Tokenizer,
    /// The factor by which its steps may lengthen a text.
    pub growth: usize,
}

impl JsonTokenizer {
    fn split(&self, text: &str, first: usize) -> Result<Vec<Piece>> {
        // Refused before the steps run: a few of them can make a page as large as the memory.
        if text.len().saturating_mul(self.growth) > MAX_TEXT_BYTES {
            return Err(EncoderError::Tokenizer(format!(
                "a text of {} bytes is too long for the steps of tokenizer.json",
                text.len()
            )));
        }
        let encoding = catch_panic(TOKENIZER_JSON, || {
            self.inner
                .encode_char_offsets(text, false)
                .map_err(|error| EncoderError::Tokenizer(format!("{TOKENIZER_JSON}: {error}")))
        })?;
        Ok(pieces_of(&encoding, &trace(text, first)))
    }
}
