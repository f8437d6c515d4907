//! Floor 2: from a text to tokens, and from tokens to one hidden state for each layer.
//!
//! [`Tokenizer`] splits a text the way `bert_score` does; an [`Encoder`] turns token ids into [`HiddenStates`].
//! On the CPU that is [`bert::Bert`], whose products are the crate's own ([`kernel`]); [`portable::PortableBert`] is
//! candle-transformers' model, for other devices and as the yardstick of the tests.

pub mod bert;
pub mod config;
pub mod error;
pub mod hidden;
pub mod kernel;
pub mod portable;
pub mod token;
pub mod tokenizer;
pub mod tokenizer_files;
pub mod weights;

pub use error::EncoderError;
pub use hidden::{HiddenStates, Layer};
pub use token::{Token, TokenId, TokenizedText, Truncation};
pub use tokenizer::Tokenizer;
pub use tokenizer_files::TokenizerFiles;

/// A transformer that gives the hidden states of every layer in one pass.
pub trait Encoder: Send + Sync {
    /// Number of layers N; hidden states run from layer 0 (the embedding output) to layer N.
    fn layers(&self) -> usize;

    /// Numbers in one hidden state.
    fn width(&self) -> usize;

    /// Most tokens that a text may have, special ones included.
    fn max_tokens(&self) -> usize;

    /// Encodes texts that are given as token ids, special tokens included.
    ///
    /// # Errors
    /// [`EncoderError::TooLong`] and [`EncoderError::UnknownId`] for ids that do not fit the model, otherwise
    /// candle's own errors.
    fn encode(&self, texts: &[&[TokenId]]) -> Result<Vec<HiddenStates>, EncoderError>;
}
