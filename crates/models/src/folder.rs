//! Opens a model from a folder in Hugging Face's layout.

use std::path::Path;

use bytes::Bytes;

use crate::text_file::read_bytes;
use crate::{
    Model, ModelError, ModelFiles, OpenOptions, ProgressMonitor, Result, SentencePooling, bundled,
    file_layout,
};
use bertscope_encoder::weights::Checkpoint;
use bertscope_encoder::{EncoderError, TokenizerFiles};

/// Opens the model in `folder` under a name. Fails when there is no such folder, it lacks a file, or a file cannot be used.
pub fn model(
    folder: &Path,
    name: String,
    origin: String,
    options: &OpenOptions,
    watch: &ProgressMonitor,
) -> Result<Model> {
    if !folder.is_dir() {
        return Err(ModelError::Unknown(folder.display().to_string()));
    }
    let optional = |file: &str| {
        let full = folder.join(file);
        if full.is_file() {
            read_bytes(&full).map(Bytes::from).map(Some)
        } else {
            Ok(None)
        }
    };
    let missing = |file: &str| ModelError::MissingFile {
        folder: folder.to_owned(),
        file: file.to_owned(),
    };
    let config = optional(file_layout::CONFIG)?.ok_or_else(|| missing(file_layout::CONFIG))?;
    if !TokenizerFiles::has_vocabulary(|file| folder.join(file).is_file()) {
        return Err(missing(file_layout::NO_TOKENIZER));
    }
    let tokenizer = TokenizerFiles::from_reader(&optional)?;
    let files = ModelFiles {
        config,
        tokenizer,
        weights: weights(folder)?,
    };
    let mut model =
        Model::from_files(name, origin, files, options, watch).map_err(|error| match error {
            ModelError::Encoder(problem) => ModelError::InvalidFolder {
                folder: folder.to_owned(),
                problem,
            },
            other => other,
        })?;
    model.sentence_pooling = SentencePooling::from_files(&optional);
    model.frequencies = bundled::frequencies_for(&model.tokenizer);
    Ok(model)
}

/// Opens the tensors; only their names are read now.
fn weights(folder: &Path) -> Result<Checkpoint> {
    let bad = |problem| ModelError::InvalidFolder {
        folder: folder.to_owned(),
        problem,
    };
    let missing = |file: &str| ModelError::MissingFile {
        folder: folder.to_owned(),
        file: file.to_owned(),
    };
    let mut weights = Checkpoint::default();
    let mut add = |file: &str| {
        let path = folder.join(file);
        if !path.is_file() {
            return Err(missing(file));
        }
        let is_pickle = path.extension().is_some_and(|e| e == "bin");
        if is_pickle {
            weights.add_pickle(&path)
        } else {
            weights.add_safetensors(&path)
        }
        .map_err(bad)
    };
    match file_layout::weights(|file| folder.join(file).is_file()) {
        None => return Err(missing(file_layout::NO_WEIGHTS)),
        Some(file_layout::WeightFiles::One(file)) => add(file)?,
        Some(file_layout::WeightFiles::Shards(index)) => {
            let path = folder.join(index);
            let shards = file_layout::shards(&read_bytes(&path)?);
            let shards = shards.map_err(|problem| bad(EncoderError::file(&path, &problem)))?;
            shards.iter().try_for_each(|shard| add(shard))?;
        }
    }
    Ok(weights)
}
