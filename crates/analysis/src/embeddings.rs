//! A cache of hidden states, by text.

use std::collections::HashMap;
use std::sync::Arc;

use lru::LruCache;
use rayon::prelude::*;

use bertscope_encoder::batches::{batches, longest_first};
use bertscope_encoder::{
    Conventions, HiddenStates, KeptLayers, Layer, Token, TokenId, TokenizedText, windows,
};
use bertscope_models::{Model, ModelError};

/// A text with its hidden states.
#[derive(Debug)]
pub struct EmbeddedText {
    /// The conventions that its tokens follow.
    pub conventions: Conventions,
    /// The text and its tokens.
    pub tokenized: Arc<TokenizedText>,
    /// Its hidden states, \[kept layers\]\[tokens\]\[dimension\].
    pub hidden: HiddenStates,
}

/// A text with the conventions that it is tokenized by.
pub type ProgramText<T> = (Conventions, T);

impl EmbeddedText {
    /// Its memory in bytes, with its text as the cache's key.
    fn byte_count(&self) -> usize {
        let tokens = self.tokenized.tokens.len() * size_of::<Token>();
        2 * self.tokenized.text.len() + tokens + self.hidden.byte_count()
    }
}

type Embedding = Result<Arc<EmbeddedText>, ModelError>;

/// Cache size of the inspector in bytes: with MiniLM about 200 sentences at every layer, or six texts of 512 tokens.
const CAPACITY_BYTES: usize = 48 << 20;

/// Cache size for many texts in bytes: with MiniLM about 6,000 sentences at one layer.
const BULK_CAPACITY_BYTES: usize = 256 << 20;

/// Tokens of a batch for each thread: enough that the threads finish at about the same time.
const BATCH_TOKENS: usize = 1 << 13;

/// A cache of embedded texts for one model.
pub struct EmbeddingCache {
    model: Arc<Model>,
    cache: LruCache<ProgramText<Arc<str>>, Arc<EmbeddedText>>,
    /// Bytes of the cached texts, and how many there may be.
    bytes: usize,
    capacity: usize,
    /// The layers to keep of every text, if the requested layer is among them.
    keep: Option<KeptLayers>,
}

/// The position of a requested text.
enum Lookup {
    Cached(Arc<EmbeddedText>),
    Missing(usize),
}

impl EmbeddingCache {
    /// An empty cache for a few texts, with every layer up to the requested one.
    pub fn new(model: Arc<Model>) -> Self {
        Self {
            model,
            cache: LruCache::unbounded(),
            bytes: 0,
            capacity: CAPACITY_BYTES,
            keep: None,
        }
    }

    /// An empty cache for many texts, with the layers in `keep`.
    pub fn bulk(model: Arc<Model>, keep: KeptLayers) -> Self {
        let keep = Some(keep.capped_at(Layer(model.encoder.layer_count())));
        Self {
            model,
            cache: LruCache::unbounded(),
            bytes: 0,
            capacity: BULK_CAPACITY_BYTES,
            keep,
        }
    }

    /// The model.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The texts in order, with the hidden states of a layer, embedding those that are not cached in one pass.
    ///
    /// # Errors
    /// [`ModelError`] when a text cannot be tokenized or encoded.
    pub fn get<const N: usize>(
        &mut self,
        texts: &[ProgramText<&str>; N],
        layer: Layer,
    ) -> Result<[Arc<EmbeddedText>; N], ModelError> {
        self.get_kept(
            texts,
            self.keep
                .filter(|keep| keep.has(layer))
                .unwrap_or(KeptLayers::UpTo(layer)),
        )
    }

    /// The texts in order, with the hidden states of every layer up to `last`, whatever the cache keeps.
    ///
    /// # Errors
    /// As [`Self::get`].
    pub fn get_up_to<const N: usize>(
        &mut self,
        texts: &[ProgramText<&str>; N],
        last: Layer,
    ) -> Result<[Arc<EmbeddedText>; N], ModelError> {
        self.get_kept(texts, KeptLayers::UpTo(last))
    }

    fn get_kept<const N: usize>(
        &mut self,
        texts: &[ProgramText<&str>; N],
        keep: KeptLayers,
    ) -> Result<[Arc<EmbeddedText>; N], ModelError> {
        let (places, embedded) = self.find(texts, keep);
        let embedded = embedded.into_iter().collect::<Result<Vec<_>, _>>()?;
        let found = places.into_iter().map(|place| match place {
            Lookup::Cached(known) => known,
            Lookup::Missing(index) => Arc::clone(&embedded[index]),
        });
        Ok(found
            .collect::<Vec<_>>()
            .try_into()
            .expect("each text was looked up"))
    }

