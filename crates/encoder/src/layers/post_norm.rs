//! The layers of a post-norm block, and their names in a checkpoint.

use super::{Linear, Loader, Norm};
use crate::Result;
use crate::kernel::Activation;

/// The tensor names of a block in a family's checkpoints.
#[derive(Debug, Clone, Copy)]
pub struct TensorNames {
    pub query_key_value: [&'static str; 3],
    pub attention_output: &'static str,
    /// After the first residual.
    pub attention_norm: &'static str,
    /// To the inner size.
    pub intermediate: &'static str,
    /// Back from it.
    pub output: &'static str,
    /// After the second residual.
    pub output_norm: &'static str,
}

/// BERT's names, which most families share.
pub const BERT: TensorNames = TensorNames {
    query_key_value: [
        "attention.self.query",
        "attention.self.key",
        "attention.self.value",
    ],
    attention_output: "attention.output.dense",
    attention_norm: "attention.output.LayerNorm",
    intermediate: "intermediate.dense",
    output: "output.dense",
    output_norm: "output.LayerNorm",
};

/// Sizes of a block.
#[derive(Debug, Clone, Copy)]
pub struct BlockSize {
    /// Dimension of a hidden state.
    pub width: usize,
    /// The inner size, between the two linear layers.
    pub inner: usize,
    /// Between them.
    pub activation: Activation,
    /// Added to the variance in the norms.
    pub epsilon: f64,
}

/// The published layers of a block, in the order of [`TensorNames`].
pub struct PostNormLayers {
    pub query_key_value: [Linear; 3],
    pub attention_output: Linear,
    pub attention_norm: Norm,
    pub intermediate: Linear,
    pub output: Linear,
    pub output_norm: Norm,
}

impl PostNormLayers {
    /// Loads a block whose query, key and value are three separate layers.
    pub fn load(loader: Loader<'_>, names: &TensorNames, size: BlockSize) -> Result<Self> {
        let [query, key, value] = names
            .query_key_value
            .map(|name| loader.linear(name, size.width, size.width));
        Self::with([query?, key?, value?], loader, names, size)
    }

    /// Loads the rest of a block.
    pub fn with(
        query_key_value: [Linear; 3],
        loader: Loader<'_>,
        names: &TensorNames,
        size: BlockSize,
    ) -> Result<Self> {
        let BlockSize {
            width,
            inner,
            activation,
            epsilon,
        } = size;
        Ok(Self {
            query_key_value,
            attention_output: loader.linear(names.attention_output, width, width)?,
            attention_norm: loader.norm(names.attention_norm, width, epsilon)?,
            intermediate: loader
                .linear(names.intermediate, width, inner)?
                .with_activation(activation),
            output: loader.linear(names.output, inner, width)?,
            output_norm: loader.norm(names.output_norm, width, epsilon)?,
        })
    }
}
