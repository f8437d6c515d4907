//! A cache of hidden states, by text.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use indexmap::IndexSet;
use lru::LruCache;
use rayon::prelude::*;

use bertscope_encoder::batches::{batches, longest_first};
use bertscope_encoder::{
    Conventions, HiddenStates, KeptLayers, Layer, Token, TokenId, TokenizedText, texts,
};
use bertscope_metric::Pair;
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

/// The candidate and the reference of a pair, to be tokenized by the same conventions.
pub(super) fn texts_of(conventions: Conventions, texts: Pair<&str>) -> [ProgramText<&str>; 2] {
    [texts.candidate, texts.reference].map(|text| (conventions, text))
}

impl EmbeddedText {
    /// Its memory in bytes, with its text as the cache's key.
    fn byte_count(&self) -> usize {
        let tokens = self.tokenized.tokens.len() * size_of::<Token>();
        2 * self.tokenized.text.len() + tokens + self.hidden.byte_count()
    }
}

type Embedding = Result<Arc<EmbeddedText>, ModelError>;

/// A text with its hidden states, or the error of the tokenizer or the model, which all requests for that text share.
pub type EmbeddingOutcome = Result<Arc<EmbeddedText>, Arc<ModelError>>;

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
    /// Number of passes of the model, each with the texts that the cache lacked.
    passes: u64,
}

/// The texts of a request: those in the cache, and those that were embedded for it.
struct Lookups {
    /// One for each text, in order.
    lookups: Vec<Lookup>,
    embedded: Vec<Embedding>,
}

enum Lookup {
    Cached(Arc<EmbeddedText>),
    /// An index of [`Lookups::embedded`].
    Embedded(usize),
}

impl EmbeddingCache {
    /// An empty cache for a few texts, with every layer up to the requested one.
    pub fn new(model: Arc<Model>) -> Self {
        Self::with_capacity(model, CAPACITY_BYTES, None)
    }

    /// An empty cache for many texts, with the layers in `keep`.
    pub fn bulk(model: Arc<Model>, keep: KeptLayers) -> Self {
        let keep = keep.capped_at(Layer(model.encoder.layer_count()));
        Self::with_capacity(model, BULK_CAPACITY_BYTES, Some(keep))
    }

    fn with_capacity(model: Arc<Model>, capacity: usize, keep: Option<KeptLayers>) -> Self {
        Self {
            model,
            cache: LruCache::unbounded(),
            bytes: 0,
            capacity,
            keep,
            passes: 0,
        }
    }

    /// Number of passes of the model so far.
    pub fn passes(&self) -> u64 {
        self.passes
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
        let keep = match self.keep {
            // One layer alone has the final norm, which layers that were kept together lack.
            Some(keep) if keep.has(layer) && !matches!(keep, KeptLayers::AllLayers(_)) => keep,
            _ => KeptLayers::UpTo(layer),
        };
        self.get_kept(texts, keep)
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
        let Lookups { lookups, embedded } = self.look_up(texts, keep);
        let embedded = embedded.into_iter().collect::<Result<Vec<_>, _>>()?;
        let found: Vec<Arc<EmbeddedText>> = lookups
            .into_iter()
            .map(|lookup| match lookup {
                Lookup::Cached(text) => text,
                Lookup::Embedded(index) => Arc::clone(&embedded[index]),
            })
            .collect();
        Ok(found.try_into().expect("each text was looked up"))
    }

    /// The texts in order, each with the layers to keep (see [`Self::bulk`]), or with the error of the tokenizer or the
    /// model, which affects no other text. Each distinct text is embedded once.
    pub fn get_each(&mut self, texts: &[ProgramText<&str>]) -> Vec<EmbeddingOutcome> {
        let last = Layer(self.model.encoder.layer_count());
        let keep = self.keep.unwrap_or(KeptLayers::UpTo(last));
        let Lookups { lookups, embedded } = self.look_up(texts, keep);
        // Errors are shared, because several requests may be for the same text.
        let embedded: Vec<EmbeddingOutcome> = embedded
            .into_iter()
            .map(|result| result.map_err(Arc::new))
            .collect();
        lookups
            .into_iter()
            .map(|lookup| match lookup {
                Lookup::Cached(text) => Ok(text),
                Lookup::Embedded(index) => embedded[index].clone(),
            })
            .collect()
    }

