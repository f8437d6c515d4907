//! The fast tokenizer (tokenizer.json) of a model, beside the slow one that `bert_score` uses by default.

use std::sync::OnceLock;

use super::{EncoderError, Tokenizer, TokenizerFiles};

/// What tokenizer.json describes: the tokenizer that transformers uses by default. It is made when it is
/// first asked for, because reading a large one takes a second and few ask.
#[derive(Debug)]
pub struct FastTokenizer {
    files: TokenizerFiles,
    model_type: String,
    positions: Option<usize>,
    made: OnceLock<Result<Tokenizer, EncoderError>>,
}

impl FastTokenizer {
    /// That of a model, whose position table allows so many tokens.
    #[must_use]
    pub fn new(files: &TokenizerFiles, model_type: &str, positions: Option<usize>) -> Self {
        let kept = TokenizerFiles {
            tokenizer_json: files.tokenizer_json.clone(),
            tokenizer_config: files.tokenizer_config.clone(),
            special_tokens_map: files.special_tokens_map.clone(),
            added_tokens: files.added_tokens.clone(),
            ..TokenizerFiles::default()
        };
        Self { files: kept, model_type: model_type.to_owned(), positions, made: OnceLock::new() }
    }

    /// The tokenizer; `None` for a model without tokenizer.json. transformers makes one of the other files then, by rules
    /// that are not part of this crate.
    ///
    /// # Errors
    /// [`EncoderError::Tokenizer`] when tokenizer.json is damaged.
    pub fn get(&self) -> Result<Option<&Tokenizer>, &EncoderError> {
        if self.files.tokenizer_json.is_none() {
            return Ok(None);
        }
        let make = || Tokenizer::described(&self.files, &self.model_type)?.within(self.positions);
        self.made.get_or_init(make).as_ref().map(Some)
    }
}
