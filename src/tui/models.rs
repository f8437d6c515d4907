//! The model that computes the scores, and the one that is to replace it.

use std::collections::BTreeMap;

use super::message::ModelInfo;
use super::opening::Opening;
use super::picker::Picker;

/// How the model is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelState {
    /// Being read.
    Loading,
    /// Ready.
    Ready(ModelInfo),
}

/// The models.
#[derive(Debug, Clone)]
pub struct Models {
    /// The one that computes the scores.
    pub current: ModelState,
    /// The one that is being opened.
    pub opening: Option<Opening>,
    /// Number of the newest request for one.
    pub requests: u64,
    /// The layers that were chosen, by what opens the model again.
    pub layers: BTreeMap<String, usize>,
    /// Model folders that were used, the last one first.
    pub folders: Vec<String>,
    /// A choice that was made before its list was there.
    pub chosen_early: Option<Picker>,
}

impl Models {
    /// The one that computes the scores, once it is ready.
    #[must_use]
    pub fn ready(&self) -> Option<&ModelInfo> {
        match &self.current {
            ModelState::Ready(info) => Some(info),
            ModelState::Loading => None,
        }
    }

    /// Its last layer.
    #[must_use]
    pub fn last_layer(&self) -> Option<usize> {
        self.ready().map(|info| info.last_layer.0)
    }
}
