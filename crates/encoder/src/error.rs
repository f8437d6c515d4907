//! Errors of loading and running a model.

use std::path::{Path, PathBuf};

use crate::Layer;
use crate::kernel::InstructionSetError;
use bertscope_metric::MetricError;

pub type Result<T, E = EncoderError> = std::result::Result<T, E>;

/// An error of reading or running a model.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EncoderError {
    /// config.json is invalid, or a field of it is not supported.
    #[error("config.json cannot be used: {0}")]
    Config(String),
    /// config.json names an architecture that is not supported.
    #[error("the architecture {name:?} is not supported (supported: {supported})")]
    Architecture { name: String, supported: String },
    /// The tokenizer's files are invalid or not supported.
    #[error("the tokenizer cannot be used: {0}")]
    Tokenizer(String),
    /// A file of weights cannot be read.
    #[error("{} cannot be used: {problem}", path.display())]
    File { path: PathBuf, problem: String },
    /// The weights cannot be read.
    #[error(
        "the weights cannot be used ({0}); are they complete, and do they match this config.json?"
    )]
    Checkpoint(String),
    /// A tensor that the model needs is not in the file.
    #[error(
        "the weights have no tensor {0:?}; are they complete, and do they match this config.json?"
    )]
    MissingTensor(String),
    /// A text has more tokens than the model has positions.
    #[error(
        "a text of {found} tokens is too long for this model, which reads at most {max_tokens}"
    )]
    TooLong { found: usize, max_tokens: usize },
    /// A token id for which the model has no embedding.
    #[error(
        "token id {id} is outside the model's vocabulary of {vocabulary}: tokenizer and weights are from different models"
    )]
    UnknownId {
        id: u32,
        /// Entries of the embedding table.
        vocabulary: usize,
    },
    /// The tokenizer has more tokens than the model has embeddings.
    #[error(
        "the tokenizer has {tokens} tokens but the weights have embeddings for {vocabulary}: they are from different models"
    )]
    Vocabulary {
        /// Tokens of the tokenizer.
        tokens: usize,
        /// Entries of the embedding table.
        vocabulary: usize,
    },
    /// Reading the model was cancelled.
    #[error("reading the model was cancelled")]
    Cancelled,
    /// A layer that was not kept when the text was encoded.
    #[error(
        "the hidden states of layer {layer} were not kept, only those of layer {kept}; encode the text again"
    )]
    NotKept { layer: Layer, kept: Layer },
    /// Hidden states that are NaN or infinite.
    #[error(
        "the hidden states of layer {layer} are not finite: the weights contain NaN, infinity or huge numbers; download the weights again, or use another model"
    )]
    NotFinite { layer: Layer },
    /// The environment requests vector instructions that the processor lacks.
    #[error(transparent)]
    InstructionSet(#[from] InstructionSetError),
    /// Hidden states from which no score can be computed.
    #[error(transparent)]
    Metric(#[from] MetricError),
    /// There is not enough memory to load or run the model.
    #[error(
        "there is not enough memory for this model; close other programs, or use a smaller model"
    )]
    OutOfMemory,
    /// The backend failed: the weights cannot be read any further, or an operation of candle failed.
    #[error("the model cannot be run: {0}")]
    Backend(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<candle_core::Error> for EncoderError {
    fn from(error: candle_core::Error) -> Self {
        match error {
            candle_core::Error::Io(error) => error.into(),
            other => Self::Backend(other.into()),
        }
    }
}

impl From<std::io::Error> for EncoderError {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::OutOfMemory {
            Self::OutOfMemory
        } else {
            Self::Backend(error.into())
        }
    }
}

impl EncoderError {
    pub fn file(path: &Path, problem: &(impl std::fmt::Display + ?Sized)) -> Self {
        Self::File {
            path: path.to_owned(),
            problem: brief_message(problem),
        }
    }
}

/// A library's error message, truncated if it is long: some repeat the file's content.
pub fn brief_message(problem: &(impl std::fmt::Display + ?Sized)) -> String {
    truncate(problem.to_string(), 300)
}

/// Truncates a text to a number of characters, with `…` for the rest.
pub fn truncate(text: String, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
