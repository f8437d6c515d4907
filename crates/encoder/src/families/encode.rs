//! Implements [`Encoder`] for every [`Family`]: runs texts through its blocks, in parts per thread or in batches.

use super::embeddings::Positions;
use super::family::{EncoderBase, Family};
use crate::batches::{batches, longest_first};
use crate::kernel::threads::{in_pool, map_single_threaded, threads};
use crate::kernel::{Panels, ensure_available};
use crate::{Compute, Encoder, HiddenStates, KeptLayers, Layer, Result, TokenId};
use bertscope_metric::Vectors;

impl<F: Family> Encoder for F {
    fn layer_count(&self) -> usize {
        self.base().layer_count
    }

    fn hidden_size(&self) -> usize {
        self.base().hidden_size
    }

    fn max_tokens(&self) -> Option<usize> {
        self.base().embeddings.max_tokens()
    }

    fn vocabulary_size(&self) -> usize {
        self.base().embeddings.words.entries
    }

    fn encode(&self, texts: &[&[TokenId]], keep: KeptLayers) -> Result<Vec<HiddenStates>> {
        in_pool(|| match self.base().compute {
            Compute::Panels => encode_in_parts(self, texts, keep),
            Compute::Candle(_) => encode_by_length(self, texts, keep),
        })
    }

    fn static_vectors(&self, ids: &[TokenId]) -> Result<Vectors> {
        let keep = KeptLayers::Only(Layer(0));
        let width = self.hidden_size();
        if ids.is_empty() {
            return HiddenStates::empty(keep, width).vectors_at(Layer(0));
        }
        let numbers = in_pool(|| -> Result<_> {
            let embedded = self.base().embeddings.embed(&[ids], &Positions::None)?;
            Ok(hidden(self, &embedded))
        })?;
        HiddenStates::new(keep, vec![numbers], ids.len(), width).vectors_at(Layer(0))
    }
}

/// The hidden states that `bert_score` compares, \[tokens, width\].
fn hidden<F: Family>(family: &F, x: &Panels) -> Vec<f32> {
    match &family.base().final_norm {
        Some(norm) => norm.forward(x, None).to_rows(),
        None => x.to_rows(),
    }
}

/// Whether a kept layer has the final norm of a family that has one.
fn has_final_norm<F: Family>(family: &F, keep: KeptLayers, layer: usize) -> bool {
    match keep {
        KeptLayers::UpTo(_) | KeptLayers::Only(_) => true,
        KeptLayers::AllLayers(_) => {
            family.all_layers_end_with_final_norm() && layer == family.base().layer_count
        }
    }
}

/// Tokens that a thread runs through the model at a time: as many as keep their activations in its cache.
const PART_TOKENS: usize = 224;

/// Minimum tokens per thread for running whole texts on each thread.
const MIN_PART_TOKENS: usize = 80;

/// Encodes whole texts on each thread, or every operation on all threads if there are too few texts for that.
fn encode_in_parts<F: Family>(
    family: &F,
    texts: &[&[TokenId]],
    keep: KeptLayers,
) -> Result<Vec<HiddenStates>> {
    let parts = parts(texts, threads());
    if parts.len() < 2 {
        return encode(family, texts, keep);
    }
    let mut states = Vec::with_capacity(texts.len());
    for part in map_single_threaded(&parts, |texts| encode(family, texts, keep)) {
        states.extend(part?);
    }
    Ok(states)
}

