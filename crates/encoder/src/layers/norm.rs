//! Normalisation of a hidden state, with the residual connection before it.

use candle_core::{Result, Tensor};

use super::Compute;
use crate::kernel::{AddNorm, NormKind};

/// A layer norm or root-mean-square norm.
#[derive(Debug, Clone)]
pub enum Norm {
    /// In panels.
    Panels(AddNorm),
    /// candle's.
    Candle {
        /// Which one.
        kind: NormKind,
        /// One for each feature.
        gain: Tensor,
        /// One for each feature; zeros when the model has none.
        bias: Tensor,
        /// Added to the variance.
        epsilon: f32,
    },
}

impl Norm {
    /// A norm with one gain for each feature; an empty `bias` stands for none.
    ///
    /// # Errors
    /// When there are neither 0 nor as many biases as gains.
    pub fn new(compute: &Compute, kind: NormKind, gain: &[f32], bias: &[f32], epsilon: f64) -> Result<Self> {
        match compute {
            Compute::Panels => Ok(Self::Panels(AddNorm::new(kind, gain, bias, epsilon)?)),
            Compute::Candle(device) => {
                let gain = Tensor::new(gain, device)?;
                let bias = if bias.is_empty() { gain.zeros_like()? } else { Tensor::new(bias, device)? };
                Ok(Self::Candle { kind, gain, bias, epsilon: epsilon as f32 })
            }
        }
    }

    /// Applies it to activations, or to the sum of two.
    ///
    /// # Errors
    /// When they have another width.
    pub fn forward(&self, x: &Tensor, residual: Option<&Tensor>) -> Result<Tensor> {
        match self {
            Self::Panels(norm) => norm.forward(x, residual),
            Self::Candle { kind, gain, bias, epsilon } => {
                let x = residual.map_or_else(|| Ok(x.clone()), |residual| x + residual)?;
                match kind {
                    NormKind::Layer => candle_nn::ops::layer_norm(&x, gain, bias, *epsilon),
                    NormKind::RootMeanSquare => candle_nn::ops::rms_norm(&x, gain, *epsilon),
                }
            }
        }
    }
}
