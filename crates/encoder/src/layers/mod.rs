//! The layers of a checkpoint with their published weights, to be packed for the [kernel](super::kernel) or moved to
//! a device for [candle](super::candle).

mod activation;
mod attention;
mod linear;
mod loader;
mod norm;
pub mod post_norm;

use candle_core::Result;

pub use activation::{activate, activation};
pub use attention::{Attention, Bias};
pub use linear::Linear;
pub use loader::Loader;
pub use norm::Norm;

use crate::compute::Activations;

/// A layer, loaded for its backend.
pub type LayerFn = Box<dyn Fn(&Activations) -> Result<Activations> + Send + Sync>;
