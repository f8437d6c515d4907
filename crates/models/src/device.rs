//! The devices that a model can compute on.

use candle_core::Device;

use crate::{ModelError, Result};
use bertscope_encoder::Compute;

/// The device that runs a model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DeviceName {
    /// The CPU, with bertscope's own kernels
    #[default]
    Cpu,
    /// The CPU, with candle's kernels (faster with the features `mkl` and `accelerate`)
    Candle,
    /// The first NVIDIA GPU, in a program built with the feature `cuda`
    Cuda,
    /// The Apple GPU, in a program built with the feature `metal`
    Metal,
}

impl DeviceName {
    /// The backend for this device. Fails if the machine has no such device, or the program was built without support
    /// for it.
    pub fn compute(self) -> Result<Compute> {
        let (name, device) = match self {
            Self::Cpu => return Ok(Compute::Panels),
            Self::Candle => return Ok(Compute::Candle(Device::Cpu)),
            Self::Cuda => ("cuda", Device::new_cuda(0)),
            Self::Metal => ("metal", Device::new_metal(0)),
        };
        device.map(Compute::Candle).map_err(|error| {
            let text = error.to_string();
            let built = text.contains("has not been built with");
            let feature = format!("this program was built without the feature `{name}`");
            let reason = if built {
                feature
            } else {
                text.lines().next().unwrap_or_default().to_owned()
            };
            ModelError::Device { name, reason }
        })
    }
}
