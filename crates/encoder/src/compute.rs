//! The backends that run a model's blocks: the crate's CPU kernel, or candle on a device.

use candle_core::{Device, Result, Tensor};

use super::kernel::{from_panels, to_panels};

/// Where a model's blocks compute. Embeddings and last norms are the [kernel](super::kernel)'s on the CPU in every case:
/// they are a hundredth of the work, and their tables stay in the host's memory.
#[derive(Debug, Clone)]
pub enum Compute {
    /// On the CPU, with the crate's kernels: activations are panels \[width / 32, tokens, 32\] of all texts.
    Panels,
    /// On a device of candle's, with candle's operations: activations are \[texts, tokens, width\] of texts of equal length.
    Candle(Device),
}

impl Compute {
    /// Panels of `texts` texts as the activations that blocks take.
    ///
    /// # Errors
    /// Those of candle.
    pub fn enter(&self, panels: Tensor, texts: usize, width: usize) -> Result<Tensor> {
        match self {
            Self::Panels => Ok(panels),
            Self::Candle(device) => from_panels(&panels, width)?.reshape((texts, (), width))?.to_device(device),
        }
    }

    /// What a block gave, as panels.
    ///
    /// # Errors
    /// Those of candle.
    pub fn leave(&self, x: &Tensor) -> Result<Tensor> {
        match self {
            Self::Panels => Ok(x.clone()),
            Self::Candle(_) => to_panels(&x.to_device(&Device::Cpu)?.flatten_to(1)?),
        }
    }
}
