//! The block of Devlin et al. (2019): attention, residual, norm, two linear layers, residual, norm.

use candle_core::Tensor;

use crate::EncoderError;
use crate::kernel::{Activation, Rotation};
use crate::layers::{Attention, Bias, Compute, Linear, Loader, Norm};

/// What a family calls the layers of a block.
#[derive(Debug, Clone, Copy)]
pub struct Names {
    /// Query, key and value.
    pub query_key_value: [&'static str; 3],
    /// After the attention.
    pub attention_output: &'static str,
    /// After the first residual.
    pub attention_norm: &'static str,
    /// To the inner width.
    pub intermediate: &'static str,
    /// Back from it.
    pub output: &'static str,
    /// After the second residual.
    pub output_norm: &'static str,
}

/// BERT's names, which most families share.
pub const BERT: Names = Names {
    query_key_value: ["attention.self.query", "attention.self.key", "attention.self.value"],
    attention_output: "attention.output.dense",
    attention_norm: "attention.output.LayerNorm",
    intermediate: "intermediate.dense",
    output: "output.dense",
    output_norm: "output.LayerNorm",
};

/// Sizes of a block.
#[derive(Debug, Clone, Copy)]
pub struct BlockSize {
    /// Numbers in a hidden state.
    pub width: usize,
    /// Numbers between the two linear layers.
    pub inner: usize,
    /// Between them.
    pub activation: Activation,
    /// Added to the variance in the norms.
    pub epsilon: f64,
}

/// One block.
#[derive(Debug, Clone)]
pub struct Block {
    /// Query, key and value side by side.
    pub query_key_value: Linear,
    attention_output: Linear,
    attention_norm: Norm,
    intermediate: Linear,
    output: Linear,
    output_norm: Norm,
}

impl Block {
    /// Reads a block whose query, key and value are three layers.
    ///
    /// # Errors
    /// [`EncoderError`] when a tensor is missing or has another shape.
    pub fn load(loader: Loader<'_>, names: &Names, size: BlockSize) -> Result<Self, EncoderError> {
        let query_key_value =
            loader.side_by_side(&names.query_key_value, size.width, size.width, Activation::Identity)?;
        Self::with(query_key_value, loader, names, size)
    }

    /// Reads the rest of a block.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub fn with(
        query_key_value: Linear,
        loader: Loader<'_>,
        names: &Names,
        size: BlockSize,
    ) -> Result<Self, EncoderError> {
        let BlockSize { width, inner, activation, epsilon } = size;
        let identity = Activation::Identity;
        Ok(Self {
            query_key_value,
            attention_output: loader.linear(names.attention_output, width, width, identity)?,
            attention_norm: loader.norm(names.attention_norm, width, epsilon)?,
            intermediate: loader.linear(names.intermediate, width, inner, activation)?,
            output: loader.linear(names.output, inner, width, identity)?,
            output_norm: loader.norm(names.output_norm, width, epsilon)?,
        })
    }

    /// Applies the block.
    ///
    /// # Errors
    /// candle's.
    pub fn forward(
        &self,
        compute: &Compute,
        x: &Tensor,
        attention: &Attention,
        lengths: &[usize],
        bias: Option<&Bias>,
    ) -> Result<Tensor, EncoderError> {
        let query_key_value = self.query_key_value.forward(x)?;
        let output = self.attended(compute, x, &query_key_value, attention, lengths, bias)?;
        compute.done(query_key_value)?;
        Ok(output)
    }

    /// Applies the block to activations whose query, key and value are there already.
    ///
    /// # Errors
    /// candle's.
    pub fn attended(
        &self,
        compute: &Compute,
        x: &Tensor,
        query_key_value: &Tensor,
        attention: &Attention,
        lengths: &[usize],
        bias: Option<&Bias>,
    ) -> Result<Tensor, EncoderError> {
        let no_rotation: Option<&Rotation> = None;
        let context = attention.forward(compute, query_key_value, lengths, bias, no_rotation)?;
        let attended = self.attention_output.forward(&context)?;
        compute.done(context)?;
        let normed = self.attention_norm.forward(&attended, Some(x))?;
        compute.done(attended)?;
        let inner = self.intermediate.forward(&normed)?;
        let output = self.output.forward(&inner)?;
        compute.done(inner)?;
        let result = self.output_norm.forward(&output, Some(&normed))?;
        compute.done(output)?;
        compute.done(normed)?;
        Ok(result)
    }
}