    /// The texts in order, each with the layers to keep (see [`Self::bulk`]), or with the error of the tokenizer or the
    /// model, which affects no other text. Each distinct text is embedded once.
    pub fn get_each(
        &mut self,
        texts: &[ProgramText<&str>],
    ) -> Vec<Result<Arc<EmbeddedText>, Arc<ModelError>>> {
        let keep = self
            .keep
            .unwrap_or(KeptLayers::UpTo(Layer(self.model.encoder.layer_count())));
        let (places, embedded) = self.find(texts, keep);
        let embedded: Vec<_> = embedded
            .into_iter()
            .map(|result| result.map_err(Arc::new))
            .collect();
        let found = places.into_iter().map(|place| match place {
            Lookup::Cached(known) => Ok(known),
            Lookup::Missing(index) => embedded[index].clone(),
        });
        found.collect()
    }

    /// Looks up every text and embeds the missing ones.
    fn find(
        &mut self,
        texts: &[ProgramText<&str>],
        keep: KeptLayers,
    ) -> (Vec<Lookup>, Vec<Embedding>) {
        let mut missing: Vec<ProgramText<&str>> = Vec::new();
        let mut places: HashMap<ProgramText<&str>, usize> = HashMap::new();
        let owned = |(conventions, text): ProgramText<&str>| (conventions, Arc::<str>::from(text));
        let found = texts
            .iter()
            .map(|&text| {
                match self
                    .cache
                    .get(&owned(text))
                    .filter(|known| known.hidden.has_all(keep))
                {
                    Some(known) => Lookup::Cached(Arc::clone(known)),
                    None => Lookup::Missing(*places.entry(text).or_insert_with(|| {
                        missing.push(text);
                        missing.len() - 1
                    })),
                }
            })
            .collect();
        let embedded = self.embed(&missing, keep);
        for (text, embedded) in missing.into_iter().zip(&embedded) {
            if let Ok(embedded) = embedded {
                self.insert(owned(text), Arc::clone(embedded));
            }
        }
        (found, embedded)
    }

    /// Caches a text; the texts that were not used for the longest time make room for it.
    fn insert(&mut self, key: ProgramText<Arc<str>>, embedded: Arc<EmbeddedText>) {
        self.bytes += embedded.byte_count();
        if let Some((_, replaced)) = self.cache.push(key, embedded) {
            self.bytes -= replaced.byte_count();
        }
        while self.bytes > self.capacity {
            let Some((_, oldest)) = self.cache.pop_lru() else {
                break;
            };
            self.bytes -= oldest.byte_count();
        }
    }

    /// The texts in order with the layers in `keep`, or with the error of the tokenizer or the model. They share passes and
    /// are not cached, because texts that are used once must not evict others.
    pub(super) fn embed(&self, texts: &[ProgramText<&str>], keep: KeptLayers) -> Vec<Embedding> {
        let tokenize = |(conventions, text): &ProgramText<&str>| -> Result<_, ModelError> {
            let tokenized = self.model.tokenizer_of(*conventions).tokenize(text)?;
            let ids = tokenized.ids();
            Ok((Arc::new(tokenized), ids))
        };
        // A handover to other threads takes as long as tokenizing a sentence or two.
        let tokenized: Vec<_> = match texts {
            [] | [_] | [_, _] => texts.iter().map(tokenize).collect(),
            _ => texts.par_iter().map(tokenize).collect(),
        };
        let ids: Vec<&[TokenId]> = tokenized
            .iter()
            .map(|text| text.as_ref().map_or(&[][..], |(_, ids)| ids.as_slice()))
            .collect();
        let mut order = longest_first(&ids);
        order.retain(|&i| tokenized[i].is_ok());
        let mut hidden: HashMap<usize, Result<HiddenStates, ModelError>> =
            HashMap::with_capacity(order.len());
        for batch in batches(&ids, &order, BATCH_TOKENS * rayon::current_num_threads()) {
            let texts = batch
                .iter()
                .filter_map(|&i| Some(&*tokenized[i].as_ref().ok()?.0));
            let states = self.encode(&texts.collect::<Vec<_>>(), keep);
            hidden.extend(batch.iter().copied().zip(states));
        }
        let together = tokenized.into_iter().zip(texts).enumerate().map(
            |(i, (tokenized, (conventions, _)))| {
                let (tokenized, _) = tokenized?;
                let hidden = hidden
                    .remove(&i)
                    .expect("every text that could be split was encoded")?;
                Ok(Arc::new(EmbeddedText {
                    conventions: *conventions,
                    tokenized,
                    hidden,
                }))
            },
        );
        together.collect()
    }

    /// Encodes texts in one pass. If that fails, each text is encoded alone.
    fn encode(
        &self,
        texts: &[&TokenizedText],
        keep: KeptLayers,
    ) -> Vec<Result<HiddenStates, ModelError>> {
        let encoder = &*self.model.encoder;
        match windows::encode(encoder, texts, keep) {
            Ok(states) => states.into_iter().map(Ok).collect(),
            Err(error) if texts.len() == 1 => vec![Err(error.into())],
            Err(_) => {
                let one =
                    |text: &&TokenizedText| Ok(windows::encode(encoder, &[*text], keep)?.remove(0));
                texts.iter().map(one).collect()
            }
        }
    }
}
