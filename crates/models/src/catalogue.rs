//! Lists the available models: bundled, on this disk, and known by name.

use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use serde_json::Value;

use crate::hub::CachedModel;
use crate::known::{self, KnownModel};
use crate::recognised::layer_count;
use crate::text_file::{read_bytes, regular_size};
use crate::{Hub, Recognition, bundled, file_layout};
use bertscope_encoder::config::ModelConfig;
use bertscope_encoder::families::SUPPORTED;
use bertscope_encoder::{EncoderError, model_keys};

/// The location of a model, in the order of the list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModelLocation {
    Bundled,
    OnDisk,
    /// Known by name; its files would be downloaded.
    #[default]
    Known,
}

/// A model in the list. Unknown fields are `None` or empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelChoice {
    pub location: ModelLocation,
    /// Its name, with which it can be opened.
    pub name: String,
    /// Its family, such as `roberta`.
    pub family: String,
    /// Whether models of this family are supported; `true` if the family is unknown.
    pub is_supported: bool,
    pub default_layer: Option<usize>,
    pub layers: Option<usize>,
    /// Correlation with human scores.
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
    pub fn new(location: ModelLocation, name: &str) -> Self {
        Self {
            location,
            name: name.to_owned(),
            is_supported: true,
            ..Self::default()
        }
    }

    /// Whether its name or family contains every word of `filter`, ignoring case.
    pub fn matches(&self, filter: &str) -> bool {
        let name = self.name.to_lowercase();
        let family = self.family.to_lowercase();
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
    let mut list: IndexMap<String, ModelChoice> = IndexMap::with_capacity(choices.len());
    for choice in choices {
        let Some(listed) = list.get_mut(&choice.name) else {
            list.insert(choice.name.clone(), choice);
            continue;
        };
        listed.default_layer = listed.default_layer.or(choice.default_layer);
        listed.layers = listed.layers.or(choice.layers);
        listed.correlation = listed.correlation.or(choice.correlation);
        listed.bytes = listed.bytes.or(choice.bytes);
        if listed.family.is_empty() {
            listed.family = choice.family;
            listed.is_supported = choice.is_supported;
        }
    }
    list.into_values().collect()
}

/// All available models: the bundled one, those in `folders`, those in the hub's cache and those known by name, each once. Never
/// uses the network.
pub fn all<'a>(hub: &Hub, folders: impl IntoIterator<Item = &'a String>) -> Vec<ModelChoice> {
    let mut choices = vec![bundled_choice()];
    for folder in folders {
        let path = Path::new(folder);
        choices.extend(folder_choice(folder, path, Recognition::from_folder(path)));
    }
    choices.extend(hub.list().iter().map(cached_choice));
    for known in known::all() {
        choices.push(from_known(ModelLocation::Known, known.name, known));
    }
    merge_choices(choices)
}

/// A model in the hub's cache.
fn cached_choice(cached: &CachedModel) -> ModelChoice {
    let mut name = cached.name.to_string();
    if name == bundled::FULL_NAME {
        // The name alone opens the bundled weights.
        name += "@main";
    }
    let recognition = Recognition::from_name(&cached.name.id);
    ModelChoice {
        bytes: Some(cached.bytes),
        ..folder_choice(&name, &cached.folder, recognition)
            .unwrap_or_else(|| ModelChoice::new(ModelLocation::OnDisk, &name))
    }
}

/// A model with its entry in the table of known models.
fn from_known(location: ModelLocation, name: &str, known: &KnownModel) -> ModelChoice {
    ModelChoice {
        family: known.family.to_owned(),
        is_supported: SUPPORTED.contains(&known.family),
        default_layer: known.default_layer,
        layers: known.layers,
        correlation: known.correlation,
        bytes: known.bytes,
        ..ModelChoice::new(location, name)
    }
}

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
fn folder_choice(name: &str, folder: &Path, recognition: Recognition) -> Option<ModelChoice> {
    let config = ModelConfig::parse(&read_bytes(&folder.join(file_layout::CONFIG)).ok()?).ok()?;
    let mut choice = match recognition.known {
        Some(known) => from_known(ModelLocation::OnDisk, name, known),
        None => ModelChoice {
            family: config.model_type().to_owned(),
            ..ModelChoice::new(ModelLocation::OnDisk, name)
        },
    };
    choice.layers = choice.layers.or_else(|| layer_count(&config));
    choice.bytes = ["model.safetensors", "pytorch_model.bin"]
        .iter()
        .find_map(|file| regular_size(&folder.join(file)));
    choice.folder = Some(folder.to_owned());
    let unknown = unknown_keys(&config, folder);
    choice.is_supported = unknown.is_ok() && SUPPORTED.contains(&config.model_type());
    let mut notes = Vec::from_iter(recognition.remark);
    match unknown {
        Ok(keys) if keys.is_empty() => {}
        Ok(keys) => notes.push(format!("not known: {}", keys.join(", "))),
        Err(problem) => notes.push(problem.to_string()),
    }
    choice.note = notes.join("; ");
    Some(choice)
}

/// The keys of a model's files that are not known. Fails for those that are refused.
fn unknown_keys(config: &ModelConfig, folder: &Path) -> Result<Vec<String>, EncoderError> {
    let mut unknown = model_keys::unknown_in_config(config)?;
    if let Ok(json) = read_bytes(&folder.join("tokenizer_config.json"))
        && let Ok(Value::Object(fields)) = serde_json::from_slice(&json)
    {
        unknown.extend(model_keys::unknown_in_tokenizer(&fields)?);
    }
    Ok(unknown)
}
