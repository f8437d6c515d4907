//! A model in a folder, laid out as Hugging Face publishes it.

use std::path::{Path, PathBuf};

use bytes::Bytes;
use serde::Deserialize;

use super::input::read_bytes;
use super::{Model, ModelError, ModelFiles, OpenOptions, Watch, bundled};
use crate::encoder::weights::Weights;
use crate::encoder::{EncoderError, TokenizerFiles};

/// One file of weights, or a list of several, in the order in which they are looked for.
const WEIGHTS: [&str; 4] =
    ["model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json"];

/// Opens the model in `folder` under a name.
///
/// # Errors
/// [`ModelError::Unknown`] when there is no such folder, [`ModelError::MissingFile`] when it lacks a file,
/// [`ModelError::BadFolder`] when a file can not be used.
pub fn model(
    folder: &Path,
    name: String,
    origin: String,
    options: &OpenOptions,
    watch: &Watch,
) -> Result<Model, ModelError> {
    if !folder.is_dir() {
        return Err(ModelError::Unknown(folder.display().to_string()));
    }
    let optional = |file: &str| {
        let full = folder.join(file);
        if full.is_file() { read_bytes(&full).map(Bytes::from).map(Some) } else { Ok(None) }
    };
    let missing = |file: String| ModelError::MissingFile { folder: folder.to_owned(), file };
    let required = |file: &str| optional(file)?.ok_or_else(|| missing(file.into()));
    let bad = |problem: EncoderError| match problem {
        EncoderError::Cancelled => ModelError::Cancelled,
        problem => ModelError::BadFolder { folder: folder.to_owned(), problem },
    };
    let tokenizer = TokenizerFiles::from_reader(&optional)?;
    if !tokenizer.are_enough() {
        return Err(missing("tokenizer.json, vocab.txt, vocab.json with merges.txt, or a sentencepiece model".into()));
    }
    let files = ModelFiles { config: required("config.json")?, tokenizer, weights: weights(folder)? };
    let mut model = Model::from_files(name, origin, files, options, watch).map_err(|error| match error {
        ModelError::Encoder(problem) => bad(problem),
        other => other,
    })?;
    model.frequencies = bundled::frequencies_for(&model.tokenizer)?;
    Ok(model)
}

/// The list of the files that a large model's tensors are spread over.
#[derive(Deserialize)]
struct Index {
    weight_map: std::collections::BTreeMap<String, String>,
}

/// The tensors of the first kind of weights that is there.
fn weights(folder: &Path) -> Result<Weights, ModelError> {
    let bad = |problem| ModelError::BadFolder { folder: folder.to_owned(), problem };
    let missing = |file: String| ModelError::MissingFile { folder: folder.to_owned(), file };
    let Some(found) = WEIGHTS.into_iter().find(|file| folder.join(file).is_file()) else {
        return Err(missing("model.safetensors or pytorch_model.bin".into()));
    };
    let path = folder.join(found);
    let mut weights = Weights::default();
    let mut add = |path: &Path| {
        let is_pickle = path.extension().is_some_and(|e| e == "bin");
        if is_pickle { weights.add_pickle(path) } else { weights.add_safetensors(path) }
    };
    if path.extension().is_none_or(|e| e != "json") {
        add(&path).map_err(bad)?;
        return Ok(weights);
    }
    let index: Index = serde_json::from_slice(&read_bytes(&path)?)
        .map_err(|e| bad(EncoderError::file(&path, &format!("it is no list of files of weights ({e})"))))?;
    let mut files: Vec<String> = index.weight_map.into_values().collect();
    files.sort_unstable();
    files.dedup();
    for file in files {
        // A list could name any file of the machine.
        let inside = Path::new(&file).components().all(|c| matches!(c, std::path::Component::Normal(_)));
        let full: PathBuf = folder.join(&file);
        if !inside || !full.is_file() {
            return Err(missing(file));
        }
        add(&full).map_err(bad)?;
    }
    Ok(weights)
}
