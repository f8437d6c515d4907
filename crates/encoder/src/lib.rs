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
mod encoder;
mod error;
pub mod families;
mod hidden_states;
mod kernel;
mod layer;
mod layers;
pub mod model_keys;
pub mod panic_guard;
mod program_tokenizers;
pub mod texts;
mod token;
mod tokenizer;
mod tokenizer_files;
pub mod weights;
mod windows;

pub use compute::Compute;
pub use conventions::{Conventions, LongTexts, Program};
pub use encoder::Encoder;
pub use error::EncoderError;
pub(crate) use error::Result;
pub use hidden_states::HiddenStates;
pub use kernel::threads::map_single_threaded;
pub use kernel::{
    INSTRUCTION_SET_VARIABLE, InstructionSet, InstructionSetError, ProductColumns, ProductRows,
    Products,
};
pub use layer::{KeptLayers, Layer};
pub use program_tokenizers::ProgramTokenizers;
pub use texts::TokenizedText;
pub use token::{Token, TokenId, Truncation};
pub use tokenizer::Tokenizer;
pub use tokenizer_files::TokenizerFiles;
pub use windows::Windows;
