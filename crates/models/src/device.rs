//! The devices that a model can compute on.

use candle_core::Device;

use super::ModelError;
use bertscope_encoder::Compute;

/// Where a model computes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DeviceName {
    /// The processor, with bertscope's own products
    #[default]
    Cpu,
    /// The processor, with candle's products (which the features `mkl` and `accelerate` speed up)
    Candle,
    /// The first graphics card of NVIDIA's, in a program built with the feature `cuda`
    Cuda,
    /// Apple's graphics, in a program built with the feature `metal`
    Metal,
}

impl DeviceName {
    /// The way to compute there.
    ///
    /// # Errors
    /// [`ModelError::Device`] when the machine or this program has no such device.
    pub fn compute(self) -> Result<Compute, ModelError> {
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
            let reason = if built { feature } else { text.lines().next().unwrap_or_default().to_owned() };
            ModelError::Device { name, reason }
        })
    }
}
