//! Implements [`Encoder`] for every [`Family`]: runs texts through its blocks, in parts per thread or in batches.

use super::embeddings::Positions;
use super::family::{EncoderBase, Family};
use crate::batches::{batches, longest_first};
use crate::kernel::threads::{in_pool, map_single_threaded, threads};
use crate::kernel::{Panels, ensure_available};
use crate::{Compute, Encoder, EncoderError, HiddenStates, KeptLayers, Layer, Result, TokenId};
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
            Compute::Panels => {
                let parts = parts(texts, threads());
                match parts[..] {
                    [] | [_] => encode(self, texts, keep),
                    _ => {
                        let states = map_single_threaded(&parts, |texts| encode(self, texts, keep));
                        Ok(states
                            .into_iter()
                            .collect::<Result<Vec<_>, _>>()?
                            .into_iter()
                            .flatten()
                            .collect())
                    }
                }
            }
            Compute::Candle(_) => encode_by_length(self, texts, keep),
        })
    }

    fn static_vectors(&self, ids: &[TokenId]) -> Result<Vectors> {
        let (keep, width) = (KeptLayers::Only(Layer(0)), self.hidden_size());
        if ids.is_empty() {
            return HiddenStates::empty(keep, width).vectors_at(Layer(0));
        }
        let embed = || {
            Ok::<_, EncoderError>(hidden(
                self,
                &self.base().embeddings.embed(&[ids], &Positions::None)?,
            ))
        };
        HiddenStates::new(keep, vec![in_pool(embed)?], ids.len(), width).vectors_at(Layer(0))
    }
}

/// The hidden states that `bert_score` compares, \[tokens, width\].
fn hidden<F: Family>(family: &F, x: &Panels) -> Vec<f32> {
    family
        .base()
        .final_norm
        .as_ref()
        .map_or_else(|| x.to_rows(), |norm| norm.forward(x, None).to_rows())
}

/// Tokens that a thread runs through the model at a time: as many as keep their activations in its cache.
const PART_TOKENS: usize = 224;

/// Minimum tokens per thread for running whole texts on each thread.
const MIN_PART_TOKENS: usize = 80;

/// Divides texts into parts with about the same number of tokens, each for one thread. Returns one part if the threads should
/// rather share every operation.
fn parts<'a, 't>(texts: &'a [&'t [TokenId]], threads: usize) -> Vec<&'a [&'t [TokenId]]> {
    let tokens = |texts: &[&[TokenId]]| texts.iter().map(|t| t.len()).sum::<usize>();
    let total = tokens(texts);
    if total < MIN_PART_TOKENS * threads {
        return vec![texts];
    }
    // The last round has one part for every thread.
    let count = total.div_ceil(PART_TOKENS).next_multiple_of(threads);
    let (mut parts, mut rest, mut done) = (Vec::new(), texts, 0);
    for part in 1..=count {
        let until = total * part / count;
        let fits = rest.iter().take_while(|text| {
            let fits = done + text.len() / 2 <= until;
            done += if fits { text.len() } else { 0 };
            fits
        });
        let (these, others) = rest.split_at(fits.count());
        rest = others;
        parts.extend((!these.is_empty()).then_some(these));
    }
    parts.extend((!rest.is_empty()).then_some(rest));
    // A text much longer than a thread's share would keep the other threads waiting.
    let longest = parts.iter().map(|part| tokens(part)).max().unwrap_or(0);
    if longest * threads > total + total / 2 {
        vec![texts]
    } else {
        parts
    }
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
        hidden_size: width,
        loaded,
        ..
    } = family.base();
    let (width, keep) = (*width, keep.capped_at(Layer(*loaded)));
    let lengths: Vec<usize> = texts.iter().map(|t| t.len()).collect();
    let count: usize = lengths.iter().sum();
    if count == 0 {
        return Ok(texts
            .iter()
            .map(|_| HiddenStates::empty(keep, width))
            .collect());
    }
    let last = keep.last_layer().0;
    ensure_available(working_bytes(&lengths, width, last + 1))?;
    let mut x = compute.import(embeddings.embed(texts, &embeddings.positions)?, texts.len())?;
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
            layers.push(hidden(family, &*x.to_panels()?));
        }
    }
    let mut first = 0;
    Ok(lengths
        .into_iter()
        .map(|length| {
            let range = first * width..(first + length) * width;
            first += length;
            HiddenStates::new(
                keep,
                layers.iter().map(|l| l[range.clone()].to_vec()).collect(),
                length,
                width,
            )
        })
        .collect())
}
