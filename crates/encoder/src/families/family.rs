//! The trait of an architecture: size, embeddings and blocks.

use std::sync::Arc;

use candle_core::Tensor;

use super::embeddings::Embeddings;
use crate::layers::Bias;
use crate::{Compute, EncoderError, Layer};

/// How to load a model.
#[derive(Debug, Clone)]
pub struct Loading {
    /// Where it will compute.
    pub compute: Compute,
    /// The last layer that will be asked for; those above it are not read. `None` for all.
    pub last: Option<Layer>,
}

impl Loading {
    /// How many of the model's blocks are loaded: all, or those up to the last layer that will be asked for.
    #[must_use]
    pub fn blocks(&self, layers: usize) -> usize {
        self.last.map_or(layers, |last| last.0.min(layers))
    }
}

/// The size of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Numbers in a hidden state.
    pub width: usize,
    /// Layers of the model, which may be more than were loaded.
    pub layers: usize,
}

/// What every family has.
#[derive(Debug)]
pub struct Frame {
    /// Where it computes.
    pub compute: Compute,
    /// From ids to the first hidden state.
    pub embeddings: Embeddings,
    /// Its size.
    pub size: Size,
}

/// One architecture: the parts that [`Encoder::encode`](crate::Encoder::encode) runs.
pub trait Family: Send + Sync {
    /// What every family has.
    fn frame(&self) -> &Frame;

    /// Most tokens of a text; `None` when every number will do.
    fn positions(&self) -> Option<usize> {
        self.frame().embeddings.max_tokens()
    }

    /// Blocks that were loaded.
    fn blocks(&self) -> usize;

    /// The attention bias of every block, one for each text length.
    ///
    /// # Errors
    /// candle's.
    fn bias(&self, _lengths: &[usize]) -> Result<Option<Bias>, EncoderError> {
        Ok(None)
    }

    /// Block `index`.
    ///
    /// # Errors
    /// candle's.
    fn block(&self, index: usize, x: &Tensor, lengths: &[usize], bias: Option<&Bias>) -> Result<Tensor, EncoderError>;

    /// What `bert_score` compares after a block, in panels: the block's output, or that after a last norm, because the
    /// models are cut off after the block and the norm stays.
    ///
    /// # Errors
    /// candle's.
    fn hidden(&self, x: &Tensor) -> Result<Tensor, EncoderError> {
        Ok(x.clone())
    }
}

/// A bias that depends on a text's length alone, made once for each length.
pub fn by_length(lengths: &[usize], make: impl Fn(usize) -> Vec<f32>) -> Bias {
    let mut made: Vec<(usize, Arc<[f32]>)> = Vec::new();
    lengths
        .iter()
        .map(|&n| {
            if let Some((_, bias)) = made.iter().find(|(length, _)| *length == n) {
                return Arc::clone(bias);
            }
            let bias: Arc<[f32]> = make(n).into();
            made.push((n, Arc::clone(&bias)));
            bias
        })
        .collect()
}
