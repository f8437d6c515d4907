//! The header of a safetensors file: the names, types, shapes and offsets of its tensors.

use crate::Result;
use std::collections::HashMap;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use safetensors::tensor::Metadata;
use safetensors::{Dtype, SafeTensors};

use super::region::{PACKED_BLOCK, Region, read_at};
use super::{Checkpoint, DType, MAX_NAME_BYTES, TensorEntry};
use crate::EncoderError;

/// Maximum accepted header size; the safetensors crate has the same limit.
const MAX_HEADER_BYTES: u64 = 100_000_000;

/// What follows a tensor's name in the name of its scales.
pub const SCALES_SUFFIX: &str = ".scales";

/// A tensor as the file has it.
struct StoredTensor {
    dtype: Dtype,
    shape: Vec<usize>,
    data: Region,
}

impl Checkpoint {
    /// Reads the header of a safetensors file that is in memory. Fails if it is not such a file.
    pub fn from_safetensors(bytes: &Bytes) -> Result<Self> {
        let file =
            SafeTensors::deserialize(bytes).map_err(|e| EncoderError::Checkpoint(e.to_string()))?;
        let base = bytes.as_ptr() as usize;
        let mut stored = HashMap::new();
        for (name, view) in file.iter() {
            let start = view.data().as_ptr() as usize - base;
            let data = Region::Memory(bytes.slice(start..start + view.data().len()));
            stored.insert(
                name.to_owned(),
                StoredTensor {
                    dtype: view.dtype(),
                    shape: view.shape().to_vec(),
                    data,
                },
            );
        }
        let mut weights = Self::default();
        weights.insert_stored(&stored)?;
        Ok(weights)
    }

    /// Adds the tensors of a file. Integers are joined with their scales; tensors of other types that no layer uses, such
    /// as `position_ids`, are left out.
    fn insert_stored(&mut self, stored: &HashMap<String, StoredTensor>) -> Result<()> {
        for (name, StoredTensor { dtype, shape, data }) in stored {
            let (dtype, data) = match dtype {
                Dtype::F32 if is_scales(name, stored) => continue,
                Dtype::F32 => (DType::F32, data.clone()),
                Dtype::F16 => (DType::F16, data.clone()),
                Dtype::BF16 => (DType::Bf16, data.clone()),
                Dtype::I16 => {
                    let Some(scales) = stored.get(&format!("{name}{SCALES_SUFFIX}")) else {
                        continue;
                    };
                    let packed = Region::packed(data.clone(), scales.data.clone())
                        .filter(|_| scales.dtype == Dtype::F32);
                    let problem = || {
                        format!(
                            "{name} and {name}{SCALES_SUFFIX} do not match: one f32 for each {PACKED_BLOCK} integers"
                        )
                    };
                    (
                        DType::F32,
                        packed.ok_or_else(|| EncoderError::Checkpoint(problem()))?,
                    )
                }
                _ => continue,
            };
            self.insert(
                name,
                TensorEntry {
                    dtype,
                    shape: shape.clone(),
                    data,
                },
            );
        }
        Ok(())
    }

    /// Adds the tensors of a safetensors file on disk; only the header is read now. Fails if it cannot be read, is not
    /// such a file, or is shorter than its header says.
    pub fn add_safetensors(&mut self, path: &Path) -> Result<()> {
        let wrong = |problem: &dyn std::fmt::Display| EncoderError::file(path, problem);
        let file = File::open(path).map_err(|e| wrong(&e))?;
        let size = file.metadata().map_err(|e| wrong(&e))?.len();
        let mut length = [0; 8];
        read_at(&file, 0, &mut length)
            .map_err(|_| wrong(&"it is too short to be a safetensors file"))?;
        let length = u64::from_le_bytes(length);
        if length > MAX_HEADER_BYTES || length > size.saturating_sub(8) {
            return Err(wrong(
                &"its header is longer than the file; it is not a safetensors file, or only part of one",
            ));
        }
        let mut head = vec![0; 8 + length as usize];
        read_at(&file, 0, &mut head).map_err(|e| wrong(&e))?;
        let metadata: Metadata = serde_json::from_slice(&head[8..])
            .map_err(|e| wrong(&format!("its header is invalid: {e}")))?;
        let file = Arc::new(file);
        let mut stored = HashMap::new();
        for (name, info) in metadata.tensors() {
            let (start, end) = info.data_offsets;
            let needs = (8 + length).saturating_add(end as u64);
            if needs > size || start > end {
                let name: String = name.chars().take(MAX_NAME_BYTES).collect();
                return Err(wrong(&format!(
                    "it ends before its tensor {name} is complete: it has {size} bytes and needs at least {needs}"
                )));
            }
            let data = Region::File {
                file: Arc::clone(&file),
                start: 8 + length + start as u64,
                length: end - start,
            };
            stored.insert(
                name,
                StoredTensor {
                    dtype: info.dtype,
                    shape: info.shape.clone(),
                    data,
                },
            );
        }
        self.insert_stored(&stored)
    }
}

/// Whether a tensor has the scales of 16-bit integers.
fn is_scales(name: &str, stored: &HashMap<String, StoredTensor>) -> bool {
    let integers = name
        .strip_suffix(SCALES_SUFFIX)
        .and_then(|name| stored.get(name));
    integers.is_some_and(|tensor| tensor.dtype == Dtype::I16)
}
