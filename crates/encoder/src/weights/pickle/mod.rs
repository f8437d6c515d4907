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

use std::fs::File;
use std::path::Path;

use self::archive::Archive;
use self::machine::{MAX_BYTES, Pickle, Problem, TOO_LARGE};
use self::tensors::{StorageType, Tensor, tensors};
use super::region::Region;
use super::{Checkpoint, FileProblem, TensorEntry};
use crate::{EncoderError, Result};

const NOT_PYTORCH: Problem = "it is not a PyTorch file of tensors, or only part of one";

impl Checkpoint {
    /// Adds the tensors of a `pytorch_model.bin`. Fails when it cannot be read or is not such a file.
    pub fn add_pickle(&mut self, path: &Path) -> Result<()> {
        self.read_pickle(path)
            .map_err(|problem| EncoderError::file(path, &problem))
    }

    fn read_pickle(&mut self, path: &Path) -> Result<(), FileProblem> {
        let bytes = Region::open(path)?;
        let mut buffer = Vec::new();
        match bytes.read(0..legacy::MAGIC.len(), &mut buffer) {
            Ok(start) if start == legacy::MAGIC => self.read_legacy(&bytes),
            // A file that is too short for the magic number is no archive either, whose reader says so.
            _ => self.read_archive(Archive::read(File::open(path)?, bytes).ok_or(NOT_PYTORCH)?),
        }
    }

    fn read_legacy(&mut self, file: &Region) -> Result<(), FileProblem> {
        // Three pickles follow the magic number. Where they end is known only after they are read.
        let mut buffer = Vec::new();
        let pickles = file.read(0..file.len().min(3 * MAX_BYTES), &mut buffer)?;
        let legacy = legacy::read(file, pickles)?;
        for tensor in &legacy.tensors {
            let storage = legacy.storages.get(tensor.storage).cloned();
            self.add_tensor(tensor, storage.ok_or("has no data"))?;
        }
        Ok(())
    }

    fn read_archive(&mut self, mut archive: Archive) -> Result<(), FileProblem> {
        // The folder has the name that the file had when it was saved, whatever it is called now.
        let folder = archive.folder_of("data.pkl").ok_or(NOT_PYTORCH)?;
        let pickle = archive
            .region(&format!("{folder}data.pkl"))
            .map_err(|problem| format!("its table of tensors {problem}"))?;
        if pickle.len() > MAX_BYTES {
            return Err(TOO_LARGE.into());
        }
        let bytes = pickle.to_bytes()?;
        let pickle = Pickle::parse(&mut &bytes[..])?;
        for tensor in tensors(&pickle)? {
            let storage = archive.region(&format!("{folder}data/{}", tensor.storage));
            self.add_tensor(&tensor, storage)?;
        }
        Ok(())
    }

    /// Adds a tensor that is a part of a storage; several may share it. A tensor that no layer uses is skipped.
    fn add_tensor(
        &mut self,
        tensor: &Tensor<'_>,
        storage: Result<Region, Problem>,
    ) -> Result<(), String> {
        let Some(StorageType::Number(dtype)) = tensor.kind else {
            return Ok(());
        };
        let data = storage
            .and_then(|storage| tensor.part_of(&storage, dtype))
            .map_err(|problem| format!("its tensor {:?} {problem}", tensor.name))?;
        let entry = TensorEntry {
            dtype,
            shape: tensor.shape.clone(),
            data,
        };
        self.insert(tensor.name, entry);
        Ok(())
    }
}