/// Divides texts into parts with about the same number of tokens, each for one thread. Returns one part if the threads should
/// rather share every operation.
fn parts<'a, 't>(texts: &'a [&'t [TokenId]], threads: usize) -> Vec<&'a [&'t [TokenId]]> {
    let total = token_count(texts);
    if total < MIN_PART_TOKENS * threads {
        return vec![texts];
    }
    // The last round has one part for every thread.
    let count = total.div_ceil(PART_TOKENS).next_multiple_of(threads);
    let mut parts = Vec::with_capacity(count);
    let mut start = 0;
    let mut end = 0;
    let mut tokens_before_end = 0;
    for part in 1..=count {
        // A text belongs to the part with its middle.
        let until = total * part / count;
        while let Some(text) = texts.get(end)
            && tokens_before_end + text.len() / 2 <= until
        {
            tokens_before_end += text.len();
            end += 1;
        }
        if start < end {
            parts.push(&texts[start..end]);
            start = end;
        }
    }
    if start < texts.len() {
        parts.push(&texts[start..]);
    }
    // A text much longer than a thread's share would keep the other threads waiting.
    let longest = parts.iter().map(|part| token_count(part)).max();
    if longest.unwrap_or(0) * threads > total + total / 2 {
        vec![texts]
    } else {
        parts
    }
}

fn token_count(texts: &[&[TokenId]]) -> usize {
    texts.iter().map(|text| text.len()).sum()
}

/// Tokens that a device runs through the model at a time: their attention needs less than about 300 MB.
const BATCH_TOKENS: usize = 4096;

/// Encodes texts of equal length together, because a device would compute the padding of shorter ones too.
fn encode_by_length<F: Family>(
    family: &F,
    texts: &[&[TokenId]],
    keep: KeptLayers,
) -> Result<Vec<HiddenStates>> {
    let order = longest_first(texts);
    let mut states = Vec::with_capacity(texts.len());
    for equal in order.chunk_by(|&a, &b| texts[a].len() == texts[b].len()) {
        for batch in batches(texts, equal, BATCH_TOKENS) {
            let ids: Vec<&[TokenId]> = batch.iter().map(|&text| texts[text]).collect();
            states.extend(batch.iter().copied().zip(encode(family, &ids, keep)?));
        }
    }
    // Back in the order of the texts.
    states.sort_by_key(|(text, _)| *text);
    Ok(states.into_iter().map(|(_, states)| states).collect())
}

/// About the bytes for running texts of these lengths through a model: the activations of a block whose inner size is four
/// times the hidden size, candle's attention scores with heads of 64, and the hidden states that are kept.
fn working_bytes(lengths: &[usize], width: usize, layers: usize) -> usize {
    lengths
        .iter()
        .map(|&tokens| tokens * width * (12 + tokens / 16 + layers) * size_of::<f32>())
        .sum()
}

fn encode<F: Family>(
    family: &F,
    texts: &[&[TokenId]],
    keep: KeptLayers,
) -> Result<Vec<HiddenStates>> {
    let EncoderBase {
        compute,
        embeddings,
        hidden_size,
        loaded,
        ..
    } = family.base();
    let width = *hidden_size;
    let keep = keep.capped_at(Layer(*loaded));
    let lengths: Vec<usize> = texts.iter().map(|text| text.len()).collect();
    if lengths.iter().all(|length| *length == 0) {
        return Ok(vec![HiddenStates::empty(keep, width); texts.len()]);
    }
    let last = keep.last_layer().0;
    ensure_available(working_bytes(&lengths, width, last + 1))?;
    let embedded = embeddings.embed(texts, &embeddings.positions)?;
    let mut x = compute.import(embedded, texts.len())?;
    let bias = if last == 0 {
        None
    } else {
        family.bias(&lengths)?
    };
    let mut layers = Vec::new();
    for index in 0..=last {
        if index > 0 {
            x = family.block(index - 1, &x, &lengths, bias.as_ref())?;
        }
        if keep.has(Layer(index)) {
            let panels = x.to_panels()?;
            layers.push(if has_final_norm(family, keep, index) {
                hidden(family, &panels)
            } else {
                panels.to_rows()
            });
        }
    }
    let mut states = Vec::with_capacity(texts.len());
    let mut first = 0;
    for length in lengths {
        let range = first * width..(first + length) * width;
        let layers = layers.iter().map(|layer| layer[range.clone()].to_vec());
        states.push(HiddenStates::new(keep, layers.collect(), length, width));
        first += length;
    }
    Ok(states)
}
