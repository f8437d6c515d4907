//! The header of a safetensors file: the names, types, shapes and offsets of its tensors.

use std::collections::HashMap;
use std::path::Path;

use bytes::Bytes;
use safetensors::Dtype;
use safetensors::tensor::Metadata;

use super::region::{PACKED_BLOCK, Region};
use super::{Checkpoint, DType, FileProblem, MAX_NAME_BYTES, TensorEntry};
use crate::{EncoderError, Result};

/// Maximum accepted header size; the safetensors crate has the same limit.
const MAX_HEADER_BYTES: u64 = 100_000_000;

/// Bytes of the length at the start of a file; the header follows, and then the tensors.
const LENGTH_BYTES: usize = 8;

/// What follows a tensor's name in the name of its scales.
pub const SCALES_SUFFIX: &str = ".scales";

/// A tensor as the file has it.
struct StoredTensor {
    dtype: Dtype,
    shape: Vec<usize>,
    data: Region,
}

type StoredTensors = HashMap<String, StoredTensor>;

impl Checkpoint {
    /// Reads the header of a safetensors file that is in memory. Fails if it is not such a file.
    pub fn from_safetensors(bytes: &Bytes) -> Result<Self> {
        let stored = stored_tensors(&Region::Memory(bytes.clone()))
            .map_err(|problem| EncoderError::Checkpoint(problem.to_string()))?;
        let mut checkpoint = Self::default();
        checkpoint.insert_stored(&stored)?;
        Ok(checkpoint)
    }

    /// Adds the tensors of a safetensors file on disk; only the header is read now. Fails if it cannot be read, is not
    /// such a file, or is shorter than its header says.
    pub fn add_safetensors(&mut self, path: &Path) -> Result<()> {
        let stored = Region::open(path)
            .map_err(FileProblem::from)
            .and_then(|file| stored_tensors(&file))
            .map_err(|problem| EncoderError::file(path, &problem))?;
        self.insert_stored(&stored)
    }

    /// Adds the tensors of a file. Integers are joined with their scales; tensors of other types that no layer uses, such
    /// as `position_ids`, are left out.
    fn insert_stored(&mut self, stored: &StoredTensors) -> Result<()> {
        for (name, tensor) in stored {
            let dtype = match tensor.dtype {
                Dtype::F32 if is_scales(name, stored) => continue,
                // Packed integers are read as f32.
                Dtype::F32 | Dtype::I16 => DType::F32,
                Dtype::F16 => DType::F16,
                Dtype::BF16 => DType::Bf16,
                _ => continue,
            };
            let mut data = tensor.data.clone();
            if tensor.dtype == Dtype::I16 {
                let Some(scales) = stored.get(&format!("{name}{SCALES_SUFFIX}")) else {
                    continue;
                };
                data = pack(name, data, scales)?;
            }
            let entry = TensorEntry {
                dtype,
                shape: tensor.shape.clone(),
                data,
            };
            self.insert(name, entry);
        }
        Ok(())
    }
}

/// Integers with their scales. Fails when they do not belong together.
fn pack(name: &str, integers: Region, scales: &StoredTensor) -> Result<Region> {
    if scales.dtype == Dtype::F32
        && let Some(packed) = Region::packed(integers, scales.data.clone())
    {
        return Ok(packed);
    }
    Err(EncoderError::Checkpoint(format!(
        "{name} and {name}{SCALES_SUFFIX} do not match: one f32 for each {PACKED_BLOCK} integers"
    )))
}

/// Whether a tensor has the scales of 16-bit integers.
fn is_scales(name: &str, stored: &StoredTensors) -> bool {
    let integers = name
        .strip_suffix(SCALES_SUFFIX)
        .and_then(|name| stored.get(name));
    integers.is_some_and(|tensor| tensor.dtype == Dtype::I16)
}

/// The tensors of a file, none of which is read. Fails if the file ends before one does.
fn stored_tensors(file: &Region) -> Result<StoredTensors, FileProblem> {
    let mut buffer = Vec::new();
    let length = file
        .read(0..LENGTH_BYTES, &mut buffer)
        .map_err(|_| "it is too short to be a safetensors file; download it again")?;
    if length == b"version " {
        return Err(
            "it is a Git LFS pointer, not the file itself; fetch the file with `git lfs pull`"
                .into(),
        );
    }
    let length = u64::from_le_bytes(length.try_into()?);
    // Before the header is read: a file of another kind states any length here.
    if length > MAX_HEADER_BYTES || length > (file.len() - LENGTH_BYTES) as u64 {
        return Err(
            "its header is longer than the file, so it is not a safetensors file, or only part of one; download it again"
                .into(),
        );
    }
    let data_start = LENGTH_BYTES + length as usize;
    let header = file.read(LENGTH_BYTES..data_start, &mut buffer)?;
    let metadata: Metadata = serde_json::from_slice(header)
        .map_err(|error| format!("its header is invalid: {error}"))?;
    let mut stored = StoredTensors::new();
    for (name, info) in metadata.tensors() {
        let (start, end) = info.data_offsets;
        let end = data_start.saturating_add(end);
        let Some(data) = file.slice(data_start.saturating_add(start)..end) else {
            let name: String = name.chars().take(MAX_NAME_BYTES).collect();
            let size = file.len();
            return Err(format!("it ends before its tensor {name} is complete: it has {size} bytes and needs at least {end}; download it again").into());
        };
        let tensor = StoredTensor {
            dtype: info.dtype,
            shape: info.shape.clone(),
            data,
        };
        stored.insert(name, tensor);
    }
    Ok(stored)
}
