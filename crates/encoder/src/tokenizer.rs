//! Splitting a text into tokens exactly as `bert_score` does.

use std::ops::Range;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::tokenizer_files::{
    self, CharIndex, Piece, TokenizerFiles, TokenizerParts, is_python_space,
};
use crate::{EncoderError, Program, Result, Token, TokenId, TokenizedText, Truncation, Windows};

/// Bytes of a text that are tokenized first, if it is longer: enough for almost every text, whose tokens are all counted.
const FIRST_BYTES: usize = 1 << 16;

/// A tokenizer, built from the files of a model.
#[derive(Debug, Clone)]
pub struct Tokenizer {
    parts: Arc<TokenizerParts>,
    max_tokens: usize,
    /// The limit of the model, if a longer text is encoded in windows.
    window: Option<usize>,
    /// Whether it tokenizes as torchmetrics does: texts are not stripped, and the first and the last token have no weight.
    for_torchmetrics: bool,
}

/// The pieces of a text, up to where it was read.
struct ReadPieces {
    pieces: Vec<Piece>,
    bytes: usize,
}

impl Tokenizer {
    /// Builds the tokenizer of a model. `model_type` is the field of config.json, such as `roberta`; `positions` is the number
    /// of tokens that the model's position table allows, special ones included, or `None` if it has none. Fails if a
    /// file is missing or damaged, or if the token limit leaves no room for a text.
    pub fn from_files(
        files: &TokenizerFiles,
        model_type: &str,
        positions: Option<usize>,
    ) -> Result<Self> {
        Self::new(tokenizer_files::build_tokenizer(files, model_type)?)
            .with_max_positions(positions)
    }

    /// Builds the fast tokenizer that a program uses, from tokenizer.json and the settings of tokenizer_config.json that
    /// its version of transformers lets overrule it. Fails when a file is missing or damaged.
    pub fn fast_from_files(
        files: &TokenizerFiles,
        model_type: &str,
        positions: Option<usize>,
        program: Program,
    ) -> Result<Self> {
        Self::new(tokenizer_files::build_fast(files, model_type, program)?)
            .with_max_positions(positions)
    }

    fn new(parts: TokenizerParts) -> Self {
        Self {
            parts: Arc::new(parts),
            max_tokens: tokenizer_files::DEFAULT_MAX_TOKENS,
            window: None,
            for_torchmetrics: false,
        }
    }

    /// Limits the tokenizer to a model's number of positions, or to the limit in the files if that is smaller. `None` is a
    /// model without a position table; then the limit in the files counts, up to a fixed maximum. Fails if the limit
    /// leaves no room for a text.
    pub fn with_max_positions(mut self, positions: Option<usize>) -> Result<Self> {
        self.max_tokens = match (self.parts.max_tokens, positions) {
            (Some(stated), Some(positions)) => stated.min(positions),
            // Without a position table nothing else limits the attention, which grows with the square of the token count.
            (Some(stated), None) => stated.min(tokenizer_files::MAX_STATED_TOKENS),
            (None, positions) => positions.unwrap_or(tokenizer_files::DEFAULT_MAX_TOKENS),
        };
        if self.around() < self.max_tokens {
            return Ok(self);
        }
        Err(EncoderError::Tokenizer(format!(
            "a limit of {} tokens leaves no room for a text",
            self.max_tokens
        )))
    }

    /// This fast tokenizer as torchmetrics uses it: whitespace at the ends of a text is kept, a text is truncated only at
    /// `tokenizer_files::DEFAULT_MAX_TOKENS` tokens, and its first and its last token have no weight.
    #[must_use]
    pub fn for_torchmetrics(&self) -> Self {
        Self {
            max_tokens: tokenizer_files::DEFAULT_MAX_TOKENS,
            for_torchmetrics: true,
            ..self.clone()
        }
    }

    /// This tokenizer for texts in windows: a text is truncated only at `tokenizer_files::MAX_WINDOWED_TOKENS` tokens.
    #[must_use]
    pub fn in_windows(&self) -> Self {
        Self {
            max_tokens: self.max_tokens.max(tokenizer_files::MAX_WINDOWED_TOKENS),
            window: Some(self.max_tokens),
            ..self.clone()
        }
    }

    /// Number of special tokens around a text.
    fn around(&self) -> usize {
        self.parts.prefix_ids.len() + self.parts.suffix_ids.len()
    }

    /// Maximum number of tokens of a text, special ones included.
    pub fn max_tokens(&self) -> usize {
        self.max_tokens
    }

    /// Whether the files state a limit. The fast tokenizers of transformers fail without one.
    pub fn states_limit(&self) -> bool {
        self.parts.max_tokens.is_some()
    }

    /// Size of the vocabulary: the largest id + 1. The embedding table must have at least as many rows. Added tokens
    /// are not counted, because some models add tokens for which they have no embedding.
    pub fn vocabulary_size(&self) -> usize {
        self.parts.vocabulary_size
    }

    /// A fingerprint of the vocabulary: the first 16 hexadecimal digits of the SHA-256 of its entries in order.
    pub fn fingerprint(&self) -> String {
        let mut entries = Sha256::new();
        for id in 0..self.parts.vocabulary_size {
            entries.update(self.name(id as TokenId));
            entries.update([0]);
        }
        format!("{:.16x}", entries.finalize())
    }

