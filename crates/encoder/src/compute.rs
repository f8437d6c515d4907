//! The backends that run a model's blocks: the crate's CPU kernel, or candle on a device.

use std::borrow::Cow;

use candle_core::{Device, Result, Tensor};

use crate::kernel::Panels;

/// The backend of a model's blocks. The crate's kernel always computes embeddings and final norms on the CPU: they are a
/// hundredth of the work, and their tables stay in the host's memory.
#[derive(Debug, Clone)]
pub enum Compute {
    /// The crate's kernel on the CPU.
    Panels,
    /// candle's operations on one of its devices.
    Candle(Device),
}

/// The activations of some texts between two layers, as their backend stores them.
pub enum Activations {
    /// All texts, one after the other.
    Panels(Panels),
    /// \[texts, tokens, width\] for texts of equal length.
    Candle(Tensor),
}

impl Compute {
    /// The activations of `texts` texts, for this backend.
    pub(crate) fn import(&self, panels: Panels, texts: usize) -> Result<Activations> {
        Ok(match self {
            Self::Panels => Activations::Panels(panels),
            Self::Candle(device) => {
                let shape = (texts, panels.tokens / texts, panels.width);
                Activations::Candle(Tensor::from_vec(panels.to_rows(), shape, device)?)
            }
        })
    }
}

impl Activations {
    /// The activations in the kernel's panels.
    pub fn to_panels(&self) -> Result<Cow<'_, Panels>> {
        match self {
            Self::Panels(panels) => Ok(Cow::Borrowed(panels)),
            Self::Candle(x) => {
                let (_, _, width) = x.dims3()?;
                let numbers = x.flatten_all()?.to_vec1()?;
                Ok(Cow::Owned(Panels::from_rows(&numbers, width)))
            }
        }
    }

    /// The panels of a model that runs in the kernel.
    pub fn panels(&self) -> &Panels {
        match self {
            Self::Panels(panels) => panels,
            Self::Candle(_) => unreachable!("a layer of the kernel in a model on a device"),
        }
    }

    /// The tensor of a model that runs on a device.
    pub fn tensor(&self) -> &Tensor {
        match self {
            Self::Candle(x) => x,
            Self::Panels(_) => unreachable!("a layer of candle in a model of the kernel"),
        }
    }

    /// The sum with other activations of the same shape.
    pub fn add(self, other: &Self) -> Result<Self> {
        match self {
            Self::Panels(mut x) => {
                x.zip_with(other.panels(), |a, b| a + b);
                Ok(Self::Panels(x))
            }
            Self::Candle(x) => (x + other.tensor()).map(Self::Candle),
        }
    }

    /// The product, number by number, with other activations of the same shape.
    pub fn multiply(self, other: &Self) -> Result<Self> {
        match self {
            Self::Panels(mut x) => {
                x.zip_with(other.panels(), |a, b| a * b);
                Ok(Self::Panels(x))
            }
            Self::Candle(x) => (x * other.tensor()).map(Self::Candle),
        }
    }
}
