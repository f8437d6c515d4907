//! The layers of a checkpoint with their published weights, to be packed for the [kernel](super::kernel) or moved to
//! a device for [candle](super::candle).

mod linear;
mod loader;
mod norm;
pub mod post_norm;

use candle_core::Result;

pub use linear::Linear;
pub use loader::Loader;
pub use norm::Norm;

use crate::candle::DeviceLayer;
use crate::compute::Activations;
use crate::kernel::{AddNorm, Panels, Projection};

/// A layer, loaded for its backend.
pub enum LoadedLayer {
    Kernel(KernelLayer),
    Candle(DeviceLayer),
}

impl LoadedLayer {
    /// Applies the layer to activations of its backend.
    pub fn forward(&self, x: &Activations) -> Result<Activations> {
        match self {
            Self::Kernel(layer) => Ok(Activations::Panels(layer.forward(x.panels()))),
            Self::Candle(layer) => layer.forward(x.tensor()).map(Activations::Candle),
        }
    }
}

#[derive(Debug)]
pub enum KernelLayer {
    Linear(Projection),
    Norm(AddNorm),
}

impl KernelLayer {
    pub fn forward(&self, x: &Panels) -> Panels {
        match self {
            Self::Linear(layer) => layer.forward(x),
            Self::Norm(norm) => norm.forward(x, None),
        }
    }
}
