//! An opened model, built from its files.

use std::sync::{Arc, LazyLock};

use bytes::Bytes;

use bertscope_encoder::config::ModelConfig;
use bertscope_encoder::families::{self, LoadOptions};
use bertscope_encoder::weights::Checkpoint;
use bertscope_encoder::{
    Compute, Encoder, EncoderError, Layer, ProgramTokenizers, Tokenizer, TokenizerFiles,
};

use crate::recognised::Recognition;
use crate::{
    BaselineSource, BaselineTable, FrequencyTable, ModelError, Progress, ProgressMonitor, Result,
    SentencePooling, known, published,
};

/// The files of a model, from any source.
#[derive(Debug, Clone)]
pub struct ModelFiles {
    pub config: Bytes,
    pub tokenizer: TokenizerFiles,
    /// The tensors, not read yet.
    pub weights: Checkpoint,
}

#[derive(Debug, Clone)]
pub struct OpenOptions {
    pub compute: Compute,
    pub depth: LoadDepth,
}

/// The layers of a model to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadDepth {
    All,
    /// Layers up to this one.
    Layer(Layer),
    /// Layers up to the default layer.
    Default,
}

impl Default for OpenOptions {
    /// All layers, on the CPU.
    fn default() -> Self {
        Self {
            compute: Compute::Panels,
            depth: LoadDepth::All,
        }
    }
}

pub struct Model {
    /// Its name on screen and in the signature.
    pub name: String,
    /// Its origin, in a word or two: `bundled`, or the folder.
    pub origin: String,
    /// The commit on the hub, if known.
    pub revision: Option<String>,
    /// What identifies its files in the signature: `bundled`, `revision=…` or `weights=…`, if known.
    pub weights: Option<String>,
    /// The known model that it is.
    pub recognition: Recognition,
    /// The architecture in config.json (`model_type`), such as `bert`.
    pub family: String,
    /// The tokenizer of `bert_score`, the default program.
    pub tokenizer: Tokenizer,
    pub program_tokenizers: ProgramTokenizers,
    pub encoder: Box<dyn Encoder>,
    pub default_layer: Layer,
    /// Whether that layer is the one that `bert_score` selected by correlation with human scores; otherwise it is the last layer.
    pub layer_is_tuned: bool,
    /// Baselines of this model, if available.
    pub baselines: Option<BaselineTable>,
    /// How sentence-transformers computes a sentence vector with it.
    pub sentence_pooling: SentencePooling,
    /// Document frequencies of this model's tokens, if available; read on first use.
    pub frequencies: Option<LazyLock<FrequencyTable>>,
}

impl Model {
    /// Builds a model from its files; reads the tokenizer while the weights are packed. Fails when a file is invalid or
    /// does not match the others, or when it is cancelled.
    pub fn from_files(
        name: String,
        origin: String,
        mut files: ModelFiles,
        recognition: Recognition,
        options: &OpenOptions,
        watch: &ProgressMonitor,
    ) -> Result<Self> {
        watch.check_cancelled()?;
        let config = ModelConfig::parse(&files.config)?;
        files.tokenizer.config_class = config.text("tokenizer_class")?.map(str::to_owned);
        let tuned_layer = recognition
            .known
            .and_then(|known| known.default_layer)
            .map(Layer);
        let load_options = LoadOptions {
            compute: options.compute.clone(),
            last_layer: match options.depth {
                LoadDepth::All => None,
                LoadDepth::Layer(layer) => Some(layer),
                LoadDepth::Default => tuned_layer,
            },
        };
        let watch = watch.clone();
        let weights = files.weights.with_progress(Arc::new(move |done, total| {
            watch.report(Progress::Reading { done, total });
            !watch.is_cancelled()
        }));
        let (encoder, tokenizer) = rayon::join(
            || families::load(&config, weights, &load_options),
            || Tokenizer::from_files(&files.tokenizer, config.model_type(), None),
        );
        let encoder = encoder.map_err(|error| match error {
            EncoderError::Cancelled => ModelError::Cancelled,
            other => other.into(),
        })?;
        let tokenizer = tokenizer?.with_max_positions(encoder.max_tokens())?;
        check_vocabulary(&tokenizer, &*encoder)?;
        let last_layer = Layer(encoder.layer_count());
        Ok(Self {
            name,
            origin,
            revision: None,
            weights: None,
            recognition,
            family: config.model_type().to_owned(),
            program_tokenizers: ProgramTokenizers::new(
                tokenizer.clone(),
                &files.tokenizer,
                config.model_type(),
                encoder.max_tokens(),
            ),
            tokenizer,
            // A model that was opened only up to some layer has none above it.
            default_layer: tuned_layer.unwrap_or(last_layer).min(last_layer),
            layer_is_tuned: tuned_layer.is_some(),
            encoder,
            baselines: None,
            sentence_pooling: SentencePooling::default(),
            frequencies: None,
        })
    }

    /// The baseline that `bert_score` publishes for it and a language. `bert_score` itself finds none for a folder, so there it
    /// counts as a table of the user: `baseline_path` in `bert_score`.
    pub fn published_baseline(&self, language: &str) -> Option<BaselineTable> {
        let known = self.recognition.known?;
        let mut table = published::baseline(known.name, language)?;
        if known::find(&self.name).is_none() {
            table.source = BaselineSource::Custom;
            table.name = format!("{} for {}", table.name, known.name);
        }
        Some(table)
    }

    /// Checks a requested layer. Fails when the model has no such layer.
    pub fn check_layer(&self, layer: usize) -> Result<Layer> {
        let last = self.encoder.layer_count();
        if layer > last {
            return Err(ModelError::Layer {
                layer,
                last,
                model: self.name.clone(),
            });
        }
        Ok(Layer(layer))
    }
}

/// Fails if a token of the tokenizer has no embedding: the files are from different models.
fn check_vocabulary(tokenizer: &Tokenizer, encoder: &dyn Encoder) -> Result<(), EncoderError> {
    let tokens = tokenizer.vocabulary_size();
    let vocabulary = encoder.vocabulary_size();
    if tokens > vocabulary {
        return Err(EncoderError::Vocabulary { tokens, vocabulary });
    }
    Ok(())
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Model")
            .field("name", &self.name)
            .field("origin", &self.origin)
            .finish_non_exhaustive()
    }
}
