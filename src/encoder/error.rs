//! What can go wrong between a model's files and its hidden states.

/// A model that can not be read or run.
#[derive(Debug, thiserror::Error)]
pub enum EncoderError {
    /// config.json can not be understood.
    #[error("config.json can not be used: {0}")]
    Config(String),
    /// The tokenizer's files can not be understood.
    #[error("the tokenizer can not be used: {0}")]
    Tokenizer(String),
    /// The weights can not be read.
    #[error("the weights can not be used ({0}); is model.safetensors complete, and of this config.json?")]
    Weights(String),
    /// A tensor that the model needs is not in the file.
    #[error("the weights have no tensor {0:?}; is this a BERT encoder?")]
    MissingTensor(String),
    /// A text has more tokens than the model has positions.
    #[error("a text of {found} tokens is longer than the model's {most}")]
    TooLong {
        /// Tokens of the text.
        found: usize,
        /// Positions of the model.
        most: usize,
    },
    /// The tokenizer gives an id for which the model has no embedding.
    #[error(
        "token id {id} is outside the model's vocabulary of {vocabulary}: tokenizer and weights do not belong together"
    )]
    UnknownId {
        /// The id.
        id: u32,
        /// Entries of the embedding table.
        vocabulary: usize,
    },
    /// candle refused an operation.
    #[error("the model can not be run: {0}")]
    Candle(#[from] candle_core::Error),
}
