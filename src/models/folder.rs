//! A model in a folder, laid out as Hugging Face publishes it.

use std::path::Path;

use bytes::Bytes;

use super::input::read_bytes;
use super::{Model, ModelError, ModelFiles};

/// Opens the model in `folder`.
///
/// # Errors
/// [`ModelError::Unknown`] when there is no such folder, [`ModelError::MissingFile`] when it lacks a file,
/// [`ModelError::BadFolder`] when a file can not be used.
pub fn model(folder: &str) -> Result<Model, ModelError> {
    let path = Path::new(folder);
    if !path.is_dir() {
        return Err(ModelError::Unknown(folder.to_owned()));
    }
    let read = |file: &'static str| {
        let full = path.join(file);
        if full.is_file() {
            read_bytes(&full).map(Bytes::from)
        } else {
            Err(ModelError::MissingFile { folder: path.to_owned(), file })
        }
    };
    let files = ModelFiles {
        config: read("config.json")?,
        tokenizer: read("tokenizer.json")?,
        tokenizer_config: match read("tokenizer_config.json") {
            Ok(bytes) => Some(bytes),
            Err(ModelError::MissingFile { .. }) => None,
            Err(other) => return Err(other),
        },
        weights: read("model.safetensors")?,
    };
    Model::from_files(folder.to_owned(), folder.to_owned(), &files).map_err(|error| match error {
        ModelError::Encoder(problem) => ModelError::BadFolder { folder: path.to_owned(), problem },
        other => other,
    })
}
