//! vocab.json and merges.txt: byte-level BPE, as in GPT-2, RoBERTa, BART and the first DeBERTa.

use std::fmt::Display;

use ahash::AHashMap;
use tokenizers::models::bpe::BPE;
use tokenizers::pre_tokenizers::byte_level::ByteLevel as Regex;
use tokenizers::{Model, OffsetType, PreTokenizedString, PreTokenizer};

use super::glyphs::{Glyph, text_of};
use super::piece::{Piece, pieces_of};
use super::vocabulary::id_count;
use crate::panic_guard::catch_panic;
use crate::{EncoderError, Result, TokenId};

/// Merges in order of rank.
type Merges = Vec<(String, String)>;

/// A byte-level vocabulary.
pub struct ByteLevel {
    /// The file with the merges.
    file: &'static str,
    model: BPE,
    /// The largest id + 1.
    size: usize,
    regex: Regex,
}

/// Reads vocab.json. Fails when it is not a JSON object of ids.
pub fn read_vocabulary(bytes: &[u8]) -> Result<AHashMap<String, TokenId>> {
    serde_json::from_slice(bytes)
        .map_err(|error| EncoderError::Tokenizer(format!("vocab.json: {error}")))
}

/// Reads merges.txt: a comment line, then two pieces per line. The error has the number of an invalid line.
pub fn read_merges(bytes: &[u8]) -> Result<Merges> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| invalid_merges(format_args!("is not text: {error}")))?;
    let mut merges = Vec::new();
    // Python drops the first line, whatever it contains, and the text after the last line break.
    let lines: Vec<&str> = text.split('\n').collect();
    for (i, line) in lines.iter().enumerate().take(lines.len() - 1).skip(1) {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            [] => {}
            [left, right] => merges.push((left.to_owned(), right.to_owned())),
            _ => {
                return Err(invalid_merges(format_args!(
                    "has no pair of pieces on line {}",
                    i + 1
                )));
            }
        }
    }
    if merges.is_empty() {
        return Err(invalid_merges("is empty"));
    }
    Ok(merges)
}

fn invalid_merges(problem: impl Display) -> EncoderError {
    EncoderError::Tokenizer(format!("merges.txt {problem}"))
}

impl ByteLevel {
    /// Builds a tokenizer; `file` is the file with the merges. Fails when a merge is not in the vocabulary.
    pub fn new(
        file: &'static str,
        entries: AHashMap<String, TokenId>,
        merges: Merges,
        unknown: Option<&str>,
    ) -> Result<Self> {
        let size = id_count(entries.values());
        // With an unknown token that is not in the vocabulary, the library fails at the first unknown character.
        let unknown = unknown.filter(|unknown| entries.contains_key(*unknown));
        let mut builder = BPE::builder().vocab_and_merges(entries, merges);
        if let Some(unknown) = unknown {
            builder = builder.unk_token(unknown.to_owned());
        }
        let model = builder.build().map_err(|error| {
            EncoderError::Tokenizer(format!(
                "{file} does not belong to the vocabulary next to it ({error}); copy both from the same model"
            ))
        })?;
        Ok(Self::from_model(file, model, size))
    }

    /// A tokenizer from an existing model; `size` is the largest id + 1.
    pub fn from_model(file: &'static str, model: BPE, size: usize) -> Self {
        Self {
            file,
            model,
            size,
            // No space is added here: the class adds it before added tokens are split off.
            regex: Regex::new(false, false, true),
        }
    }

    pub fn id(&self, entry: &str) -> Option<TokenId> {
        self.model.token_to_id(entry)
    }

    /// The vocabulary entry with an id.
    pub fn name(&self, id: TokenId) -> Option<String> {
        self.model.id_to_token(id)
    }

    pub fn entry_count(&self) -> usize {
        self.model.get_vocab_size()
    }

    /// The largest id + 1.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Splits a text into pieces. Fails when the tokenizers crate returns an error or panics.
    pub fn split(&self, text: &[Glyph]) -> Result<Vec<Piece>> {
        catch_panic(self.file, || {
            self.encode(text)
                .map_err(|error| EncoderError::Tokenizer(format!("{}: {error}", self.file)))
        })
    }

    fn encode(&self, text: &[Glyph]) -> tokenizers::Result<Vec<Piece>> {
        let mut words = PreTokenizedString::from(text_of(text));
        self.regex.pre_tokenize(&mut words)?;
        words.tokenize(|word| self.model.tokenize(word.get()))?;
        let encoding = words.into_encoding(None, 0, OffsetType::Char)?;
        Ok(pieces_of(&encoding, text))
    }
}
