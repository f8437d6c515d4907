//! Normalisation of a hidden state.

use candle_core::{Device, Result, Tensor};

use super::LayerFn;
use crate::compute::Activations;
use crate::kernel::{AddNorm, NormKind};
use crate::{Compute, candle};

/// A layer norm or root-mean-square norm.
#[derive(Debug, Clone)]
pub struct Norm {
    /// The kind of norm.
    pub kind: NormKind,
    /// One for each feature.
    pub gain: Vec<f32>,
    /// One for each feature; empty for none.
    pub bias: Vec<f32>,
    /// Added to the variance.
    pub epsilon: f64,
}

impl Norm {
    /// The norm in the kernel's panels.
    pub fn pack(&self) -> AddNorm {
        AddNorm::new(self.kind, &self.gain, &self.bias, self.epsilon)
    }

    /// The norm, loaded for a backend.
    pub fn load(&self, compute: &Compute) -> Result<LayerFn> {
        match compute {
            Compute::Panels => {
                let packed = self.pack();
                Ok(Box::new(move |x| {
                    Ok(Activations::Panels(packed.forward(x.panels(), None)))
                }))
            }
            Compute::Candle(device) => {
                let layer = candle::norm(self.kind, self.to_device(device)?, self.epsilon as f32);
                Ok(Box::new(move |x| {
                    layer(x.tensor()).map(Activations::Candle)
                }))
            }
        }
    }

    /// Gain and bias on a device; the bias is zeros if there is none.
    pub fn to_device(&self, device: &Device) -> Result<(Tensor, Tensor)> {
        let gain = Tensor::new(&self.gain[..], device)?;
        let bias = if self.bias.is_empty() {
            gain.zeros_like()?
        } else {
            Tensor::new(&self.bias[..], device)?
        };
        Ok((gain, bias))
    }
}
