//! Builds the bundled model from the published one: matrices as 16-bit integers with scales, without the parts that `BERTScore`
//! does not use, and the vocabulary as vocab.txt.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use serde_json::Value;

use crate::Result;
use crate::text_file::read_bytes;
use bertscope_encoder::EncoderError;
use bertscope_encoder::weights::{PACKED_BLOCK, SCALES_SUFFIX};

/// Scales that are tried for each block. More would make the errors a little smaller, and packing slower.
const SCALES_TRIED: i16 = 1024;

/// Packs the weights of a published folder into the bytes of a safetensors file.
///
/// An f32 matrix becomes 16-bit integers, with an f32 scale for each [`PACKED_BLOCK`] of them in a second tensor, unless its rows are not
/// whole blocks. Vectors and numbers of 16 bits are unchanged. The pooler and `position_ids` are omitted. Tensors are in the order of
/// their types and names, so the same input always gives the same bytes, and packed weights can be packed again.
/// Fails when the folder's model.safetensors cannot be read.
pub fn pack(folder: &Path) -> Result<Vec<u8>> {
    let wrong = |e: safetensors::SafeTensorError| EncoderError::Checkpoint(e.to_string());
    let bytes = read_bytes(&folder.join("model.safetensors"))?;
    let published = SafeTensors::deserialize(&bytes).map_err(wrong)?;
    let mut tensors: BTreeMap<String, (Dtype, Vec<usize>, Vec<u8>)> = BTreeMap::new();
    for (name, view) in published.iter() {
        let is_unused = name.contains("pooler.");
        match (view.dtype(), view.shape()) {
            _ if is_unused => {}
            (Dtype::F32, &[rows, columns])
                if columns % PACKED_BLOCK == 0 && !name.ends_with(SCALES_SUFFIX) =>
            {
                let (integers, scales) = quantise(view.data());
                let scales = (Dtype::F32, vec![rows, columns / PACKED_BLOCK], scales);
                tensors.insert(format!("{name}{SCALES_SUFFIX}"), scales);
                tensors.insert(name.to_owned(), (Dtype::I16, vec![rows, columns], integers));
            }
            (dtype @ (Dtype::F32 | Dtype::F16 | Dtype::BF16 | Dtype::I16), shape) => {
                tensors.insert(
                    name.to_owned(),
                    (dtype, shape.to_vec(), view.data().to_vec()),
                );
            }
            _ => {}
        }
    }
    let views = tensors
        .iter()
        .map(|(name, (dtype, shape, data))| {
            Ok((
                name,
                TensorView::new(*dtype, shape.clone(), data).map_err(wrong)?,
            ))
        })
        .collect::<Result<Vec<_>, EncoderError>>()?;
    Ok(safetensors::serialize(views, None).map_err(wrong)?)
}

/// 16-bit integers for some f32 numbers, and the scale of each block.
fn quantise(numbers: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let numbers: Vec<f32> = numbers
        .as_chunks()
        .0
        .iter()
        .map(|number| f32::from_le_bytes(*number))
        .collect();
    let blocks = numbers.as_chunks::<PACKED_BLOCK>().0;
    let scales: Vec<f32> = blocks.par_iter().map(best_scale).collect();
    let integer = |(number, scale): (f32, f32)| (rounded(number / scale) as i16).to_le_bytes();
    // A block of zeros has the scale 0, and 0 ÷ 0 becomes the integer 0.
    let integers = blocks
        .iter()
        .zip(&scales)
        .flat_map(|(block, scale)| block.map(|number| integer((number, *scale))));
    (
        integers.flatten().collect(),
        scales
            .iter()
            .flat_map(|scale| scale.to_le_bytes())
            .collect(),
    )
}

/// The scale with the smallest sum of squared errors. At each of them the largest number is an integer, so it has no error; the other
/// errors are as good as random, and the smallest of many sums is about half the mean.
fn best_scale(block: &[f32; PACKED_BLOCK]) -> f32 {
    let largest = block
        .iter()
        .fold(0.0, |most: f32, number| most.max(number.abs()));
    let error = |scale: f32| {
        let errors = block.map(|number| number - rounded(number / scale) * scale);
        errors.iter().map(|error| error * error).sum::<f32>()
    };
    let scales = (0..SCALES_TRIED).map(|fewer| largest / f32::from(i16::MAX - fewer));
    let tried = scales.map(|scale| (error(scale), scale));
    tried
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(0.0, |(_, scale)| scale)
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
    let wrong = |e: serde_json::Error| EncoderError::Tokenizer(format!("tokenizer.json: {e}"));
    let tokenizer: Value = serde_json::from_slice(tokenizer).map_err(wrong)?;
    let model = &tokenizer["model"];
    let Some(entries) = model["vocab"]
        .as_object()
        .filter(|_| model["type"] == "WordPiece")
    else {
        return Ok(None);
    };
    let mut lines = vec![None; entries.len()];
    for (entry, id) in entries {
        let line = id
            .as_u64()
            .and_then(|id| lines.get_mut(usize::try_from(id).ok()?));
        let Some(line) = line.filter(|_| !entry.contains(['\n', '\r'])) else {
            return Ok(None);
        };
        *line = Some(entry);
    }
    Ok(lines
        .into_iter()
        .map(|entry| Some(format!("{}\n", entry?)))
        .collect())
}
