//! Texts that were embedded before, so that no text is embedded twice.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::unsync::Cache;

use crate::encoder::{HiddenStates, Layer, TokenizedText};
use crate::models::{Model, ModelError};

/// A text with its hidden states up to a layer.
#[derive(Debug)]
pub struct Embedded {
    /// The text and its tokens.
    pub tokenized: Arc<TokenizedText>,
    /// One vector for each token and layer.
    pub hidden: HiddenStates,
}

#[derive(Clone)]
struct Bytes;

impl Weighter<Arc<str>, Arc<Embedded>> for Bytes {
    fn weight(&self, text: &Arc<str>, embedded: &Arc<Embedded>) -> u64 {
        (text.len() + embedded.hidden.bytes()) as u64 + 1
    }
}

/// Bytes of hidden states that are kept: at MiniLM's size some 200 sentences, or six texts of 512 tokens.
const CAPACITY: u64 = 48 << 20;

/// Tokens that are encoded in one pass; more would not be faster and would take more memory.
const BATCH: usize = 1024;

/// A cache of embedded texts for one model.
pub struct Embeddings {
    model: Arc<Model>,
    cache: Cache<Arc<str>, Arc<Embedded>, Bytes>,
}

impl Embeddings {
    /// An empty cache.
    #[must_use]
    pub fn new(model: Arc<Model>) -> Self {
        Self { model, cache: Cache::with_weighter(256, CAPACITY, Bytes) }
    }

    /// The texts in order, up to a layer, embedding those that are not known; several unknown ones share a pass.
    ///
    /// # Errors
    /// [`ModelError`] when the tokenizer or the model refuses a text.
    pub fn get(&mut self, texts: &[&str], layer: Layer) -> Result<Vec<Arc<Embedded>>, ModelError> {
        let mut found: Vec<Option<Arc<Embedded>>> = texts
            .iter()
            .map(|t| self.cache.get(*t).filter(|known| known.hidden.last_layer() >= layer).cloned())
            .collect();
        let mut missing: Vec<&str> = Vec::new();
        for (text, known) in texts.iter().zip(&found) {
            if known.is_none() && !missing.contains(text) {
                missing.push(text);
            }
        }
        let embedded = self.embed(&missing, layer)?;
        for (text, slot) in texts.iter().zip(&mut found) {
            if slot.is_none() {
                *slot = missing.iter().position(|m| m == text).map(|i| Arc::clone(&embedded[i]));
            }
        }
        for (text, embedded) in missing.iter().zip(embedded) {
            self.cache.insert(Arc::from(*text), embedded);
        }
        Ok(found.into_iter().flatten().collect())
    }

    fn embed(&self, texts: &[&str], layer: Layer) -> Result<Vec<Arc<Embedded>>, ModelError> {
        let tokenized: Vec<_> =
            texts.iter().map(|t| self.model.tokenizer.tokenize(t).map(Arc::new)).collect::<Result<_, _>>()?;
        let ids: Vec<_> = tokenized.iter().map(|t| t.ids()).collect();
        let mut hidden = Vec::with_capacity(texts.len());
        let mut rest: &[Vec<u32>] = &ids;
        while !rest.is_empty() {
            let mut tokens = 0;
            let fits = |ids: &&Vec<u32>| {
                tokens += ids.len();
                tokens <= BATCH
            };
            let batch: Vec<&[u32]> = rest.iter().take_while(fits).map(Vec::as_slice).collect();
            let batch = if batch.is_empty() { vec![rest[0].as_slice()] } else { batch };
            rest = &rest[batch.len()..];
            hidden.extend(self.model.encoder.encode(&batch, layer)?);
        }
        let together = tokenized.into_iter().zip(hidden);
        Ok(together.map(|(tokenized, hidden)| Arc::new(Embedded { tokenized, hidden })).collect())
    }
}
