//! Normalisation of a hidden state.

use candle_core::{Device, Result, Tensor};

use super::loaded::{KernelLayer, LoadedLayer};
use crate::Compute;
use crate::candle::DeviceLayer;
use crate::kernel::{AddNorm, NormKind};

/// A layer norm or root-mean-square norm.
#[derive(Debug, Clone)]
pub struct Norm {
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
    pub fn load(&self, compute: &Compute) -> Result<LoadedLayer> {
        Ok(match compute {
            Compute::Panels => LoadedLayer::Kernel(KernelLayer::Norm(self.pack())),
            Compute::Candle(device) => {
                let (gain, bias) = self.to_device(device)?;
                LoadedLayer::Candle(DeviceLayer::Norm {
                    kind: self.kind,
                    gain,
                    bias,
                    epsilon: self.epsilon as f32,
                })
            }
        })
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
