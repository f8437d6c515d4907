//! The header of a safetensors file: the names, types, shapes and offsets of its tensors.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use safetensors::tensor::Metadata;
use safetensors::{Dtype, SafeTensors};

use super::region::{Region, read_at};
use super::{Checkpoint, DType, MAX_NAME_BYTES, TensorEntry};
use crate::EncoderError;

/// Maximum accepted header size; the safetensors crate has the same limit.
const MAX_HEADER_BYTES: u64 = 100_000_000;

impl Checkpoint {
    /// Reads the header of a safetensors file that is in memory. Fails if it is not such a file.
    pub fn from_safetensors(bytes: &Bytes) -> Result<Self, EncoderError> {
        let file = SafeTensors::deserialize(bytes).map_err(|e| EncoderError::Checkpoint(e.to_string()))?;
        let base = bytes.as_ptr() as usize;
        let mut weights = Self::default();
        for (name, view) in file.iter() {
            let Some(number) = supported_dtype(view.dtype()) else { continue };
            let start = view.data().as_ptr() as usize - base;
            let data = Region::Memory(bytes.slice(start..start + view.data().len()));
            weights.insert(name, TensorEntry { dtype: number, shape: view.shape().to_vec(), data });
        }
        Ok(weights)
    }

    /// Adds the tensors of a safetensors file on disk; only the header is read now. Fails if it cannot be read, is not
    /// such a file, or is shorter than its header says.
    pub fn add_safetensors(&mut self, path: &Path) -> Result<(), EncoderError> {
        let wrong = |problem: &dyn std::fmt::Display| EncoderError::file(path, problem);
        let file = File::open(path).map_err(|e| wrong(&e))?;
        let size = file.metadata().map_err(|e| wrong(&e))?.len();
        let mut length = [0; 8];
        read_at(&file, 0, &mut length).map_err(|_| wrong(&"it is too short to be a safetensors file"))?;
        let length = u64::from_le_bytes(length);
        if length > MAX_HEADER_BYTES || length > size.saturating_sub(8) {
            return Err(wrong(
                &"its header is longer than the file; it is not a safetensors file, or only part of one",
            ));
        }
        let mut head = vec![0; 8 + length as usize];
        read_at(&file, 0, &mut head).map_err(|e| wrong(&e))?;
        let metadata: Metadata =
            serde_json::from_slice(&head[8..]).map_err(|e| wrong(&format!("its header is invalid: {e}")))?;
        let file = Arc::new(file);
        for (name, info) in metadata.tensors() {
            let Some(number) = supported_dtype(info.dtype) else { continue };
            let (start, end) = info.data_offsets;
            let needs = (8 + length).saturating_add(end as u64);
            if needs > size || start > end {
                let name: String = name.chars().take(MAX_NAME_BYTES).collect();
                return Err(wrong(&format!(
                    "it ends before its tensor {name} is complete: it has {size} bytes and needs at least {needs}"
                )));
            }
            let data = Region::File { file: Arc::clone(&file), start: 8 + length + start as u64, length: end - start };
            self.insert(&name, TensorEntry { dtype: number, shape: info.shape.clone(), data });
        }
        Ok(())
    }
}

/// `None` for types that no layer uses, such as those of `position_ids`.
fn supported_dtype(kind: Dtype) -> Option<DType> {
    match kind {
        Dtype::F32 => Some(DType::F32),
        Dtype::F16 => Some(DType::F16),
        Dtype::BF16 => Some(DType::Bf16),
        _ => None,
    }
}
