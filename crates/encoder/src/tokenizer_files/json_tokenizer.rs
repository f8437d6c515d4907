//! A tokenizer that the tokenizers crate runs as described in tokenizer.json.

use tokenizers::Tokenizer;

use super::files::TOKENIZER_JSON;
use super::glyphs::trace;
use super::piece::{Piece, pieces_of};
use crate::panic_guard::catch_panic;
use crate::{EncoderError, Result};

/// Maximum bytes of a text after normalisation; the crate needs 20 times as much memory.
const MAX_TEXT_BYTES: usize = 1 << 26;

/// A tokenizer as described in tokenizer.json.
#[derive(Debug, Clone)]
pub struct JsonTokenizer {
    pub inner: Tokenizer,
    /// The factor by which its steps may lengthen a text.
    pub growth: usize,
}

impl JsonTokenizer {
    pub fn split(&self, text: &str, first: usize) -> Result<Vec<Piece>> {
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
