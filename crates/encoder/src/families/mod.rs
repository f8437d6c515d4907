//! The families of encoders. Each file is one architecture: what its config.json says, what its tensors are called, and
//! how its blocks put the [layers](super::layers) together.

pub mod bert;
pub mod buckets;
pub mod deberta;
pub mod embeddings;
mod encode;
pub mod family;
pub mod modernbert;
pub mod post_norm;
pub mod pre_norm;
pub mod t5;

use super::config::Fields;
use super::kernel::InstructionSet;
use super::weights::Weights;
use super::{Compute, Encoder, EncoderError};
pub use family::Loading;

/// What `model_type` may say in config.json.
pub const SUPPORTED: [&str; 13] = [
    "bert",
    "roberta",
    "xlm-roberta",
    "camembert",
    "distilbert",
    "electra",
    "mpnet",
    "albert",
    "deberta",
    "deberta-v2",
    "t5",
    "mt5",
    "modernbert",
];

/// Loads the encoder that a config.json describes.
///
/// # Errors
/// [`EncoderError::Architecture`] for a family that is not there, [`EncoderError::InstructionSet`], otherwise
/// [`EncoderError`] naming the field or tensor that is wrong.
pub fn load(config: &Fields, weights: Weights, loading: &Loading) -> Result<Box<dyn Encoder>, EncoderError> {
    if matches!(loading.compute, Compute::Panels) {
        // A set that the processor lacks is refused now, not at the first text.
        InstructionSet::current()?;
    }
    let name = config.model_type();
    match name {
        "bert" | "roberta" | "xlm-roberta" | "camembert" | "distilbert" | "electra" | "mpnet" | "albert" => {
            Ok(Box::new(bert::Bert::load(config, weights, loading)?))
        }
        "deberta" => Ok(Box::new(deberta::Deberta::load_v1(config, weights, loading)?)),
        "deberta-v2" => Ok(Box::new(deberta::Deberta::load_v2(config, weights, loading)?)),
        "t5" | "mt5" => Ok(Box::new(t5::T5::load(config, weights, loading)?)),
        "modernbert" => Ok(Box::new(modernbert::ModernBert::load(config, weights, loading)?)),
        _ => Err(EncoderError::Architecture { name: name.to_owned(), works: SUPPORTED.join(", ") }),
    }
}
