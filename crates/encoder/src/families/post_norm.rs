//! The block of Devlin et al. (2019): attention, residual, norm, two linear layers, residual, norm.

use candle_core::Tensor;

use crate::kernel::{Activation, AddNorm, Projection, from_panels, recycle};
use crate::layers::{Attention, Bias, Linear, Loader, Norm};
use crate::{Compute, EncoderError, candle};

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

/// The layers of a block, as they were published.
pub struct Layers {
    /// Query, key and value.
    pub query_key_value: [Linear; 3],
    /// After the attention.
    pub attention_output: Linear,
    /// After the first residual.
    pub attention_norm: Norm,
    /// To the inner width.
    pub intermediate: Linear,
    /// Back from it.
    pub output: Linear,
    /// After the second residual.
    pub output_norm: Norm,
}

impl Layers {
    /// Finds a block whose query, key and value are three layers.
    ///
    /// # Errors
    /// [`EncoderError`] when a tensor is missing or has another shape.
    pub fn load(loader: Loader<'_>, names: &Names, size: BlockSize) -> Result<Self, EncoderError> {
        let [query, key, value] =
            names.query_key_value.map(|name| loader.linear(name, size.width, size.width, Activation::Identity));
        Self::with([query?, key?, value?], loader, names, size)
    }

    /// Finds the rest of a block.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub fn with(
        query_key_value: [Linear; 3],
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
}

/// One block.
#[expect(clippy::large_enum_variant, reason = "a model has a few dozen blocks, all of one kind")]
pub enum Block {
    /// In panels.
    Panels(Panels),
    /// On a device.
    Candle(candle::PostNorm),
}

/// What a block gives for a bias that depends on the texts: queries and keys of all tokens, \[tokens, width\] each.
pub type QueriesAndKeys<'a> = dyn Fn() -> candle_core::Result<[Tensor; 2]> + 'a;

impl Block {
    /// Reads the layers to where they compute.
    ///
    /// # Errors
    /// [`EncoderError`] when a tensor can not be read, or candle's BERT lacks the activation function.
    pub fn new(layers: Layers, attention: &Attention, compute: &Compute) -> Result<Self, EncoderError> {
        Ok(match compute {
            Compute::Panels => Self::Panels(Panels::new(layers)?),
            Compute::Candle(device) => Self::Candle(candle::PostNorm::new(&layers, attention, device)?),
        })
    }

    /// Applies the block.
    ///
    /// # Errors
    /// candle's, or those of `bias`.
    pub fn forward(
        &self,
        x: &Tensor,
        attention: &Attention,
        lengths: &[usize],
        bias: impl FnOnce(&QueriesAndKeys<'_>) -> Result<Option<Bias>, EncoderError>,
    ) -> Result<Tensor, EncoderError> {
        match self {
            Self::Panels(block) => block.forward(x, attention, lengths, bias),
            Self::Candle(block) => block.forward(x, bias),
        }
    }
}

/// A block in panels.
pub struct Panels {
    /// Query, key and value side by side.
    query_key_value: Projection,
    attention_output: Projection,
    attention_norm: AddNorm,
    intermediate: Projection,
    output: Projection,
    output_norm: AddNorm,
}

impl Panels {
    fn new(layers: Layers) -> Result<Self, EncoderError> {
        Ok(Self {
            query_key_value: Linear::side_by_side(layers.query_key_value).pack()?,
            attention_output: layers.attention_output.pack()?,
            attention_norm: layers.attention_norm.pack()?,
            intermediate: layers.intermediate.pack()?,
            output: layers.output.pack()?,
            output_norm: layers.output_norm.pack()?,
        })
    }

    fn forward(
        &self,
        x: &Tensor,
        attention: &Attention,
        lengths: &[usize],
        bias: impl FnOnce(&QueriesAndKeys<'_>) -> Result<Option<Bias>, EncoderError>,
    ) -> Result<Tensor, EncoderError> {
        let query_key_value = self.query_key_value.forward(x)?;
        let bias = bias(&|| {
            let all = from_panels(&query_key_value, 3 * attention.width)?;
            let part = |i: usize| all.narrow(1, i * attention.width, attention.width);
            Ok([part(0)?, part(1)?])
        })?;
        let context = attention.forward(&query_key_value, lengths, bias.as_ref(), None)?;
        // Each of these is new; nothing else has its numbers.
        recycle(query_key_value)?;
        let attended = self.attention_output.forward(&context)?;
        recycle(context)?;
        let normed = self.attention_norm.forward(&attended, Some(x))?;
        recycle(attended)?;
        let inner = self.intermediate.forward(&normed)?;
        let output = self.output.forward(&inner)?;
        recycle(inner)?;
        let result = self.output_norm.forward(&output, Some(&normed))?;
        recycle(output)?;
        recycle(normed)?;
        Ok(result)
    }
}
