//! The steps of a slow tokenizer of transformers.

use std::collections::HashSet;

use super::added::{AddedTokens, PrefixTree, TextPart};
use super::byte_level::ByteLevel;
use super::class::{TokenizerClass, TokenizerKind, Wrapper};
use super::piece::Piece;
use super::sentencepiece::SentencePiece;
use super::special::{SpecialTokens, TokenizerConfig};
use super::traced::TracedText;
use super::wordpiece::WordPiece;
use crate::{EncoderError, Result, TokenId};

/// A tokenizer, with the special tokens that surround a text.
#[derive(Debug)]
pub(crate) struct TokenizerParts {
    /// The splitter.
    pub engine: Box<dyn Engine>,
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
    /// Size of the vocabulary.
    pub vocabulary_size: usize,
}

/// Splits a text: like the slow classes in Python, or as tokenizer.json describes it.
pub trait Engine: std::fmt::Debug + Send + Sync {
    /// Splits a text whose first character has index `first`, without adding special tokens. Fails when the tokenizers
    /// crate returns an error.
    fn split(&self, text: &str, first: usize) -> Result<Vec<Piece>>;

    /// The vocabulary entry with an id.
    fn name(&self, id: TokenId) -> Option<String>;
}

/// Splits the text between added tokens.
#[derive(Debug, Clone)]
pub enum Splitter {
    WordPiece(WordPiece),
    ByteLevel(ByteLevel),
    SentencePiece(SentencePiece),
}

impl Splitter {
    fn split(&self, text: &TracedText) -> Result<Vec<Piece>> {
        match self {
            Self::WordPiece(splitter) => Ok(splitter.split(text)),
            Self::ByteLevel(splitter) => splitter.split(text),
            Self::SentencePiece(splitter) => Ok(splitter.split(text)),
        }
    }

    fn id(&self, entry: &str) -> Option<TokenId> {
        match self {
            Self::WordPiece(splitter) => splitter.vocabulary.id(entry),
            Self::ByteLevel(splitter) => splitter.id(entry),
            Self::SentencePiece(splitter) => splitter.id(entry),
        }
    }

    fn name(&self, id: TokenId) -> Option<String> {
        match self {
            Self::WordPiece(splitter) => splitter.vocabulary.name(id).map(str::to_owned),
            Self::ByteLevel(splitter) => splitter.name(id),
            Self::SentencePiece(splitter) => splitter.name(id).map(str::to_owned),
        }
    }

    /// The number of entries, and the largest id + 1.
    fn size(&self) -> (usize, usize) {
        match self {
            Self::WordPiece(splitter) => (splitter.vocabulary.len(), splitter.vocabulary.size()),
            Self::ByteLevel(splitter) => splitter.size(),
            Self::SentencePiece(splitter) => (splitter.entry_count(), splitter.entry_count()),
        }
    }
}

/// A tokenizer class with its files.
#[derive(Debug, Clone)]
pub struct Pipeline {
    splitter: Splitter,
    added: AddedTokens,
    /// Special tokens, found between T5's own ▁ and the text.
    special: HashSet<String>,
    /// Whether a space is added before the text.
    blank_first: bool,
    /// Tokens that are not lower-cased; `None` if nothing is lower-cased.
    lower: Option<PrefixTree>,
}

