//! The fast tokenizer (tokenizer.json) of a model, beside the slow one that `bert_score` uses by default.

use std::sync::OnceLock;

use super::{EncoderError, Tokenizer, TokenizerFiles};

/// The tokenizer that tokenizer.json describes, which transformers uses by default. It is built on
/// first use, because reading a large one takes a second and it is rarely needed.
#[derive(Debug)]
pub struct FastTokenizer {
    files: TokenizerFiles,
    model_type: String,
    positions: Option<usize>,
    tokenizer: OnceLock<Result<Tokenizer, EncoderError>>,
}

impl FastTokenizer {
    /// The fast tokenizer of a model whose position table allows `positions` tokens.
    #[must_use]
    pub fn new(files: &TokenizerFiles, model_type: &str, positions: Option<usize>) -> Self {
        let kept = TokenizerFiles {
            tokenizer_json: files.tokenizer_json.clone(),
            tokenizer_config: files.tokenizer_config.clone(),
            special_tokens_map: files.special_tokens_map.clone(),
            added_tokens: files.added_tokens.clone(),
            ..TokenizerFiles::default()
        };
        Self { files: kept, model_type: model_type.to_owned(), positions, tokenizer: OnceLock::new() }
    }

    /// The tokenizer; `None` for a model without tokenizer.json. In that case transformers builds one from the other files, by rules
    /// that this crate does not implement. Fails when tokenizer.json is damaged.
    pub fn get(&self) -> Result<Option<&Tokenizer>, &EncoderError> {
        if self.files.tokenizer_json.is_none() {
            return Ok(None);
        }
        let make = || Tokenizer::fast_from_files(&self.files, &self.model_type)?.with_max_positions(self.positions);
        self.tokenizer.get_or_init(make).as_ref().map(Some)
    }
}
