//! `pytorch_model.bin`: a pickled table of tensors and their bytes.
//!
//! Since PyTorch 1.6 that is a zip archive ([`archive`]); before, pickles one after the other and then the bytes
//! ([`legacy`]). A pickle is a program that can name any Python function; it is read without running it ([`machine`]), and
//! an object that is not a tensor is skipped ([`tensors`]). Both kinds store tensors uncompressed, so they are read in
//! place like those of a safetensors file.

mod archive;
mod legacy;
mod machine;
mod tensors;

use crate::Result;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use self::archive::Archive;
use self::machine::{MAX_BYTES, Pickle};
use self::tensors::{StorageType, Tensor, tensors};
use super::region::{Region, read_at};
use super::{Checkpoint, TensorEntry};
use crate::EncoderError;

impl Checkpoint {
    /// Adds the tensors of a `pytorch_model.bin`. Fails when it cannot be read or is not such a file.
    pub fn add_pickle(&mut self, path: &Path) -> Result<()> {
        let wrong = |problem: &dyn std::fmt::Display| EncoderError::file(path, problem);
        let file = Arc::new(File::open(path).map_err(|e| wrong(&e))?);
        let mut begin = [0; legacy::MAGIC.len()];
        if read_at(&file, 0, &mut begin).is_ok() && begin == legacy::MAGIC {
            let size = file.metadata().map_err(|e| wrong(&e))?.len();
            let pickles = legacy::pickles(&file, size).map_err(|e| wrong(&e))?;
            let legacy = legacy::read(&file, size, &pickles).map_err(|problem| wrong(&problem))?;
            return legacy.tensors.iter().try_for_each(|tensor| {
                let stored = legacy
                    .storages
                    .get(tensor.storage)
                    .cloned()
                    .ok_or("has no data");
                self.add_tensor(tensor, stored)
                    .map_err(|problem| wrong(&problem))
            });
        }
        let no_archive = "it is not a PyTorch file of tensors, or only part of one";
        let archive = Archive::read(&file).ok_or_else(|| wrong(&no_archive))?;
        let (folder, pickle) = archive.find("data.pkl").ok_or_else(|| wrong(&no_archive))?;
        let pickle = pickle.map_err(|problem| wrong(&format!("its table of tensors {problem}")))?;
        if pickle.len() > MAX_BYTES {
            return Err(wrong(&machine::TOO_LARGE));
        }
        let bytes = pickle.to_bytes().map_err(|e| wrong(&e))?;
        let table = Pickle::parse(&mut &bytes[..]).map_err(|problem| wrong(&problem))?;
        tensors(&table)
            .map_err(|problem| wrong(&problem))?
            .iter()
            .try_for_each(|tensor| {
                let stored = archive.region(&format!("{folder}data/{}", tensor.storage));
                self.add_tensor(tensor, stored)
                    .map_err(|problem| wrong(&problem))
            })
    }

    /// Adds a tensor that is a part of a storage; several may share it. A tensor that no layer uses is skipped.
    fn add_tensor(
        &mut self,
        tensor: &Tensor<'_>,
        stored: Result<Region, &'static str>,
    ) -> Result<(), String> {
        let Some(StorageType::Number(number)) = tensor.kind else {
            return Ok(());
        };
        let part = stored.and_then(|stored| {
            if !tensor.contiguous {
                return Err("is stored transposed");
            }
            let bytes = |count: usize| count.checked_mul(number.bytes());
            let count = tensor
                .shape
                .iter()
                .try_fold(1usize, |count, size| count.checked_mul(*size));
            let start = bytes(tensor.offset);
            let end = start
                .zip(count.and_then(bytes))
                .and_then(|(start, length)| start.checked_add(length));
            start
                .zip(end)
                .and_then(|(start, end)| stored.slice(start..end))
                .ok_or("is longer than its data")
        });
        let data = part.map_err(|problem| format!("its tensor {:?} {problem}", tensor.name))?;
        self.insert(
            tensor.name,
            TensorEntry {
                dtype: number,
                shape: tensor.shape.clone(),
                data,
            },
        );
        Ok(())
    }
}
