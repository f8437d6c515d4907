//! The layers of a checkpoint with their published weights, to be packed for the [kernel](super::kernel) or moved to
//! a device for [candle](super::candle).

mod linear;
mod loaded;
mod loader;
mod norm;
pub mod post_norm;

pub use linear::Linear;
pub use loaded::{KernelLayer, LoadedLayer};
pub use loader::Loader;
pub use norm::Norm;
