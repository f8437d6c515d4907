//! BERT as candle-transformers has it: the yardstick of the crate's own [`families`](super::families).
//!
//! candle-transformers gives only the last hidden state. A model without blocks gives the embedding output, though, and
//! an encoder of one block can be loaded for each layer, with its tensors renamed to `layer.0`; so one pass gives them
//! all.

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::{BertEncoder, BertModel, Config};

use super::weights::Weights;
use super::{Encoder, EncoderError, HiddenStates, Keep, Layer, TokenId};

/// candle-transformers' BERT, one block at a time.
pub struct PortableBert {
    embeddings: BertModel,
    blocks: Vec<BertEncoder>,
    config: Config,
    device: Device,
}

impl PortableBert {
    /// Puts a model's weights on a device, in f32.
    ///
    /// # Errors
    /// candle's, when a tensor is missing or does not fit.
    pub fn load(weights: Weights, config: Config, device: &Device) -> Result<Self, EncoderError> {
        let tensors = weights.rooted("embeddings.word_embeddings.weight")?.to_candle(device)?;
        let builder = VarBuilder::from_tensors(k_major(tensors)?, DType::F32, device);
        let no_blocks = Config { num_hidden_layers: 0, ..config.clone() };
        let one_block = Config { num_hidden_layers: 1, ..config.clone() };
        let blocks = (0..config.num_hidden_layers)
            .map(|i| {
                let renamed = builder
                    .clone()
                    .rename_f(move |name: &str| name.replacen("encoder.layer.0.", &format!("encoder.layer.{i}."), 1));
                BertEncoder::load(renamed.pp("encoder"), &one_block)
            })
            .collect::<Result<_, _>>()?;
        let embeddings = BertModel::load(builder, &no_blocks)?;
        Ok(Self { embeddings, blocks, config, device: device.clone() })
    }

    fn encode_one(&self, ids: &[TokenId], keep: Keep) -> Result<HiddenStates, EncoderError> {
        let (width, keep) = (self.config.hidden_size, keep.within(Layer(self.layers())));
        if ids.is_empty() {
            return Ok(HiddenStates::empty(keep, width));
        }
        let most = self.config.max_position_embeddings;
        if ids.len() > most {
            return Err(EncoderError::TooLong { found: ids.len(), most });
        }
        let vocabulary = self.config.vocab_size;
        if let Some(&id) = ids.iter().find(|id| **id as usize >= vocabulary) {
            return Err(EncoderError::UnknownId { id, vocabulary });
        }
        let input = Tensor::new(ids, &self.device)?.unsqueeze(0)?;
        let mut x = self.embeddings.forward(&input, &input.zeros_like()?, None)?;
        // Added to the attention scores: nothing is masked.
        let mask = Tensor::zeros((1, 1, 1, ids.len()), DType::F32, &self.device)?;
        let mut layers = Vec::new();
        for index in 0..=keep.last().0 {
            if index > 0 {
                x = self.blocks[index - 1].forward(&x, &mask)?;
            }
            if keep.has(Layer(index)) {
                layers.push(x.flatten_all()?.to_vec1::<f32>()?);
            }
        }
        Ok(HiddenStates::new(keep, layers, ids.len(), width))
    }
}

impl Encoder for PortableBert {
    fn layers(&self) -> usize {
        self.blocks.len()
    }

    fn width(&self) -> usize {
        self.config.hidden_size
    }

    fn max_tokens(&self) -> Option<usize> {
        Some(self.config.max_position_embeddings)
    }

    fn vocabulary(&self) -> usize {
        self.config.vocab_size
    }

    fn encode(&self, texts: &[&[TokenId]], keep: Keep) -> Result<Vec<HiddenStates>, EncoderError> {
        texts.iter().map(|ids| self.encode_one(ids, keep)).collect()
    }
}

/// Lays the blocks' weights out input after input, and hands candle a transposed view of that: its product then
/// needs no packing of the weights.
fn k_major(
    tensors: std::collections::HashMap<String, Tensor>,
) -> Result<std::collections::HashMap<String, Tensor>, EncoderError> {
    tensors
        .into_iter()
        .map(|(name, tensor)| {
            let is_product = name.starts_with("encoder.") && tensor.rank() == 2;
            let tensor = if is_product { tensor.t()?.contiguous()?.t()? } else { tensor };
            Ok((name, tensor))
        })
        .collect()
}
