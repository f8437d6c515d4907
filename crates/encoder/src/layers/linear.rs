//! y = activation(x·Wᵀ + b).

use candle_core::{Result, Tensor};

use super::Compute;
use crate::kernel::{Activation, PackedWeight, Projection};
use crate::weights::Matrix;

/// A linear layer with its activation.
#[derive(Debug, Clone)]
pub enum Linear {
    /// In panels.
    Panels(Projection),
    /// candle's product.
    Candle {
        /// \[in, out\].
        weight: Tensor,
        /// \[out\].
        bias: Option<Tensor>,
        /// Applied to the result.
        activation: Activation,
    },
}

impl Linear {
    /// A layer whose outputs are those of `parts`, one after the other; an empty `bias` stands for none.
    ///
    /// # Errors
    /// When the parts do not belong together or can not be read.
    pub fn new(compute: &Compute, parts: &[Matrix], bias: &[f32], activation: Activation) -> Result<Self> {
        match compute {
            Compute::Panels => Ok(Self::Panels(Projection::new(PackedWeight::pack(parts)?, bias, activation)?)),
            Compute::Candle(device) => {
                let outputs: usize = parts.iter().map(|p| p.outputs).sum();
                let Some(inputs) = parts.first().map(|p| p.inputs) else {
                    candle_core::bail!("a weight matrix without parts")
                };
                let mut numbers = Vec::with_capacity(outputs * inputs);
                for part in parts {
                    numbers.extend(part.numbers()?);
                }
                // Input after input, which is what a product of few rows reads fastest.
                let weight = Tensor::from_vec(numbers, (outputs, inputs), device)?.t()?.contiguous()?;
                let bias = (!bias.is_empty()).then(|| Tensor::new(bias, device)).transpose()?;
                Ok(Self::Candle { weight, bias, activation })
            }
        }
    }

    /// Applies it to activations.
    ///
    /// # Errors
    /// When they have another width.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        match self {
            Self::Panels(projection) => projection.forward(x),
            Self::Candle { weight, bias, activation } => {
                let y = x.matmul(weight)?;
                let y = match bias {
                    Some(bias) => y.broadcast_add(bias)?,
                    None => y,
                };
                match activation {
                    Activation::Identity => Ok(y),
                    Activation::Gelu => y.gelu_erf(),
                    Activation::GeluTanh => y.gelu(),
                    Activation::Relu => y.relu(),
                    Activation::Silu => y.silu(),
                    Activation::Tanh => y.tanh(),
                }
            }
        }
    }
}
