//! y = activation(x·Wᵀ + b).

use candle_core::{Device, Result, Tensor};

use super::loaded::{KernelLayer, LoadedLayer};
use crate::Compute;
use crate::candle::DeviceLayer;
use crate::kernel::{Activation, PackedWeight, Projection, ensure_available};
use crate::weights::Matrix;

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
    /// A layer of one matrix without activation; an empty `bias` stands for none.
    pub fn new(weight: Matrix, bias: Vec<f32>) -> Self {
        Self {
            parts: vec![weight],
            bias,
            activation: Activation::Identity,
        }
    }

    #[must_use]
    pub fn with_activation(self, activation: Activation) -> Self {
        Self { activation, ..self }
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
    pub fn load(&self, compute: &Compute) -> Result<LoadedLayer> {
        Ok(match compute {
            Compute::Panels => LoadedLayer::Kernel(KernelLayer::Linear(self.pack()?)),
            Compute::Candle(device) => LoadedLayer::Candle(DeviceLayer::Linear {
                product: self.to_device(device)?,
                activation: self.activation,
            }),
        })
    }

    /// The layer on a device, without its activation. The weight \[out, in\] is a transposed view of \[in, out\], the
    /// layout that candle multiplies fastest for few rows.
    pub fn to_device(&self, device: &Device) -> Result<candle_nn::Linear> {
        let numbers: usize = self
            .parts
            .iter()
            .map(|part| part.outputs * part.inputs)
            .sum();
        // Twice, for the transposition.
        ensure_available(2 * numbers * size_of::<f32>())?;
        let mut parts = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let shape = (part.outputs, part.inputs);
            parts.push(Tensor::from_vec(part.numbers()?, shape, device)?);
        }
        let bias = if self.bias.is_empty() {
            None
        } else {
            Some(Tensor::new(&self.bias[..], device)?)
        };
        let weight = Tensor::cat(&parts, 0)?.t()?.contiguous()?.t()?;
        Ok(candle_nn::Linear::new(weight, bias))
    }
}
