//! A layer, loaded for its backend.

use candle_core::Result;

use crate::candle::DeviceLayer;
use crate::compute::Activations;
use crate::kernel::{AddNorm, Panels, Projection};

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
