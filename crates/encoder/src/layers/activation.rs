//! Activation functions by the names that config.json gives them.

use crate::EncoderError;
use crate::kernel::Activation;

/// The function that a configuration names.
///
/// # Errors
/// [`EncoderError::Config`] for a function that no supported model uses.
pub fn activation(name: &str) -> Result<Activation, EncoderError> {
    match name {
        "gelu" | "gelu_python" => Ok(Activation::Gelu),
        "gelu_new" | "gelu_fast" | "gelu_pytorch_tanh" | "gelu_approximate" => Ok(Activation::GeluTanh),
        "relu" => Ok(Activation::Relu),
        "silu" | "swish" => Ok(Activation::Silu),
        "tanh" => Ok(Activation::Tanh),
        other => Err(EncoderError::Config(format!(
            "the activation function {other:?} is not supported; what works is: gelu, gelu_new, relu, silu, tanh"
        ))),
    }
}
