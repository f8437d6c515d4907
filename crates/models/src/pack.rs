//! Builds the bundled model from the published one: matrices as 16-bit integers with scales, without the parts that `BERTScore`
//! does not use, and the vocabulary as vocab.txt.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensorError, SafeTensors};
use serde_json::{Map, Value};

use crate::Result;
use crate::text_file::read_bytes;
use bertscope_encoder::EncoderError;
use bertscope_encoder::weights::{PACKED_BLOCK, SCALES_SUFFIX};

/// Scales that are tried for each block. More would make the errors a little smaller, and packing slower.
const SCALES_TRIED: i16 = 1024;

/// A tensor of the packed file.
struct Tensor {
    dtype: Dtype,
    shape: Vec<usize>,
    data: Vec<u8>,
}

/// Packs the weights of a published folder into the bytes of a safetensors file.
///
/// An f32 matrix becomes 16-bit integers, with an f32 scale for each [`PACKED_BLOCK`] of them in a second tensor, unless its rows are not
/// whole blocks. Vectors and numbers of 16 bits are unchanged. The pooler and `position_ids` are omitted. Tensors are in the order of
/// their types and names, so the same input always gives the same bytes, and packed weights can be packed again.
/// Fails when the folder's model.safetensors cannot be read.
pub fn pack(folder: &Path) -> Result<Vec<u8>> {
    let bytes = read_bytes(&folder.join("model.safetensors"))?;
    let published = SafeTensors::deserialize(&bytes).map_err(|error| invalid(&error))?;
    let mut tensors: BTreeMap<String, Tensor> = BTreeMap::new();
    for (name, view) in published.iter() {
        // The pooler makes a sentence vector of [CLS]; a score uses the hidden states of all tokens.
        if name.contains("pooler.") {
            continue;
        }
        match (view.dtype(), view.shape()) {
            (Dtype::F32, &[rows, columns])
                if columns % PACKED_BLOCK == 0 && !name.ends_with(SCALES_SUFFIX) =>
            {
                let (integers, scales) = quantise(view.data());
                let scales = Tensor {
                    dtype: Dtype::F32,
                    shape: vec![rows, columns / PACKED_BLOCK],
                    data: scales,
                };
                tensors.insert(format!("{name}{SCALES_SUFFIX}"), scales);
                let integers = Tensor {
                    dtype: Dtype::I16,
                    shape: vec![rows, columns],
                    data: integers,
                };
                tensors.insert(name.to_owned(), integers);
            }
            (dtype @ (Dtype::F32 | Dtype::F16 | Dtype::BF16 | Dtype::I16), shape) => {
                let unchanged = Tensor {
                    dtype,
                    shape: shape.to_vec(),
                    data: view.data().to_vec(),
                };
                tensors.insert(name.to_owned(), unchanged);
            }
            // Integers of other types are `position_ids`, which count from 0.
            _ => {}
        }
    }
    let mut views = Vec::with_capacity(tensors.len());
    for (name, tensor) in &tensors {
        let view = TensorView::new(tensor.dtype, tensor.shape.clone(), &tensor.data);
        views.push((name, view.map_err(|error| invalid(&error))?));
    }
    Ok(safetensors::serialize(views, None).map_err(|error| invalid(&error))?)
}

fn invalid(error: &SafeTensorError) -> EncoderError {
    EncoderError::Checkpoint(error.to_string())
}

/// The bytes of 16-bit integers for some f32 numbers, and those of the scale of each block.
fn quantise(numbers: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let numbers: Vec<f32> = numbers
        .as_chunks()
        .0
        .iter()
        .map(|number| f32::from_le_bytes(*number))
        .collect();
    let blocks = numbers.as_chunks::<PACKED_BLOCK>().0;
    let scales: Vec<f32> = blocks.par_iter().map(best_scale).collect();
    let mut integers = Vec::with_capacity(numbers.len() * 2);
    for (block, scale) in blocks.iter().zip(&scales) {
        for number in block {
            // A block of zeros has the scale 0, and 0 ÷ 0 becomes the integer 0.
            let integer = rounded(number / scale) as i16;
            integers.extend(integer.to_le_bytes());
        }
    }
    let scales = scales.iter().flat_map(|scale| scale.to_le_bytes());
    (integers, scales.collect())
}

/// The scale with the smallest sum of squared errors. At each of them the largest number is an integer, so it has no error; the other
/// errors are as good as random, and the smallest of many sums is about half the mean.
fn best_scale(block: &[f32; PACKED_BLOCK]) -> f32 {
    let largest = block
        .iter()
        .fold(0.0, |largest: f32, number| largest.max(number.abs()));
    (0..SCALES_TRIED)
        .map(|fewer| largest / f32::from(i16::MAX - fewer))
        .map(|scale| (squared_error(block, scale), scale))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(0.0, |(_, scale)| scale)
}

/// The sum of squared errors of a block at a scale.
#[inline]
fn squared_error(block: &[f32; PACKED_BLOCK], scale: f32) -> f32 {
    let errors = block.map(|number| number - rounded(number / scale) * scale);
    errors.iter().map(|error| error * error).sum()
}

/// The nearest integer of a number below 2²², the even one of two. The compiler vectorises this, which it does not do for
/// `round_ties_even` on every processor.
fn rounded(number: f32) -> f32 {
    const ONES: f32 = 12_582_912.0;
    (number + ONES) - ONES
}

/// The vocab.txt of a tokenizer.json: one word piece per line, in order of id. It parses in a fraction of the time that
/// tokenizer.json takes, and gives the same tokens. `None` for a tokenizer that vocab.txt cannot describe: one of another kind,
/// or one whose ids have gaps. Fails if it is not a JSON.
pub fn vocabulary(tokenizer: &[u8]) -> Result<Option<String>> {
    let tokenizer: Value = serde_json::from_slice(tokenizer)
        .map_err(|error| EncoderError::Tokenizer(format!("tokenizer.json: {error}")))?;
    let model = &tokenizer["model"];
    if model["type"] != "WordPiece" {
        return Ok(None);
    }
    Ok(model["vocab"].as_object().and_then(lines_by_id))
}

/// The pieces of a vocabulary, one on each line; `None` if that cannot be done.
fn lines_by_id(vocabulary: &Map<String, Value>) -> Option<String> {
    let mut pieces = vec![None; vocabulary.len()];
    for (piece, id) in vocabulary {
        if piece.contains(['\n', '\r']) {
            return None;
        }
        let id = usize::try_from(id.as_u64()?).ok()?;
        *pieces.get_mut(id)? = Some(piece);
    }
    let mut text = String::new();
    for piece in pieces {
        text.push_str(piece?);
        text.push('\n');
    }
    Some(text)
}
