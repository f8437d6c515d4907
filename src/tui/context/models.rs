//! The models: the current one, and the one that is being opened, with its request, progress and download rate.

use std::collections::BTreeMap;

use bertscope_encoder::{Conventions, Layer};
use bertscope_models::{Progress, ProgressHistory, Recognition};
use bertscope_printable::printable;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelRequest {
    /// Later requests have larger numbers.
    pub number: u64,
    /// The requested name: a hub name, optionally with `@REVISION`, a folder, or the bundled model's name.
    pub name: String,
}

/// The last part of a path or hub name.
pub fn short_name(name: &str) -> String {
    let name = name.trim_end_matches('/');
    printable(name.rsplit('/').next().unwrap_or(name))
}

/// A model that is being opened.
#[derive(Debug, Clone)]
pub struct Opening {
    pub request: ModelRequest,
    /// Whether the command line names it: if it cannot be opened, the inspector exits, as scripts expect.
    pub named: bool,
    /// The layer chosen for this model before.
    pub layer: Option<usize>,
    pub progress: ProgressHistory,
}

impl Opening {
    /// An opening without a progress report yet.
    pub fn new(request: ModelRequest, named: bool, layer: Option<usize>) -> Self {
        Self {
            request,
            named,
            layer,
            progress: ProgressHistory::default(),
        }
    }
}

/// Facts about the model for the screen.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelInfo {
    pub name: String,
    /// Its origin: a folder, the hub, or the program.
    pub origin: String,
    /// The name that reopens it anywhere: the bundled model's name, a hub name, or an absolute path.
    pub reopen: String,
    pub last_layer: Layer,
    /// The initial layer.
    pub layer: Layer,
    /// Whether that layer was tuned on human scores; otherwise it is the last layer.
    pub layer_is_tuned: bool,
    /// The known model for which a folder is taken.
    pub recognition: Recognition,
}

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
    /// The part of a name that was chosen before the list was available.
    pub early_choice: Option<String>,
}

impl ModelInfo {
    /// The default layer under these conventions.
    pub fn default_layer(&self, conventions: Conventions) -> Layer {
        conventions.default_layer(self.layer, self.last_layer)
    }
}

/// The model that the next start opens.
#[derive(Default)]
pub struct NextModel {
    pub name: Option<String>,
    pub layer: Option<usize>,
}

impl Models {
    /// The model of the next start, when `layer` is the one of the user's pair. Before a model is ready, the one that is being
    /// opened counts, with the layer that waits for it.
    pub fn for_next_start(&self, layer: Option<usize>) -> NextModel {
        match (&self.current, &self.opening) {
            (Some(info), _) => NextModel {
                name: Some(info.reopen.clone()),
                layer,
            },
            (None, Some(opening)) => NextModel {
                name: Some(opening.request.name.clone()),
                layer: opening.layer,
            },
            (None, None) => NextModel::default(),
        }
    }

    /// Takes the opening of a request, unless a newer one has replaced it.
    pub fn take_opening(&mut self, number: u64) -> Option<Opening> {
        self.opening
            .take_if(|opening| opening.request.number == number)
    }

    /// Scores at a layer as soon as the model is ready that is being opened.
    pub fn wait_with_layer(&mut self, layer: Option<usize>) {
        if let Some(opening) = &mut self.opening {
            opening.layer = layer;
        }
    }

    /// What the screen says before the first model is ready.
    pub fn waiting_words(&self) -> &'static str {
        let progress = self
            .opening
            .as_ref()
            .and_then(|opening| opening.progress.newest());
        match progress {
            Some(Progress::Connecting | Progress::Downloading { .. }) => "waiting for the model …",
            Some(Progress::Reading { .. }) | None => "reading the model …",
        }
    }

    pub fn is_current(&self, name: &str) -> bool {
        self.current
            .as_ref()
            .is_some_and(|info| info.reopen == name)
    }

    /// The last layer of the current model.
    pub fn last_layer(&self) -> Option<usize> {
        self.current.as_ref().map(|info| info.last_layer.0)
    }
}
