//! A tokenizer in parts: what splits a text, and the special tokens that surround it.

use super::json_tokenizer::JsonTokenizer;
use super::piece::Piece;
use super::pipeline::Pipeline;
use crate::{Result, TokenId};

/// A tokenizer, with the special tokens that surround a text.
#[derive(Debug)]
pub(crate) struct TokenizerParts {
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
    pub vocabulary_size: usize,
}

/// What splits a text.
#[derive(Debug)]
pub(crate) enum Engine {
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

    /// The vocabulary entry with an id.
    pub fn name(&self, id: TokenId) -> Option<String> {
        match self {
            Self::Class(pipeline) => pipeline.name(id),
            Self::Json(tokenizer) => tokenizer.inner.id_to_token(id),
        }
    }
}
