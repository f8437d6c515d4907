//! config.json and the few things that the tokenizer's files say about a model.

use candle_transformers::models::bert::Config as BertConfig;
use serde::Deserialize;

use super::EncoderError;

/// Reads a BERT model's config.json.
///
/// # Errors
/// [`EncoderError::Config`] for anything that is no BERT configuration, or one that can not be run.
pub fn bert_config(json: &[u8]) -> Result<BertConfig, EncoderError> {
    let kind: ModelType = serde_json::from_slice(json).map_err(|e| EncoderError::Config(e.to_string()))?;
    match kind.model_type.as_deref() {
        Some("bert") | None => {}
        Some(other) => {
            return Err(EncoderError::Config(format!(
                "the architecture {other:?} is not supported; what works is: bert"
            )));
        }
    }
    let config: BertConfig = serde_json::from_slice(json).map_err(|e| EncoderError::Config(e.to_string()))?;
    if config.num_attention_heads == 0 || !config.hidden_size.is_multiple_of(config.num_attention_heads) {
        return Err(EncoderError::Config(format!(
            "a width of {} can not be shared by {} attention heads",
            config.hidden_size, config.num_attention_heads
        )));
    }
    Ok(config)
}

#[derive(Deserialize)]
struct ModelType {
    model_type: Option<String>,
}

/// What is needed of tokenizer_config.json.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct TokenizerConfig {
    /// Most tokens of a text. Some files state 10³⁰, meaning "no limit".
    pub model_max_length: Option<f64>,
}

impl TokenizerConfig {
    /// Reads tokenizer_config.json.
    ///
    /// # Errors
    /// [`EncoderError::Tokenizer`] when it is not JSON of that shape.
    pub fn parse(json: &[u8]) -> Result<Self, EncoderError> {
        serde_json::from_slice(json).map_err(|e| EncoderError::Tokenizer(format!("tokenizer_config.json: {e}")))
    }

    /// The limit, clamped by the number of positions that the model has.
    #[must_use]
    pub fn max_tokens(&self, positions: usize) -> usize {
        match self.model_max_length {
            Some(stated) if stated >= 1.0 && stated < positions as f64 => stated as usize,
            _ => positions,
        }
    }
}
