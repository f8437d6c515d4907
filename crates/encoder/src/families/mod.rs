//! The families of encoders. Each file is one architecture: the fields of its config.json, the names of its tensors, and
//! how its blocks combine the layers.

mod bert;
mod buckets;
mod deberta;
mod embeddings;
mod encode;
mod family;
mod modernbert;
mod post_norm;
mod pre_norm;
mod t5;

use crate::config::ModelConfig;
use crate::kernel::InstructionSet;
use crate::weights::Checkpoint;
use crate::{Encoder, EncoderError, Result};
pub use family::LoadOptions;

/// Supported values of `model_type` in config.json.
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

/// Loads the encoder that a config.json describes. Fails for an unsupported family, and for
/// instructions that the processor lacks; otherwise the error names the field or tensor that is wrong.
pub fn load(
    config: &ModelConfig,
    weights: Checkpoint,
    loading: &LoadOptions,
) -> Result<Box<dyn Encoder>> {
    // Fails now, not at the first text, if the processor lacks the requested set.
    InstructionSet::check()?;
    let name = config.model_type();
    match name {
        "bert" | "roberta" | "xlm-roberta" | "camembert" | "distilbert" | "electra" | "mpnet"
        | "albert" => Ok(Box::new(bert::Bert::load(config, weights, loading)?)),
        "deberta" | "deberta-v2" => Ok(Box::new(deberta::Deberta::load(config, weights, loading)?)),
        "t5" | "mt5" => Ok(Box::new(t5::T5::load(config, weights, loading)?)),
        "modernbert" => Ok(Box::new(modernbert::ModernBert::load(
            config, weights, loading,
        )?)),
        _ => Err(EncoderError::Architecture {
            name: name.to_owned(),
            works: SUPPORTED.join(", "),
        }),
    }
}
