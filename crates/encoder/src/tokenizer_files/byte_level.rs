//! vocab.json and merges.txt: byte-level BPE, as in GPT-2, RoBERTa, BART and the first DeBERTa.

use ahash::AHashMap;
use tokenizers::models::bpe::BPE;
use tokenizers::pre_tokenizers::byte_level::ByteLevel as Regex;
use tokenizers::{Model, OffsetType, PreTokenizedString, PreTokenizer};

use super::piece::Piece;
use super::traced::TracedText;
use crate::panic_guard::catch_panic;
use crate::{EncoderError, Result, TokenId};

/// Merges in order of rank.
type Merges = Vec<(String, String)>;

/// A byte-level vocabulary.
#[derive(Debug, Clone)]
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
    serde_json::from_slice(bytes).map_err(|e| EncoderError::Tokenizer(format!("vocab.json: {e}")))
}

/// Reads merges.txt: a comment line, then two pieces per line. The error has the number of an invalid line.
pub fn read_merges(bytes: &[u8]) -> Result<Merges> {
    let wrong = |what: String| EncoderError::Tokenizer(format!("merges.txt {what}"));
    let text = std::str::from_utf8(bytes).map_err(|e| wrong(format!("is not text: {e}")))?;
    let mut merges = Vec::new();
    // Python drops the first line, whatever it contains, and the text after the last line break.
    let lines: Vec<&str> = text.split('\n').collect();
    let inner = lines.len().saturating_sub(2);
    for (i, line) in lines
        .iter()
        .enumerate()
        .skip(1)
        .take(inner)
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let mut parts = line.split_whitespace();
        match (parts.next(), parts.next(), parts.next()) {
            (Some(left), Some(right), None) => merges.push((left.to_owned(), right.to_owned())),
            _ => return Err(wrong(format!("has no pair of pieces on line {}", i + 1))),
        }
    }
    if merges.is_empty() {
        Err(wrong("is empty".to_owned()))
    } else {
        Ok(merges)
    }
}

impl ByteLevel {
    /// Builds a tokenizer; `file` is the file with the merges. Fails when a merge is not in the vocabulary.
    pub fn new(
        file: &'static str,
        entries: AHashMap<String, TokenId>,
        merges: Merges,
        unknown: Option<&str>,
    ) -> Result<Self> {
        let size = entries.values().max().map_or(0, |id| *id as usize + 1);
        let unknown = unknown.filter(|unknown| entries.contains_key(*unknown));
        let mut builder = BPE::builder().vocab_and_merges(entries, merges);
        if let Some(unknown) = unknown {
            builder = builder.unk_token(unknown.to_owned());
        }
        let model = builder.build().map_err(|e| {
            EncoderError::Tokenizer(format!(
                "{file} does not belong to the vocabulary next to it ({e})"
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
            regex: Regex::new(false, false, true),
        }
    }

    /// The id of a vocabulary entry.
    pub fn id(&self, entry: &str) -> Option<TokenId> {
        self.model.token_to_id(entry)
    }

    /// The vocabulary entry with an id.
    pub fn name(&self, id: TokenId) -> Option<String> {
        self.model.id_to_token(id)
    }

    /// The number of entries, and the largest id + 1.
    pub fn size(&self) -> (usize, usize) {
        (self.model.get_vocab_size(), self.size)
    }

    /// Splits a text into pieces. Fails when the tokenizers crate returns an error or panics.
    pub fn split(&self, text: &TracedText) -> Result<Vec<Piece>> {
        catch_panic(self.file, || self.merged(text))
    }

    fn merged(&self, text: &TracedText) -> Result<Vec<Piece>> {
        let wrong = |e: tokenizers::Error| EncoderError::Tokenizer(format!("{}: {e}", self.file));
        let mut words = PreTokenizedString::from(text.text());
        self.regex.pre_tokenize(&mut words).map_err(wrong)?;
        words
            .tokenize(|word| self.model.tokenize(word.get()))
            .map_err(wrong)?;
        let encoding = words
            .into_encoding(None, 0, OffsetType::Char)
            .map_err(wrong)?;
        let mut pieces = Vec::with_capacity(encoding.len());
        for i in 0..encoding.len() {
            let (from, to) = encoding.get_offsets()[i];
            let word = encoding.get_word_ids()[i];
            let continues = i > 0 && word.is_some() && word == encoding.get_word_ids()[i - 1];
            let glyphs = text.0.get(from..to).unwrap_or_default();
            pieces.push(Piece::from_glyphs(encoding.get_ids()[i], glyphs, continues));
        }
        Ok(pieces)
    }
}
