//! The families of encoders. Each file is one architecture: the fields of its config.json, the names of its tensors, and
//! how its blocks combine the layers.

mod bert;
mod buckets;
mod deberta;
mod distances;
mod embeddings;
mod encode;
mod family;
mod modernbert;
mod post_norm;
mod pre_norm;
mod t5;

use strum::VariantNames as _;

use crate::config::ModelConfig;
use crate::kernel::InstructionSet;
use crate::model_keys::check_config;
use crate::weights::Checkpoint;
use crate::{Encoder, EncoderError, Result};
pub use family::LoadOptions;
use family::ModelType;

/// Supported values of `model_type` in config.json.
pub const SUPPORTED: &[&str] = ModelType::VARIANTS;

/// Loads the encoder that a config.json describes. Fails for an unsupported family, and for
/// instructions that the processor lacks; otherwise the error names the field or tensor that is wrong.
pub fn load(
    config: &ModelConfig,
    weights: Checkpoint,
    loading: &LoadOptions,
) -> Result<Box<dyn Encoder>> {
    // Fails now, not at the first text, if the processor lacks the requested set.
    InstructionSet::chosen()?;
    let name = config.model_type();
    let Ok(model_type) = name.parse() else {
        return Err(EncoderError::Architecture {
            name: name.to_owned(),
            supported: SUPPORTED.join(", "),
        });
    };
    check_config(config)?;
    Ok(match model_type {
        ModelType::Bert
        | ModelType::Roberta
        | ModelType::XlmRoberta
        | ModelType::Camembert
        | ModelType::Distilbert
        | ModelType::Electra
        | ModelType::Mpnet
        | ModelType::Albert => Box::new(bert::Bert::load(config, model_type, weights, loading)?),
        ModelType::Deberta | ModelType::DebertaV2 => Box::new(deberta::Deberta::load(
            config, model_type, weights, loading,
        )?),
        ModelType::T5 | ModelType::Mt5 => Box::new(t5::T5::load(config, weights, loading)?),
        ModelType::Modernbert => Box::new(modernbert::ModernBert::load(config, weights, loading)?),
    })
}
