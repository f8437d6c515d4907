//! The architectures by name, and the trait of each: size, embeddings and blocks.

use std::collections::HashMap;
use std::sync::Arc;

use super::embeddings::Embeddings;
use crate::compute::Activations;
use crate::kernel::{AddNorm, Bias};
use crate::{Compute, Layer, Result};

/// The supported architectures, by their `model_type` in config.json.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum ModelType {
    Bert,
    Roberta,
    XlmRoberta,
    Camembert,
    Distilbert,
    Electra,
    Mpnet,
    Albert,
    Deberta,
    DebertaV2,
    T5,
    Mt5,
    Modernbert,
}

/// Options for loading a model.
#[derive(Debug, Clone)]
pub struct LoadOptions {
    /// The backend that will run it.
    pub compute: Compute,
    /// The last layer that will be requested; the layers above it are not read. `None` for all.
    pub last_layer: Option<Layer>,
}

impl LoadOptions {
    /// Number of blocks to load: all, or those up to the last layer that will be requested.
    pub(super) fn blocks(&self, layers: usize) -> usize {
        self.last_layer.map_or(layers, |last| last.0.min(layers))
    }
}

/// The parts that every family has.
#[derive(Debug)]
pub struct EncoderBase {
    /// The backend that runs it.
    pub compute: Compute,
    /// The embedding layer: ids to the first hidden state.
    pub embeddings: Embeddings,
    /// Dimension of a hidden state.
    pub hidden_size: usize,
    /// Number of layers of the model, which may be more than were loaded.
    pub layer_count: usize,
    pub loaded: usize,
    /// The norm of every hidden state that is kept, whichever block it comes from: `bert_score` removes the blocks above
    /// but keeps the final norm.
    pub final_norm: Option<AddNorm>,
}

/// One architecture: the parts that [`Encoder::encode`](crate::Encoder::encode) runs.
pub trait Family: Send + Sync {
    fn base(&self) -> &EncoderBase;

    /// Whether the last of the hidden states that transformers returns together has the final norm.
    fn all_layers_end_with_final_norm(&self) -> bool {
        true
    }

    /// The attention bias of every block, one for each text length.
    fn bias(&self, _lengths: &[usize]) -> Result<Option<Bias>> {
        Ok(None)
    }

    fn block(
        &self,
        index: usize,
        x: &Activations,
        lengths: &[usize],
        bias: Option<&Bias>,
    ) -> Result<Activations>;
}

/// Attention biases that depend only on the length of a text, computed once for each length.
pub fn bias_by_length(lengths: &[usize], compute: impl Fn(usize) -> Vec<f32>) -> Bias {
    let mut computed: HashMap<usize, Arc<[f32]>> = HashMap::new();
    let biases = lengths.iter().map(|&n| {
        let bias = computed.entry(n).or_insert_with(|| compute(n).into());
        Arc::clone(bias)
    });
    biases.collect()
}
