//! Splitting a text into tokens exactly as `bert_score` does.

use std::collections::HashSet;
use std::sync::Arc;

use tokenizers::normalizers::{BertNormalizer, NFC, Sequence};
use tokenizers::{Encoding, NormalizerWrapper, PostProcessor};
use unicode_segmentation::GraphemeCursor;

use super::{EncoderError, Token, TokenId, TokenizedText, Truncation};

/// A tokenizer.json with its own truncation and padding switched off.
#[derive(Debug, Clone)]
pub struct Tokenizer {
    inner: tokenizers::Tokenizer,
    max_tokens: usize,
    /// Ids that the post-processor puts around a text. `bert_score` gives them weight 0 wherever they stand.
    weightless: HashSet<TokenId>,
}

impl Tokenizer {
    /// Reads a tokenizer.json; texts are cut to `max_tokens`, special tokens included.
    ///
    /// # Errors
    /// [`EncoderError::Tokenizer`] when the file is no tokenizer or `max_tokens` leaves no room for a text.
    pub fn from_json(json: &[u8], max_tokens: usize) -> Result<Self, EncoderError> {
        let wrong = |e: tokenizers::Error| EncoderError::Tokenizer(e.to_string());
        let mut inner = tokenizers::Tokenizer::from_bytes(json).map_err(wrong)?;
        inner.with_padding(None);
        inner.with_truncation(None).map_err(wrong)?;
        if let Some(NormalizerWrapper::BertNormalizer(bert)) = inner.get_normalizer() {
            let composing = composing(bert);
            inner.with_normalizer(Some(composing)).map_err(wrong)?;
        }
        let empty = inner.encode("", true).map_err(wrong)?;
        let weightless: HashSet<_> = empty.get_ids().iter().copied().collect();
        if empty.len() >= max_tokens {
            return Err(EncoderError::Tokenizer(format!("a limit of {max_tokens} tokens leaves no room for a text")));
        }
        Ok(Self { inner, max_tokens, weightless })
    }

    /// Most tokens of a text, special ones included.
    #[must_use]
    pub fn max_tokens(&self) -> usize {
        self.max_tokens
    }

    /// Strips a text as Python does, splits it, and cuts it to [`Self::max_tokens`].
    ///
    /// # Errors
    /// [`EncoderError::Tokenizer`] when the tokenizer refuses the text.
    pub fn tokenize(&self, text: &str) -> Result<TokenizedText, EncoderError> {
        let stripped = text.trim_matches(is_python_space);
        let lead = text[..text.len() - text.trim_start_matches(is_python_space).len()].chars().count();
        let wrong = |e: tokenizers::Error| EncoderError::Tokenizer(e.to_string());
        let mut bare = self.inner.encode_char_offsets(stripped, false).map_err(wrong)?;
        let added = self.inner.get_post_processor().map_or(0, |p| p.added_tokens(false));
        let room = self.max_tokens.saturating_sub(added);
        let truncated = (bare.len() > room).then(|| Truncation {
            kept: room + added,
            total: bare.len() + added,
            at: lead + bare.get_offsets().get(room).map_or(0, |o| o.0),
        });
        bare.truncate(room, 0, tokenizers::TruncationDirection::Right);
        let encoding = self.inner.post_process(bare, None, true).map_err(wrong)?;
        let tokens = self.tokens(&encoding, text, lead);
        Ok(TokenizedText { text: Arc::from(text), tokens, truncated })
    }

    fn tokens(&self, encoding: &Encoding, text: &str, lead: usize) -> Vec<Token> {
        let starts: Vec<usize> = text.char_indices().map(|(byte, _)| byte).chain([text.len()]).collect();
        let byte = |character: usize| starts.get(character).copied().unwrap_or(text.len());
        let words = encoding.get_word_ids();
        let mut tokens = Vec::with_capacity(encoding.len());
        for i in 0..encoding.len() {
            let id = encoding.get_ids()[i];
            let piece = encoding.get_tokens()[i].clone();
            let added = encoding.get_special_tokens_mask()[i] == 1;
            let (start, end) = if added {
                let place = if i == 0 { lead } else { tokens.last().map_or(lead, |t: &Token| t.end) };
                (place, place)
            } else {
                let (start, end) = encoding.get_offsets()[i];
                let next = encoding.get_offsets().get(i + 1).filter(|(start, end)| start < end);
                let next = next.map_or(starts.len() - 1, |(start, _)| lead + start);
                (lead + start, whole_character(text, &starts, lead + end, next))
            };
            let text = if added { piece.clone() } else { text[byte(start)..byte(end)].to_owned() };
            let continues_word = !added && i > 0 && words[i].is_some() && words[i] == words[i - 1];
            tokens.push(Token { id, piece, text, start, end, special: self.weightless.contains(&id), continues_word });
        }
        tokens
    }
}

/// `bert_score` uses the tokenizers written in Python, which compose characters (NFC) between cleaning a text and
/// lower-casing it. tokenizer.json describes the ones in Rust, which do not; for a cased model that is another result.
fn composing(bert: &BertNormalizer) -> Sequence {
    let clean = BertNormalizer::new(bert.clean_text, bert.handle_chinese_chars, Some(false), false);
    let strip_accents = bert.strip_accents.unwrap_or(bert.lowercase);
    let fold = BertNormalizer::new(false, false, Some(strip_accents), bert.lowercase);
    Sequence::new(vec![clean.into(), NFC.into(), fold.into()])
}

/// The end of the user-perceived character in which a token ends. Composing and stripping of accents leave a combining
/// mark outside of the offsets; it belongs to the token before it, unless the `next` token begins within the character.
fn whole_character(text: &str, starts: &[usize], end: usize, next: usize) -> usize {
    let mut cursor = GraphemeCursor::new(starts[end], text.len(), true);
    if end >= next || cursor.is_boundary(text, 0).unwrap_or(true) {
        return end;
    }
    let boundary = cursor.next_boundary(text, 0).ok().flatten().unwrap_or(text.len());
    let whole = starts.partition_point(|start| *start < boundary);
    if whole <= next { whole } else { end }
}

/// What `str.strip` removes in Python: Unicode white space and the four information separators.
fn is_python_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}
