//! The backends that run a model's blocks: the crate's CPU kernel, or candle on a device.

use candle_core::{Device, Result, Tensor};

use super::kernel::{from_panels, to_panels};

/// The backend of a model's blocks. The [kernel](super::kernel) always computes embeddings and final norms on the CPU:
/// they are a hundredth of the work, and their tables stay in the host's memory.
#[derive(Debug, Clone)]
pub enum Compute {
    /// The crate's kernel on the CPU: activations are panels \[width / 32, tokens, 32\] of all texts.
    Panels,
    /// candle's operations on one of its devices: activations are \[texts, tokens, width\] for texts of equal length.
    Candle(Device),
}

impl Compute {
    /// Converts panels of `texts` texts to the activations that blocks take.
    ///
    /// # Errors
    /// Errors of candle's operations.
    pub fn import_panels(&self, panels: Tensor, texts: usize, width: usize) -> Result<Tensor> {
        match self {
            Self::Panels => Ok(panels),
            Self::Candle(device) => from_panels(&panels, width)?.reshape((texts, (), width))?.to_device(device),
        }
    }

    /// Converts a block's output back to panels.
    ///
    /// # Errors
    /// Errors of candle's operations.
    pub fn export_panels(&self, x: &Tensor) -> Result<Tensor> {
        match self {
            Self::Panels => Ok(x.clone()),
            Self::Candle(_) => to_panels(&x.to_device(&Device::Cpu)?.flatten_to(1)?),
        }
    }
}
