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

use crate::candle;
use crate::compute::Activations;
use crate::kernel::{AddNorm, Projection};

/// A layer, loaded for its backend.
pub enum LoadedLayer {
    Linear(Projection),
    Norm(AddNorm),
    Candle(candle::DeviceLayer),
}

impl LoadedLayer {
    /// Applies the layer to activations of its backend.
    pub fn forward(&self, x: &Activations) -> Result<Activations> {
        Ok(match self {
            Self::Linear(layer) => Activations::Panels(layer.forward(x.panels())),
            Self::Norm(norm) => Activations::Panels(norm.forward(x.panels(), None)),
            Self::Candle(layer) => Activations::Candle(layer.forward(x.tensor())?),
        })
    }
}
