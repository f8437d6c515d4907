//! What every model can do.

use bertscope_metric::Vectors;

use crate::{EncoderError, HiddenStates, KeptLayers, Result, TokenId};

/// A transformer that computes the hidden states of every layer in one pass.
pub trait Encoder: Send + Sync {
    /// Number of layers N; hidden states run from layer 0 (the embedding output) to layer N.
    fn layer_count(&self) -> usize;

    /// Dimension of a hidden state.
    fn hidden_size(&self) -> usize;

    /// Maximum number of tokens of a text, special tokens included; `None` if there is no limit.
    fn max_tokens(&self) -> Option<usize>;

    /// Size of the embedding table; every token id is smaller.
    fn vocabulary_size(&self) -> usize;

    /// Encodes texts given as token ids, special tokens included, and keeps the requested layers. Pass many
    /// texts at once to keep every core busy. Fails for ids that the model cannot encode, or
    /// if the backend fails.
    fn encode(
        &self,
        texts: &[&[TokenId]],
        keep: KeptLayers,
    ) -> Result<Vec<HiddenStates>, EncoderError>;

    /// The static vector of each token, \[tokens\]\[width\]: layer 0 without the position embedding, the same at every position.
    /// In a family without position embeddings this is layer 0 itself.
    ///
    /// # Errors
    /// [`EncoderError::UnknownId`], [`EncoderError::NotFinite`], [`EncoderError::Backend`].
    fn static_vectors(&self, ids: &[TokenId]) -> Result<Vectors, EncoderError>;
}
