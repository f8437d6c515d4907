//! A model that is ready to score with, built from its files.

use std::sync::{Arc, LazyLock};

use bytes::Bytes;

use bertscope_encoder::config::Fields;
use bertscope_encoder::families::{self, Loading};
use bertscope_encoder::weights::Weights;
use bertscope_encoder::{Compute, Encoder, EncoderError, FastTokenizer, Layer, Tokenizer, TokenizerFiles};

use super::{BaselineTable, FrequencyTable, ModelError, Progress, Watch, known};

/// The files that make a model, wherever they came from.
#[derive(Debug, Clone)]
pub struct ModelFiles {
    /// config.json.
    pub config: Bytes,
    /// The tokenizer's.
    pub tokenizer: TokenizerFiles,
    /// The tensors, not read yet.
    pub weights: Weights,
}

/// How a model is opened.
#[derive(Debug, Clone)]
pub struct OpenOptions {
    /// Where it will compute.
    pub compute: Compute,
    /// Which of its layers are read.
    pub depth: Depth,
}

/// Which layers of a model are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// All.
    All,
    /// Up to this one.
    Layer(Layer),
    /// Up to the one that is scored with by default.
    Default,
}

impl Default for OpenOptions {
    /// All layers, on the CPU.
    fn default() -> Self {
        Self { compute: Compute::Panels, depth: Depth::All }
    }
}

/// A model that is ready to score with.
pub struct Model {
    /// What the screen and the signature call it.
    pub name: String,
    /// Where it came from, in a word or two: `bundled`, or the folder.
    pub origin: String,
    /// The commit on the hub, where it is known.
    pub revision: Option<String>,
    /// What config.json calls the architecture, such as `bert`.
    pub family: String,
    /// The tokenizer.
    pub tokenizer: Tokenizer,
    /// The fast tokenizer (tokenizer.json), to compare with the tokenizer in use.
    pub fast: FastTokenizer,
    /// The transformer.
    pub encoder: Box<dyn Encoder>,
    /// The layer that is scored with unless another is asked for.
    pub default_layer: Layer,
    /// Whether that layer is the one that `bert_score` chose by human judgements; otherwise it is the last.
    pub layer_is_tuned: bool,
    /// Baselines of this model, if any are known.
    pub baselines: Option<BaselineTable>,
    /// Document frequencies of this model's tokens, if any are known; read when they are first asked for.
    pub frequencies: Option<LazyLock<FrequencyTable>>,
}

impl Model {
    /// Builds a model from its files; the tokenizer is read while the weights are packed.
    ///
    /// # Errors
    /// [`ModelError::Encoder`] when a file does not fit, [`ModelError::Cancelled`].
    pub fn from_files(
        name: String,
        origin: String,
        files: ModelFiles,
        options: &OpenOptions,
        watch: &Watch,
    ) -> Result<Self, ModelError> {
        watch.check_cancelled()?;
        let config = Fields::parse(&files.config)?;
        let known = known::find(&name).and_then(|known| known.default_layer).map(Layer);
        let last = match options.depth {
            Depth::All => None,
            Depth::Layer(layer) => Some(layer),
            Depth::Default => known,
        };
        let loading = Loading { compute: options.compute.clone(), last };
        let watch = watch.clone();
        let weights = files.weights.watched(Arc::new(move |done, total| {
            watch.report(Progress::Reading { done, total });
            !watch.is_cancelled()
        }));
        let (encoder, tokenizer) = rayon::join(
            || families::load(&config, weights, &loading),
            || Tokenizer::from_files(&files.tokenizer, config.model_type(), None),
        );
        let encoder = encoder.map_err(|error| match error {
            EncoderError::Cancelled => ModelError::Cancelled,
            other => other.into(),
        })?;
        let tokenizer = tokenizer?.within(encoder.max_tokens())?;
        let fast = FastTokenizer::new(&files.tokenizer, config.model_type(), encoder.max_tokens());
        let (tokens, vocabulary) = (tokenizer.vocabulary(), encoder.vocabulary());
        if tokens > vocabulary {
            return Err(EncoderError::Vocabulary { tokens, vocabulary }.into());
        }
        let last_layer = Layer(encoder.layers());
        Ok(Self {
            name,
            origin,
            revision: None,
            family: config.model_type().to_owned(),
            tokenizer,
            fast,
            default_layer: known.unwrap_or(last_layer).min(last_layer),
            layer_is_tuned: known.is_some(),
            encoder,
            baselines: None,
            frequencies: None,
        })
    }

    /// Checks a requested layer.
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