    /// Strips a text as Python does (torchmetrics does not), tokenizes it, and truncates it to [`Self::max_tokens`]. Fails
    /// when the text cannot be tokenized.
    pub fn tokenize(&self, text: &str) -> Result<TokenizedText> {
        if !self.for_torchmetrics {
            let start = text.len() - text.trim_start_matches(is_python_space).len();
            let end = text.trim_end_matches(is_python_space).len();
            return self.tokenize_part(text, start..end.max(start));
        }
        let mut whole = self.tokenize_part(text, 0..text.len())?;
        // By position: torchmetrics takes the first and the last token for [CLS] and [SEP], whatever they are.
        let last = whole.tokens.len().saturating_sub(1);
        for (i, token) in whole.tokens.iter_mut().enumerate() {
            token.weightless = i == 0 || i == last;
        }
        Ok(whole)
    }

    /// Whether nothing is left of a text after stripping.
    pub fn is_blank(&self, text: &str) -> bool {
        text.trim_matches(is_python_space).is_empty()
    }

    /// Tokenizes a part of a text, given in bytes, and truncates it.
    fn tokenize_part(&self, text: &str, part: Range<usize>) -> Result<TokenizedText> {
        let room = self.max_tokens.saturating_sub(self.around());
        let lead = text[..part.start].chars().count();
        let read = self.read_pieces(&text[part.clone()], lead, room)?;
        let mut pieces = read.pieces;
        let mut truncated = None;
        if pieces.len() > room {
            let start = self.parts.truncates_start;
            let cut = if start { pieces.len() - room } else { room };
            truncated = Some(Truncation {
                kept: self.max_tokens,
                total: pieces.len() + self.around(),
                more: read.bytes < part.len(),
                start,
                at: pieces[cut].start,
            });
            let rest = pieces.split_off(cut);
            if start {
                pieces = rest;
            }
        }
        let seen = if read.bytes < part.len() {
            &text[..part.start + read.bytes]
        } else {
            text
        };
        let tokens = self.tokens(&pieces, seen, lead);
        let special = [self.parts.prefix_ids.len(), self.parts.suffix_ids.len()];
        let windows = self
            .window
            .and_then(|size| Windows::new(tokens.len(), size, special));
        Ok(TokenizedText {
            text: Arc::from(text),
            tokens,
            truncated,
            windows,
        })
    }

    /// Splits a text that starts after `lead` characters into more pieces than there is room for, or into all of its pieces.
    fn read_pieces(&self, text: &str, lead: usize, room: usize) -> Result<ReadPieces> {
        let engine = &self.parts.engine;
        let mut bytes = FIRST_BYTES;
        if text.len() > bytes && engine.splits_at_spaces() && !self.parts.truncates_start {
            while let Some(end) = space_between_words(text, bytes) {
                let pieces = engine.split(&text[..end], lead)?;
                if pieces.len() > room {
                    return Ok(ReadPieces { pieces, bytes: end });
                }
                bytes = 4 * end;
            }
        }
        // `bert_score` asks no tokenizer about an empty text.
        let mut pieces = Vec::new();
        if !text.is_empty() {
            pieces = engine.split(text, lead)?;
        }
        Ok(ReadPieces {
            pieces,
            bytes: text.len(),
        })
    }

    fn tokens(&self, pieces: &[Piece], text: &str, lead: usize) -> Vec<Token> {
        let parts = &*self.parts;
        let characters = CharIndex::new(text);
        let mut tokens = Vec::with_capacity(pieces.len() + self.around());
        for id in &parts.prefix_ids {
            tokens.push(self.special_token(*id, lead));
        }
        for (i, piece) in pieces.iter().enumerate() {
            let next = pieces[i + 1..].iter().find(|next| next.start < next.end);
            let next_start = next.map_or(characters.count(), |next| next.start);
            tokens.push(self.token(piece, next_start, &characters));
        }
        let has_end = parts.end_once
            && pieces
                .last()
                .is_some_and(|piece| parts.suffix_ids == [piece.id]);
        if !has_end {
            let position = tokens.last().map_or(lead, |token| token.end);
            for id in &parts.suffix_ids {
                tokens.push(self.special_token(*id, position));
            }
        }
        tokens
    }

    /// A token of the text. `next_start` is where the next token that covers anything starts.
    fn token(&self, piece: &Piece, next_start: usize, characters: &CharIndex<'_>) -> Token {
        let parts = &*self.parts;
        let mut end = piece.end;
        if piece.start < end {
            end = characters.end_of_grapheme(end, next_start);
        }
        let name = self.name(piece.id);
        let covered = characters.part(piece.start, end);
        let written = covered.trim_matches(is_python_space);
        Token {
            id: piece.id,
            text: if written.is_empty() {
                name.clone()
            } else {
                covered.to_owned()
            },
            start: piece.start,
            end,
            special: parts.prefix_ids.contains(&piece.id) || parts.suffix_ids.contains(&piece.id),
            weightless: parts.weightless.contains(&piece.id),
            continues_word: piece.continues_word,
            unknown: parts.unknown_id == Some(piece.id) && written != name,
            piece: name,
        }
    }

    /// A token that is added before or after a text, at a character position.
    fn special_token(&self, id: TokenId, position: usize) -> Token {
        let name = self.name(id);
        Token {
            id,
            text: name.clone(),
            piece: name,
            start: position,
            end: position,
            special: true,
            weightless: self.parts.weightless.contains(&id),
            continues_word: false,
            unknown: false,
        }
    }

    fn name(&self, id: TokenId) -> String {
        self.parts.engine.name(id).unwrap_or_default()
    }
}

/// The first space between two ASCII words from a byte on.
fn space_between_words(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes().get(from - 1..)?;
    let place = bytes.windows(3).position(|around| {
        around[0].is_ascii_alphanumeric() && around[1] == b' ' && around[2].is_ascii_alphanumeric()
    });
    Some(from + place?)
}
