//! The current model, and the one that is being opened.

use std::collections::BTreeMap;

use super::opening::Opening;
use super::picker::ModelPicker;
use bertscope_encoder::Layer;

/// Facts about the model for the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelInfo {
    /// Its name.
    pub name: String,
    /// Its origin: a folder, the hub, or the program.
    pub origin: String,
    /// The name that reopens it anywhere: the bundled model's name, a hub name, or an absolute path.
    pub reopen: String,
    /// Its last layer.
    pub last_layer: Layer,
    /// The initial layer.
    pub layer: Layer,
    /// Whether that layer was tuned on human judgements; otherwise it is the last layer.
    pub layer_is_tuned: bool,
}

/// The models.
#[derive(Debug, Clone)]
pub struct Models {
    /// The model that computes the scores, once one is ready.
    pub current: Option<ModelInfo>,
    /// The model that is being opened.
    pub opening: Option<Opening>,
    /// Number of the newest request.
    pub requests: u64,
    /// The chosen layer of each model, by the name that reopens it.
    pub layers: BTreeMap<String, usize>,
    /// Recently used model folders, newest first.
    pub folders: Vec<String>,
    /// A choice made before the list was available.
    pub early_picker: Option<ModelPicker>,
}

impl Models {
    /// The current model, once it is ready.
    pub fn ready(&self) -> Option<&ModelInfo> {
        self.current.as_ref()
    }

    /// The last layer of the current model.
    pub fn last_layer(&self) -> Option<usize> {
        self.ready().map(|info| info.last_layer.0)
    }
}
