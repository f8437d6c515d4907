//! Floor 2: which models exist, where their files are, and the figures that go with them.

pub mod baseline;
pub mod bundled;
pub mod error;
pub mod folder;
pub mod frequencies;
pub mod hub;
pub mod input;
pub mod pack;
pub mod watch;

use bytes::Bytes;

use crate::encoder::bert::Bert;
use crate::encoder::config::{TokenizerConfig, bert_config};
use crate::encoder::weights::Weights;
use crate::encoder::{Encoder, EncoderError, Layer, Tokenizer};

pub use baseline::{BaselineSource, BaselineTable};
pub use error::ModelError;
pub use frequencies::FrequencyTable;
pub use hub::{Hub, HubError, HubName};
pub use watch::{Progress, Watch};

/// The files that make a model, wherever they came from.
#[derive(Debug, Clone)]
pub struct ModelFiles {
    /// config.json.
    pub config: Bytes,
    /// tokenizer.json.
    pub tokenizer: Bytes,
    /// tokenizer_config.json, where there is one.
    pub tokenizer_config: Option<Bytes>,
    /// model.safetensors.
    pub weights: Bytes,
}

/// A model that is ready to score with.
pub struct Model {
    /// What the screen and the signature call it.
    pub name: String,
    /// Where it came from, in a word or two: `bundled`, or the folder.
    pub origin: String,
    /// The tokenizer.
    pub tokenizer: Tokenizer,
    /// The transformer.
    pub encoder: Box<dyn Encoder>,
    /// The layer that is scored with unless another is asked for.
    pub default_layer: Layer,
    /// Baselines of this model, if any are known.
    pub baselines: Option<BaselineTable>,
    /// Document frequencies of this model's tokens, if any are known.
    pub frequencies: Option<FrequencyTable>,
}

impl Model {
    /// Builds a BERT model from its files; the tokenizer is read while the weights are packed.
    ///
    /// # Errors
    /// [`ModelError::Encoder`] when a file does not fit.
    pub fn from_files(name: String, origin: String, files: &ModelFiles) -> Result<Self, ModelError> {
        let config = bert_config(&files.config)?;
        let limits = match &files.tokenizer_config {
            Some(json) => TokenizerConfig::parse(json)?,
            None => TokenizerConfig::default(),
        };
        let max_tokens = limits.max_tokens(config.max_position_embeddings);
        let (tokenizer, encoder) = rayon::join(
            || Tokenizer::from_json(&files.tokenizer, max_tokens),
            || -> Result<Bert, EncoderError> { Bert::load(&Weights::from_safetensors(files.weights.clone())?, config) },
        );
        let encoder = encoder?;
        Ok(Self {
            name,
            origin,
            tokenizer: tokenizer?,
            default_layer: Layer(encoder.layers()),
            encoder: Box::new(encoder),
            baselines: None,
            frequencies: None,
        })
    }

    /// Checks a layer that somebody asked for.
    ///
    /// # Errors
    /// [`ModelError::Layer`] when the model has no such layer.
    pub fn layer(&self, asked: usize) -> Result<Layer, ModelError> {
        let last = self.encoder.layers();
        if asked <= last { Ok(Layer(asked)) } else { Err(ModelError::Layer { asked, last, model: self.name.clone() }) }
    }
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Model").field("name", &self.name).field("origin", &self.origin).finish_non_exhaustive()
    }
}

/// Opens what `--model` names: nothing or `bundled` for the model inside, a folder, or a model of the hub.
///
/// # Errors
/// [`ModelError`] with what to do, when it is none of them; [`ModelError::Cancelled`] when `watch` says so.
pub fn open(name: Option<&str>, watch: &Watch) -> Result<Model, ModelError> {
    open_with(name, &Hub::from_env(), watch)
}

/// [`open`] with another hub than the environment's.
///
/// # Errors
/// As [`open`].
pub fn open_with(name: Option<&str>, hub: &Hub, watch: &Watch) -> Result<Model, ModelError> {
    watch.go_on()?;
    match name {
        None | Some("bundled" | bundled::NAME | bundled::FULL_NAME) => bundled::model(),
        Some(folder) if is_path(folder) => folder::model(folder),
        Some(typed) => {
            let name: HubName = typed.parse()?;
            let mut model = folder::model(&hub.fetch(&name, watch)?.to_string_lossy())?;
            model.origin = name.revision.map_or("hub".to_owned(), |revision| format!("hub@{revision}"));
            model.name = name.id;
            Ok(model)
        }
    }
}

/// Whether a name means a folder: one that exists, or one that is written so that it can be nothing else.
fn is_path(name: &str) -> bool {
    let separator = name.contains(std::path::is_separator);
    let path = std::path::Path::new(name);
    path.exists() || path.is_absolute() || (separator && name.starts_with(['.', '~'])) || name == "." || name == ".."
}
