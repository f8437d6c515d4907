//! Tokenizers and encoders: text → tokens → one hidden state for each token and layer.
//!
//! [`Tokenizer`] splits a text the way `bert_score` does; an [`Encoder`] turns token ids into [`HiddenStates`]. Each of the
//! [`families`] builds its blocks from `layers`, which [`Compute`] runs on the CPU with the crate's own `kernel` and on
//! other devices with `candle`.
//!
//! This crate is internal to bertscope: its interface may change with any version.

pub mod batches;
mod candle;
mod compute;
pub mod config;
mod conventions;
mod error;
pub mod families;
mod hidden_states;
mod kernel;
mod layers;
pub mod model_keys;
pub mod panic_guard;
mod program_tokenizers;
mod token;
mod tokenizer;
mod tokenizer_files;
pub mod weights;
pub mod windows;

use bertscope_metric::Vectors;

pub use compute::Compute;
pub use conventions::{Conventions, LongTexts, Program};
pub use error::EncoderError;
pub(crate) use error::Result;
pub use hidden_states::{HiddenStates, KeptLayers, Layer};
pub use kernel::threads::map_single_threaded;
pub use kernel::{
    INSTRUCTION_SET_VARIABLE, InstructionSet, InstructionSetError, ProductColumns, ProductRows,
    Products,
};
pub use program_tokenizers::ProgramTokenizers;
pub use token::{Token, TokenId, TokenizedText, Truncation};
pub use tokenizer::Tokenizer;
pub use tokenizer_files::TokenizerFiles;
pub use windows::Windows;

/// A transformer that computes the hidden states of every layer in one pass.
pub trait Encoder: Send + Sync {
    /// Number of layers N; hidden states run from layer 0 (the embedding output) to layer N.
    fn layer_count(&self) -> usize;

    /// Dimension of a hidden state.
    fn hidden_size(&self) -> usize;

    /// Maximum number of tokens of a text, special tokens included; `None` if there is no limit.
    fn max_tokens(&self) -> Option<usize>;

    /// Size of the embedding table; every token id is smaller.
    fn vocabulary_size(&self) -> usize;

    /// Encodes texts given as token ids, special tokens included, and keeps the requested layers. Pass many
    /// texts at once to keep every core busy. Fails for ids that the model cannot encode, or
    /// if the backend fails.
    fn encode(
        &self,
        texts: &[&[TokenId]],
        keep: KeptLayers,
    ) -> Result<Vec<HiddenStates>, EncoderError>;

    /// The static vector of each token, \[tokens\]\[width\]: layer 0 without the position embedding, the same at every position.
    /// In a family without position embeddings this is layer 0 itself.
    ///
    /// # Errors
    /// [`EncoderError::UnknownId`], [`EncoderError::NotFinite`], [`EncoderError::Backend`].
    fn static_vectors(&self, ids: &[TokenId]) -> Result<Vectors, EncoderError>;
}
