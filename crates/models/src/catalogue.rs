//! Lists the available models: bundled, on this disk, and known by name.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::known::{self, KnownModel};
use crate::{Hub, bundled};
use bertscope_encoder::families::SUPPORTED;

/// The location of a model, in the order of the list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModelLocation {
    /// Inside the program.
    Bundled,
    /// On this disk.
    OnDisk,
    /// Known by name; its files would be downloaded.
    #[default]
    Known,
}

/// A model in the list. Unknown fields are `None` or empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelChoice {
    /// Its location.
    pub location: ModelLocation,
    /// Its name, with which it can be opened.
    pub name: String,
    /// Its family, such as `roberta`.
    pub family: String,
    /// Whether models of this family are supported; `true` if the family is unknown.
    pub is_supported: bool,
    /// Its default layer.
    pub default_layer: Option<usize>,
    /// Number of its layers.
    pub layers: Option<usize>,
    /// Correlation with human judgement.
    pub correlation: Option<f64>,
    /// Size of its files in bytes.
    pub bytes: Option<u64>,
    /// The folder of its files.
    pub folder: Option<PathBuf>,
    /// A short remark for the list; may be empty.
    pub note: String,
}

impl ModelChoice {
    /// A model of which only the name is known.
    pub fn new(group: ModelLocation, name: &str) -> Self {
        Self {
            location: group,
            name: name.to_owned(),
            is_supported: true,
            ..Self::default()
        }
    }

    /// Whether its name or family contains every word of `filter`, ignoring case.
    pub fn matches(&self, filter: &str) -> bool {
        let (name, family) = (self.name.to_lowercase(), self.family.to_lowercase());
        filter
            .to_lowercase()
            .split_whitespace()
            .all(|word| name.contains(word) || family.contains(word))
    }
}

/// Merges the lists in order of the groups. A model is listed once, in its first group, and has
/// the known fields of all its entries.
pub fn merge_choices(mut choices: Vec<ModelChoice>) -> Vec<ModelChoice> {
    choices.sort_by_key(|choice| choice.location);
    let mut list: Vec<ModelChoice> = Vec::with_capacity(choices.len());
    let mut places = std::collections::HashMap::new();
    for choice in choices {
        let place = *places.entry(choice.name.clone()).or_insert(list.len());
        let Some(nearest) = list.get_mut(place) else {
            list.push(choice);
            continue;
        };
        nearest.default_layer = nearest.default_layer.or(choice.default_layer);
        nearest.layers = nearest.layers.or(choice.layers);
        nearest.correlation = nearest.correlation.or(choice.correlation);
        nearest.bytes = nearest.bytes.or(choice.bytes);
        if nearest.family.is_empty() {
            nearest.family = choice.family;
            nearest.is_supported = choice.is_supported;
        }
    }
    list
}

/// All available models: the bundled one, those in `folders`, those in the hub's cache and those known by name, each once. Never
/// uses the network.
pub fn all<'a>(hub: &Hub, folders: impl IntoIterator<Item = &'a String>) -> Vec<ModelChoice> {
    let folders = folders
        .into_iter()
        .filter_map(|folder| folder_choice(folder, Path::new(folder)));
    let cached = hub.list().into_iter().map(|cached| {
        let name = match cached.name.to_string() {
            // The name alone opens the bundled weights.
            name if name == bundled::FULL_NAME => format!("{name}@main"),
            name => name,
        };
        let choice = match known::find(&cached.name.id) {
            Some(known) => from_known(ModelLocation::OnDisk, &name, known),
            None => folder_choice(&name, &cached.folder)
                .unwrap_or_else(|| ModelChoice::new(ModelLocation::OnDisk, &name)),
        };
        ModelChoice {
            bytes: Some(cached.bytes),
            folder: Some(cached.folder),
            ..choice
        }
    });
    let known = known::all()
        .iter()
        .map(|known| from_known(ModelLocation::Known, known.name, known));
    merge_choices(
        std::iter::once(bundled_choice())
            .chain(folders)
            .chain(cached)
            .chain(known)
            .collect(),
    )
}

/// A model with its entry in the table of known models.
fn from_known(group: ModelLocation, name: &str, known: &KnownModel) -> ModelChoice {
    ModelChoice {
        family: known.family.to_owned(),
        is_supported: SUPPORTED.contains(&known.family),
        default_layer: known.default_layer,
        layers: known.layers,
        correlation: known.correlation,
        bytes: known.bytes,
        ..ModelChoice::new(group, name)
    }
}

/// The bundled model.
fn bundled_choice() -> ModelChoice {
    ModelChoice {
        family: "bert".into(),
        default_layer: Some(6),
        layers: Some(6),
        bytes: Some(bundled::weights().len() as u64),
        note: bundled::NOTE.into(),
        ..ModelChoice::new(ModelLocation::Bundled, bundled::NAME)
    }
}

/// Reads the entry of a model folder; `None` if the folder has no model.
fn folder_choice(name: &str, folder: &Path) -> Option<ModelChoice> {
    let config = std::fs::read(folder.join("config.json")).ok()?;
    let config: Value = serde_json::from_slice(&config).ok()?;
    let size = |file: &str| {
        std::fs::metadata(folder.join(file))
            .ok()
            .map(|found| found.len())
    };
    let layers = ["num_hidden_layers", "num_layers", "n_layers"]
        .iter()
        .find_map(|key| config[*key].as_u64());
    let family = config["model_type"].as_str().unwrap_or_default();
    Some(ModelChoice {
        family: family.to_owned(),
        is_supported: family.is_empty() || SUPPORTED.contains(&family),
        layers: layers.map(|layers| layers as usize),
        bytes: size("model.safetensors").or_else(|| size("pytorch_model.bin")),
        folder: Some(folder.to_owned()),
        ..ModelChoice::new(ModelLocation::OnDisk, name)
    })
}