impl Pipeline {
    /// Builds the tokenizer from its parts. Fails when a special token that surrounds each text is unknown.
    pub fn build(
        splitter: Splitter,
        class: TokenizerClass,
        settings: &TokenizerConfig,
        special: &SpecialTokens,
        lower: Option<bool>,
    ) -> Result<TokenizerParts> {
        let (entries, vocabulary) = splitter.size();
        let added = settings.added(&class, special, entries, |entry| splitter.id(entry));
        let id = |role: &str| {
            let missing = || {
                EncoderError::Tokenizer(format!(
                    "a {} needs a {role}, but the files define none",
                    class.name
                ))
            };
            let content = special.role(role).ok_or_else(missing)?;
            added
                .id(content)
                .or_else(|| splitter.id(content))
                .ok_or_else(missing)
        };
        let t5 = class.kind == TokenizerKind::SentencePiece(Wrapper::T5);
        let (begin, end) = if t5 {
            (vec![], vec![id("eos_token")?])
        } else {
            (vec![id("cls_token")?], vec![id("sep_token")?])
        };
        let weightless = ["cls_token", "sep_token"]
            .into_iter()
            .filter_map(|role| id(role).ok())
            .collect();
        let unknown_id = id("unk_token").ok();
        let mut keep = PrefixTree::default();
        let other = added
            .iter()
            .filter(|(_, token)| !token.special && token.normalized);
        special
            .contents()
            .chain(other.map(|(_, token)| token.content.as_str()))
            .for_each(|text| keep.insert(text));
        let lowers = match class.kind {
            TokenizerKind::WordPiece | TokenizerKind::SentencePiece(Wrapper::DebertaV2) => {
                lower.unwrap_or(false)
            }
            TokenizerKind::SentencePiece(Wrapper::Albert) => lower.unwrap_or(true),
            // These classes have no such setting, whatever the files say.
            _ => false,
        };
        let pipeline = Self {
            special: special.contents().map(str::to_owned).collect(),
            blank_first: match class.kind {
                TokenizerKind::ByteLevel { blank_first } => {
                    blank_first || settings.flag("add_prefix_space").unwrap_or(false)
                }
                _ => false,
            },
            lower: lowers.then_some(keep),
            splitter,
            added,
        };
        Ok(TokenizerParts {
            engine: Box::new(pipeline),
            prefix_ids: begin,
            suffix_ids: end,
            weightless,
            unknown_id,
            end_once: t5,
            max_tokens: settings.limit()?,
            vocabulary_size: vocabulary,
        })
    }
}

impl Engine for Pipeline {
    fn split(&self, text: &str, first: usize) -> Result<Vec<Piece>> {
        let mut text = TracedText::new(text, first);
        let modern = matches!(&self.splitter, Splitter::SentencePiece(sentence) if sentence.modern);
        if modern {
            text = text.map_chars(|c| [if c == '\u{2581}' { ' ' } else { c }]);
        }
        match &self.splitter {
            Splitter::SentencePiece(sentence) if sentence.modern && sentence.prefix => {
                text.prefix('\u{2581}')
            }
            _ if self.blank_first => text.prefix(' '),
            _ => {}
        }
        if let Some(keep) = &self.lower {
            text = lowercase(&text, keep);
        }
        let parts = self.added.split(text);
        let mut pieces = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            match part {
                TextPart::Token(id, glyphs) => {
                    pieces.push(Piece::from_glyphs(*id, &glyphs.0, false))
                }
                TextPart::Text(glyphs) => {
                    let found = self.splitter.split(glyphs)?;
                    let mark = modern && i == 0 && found.len() == 1 && glyphs.text() == "\u{2581}";
                    let before_special = matches!(parts.get(1), Some(TextPart::Token(_, next))
                        if self.special.contains(&next.text()));
                    if !(mark && before_special) {
                        pieces.extend(found);
                    }
                }
            }
        }
        Ok(pieces)
    }

    fn name(&self, id: TokenId) -> Option<String> {
        self.added
            .name(id)
            .map(str::to_owned)
            .or_else(|| self.splitter.name(id))
    }
}

/// Lower-cases character by character, except the tokens to keep.
fn lowercase(text: &TracedText, keep: &PrefixTree) -> TracedText {
    let mut out = TracedText(Vec::with_capacity(text.0.len()));
    let mut rest = &text.0[..];
    while !rest.is_empty() {
        let kept = keep.longest(rest);
        let (now, after) = rest.split_at(kept.unwrap_or(1));
        rest = after;
        match kept {
            Some(_) => out.0.extend_from_slice(now),
            None => out
                .0
                .extend(TracedText(now.to_vec()).map_chars(char::to_lowercase).0),
        }
    }
    out
}
