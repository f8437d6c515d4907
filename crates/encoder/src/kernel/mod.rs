//! The products and functions of a transformer layer on the CPU.
//!
//! candle's own matrix product reads a weight matrix column by column, 4 KB apart for a wide model, which dominates
//! the time of a short sentence (`benches/README.md` has measurements). Here both operands are stored in *panels* of
//! 32 columns, so that every read is sequential and one layout suits every width of vector register:
//!
//! - weights \[in, out\] as `out / 32` panels of `in` rows of 32 numbers ([`PackedWeight`]);
//! - activations \[tokens, width\] as `width / 32` panels of a row of 32 numbers for each token ([`Panels`]).
//!
//! Columns beyond the real width are zero and stay zero. Several texts share the panels, their tokens one after the
//! other without padding; only [`SelfAttention`] needs to know where each text starts. Activations that do not fit a layer
//! are an error of this crate and panic.

// Functions of one vector instruction set are compiled as one, and loops over 32 lanes are what the compiler recognises.
#![allow(clippy::inline_always, clippy::needless_range_loop)]

mod activations;
mod attention;
mod attention_head;
mod functions;
mod heads;
mod instruction_set;
mod memory;
mod multiplication;
mod norm;
mod panels;
mod products;
mod projection;
#[cfg(test)]
mod reference_tests;
mod rotation;
mod softmax;
pub mod threads;
mod tile;
mod widen;

pub use activations::Panels;
pub use attention::{AttentionShape, Bias, SelfAttention};
pub use instruction_set::{
    ENVIRONMENT_VARIABLE as INSTRUCTION_SET_VARIABLE, InstructionSet, InstructionSetError,
};
pub use memory::ensure_available;
pub use norm::{AddNorm, NormKind};
pub use panels::PackedWeight;
pub use products::{ProductColumns, ProductRows, Products};
pub use projection::{Activation, Projection};
pub use rotation::RotaryEmbedding;
