//! Normalisation of a hidden state.

use candle_core::{Device, Result, Tensor};

use super::LayerFn;
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
    ///
    /// # Errors
    /// When there are neither 0 nor as many biases as gains.
    pub fn pack(&self) -> Result<AddNorm> {
        AddNorm::new(self.kind, &self.gain, &self.bias, self.epsilon)
    }

    /// The norm, loaded for a backend.
    ///
    /// # Errors
    /// As [`Self::pack`] and [`Self::to_device`].
    pub fn load(&self, compute: &Compute) -> Result<LayerFn> {
        match compute {
            Compute::Panels => self.pack().map(|packed| Box::new(move |x: &Tensor| packed.forward(x, None)) as LayerFn),
            Compute::Candle(device) => Ok(candle::norm(self.kind, self.to_device(device)?, self.epsilon as f32)),
        }
    }

    /// Gain and bias on a device; the bias is zeros if there is none.
    ///
    /// # Errors
    /// When the device is out of memory.
    pub fn to_device(&self, device: &Device) -> Result<(Tensor, Tensor)> {
        let gain = Tensor::new(&self.gain[..], device)?;
        let bias = if self.bias.is_empty() { gain.zeros_like()? } else { Tensor::new(&self.bias[..], device)? };
        Ok((gain, bias))
    }
}
