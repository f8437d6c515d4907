//! A tokenizer that the tokenizers crate runs as described in tokenizer.json.

use tokenizers::{Encoding, Tokenizer};

use super::piece::Piece;
use super::pipeline::Engine;
use super::traced::TracedText;
use crate::panic_guard::catch_panic;
use crate::{EncoderError, Result, TokenId};

/// Maximum bytes of a text after normalisation; the crate needs 20 times as much memory.
const MAX_TEXT_BYTES: usize = 1 << 26;

/// A tokenizer as described in tokenizer.json.
#[derive(Debug, Clone)]
pub struct JsonTokenizer {
    pub inner: Tokenizer,
    /// The factor by which its steps may lengthen a text.
    pub growth: usize,
}

impl Engine for JsonTokenizer {
    fn split(&self, text: &str, first: usize) -> Result<Vec<Piece>> {
        if text.len().saturating_mul(self.growth) > MAX_TEXT_BYTES {
            let problem = format!(
                "a text of {} bytes is too long for the steps of tokenizer.json",
                text.len()
            );
            return Err(EncoderError::Tokenizer(problem));
        }
        let failure = |e| EncoderError::Tokenizer(format!("tokenizer.json: {e}"));
        let encode = || self.inner.encode_char_offsets(text, false).map_err(failure);
        let encoding = catch_panic("tokenizer.json", encode)?;
        Ok(pieces(&encoding, &TracedText::new(text, first)))
    }

    fn name(&self, id: TokenId) -> Option<String> {
        self.inner.id_to_token(id)
    }
}

fn pieces(encoding: &Encoding, text: &TracedText) -> Vec<Piece> {
    let words = encoding.get_word_ids();
    let pieces = encoding
        .get_ids()
        .iter()
        .zip(encoding.get_offsets())
        .enumerate();
    pieces
        .map(|(i, (id, (from, to)))| {
            let continues = i > 0 && words[i].is_some() && words[i] == words[i - 1];
            let place = text.0.get(*from).or(text.0.last()).map_or(0, |g| g.start);
            let piece =
                Piece::from_glyphs(*id, text.0.get(*from..*to).unwrap_or_default(), continues);
            if from < to {
                piece
            } else {
                Piece {
                    start: place,
                    end: place,
                    ..piece
                }
            }
        })
        .collect()
}
