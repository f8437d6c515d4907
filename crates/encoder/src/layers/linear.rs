//! y = activation(x·Wᵀ + b).

use candle_core::{Device, Result, Tensor};

use super::LayerFn;
use crate::compute::Activations;
use crate::kernel::{Activation, PackedWeight, Projection, ensure_available};
use crate::weights::Matrix;
use crate::{Compute, candle};

/// A linear layer with its activation; its matrices are not read yet.
#[derive(Debug, Clone)]
pub struct Linear {
    /// Matrices \[out, in\], their outputs one after the other.
    parts: Vec<Matrix>,
    /// One for each output; empty for none.
    bias: Vec<f32>,
    /// Applied to the result.
    pub activation: Activation,
}

impl Linear {
    /// A layer of one matrix; an empty `bias` stands for none.
    pub fn new(weight: Matrix, bias: Vec<f32>, activation: Activation) -> Self {
        Self {
            parts: vec![weight],
            bias,
            activation,
        }
    }

    /// Joins layers without activation into one, with their outputs one after the other. Either all have a bias, or none has.
    pub fn side_by_side(layers: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self {
            parts: Vec::new(),
            bias: Vec::new(),
            activation: Activation::Identity,
        };
        for layer in layers {
            all.parts.extend(layer.parts);
            all.bias.extend(layer.bias);
        }
        all
    }

    /// The layer in the kernel's panels; an error if the matrices differ in type or cannot be read.
    pub fn pack(&self) -> std::io::Result<Projection> {
        Ok(Projection::new(
            PackedWeight::pack(&self.parts)?,
            &self.bias,
            self.activation,
        ))
    }

    /// The layer, loaded for a backend.
    pub fn load(&self, compute: &Compute) -> Result<LayerFn> {
        match compute {
            Compute::Panels => {
                let packed = self.pack()?;
                Ok(Box::new(move |x| {
                    Ok(Activations::Panels(packed.forward(x.panels())))
                }))
            }
            Compute::Candle(device) => {
                let layer = candle::linear(self.to_device(device)?, self.activation);
                Ok(Box::new(move |x| {
                    layer(x.tensor()).map(Activations::Candle)
                }))
            }
        }
    }

    /// Weight \[out, in\] and bias \[out\] on a device. The weight is a transposed view of \[in, out\], the layout
    /// that candle multiplies fastest for few rows.
    pub fn to_device(&self, device: &Device) -> Result<(Tensor, Option<Tensor>)> {
        // Twice, for the transposition.
        ensure_available(
            2 * self
                .parts
                .iter()
                .map(|part| part.outputs * part.inputs * size_of::<f32>())
                .sum::<usize>(),
        )?;
        let part =
            |part: &Matrix| Tensor::from_vec(part.numbers()?, (part.outputs, part.inputs), device);
        let parts: Vec<Tensor> = self.parts.iter().map(part).collect::<Result<_>>()?;
        let bias = (!self.bias.is_empty())
            .then(|| Tensor::new(&self.bias[..], device))
            .transpose()?;
        Ok((Tensor::cat(&parts, 0)?.t()?.contiguous()?.t()?, bias))
    }
}
