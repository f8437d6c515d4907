//! `pytorch_model.bin`: a zip archive of a pickled table of tensors and their bytes, as `torch.save` writes since 1.6.
//!
//! candle reads the pickle without running it: a pickle can name any Python function, and such an object is passed
//! over. The archive stores tensors uncompressed, so they are read in place like those of a safetensors file.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use candle_core::DType;
use candle_core::pickle::read_pth_tensor_info;
use zip::{CompressionMethod, ZipArchive};

use super::region::Region;
use super::{Entry, Number, Weights};
use crate::encoder::EncoderError;

impl Weights {
    /// Adds the tensors of a `pytorch_model.bin`.
    ///
    /// # Errors
    /// [`EncoderError::File`] when it can not be read or is something else.
    pub fn add_pickle(&mut self, path: &Path) -> Result<(), EncoderError> {
        let wrong = |problem: &dyn std::fmt::Display| EncoderError::file(path, problem);
        let file = File::open(path).map_err(|e| wrong(&e))?;
        let no_archive = "it is no zip archive of tensors; if PyTorch before 1.6 wrote it, save it again from Python, \
                          best as model.safetensors";
        let mut archive = ZipArchive::new(std::io::BufReader::new(&file)).map_err(|_| wrong(&no_archive))?;
        let tensors = read_pth_tensor_info(path, false, None)
            .map_err(|e| wrong(&format!("its pickle holds more than plain tensors ({})", first_line(&e))))?;
        if tensors.is_empty() {
            return Err(wrong(&"its pickle holds no table of plain tensors"));
        }
        let file = Arc::new(File::open(path).map_err(|e| wrong(&e))?);
        for info in tensors {
            let Some(number) = number(info.dtype) else { continue };
            if !info.layout.is_contiguous() {
                return Err(wrong(&format!("its tensor {} is stored transposed", info.name)));
            }
            let entry = archive.by_name(&info.path).map_err(|e| wrong(&format!("{}: {e}", info.path)))?;
            if entry.compression() != CompressionMethod::Stored {
                return Err(wrong(&format!("its tensor {} is compressed", info.name)));
            }
            let start = entry.data_start().ok_or_else(|| wrong(&format!("{} has no data", info.path)))?;
            let (offset, shape) = (info.layout.start_offset(), info.layout.dims().to_vec());
            let stored = Region::File { file: Arc::clone(&file), start, length: entry.size() as usize };
            let length = info.layout.shape().elem_count().checked_mul(number.bytes());
            let end = length.and_then(|length| offset.checked_add(length));
            let data = end.and_then(|end| stored.slice(offset..end));
            let data = data.ok_or_else(|| wrong(&format!("its tensor {} is longer than its bytes", info.name)))?;
            self.insert(&info.name, Entry { number, shape, data });
        }
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

fn first_line(error: &candle_core::Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}
