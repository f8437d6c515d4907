//! The products and functions of a transformer layer on the CPU, as candle custom operations.
//!
//! candle's own matrix product reads a weight matrix column by column, 4 KB apart for a wide model, which dominates
//! the time of a short sentence (`benches/README.md` has measurements). Here both operands are stored in *panels* of
//! [`LANES`] columns, so that every read is sequential and one layout suits every width of vector register:
//!
//! - weights \[in, out\] as `out / 32` panels of `in` rows of 32 numbers ([`panels::PackedWeight`]);
//! - activations \[tokens, width\] as a tensor of shape \[width / 32, tokens, 32\] ([`panels::to_panels`]).
//!
//! Columns beyond the real width are zero and stay zero. Several texts share one tensor, their tokens one after the
//! other without padding; only [`attention::SelfAttention`] needs to know where each text starts.

// Functions of one vector instruction set are compiled as one, and loops over 32 lanes are what the compiler recognises.
#![allow(clippy::inline_always, clippy::needless_range_loop)]

pub mod attention;
pub mod buffers;
pub mod functions;
pub mod instruction_set;
pub mod memory;
pub mod norm;
pub mod panels;
pub mod projection;
#[cfg(test)]
mod reference_tests;
pub mod rotation;
mod softmax;
pub mod threads;
pub mod tile;
mod widen;

pub use attention::SelfAttention;
pub use buffers::recycle;
pub use instruction_set::{InstructionSet, InstructionSetError};
pub use norm::{AddNorm, NormKind};
pub use panels::{LANES, PackedWeight, from_panels, to_panels};
pub use projection::{Activation, Projection};
pub use rotation::RotaryEmbedding;
