//! The layers that every family is built of, written once for two ways to compute.
//!
//! On the CPU the activations lie in panels and the layers are the crate's own [kernels](super::kernel); anywhere else they
//! are candle's rows \[tokens, width\] and candle's operations. A family only puts layers together and does not see the
//! difference. In both ways the tokens of several texts lie one after the other, without padding.

mod activation;
mod attention;
mod linear;
mod loader;
mod norm;

use candle_core::{Device, Result, Tensor};

pub use activation::activation;
pub use attention::{Attention, Bias};
pub use linear::Linear;
pub use loader::Loader;
pub use norm::Norm;

use super::kernel::{from_panels, recycle, to_panels};

/// Where a model computes, and how its activations lie.
#[derive(Debug, Clone)]
pub enum Compute {
    /// On the CPU, \[width / 32, tokens, 32\], with the crate's kernels.
    Panels,
    /// On a device of candle's, \[tokens, width\], with candle's operations.
    Candle(Device),
}

impl Compute {
    /// The device that tensors are on.
    #[must_use]
    pub fn device(&self) -> &Device {
        match self {
            Self::Panels => &Device::Cpu,
            Self::Candle(device) => device,
        }
    }

    /// \[tokens, width\] numbers as activations.
    ///
    /// # Errors
    /// Those of candle.
    pub fn enter(&self, values: Vec<f32>, tokens: usize, width: usize) -> Result<Tensor> {
        self.from_rows(&Tensor::from_vec(values, (tokens, width), self.device())?)
    }

    /// A tensor \[tokens, width\] as activations.
    ///
    /// # Errors
    /// Those of candle.
    pub fn from_rows(&self, rows: &Tensor) -> Result<Tensor> {
        match self {
            Self::Panels => to_panels(rows),
            Self::Candle(_) => rows.contiguous(),
        }
    }

    /// Activations as a tensor \[tokens, width\].
    ///
    /// # Errors
    /// Those of candle.
    pub fn rows(&self, x: &Tensor, width: usize) -> Result<Tensor> {
        match self {
            Self::Panels => from_panels(x, width),
            Self::Candle(_) => Ok(x.clone()),
        }
    }

    /// Takes back the memory of a layer's result, which must not share it with a tensor that is still needed.
    ///
    /// # Errors
    /// Those of candle.
    pub fn done(&self, x: Tensor) -> Result<()> {
        match self {
            Self::Panels => recycle(x),
            Self::Candle(_) => Ok(()),
        }
    }

    /// Activations as \[tokens, width\] numbers.
    ///
    /// # Errors
    /// Those of candle.
    pub fn leave(&self, x: &Tensor, width: usize) -> Result<Vec<f32>> {
        self.rows(x, width)?.flatten_all()?.to_vec1()
    }
}
