//! Opens a model from a folder in Hugging Face's layout.

use std::path::Path;

use bytes::Bytes;

use crate::file_layout::WeightFiles;
use crate::recognised::Recognition;
use crate::text_file::read_bytes;
use crate::{
    Model, ModelError, ModelFiles, OpenOptions, ProgressMonitor, Result, SentencePooling, bundled,
    file_layout, hub, weights_fingerprint,
};
use bertscope_encoder::weights::Checkpoint;
use bertscope_encoder::{EncoderError, TokenizerFiles};

/// Opens the model in `folder` under a name. Fails when there is no such folder, it lacks a file, or a file cannot be used.
pub fn model(
    folder: &Path,
    name: String,
    origin: String,
    recognition: Recognition,
    options: &OpenOptions,
    watch: &ProgressMonitor,
) -> Result<Model> {
    if !folder.is_dir() {
        return Err(ModelError::Unknown(folder.display().to_string()));
    }
    let config = read_optional(folder, file_layout::CONFIG)?
        .ok_or_else(|| missing(folder, file_layout::CONFIG))?;
    if !TokenizerFiles::has_vocabulary(|file| folder.join(file).is_file()) {
        return Err(missing(folder, file_layout::NO_TOKENIZER));
    }
    let files = ModelFiles {
        config,
        tokenizer: TokenizerFiles::from_reader(|file| read_optional(folder, file))?,
        weights: open_weights(folder)?,
    };
    // A snapshot of the hub never changes, so that its commit is enough.
    let weights = match hub::commit(folder) {
        Some(commit) => format!("revision={}", &commit[..8]),
        None => match weights_fingerprint::compute(&files) {
            Ok(fingerprint) => format!("weights={fingerprint}"),
            Err(problem) => return Err(invalid(folder, problem)),
        },
    };
    let mut model =
        Model::from_files(name, origin, files, recognition, options, watch).map_err(|error| {
            match error {
                // The folder says which model cannot be used.
                ModelError::Encoder(problem) => invalid(folder, problem),
                other => other,
            }
        })?;
    model.weights = Some(weights);
    model.sentence_pooling = SentencePooling::from_files(&|file| read_optional(folder, file));
    model.frequencies = bundled::frequencies_for(&model.tokenizer);
    Ok(model)
}

/// Opens the tensors; only their names are read now.
fn open_weights(folder: &Path) -> Result<Checkpoint> {
    let mut weights = Checkpoint::default();
    match file_layout::weights(|file| folder.join(file).is_file()) {
        None => return Err(missing(folder, file_layout::NO_WEIGHTS)),
        Some(WeightFiles::One(file)) => add_file(&mut weights, folder, file)?,
        Some(WeightFiles::Shards(index)) => {
            let path = folder.join(index);
            let shards = file_layout::shards(&read_bytes(&path)?)
                .map_err(|problem| invalid(folder, EncoderError::file(&path, &problem)))?;
            for shard in &shards {
                add_file(&mut weights, folder, shard)?;
            }
        }
    }
    Ok(weights)
}

fn add_file(weights: &mut Checkpoint, folder: &Path, file: &str) -> Result<()> {
    let path = folder.join(file);
    if !path.is_file() {
        return Err(missing(folder, file));
    }
    let added = if path.extension().is_some_and(|extension| extension == "bin") {
        weights.add_pickle(&path)
    } else {
        weights.add_safetensors(&path)
    };
    added.map_err(|problem| invalid(folder, problem))
}

fn read_optional(folder: &Path, file: &str) -> Result<Option<Bytes>> {
    let path = folder.join(file);
    if path.is_file() {
        Ok(Some(read_bytes(&path)?.into()))
    } else {
        Ok(None)
    }
}

fn missing(folder: &Path, file: &str) -> ModelError {
    ModelError::MissingFile {
        folder: folder.to_owned(),
        file: file.to_owned(),
    }
}

fn invalid(folder: &Path, problem: EncoderError) -> ModelError {
    ModelError::InvalidFolder {
        folder: folder.to_owned(),
        problem,
    }
}
