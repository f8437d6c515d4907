//! Activation functions by their names in config.json.

use candle_core::Tensor;

use crate::kernel::Activation;
use crate::{EncoderError, Result};

/// The function that a configuration names.
pub fn activation(name: &str) -> Result<Activation> {
    match name {
        "gelu" | "gelu_python" => Ok(Activation::Gelu),
        "gelu_new" | "gelu_fast" | "gelu_pytorch_tanh" | "gelu_approximate" => {
            Ok(Activation::GeluTanh)
        }
        "relu" => Ok(Activation::Relu),
        "silu" | "swish" => Ok(Activation::Silu),
        "tanh" => Ok(Activation::Tanh),
        other => Err(EncoderError::Config(format!(
            "the activation function {other:?} is not supported (supported: gelu, gelu_new, relu, silu, tanh)"
        ))),
    }
}

/// Applies an activation function to a candle tensor, on any device.
pub fn activate(activation: Activation, x: &Tensor) -> candle_core::Result<Tensor> {
    match activation {
        Activation::Identity => Ok(x.clone()),
        Activation::Gelu => x.gelu_erf(),
        Activation::GeluTanh => x.gelu(),
        Activation::Relu => x.relu(),
        Activation::Silu => x.silu(),
        Activation::Tanh => x.tanh(),
    }
}
