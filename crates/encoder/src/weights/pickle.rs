//! `pytorch_model.bin`: a pickled table of tensors and their bytes.
//!
//! Since PyTorch 1.6 that is a zip archive; before, pickles one after the other and then the bytes ([`super::legacy`]).
//! candle reads a pickle without running it: a pickle can name any Python function, and such an object is passed over.
//! Both kinds store tensors uncompressed, so they are read in place like those of a safetensors file.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use candle_core::DType;
use candle_core::pickle::{TensorInfo, read_pth_tensor_info};
use zip::{CompressionMethod, ZipArchive};

use super::legacy;
use super::region::{Region, read_at};
use super::{Entry, NO_TABLE, Number, Weights, not_plain};
use crate::EncoderError;

impl Weights {
    /// Adds the tensors of a `pytorch_model.bin`.
    ///
    /// # Errors
    /// [`EncoderError::File`] when it can not be read or is something else.
    pub fn add_pickle(&mut self, path: &Path) -> Result<(), EncoderError> {
        let wrong = |problem: &dyn std::fmt::Display| EncoderError::file(path, problem);
        let file = Arc::new(File::open(path).map_err(|e| wrong(&e))?);
        let mut begin = [0; legacy::BEGIN.len()];
        if read_at(&file, 0, &mut begin).is_ok() && begin == legacy::BEGIN {
            let stored = legacy::tensors(&file).map_err(|problem| wrong(&problem))?;
            return stored.into_iter().try_for_each(|(info, stored)| self.add_tensor(&info, &stored, path));
        }
        let no_archive = "it is no file of tensors that PyTorch wrote, or only a part of one";
        let mut archive = ZipArchive::new(std::io::BufReader::new(&*file)).map_err(|_| wrong(&no_archive))?;
        let tensors = read_pth_tensor_info(path, false, None).map_err(|e| wrong(&not_plain(&e)))?;
        if tensors.is_empty() {
            return Err(wrong(&NO_TABLE));
        }
        for info in tensors {
            let entry = archive.by_name(&info.path).map_err(|e| wrong(&format!("{}: {e}", info.path)))?;
            if entry.compression() != CompressionMethod::Stored {
                return Err(wrong(&format!("its tensor {} is compressed", info.name)));
            }
            let start = entry.data_start().ok_or_else(|| wrong(&format!("{} has no data", info.path)))?;
            let stored = Region::File { file: Arc::clone(&file), start, length: entry.size() as usize };
            drop(entry);
            self.add_tensor(&info, &stored, path)?;
        }
        Ok(())
    }

    /// Adds a tensor that is a part of what was stored; several may share it.
    fn add_tensor(&mut self, info: &TensorInfo, stored: &Region, path: &Path) -> Result<(), EncoderError> {
        let wrong = |problem: &str| EncoderError::file(path, &format!("its tensor {} {problem}", info.name));
        let Some(number) = number(info.dtype) else { return Ok(()) };
        if !info.layout.is_contiguous() {
            return Err(wrong("is stored transposed"));
        }
        let (offset, shape) = (info.layout.start_offset(), info.layout.dims().to_vec());
        let length = info.layout.shape().elem_count().checked_mul(number.bytes());
        let end = length.and_then(|length| offset.checked_add(length));
        let data = end.and_then(|end| stored.slice(offset..end));
        let data = data.ok_or_else(|| wrong("is longer than its bytes"))?;
        self.insert(&info.name, Entry { number, shape, data });
        Ok(())
    }
}

fn number(kind: DType) -> Option<Number> {
    match kind {
        DType::F32 => Some(Number::F32),
        DType::F16 => Some(Number::F16),
        DType::BF16 => Some(Number::Bf16),
        _ => None,
    }
}