    /// Looks up every text and embeds the missing ones, each only once.
    fn look_up(&mut self, texts: &[ProgramText<&str>], keep: KeptLayers) -> Lookups {
        let mut missing: IndexSet<ProgramText<&str>> = IndexSet::new();
        let mut lookups = Vec::with_capacity(texts.len());
        for text in texts {
            lookups.push(match self.cache.get(&cache_key(*text)) {
                Some(cached) if cached.hidden.has_all(keep) => Lookup::Cached(Arc::clone(cached)),
                _ => Lookup::Embedded(missing.insert_full(*text).0),
            });
        }
        let missing: Vec<ProgramText<&str>> = missing.into_iter().collect();
        self.passes += u64::from(!missing.is_empty());
        let embedded = self.embed(&missing, keep);
        for (text, embedded) in missing.into_iter().zip(&embedded) {
            if let Ok(embedded) = embedded {
                self.insert(cache_key(text), Arc::clone(embedded));
            }
        }
        Lookups { lookups, embedded }
    }

    /// Caches a text; the texts that were not used for the longest time make room for it.
    fn insert(&mut self, key: ProgramText<Arc<str>>, embedded: Arc<EmbeddedText>) {
        self.bytes += embedded.byte_count();
        // The cache is bounded by bytes, not by number, so that only an older entry of the same text is replaced.
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
        let tokenized = self.tokenize(texts);
        let hidden = self.encode_batches(&tokenized, keep);
        let mut embedded = Vec::with_capacity(texts.len());
        for (tokenized, (conventions, _)) in tokenized.into_iter().zip(texts) {
            let text = tokenized.and_then(|tokenized| {
                let hidden = match hidden.get(&tokenized.ids()) {
                    Some(hidden) => hidden.clone(),
                    // It failed in its batch: the error is that of the text alone.
                    None => self.encode_alone(&tokenized, keep)?,
                };
                Ok(Arc::new(EmbeddedText {
                    conventions: *conventions,
                    tokenized,
                    hidden,
                }))
            });
            embedded.push(text);
        }
        embedded
    }

    fn tokenize(&self, texts: &[ProgramText<&str>]) -> Vec<Result<Arc<TokenizedText>, ModelError>> {
        // A handover to other threads takes as long as tokenizing a sentence or two.
        if texts.len() <= 2 {
            texts.iter().map(|text| self.tokenize_text(*text)).collect()
        } else {
            texts
                .par_iter()
                .map(|text| self.tokenize_text(*text))
                .collect()
        }
    }

    fn tokenize_text(
        &self,
        (conventions, text): ProgramText<&str>,
    ) -> Result<Arc<TokenizedText>, ModelError> {
        let tokenized = self.model.tokenizer_of(conventions).tokenize(text)?;
        Ok(Arc::new(tokenized))
    }

    /// The hidden states of the texts that could be tokenized and encoded, by their token ids: the tokenizers of two
    /// programs agree on most texts, which are encoded once.
    fn encode_batches(
        &self,
        texts: &[Result<Arc<TokenizedText>, ModelError>],
        keep: KeptLayers,
    ) -> HashMap<Vec<TokenId>, HiddenStates> {
        let mut distinct: BTreeMap<Vec<TokenId>, &TokenizedText> = BTreeMap::new();
        for text in texts.iter().flatten() {
            distinct.insert(text.ids(), text);
        }
        let ids: Vec<&[TokenId]> = distinct.keys().map(Vec::as_slice).collect();
        let texts: Vec<&TokenizedText> = distinct.values().copied().collect();
        let max_tokens = BATCH_TOKENS * rayon::current_num_threads();
        let mut hidden = HashMap::with_capacity(ids.len());
        for batch in batches(&ids, &longest_first(&ids), max_tokens) {
            let batch_texts: Vec<&TokenizedText> =
                batch.iter().map(|index| texts[*index]).collect();
            let states = self.encode(&batch_texts, keep);
            for (index, states) in batch.iter().zip(states) {
                if let Some(states) = states {
                    hidden.insert(ids[*index].to_vec(), states);
                }
            }
        }
        hidden
    }

    /// Encodes texts in one pass. If that fails, each text is encoded alone, and is `None` if that fails too.
    fn encode(&self, texts: &[&TokenizedText], keep: KeptLayers) -> Vec<Option<HiddenStates>> {
        match texts::encode(&*self.model.encoder, texts, keep) {
            Ok(states) => states.into_iter().map(Some).collect(),
            // The error may be that of one text, which must not cost the others their scores.
            Err(_) => texts
                .iter()
                .map(|text| self.encode_alone(text, keep).ok())
                .collect(),
        }
    }

    fn encode_alone(
        &self,
        text: &TokenizedText,
        keep: KeptLayers,
    ) -> Result<HiddenStates, ModelError> {
        Ok(texts::encode(&*self.model.encoder, &[text], keep)?.remove(0))
    }
}

fn cache_key((conventions, text): ProgramText<&str>) -> ProgramText<Arc<str>> {
    (conventions, text.into())
}
