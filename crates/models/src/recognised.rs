//! Recognises a folder as a copy of a model on the hub or of a known one, whose layer and baseline it then gets.
//!
//! A folder has no name that can be trusted. Its place in the hub's cache is certain. What config.json and the folder's name
//! say is believed only if the sizes agree and nothing shows that the model was trained on: a model fine-tuned from
//! `roberta-large` has that name in its config.json, too. Sizes alone, even the exact size of the weights, fit many models.

use std::path::Path;

use bertscope_encoder::config::ModelConfig;
use serde_json::Value;

use crate::file_layout;
use crate::hub::{self, HubName};
use crate::known::{self, KnownModel};
use crate::published;
use crate::text_file::read_bytes;

/// Names of the number of layers and of the hidden size in BERT's kin, T5 and DistilBERT.
const LAYERS: [&str; 3] = ["num_hidden_layers", "num_layers", "n_layers"];
const HIDDEN: [&str; 3] = ["hidden_size", "d_model", "dim"];

/// Endings of `architectures` that a model has after training for a task, and the parts of known names that tell of it.
const TASK_HEADS: [&str; 4] = [
    "ForSequenceClassification",
    "ForQuestionAnswering",
    "ForTokenClassification",
    "ForMultipleChoice",
];
const KNOWN_TASKS: [&str; 5] = ["mnli", "mrpc", "squad", "detector", "finbert"];

/// The model of which a folder is a copy.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Recognition {
    /// The known model whose layer and baseline it gets.
    pub known: Option<&'static KnownModel>,
    /// A sentence about it, without its subject, the name, and without a full stop; `None` if there is nothing to say.
    pub remark: Option<String>,
}

/// The name and the commit of a snapshot folder in any hub cache: `models--OWNER--NAME/snapshots/COMMIT`.
pub fn cached_name(folder: &Path) -> Option<HubName> {
    let folder = folder.canonicalize().ok()?;
    let commit = hub::commit(&folder)?;
    let snapshots = folder.parent()?;
    let repo = snapshots.parent()?.file_name()?.to_str()?;
    if !snapshots.ends_with("snapshots") {
        return None;
    }
    let id = repo.strip_prefix("models--")?.replacen("--", "/", 1);
    format!("{id}@{commit}").parse().ok()
}

impl Recognition {
    /// What a name says by itself.
    pub fn from_name(name: &str) -> Self {
        Self {
            known: known::find(name),
            remark: None,
        }
    }

    /// Recognises a folder by its config.json and its own name. A folder that cannot be opened is not recognised: opening it
    /// says why.
    pub fn from_folder(folder: &Path) -> Self {
        let Ok(json) = read_bytes(&folder.join(file_layout::CONFIG)) else {
            return Self::default();
        };
        match ModelConfig::parse(&json) {
            Ok(config) => Self::from_config(folder, &config),
            Err(_) => Self::default(),
        }
    }

    fn from_config(folder: &Path, config: &ModelConfig) -> Self {
        let all = known::all().iter();
        let fitting: Vec<_> = all.filter(|known| has_sizes_of(config, known)).collect();
        let mut named = fitting.clone();
        named.retain(|known| is_stated(config, known) || is_called_like(folder, known));
        let training = own_training(folder, config, named.first());
        match (&named[..], training) {
            ([known], None) => Self::taken_for(known),
            ([known], Some(sign)) => Self::not_taken(&format!(
                "is made from {} but trained on ({sign})",
                known.name
            )),
            (_, None) if !fitting.is_empty() => {
                let names: Vec<&str> = fitting.iter().map(|known| known.name).collect();
                Self::not_taken(&format!("could be {}", names.join(" or ")))
            }
            _ => Self::default(),
        }
    }

    fn taken_for(known: &'static KnownModel) -> Self {
        let layer = known.default_layer.or(known.layers).unwrap_or_default();
        let baseline = if published::languages(known.name).is_empty() {
            ""
        } else {
            " and its baseline"
        };
        let name = known.name;
        Self {
            known: Some(known),
            remark: Some(format!(
                "is taken for {name} by its name and sizes: by default layer {layer}{baseline}"
            )),
        }
    }

    fn not_taken(reason: &str) -> Self {
        Self {
            known: None,
            remark: Some(format!(
                "{reason}: by default its last layer, without a baseline"
            )),
        }
    }
}

/// Whether a model has the sizes of a known one; not if those are not known.
fn has_sizes_of(config: &ModelConfig, known: &KnownModel) -> bool {
    let vocabulary = config.get("vocab_size").and_then(Value::as_u64);
    config.model_type() == known.family
        && known.hidden.is_some()
        && known.hidden == first_number(config, HIDDEN)
        && known.vocabulary == vocabulary
        && known.layers == layer_count(config)
}

/// The number of layers of the encoder, if config.json states it.
pub(crate) fn layer_count(config: &ModelConfig) -> Option<usize> {
    first_number(config, LAYERS).map(|layers| layers as usize)
}

fn first_number(config: &ModelConfig, names: [&str; 3]) -> Option<u64> {
    names.iter().find_map(|name| config.get(name)?.as_u64())
}

fn is_stated(config: &ModelConfig, known: &KnownModel) -> bool {
    let stated = config.get("_name_or_path").and_then(Value::as_str);
    stated.and_then(known::find) == Some(known)
}

/// Whether the folder has the name of a known model, such as `models/roberta-large`.
fn is_called_like(folder: &Path, known: &KnownModel) -> bool {
    let Ok(folder) = folder.canonicalize() else {
        return false;
    };
    let name = known.name.rsplit('/').next().unwrap_or_default();
    folder.file_name().is_some_and(|called| called == name)
}

/// What shows that a model was trained for a task of its own; `None` if nothing does, or the known model was, too.
fn own_training(
    folder: &Path,
    config: &ModelConfig,
    known: Option<&&KnownModel>,
) -> Option<String> {
    if folder.join(file_layout::MODULES).is_file() {
        return Some(format!("it has a {}", file_layout::MODULES));
    }
    if known.is_some_and(|known| KNOWN_TASKS.iter().any(|task| known.name.contains(task))) {
        return None;
    }
    let architectures = config.texts("architectures").unwrap_or_default();
    let mut heads = architectures.iter();
    let head = heads.find(|name| TASK_HEADS.iter().any(|task| name.ends_with(task)))?;
    Some(format!("config.json names {head}"))
}
