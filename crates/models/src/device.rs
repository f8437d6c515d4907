//! The devices that a model can compute on.

use candle_core::{Device, Error};

use crate::{ModelError, Result};
use bertscope_encoder::Compute;

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
        match self {
            Self::Cpu => Ok(Compute::Panels),
            Self::Candle => Ok(Compute::Candle(Device::Cpu)),
            Self::Cuda => gpu("cuda", Device::new_cuda(0)),
            Self::Metal => gpu("metal", Device::new_metal(0)),
        }
    }
}

/// The backend for a GPU that candle opened; `name` is that of the device and of the program's feature.
fn gpu(name: &'static str, device: candle_core::Result<Device>) -> Result<Compute> {
    let reason = match device {
        Ok(device) => return Ok(Compute::Candle(device)),
        Err(Error::NotCompiledWithCudaSupport | Error::NotCompiledWithMetalSupport) => {
            format!("this program was built without the feature `{name}`")
        }
        // candle may append a backtrace.
        Err(error) => {
            let message = error.to_string();
            message.lines().next().unwrap_or_default().to_owned()
        }
    };
    Err(ModelError::Device { name, reason })
}
