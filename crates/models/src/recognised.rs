//! Recognises a folder as a copy of a model on the hub or of a known one, whose layer and baseline it then gets.
//!
//! A folder has no name that can be trusted. Its place in the hub's cache is certain. What config.json and the folder's name
//! say is believed only if the sizes agree and nothing shows that the model was trained on: a model fine-tuned from
//! `roberta-large` has that name in its config.json, too. Of the sizes, only that of the published weights decides alone.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use bertscope_encoder::config::ModelConfig;
use serde_json::Value;

use crate::file_layout;
use crate::hub::{self, HubName};
use crate::known::{self, KnownModel};
use crate::published;
use crate::text_file::{read_bytes, regular_size};

static SIZES: &str = include_str!("../../../assets/models/sizes.tsv");

/// Endings of `architectures` that a model has after training for a task of its own.
const TASK_HEADS: [&str; 4] = [
    "ForSequenceClassification",
    "ForTokenClassification",
    "ForQuestionAnswering",
    "ForMultipleChoice",
];

/// The model of which a folder is a copy.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Recognition {
    /// The known model whose layer and baseline it gets.
    pub known: Option<&'static KnownModel>,
    /// The remark about it: a sentence without a full stop; `None` if there is nothing to say.
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
    /// Recognises a folder by its config.json, its own name and the size of its weights. A folder that cannot be opened is
    /// not recognised: opening it says why.
    pub fn from_folder(folder: &Path) -> Self {
        let config = match read_bytes(&folder.join(file_layout::CONFIG)) {
            Ok(json) => ModelConfig::parse(&json),
            Err(_) => return Self::default(),
        };
        match config {
            Ok(config) => Self::from_config(folder, &config),
            Err(_) => Self::default(),
        }
    }

    fn from_config(folder: &Path, config: &ModelConfig) -> Self {
        let sizes = Sizes::read(config);
        let all = known::all().iter();
        let candidates: Vec<&KnownModel> = all.filter(|known| sizes.fit(known)).collect();
        let tensors = tensor_bytes(folder);
        let mut published = candidates
            .iter()
            .filter(|known| tensors.is_some() && known.bytes == tensors);
        let Some(claim) = Claim::find(folder, config, &candidates) else {
            // The heads of the published file are in its size, so that hardly any other model has it.
            return match (published.next(), published.next()) {
                (Some(known), None) => Self::taken_for(known, "the size of its weights"),
                _ => Self {
                    known: None,
                    remark: ambiguity(&candidates),
                },
            };
        };
        if published.any(|known| *known == claim.known) {
            return Self::taken_for(claim.known, claim.source);
        }
        let Some(sign) = own_training(folder, config) else {
            return Self::taken_for(claim.known, claim.source);
        };
        Self {
            known: None,
            remark: Some(format!(
                "is made from {} (from {}) but trained on ({sign}), so its last layer is used, without a baseline; \
                 choose another layer with --layer",
                claim.known.name, claim.source
            )),
        }
    }

    fn taken_for(known: &'static KnownModel, source: &str) -> Self {
        let layer = match known.default_layer {
            Some(layer) => format!("layer {layer}"),
            None => "the last layer".to_owned(),
        };
        let baseline = if published::languages(known.name).is_empty() {
            ""
        } else {
            " and its baseline"
        };
        Self {
            known: Some(known),
            remark: Some(format!(
                "is taken for {} (from {source}): {layer}{baseline}; choose another layer with --layer",
                known.name
            )),
        }
    }
}

/// A known model that something beside the sizes names.
struct Claim {
    known: &'static KnownModel,
    source: &'static str,
}

impl Claim {
    /// The first name that is one of the candidates.
    fn find(
        folder: &Path,
        config: &ModelConfig,
        candidates: &[&'static KnownModel],
    ) -> Option<Self> {
        let stated = config.get("_name_or_path").and_then(Value::as_str);
        let claims = [
            (stated.and_then(known::find), "_name_or_path in config.json"),
            (from_folder_name(folder), "the folder's name"),
        ];
        claims.into_iter().find_map(|(known, source)| {
            let known = known.filter(|known| candidates.contains(known))?;
            Some(Self { known, source })
        })
    }
}

/// The remark about a folder with the sizes of known models, none of which is named.
fn ambiguity(candidates: &[&KnownModel]) -> Option<String> {
    let names: Vec<&str> = candidates.iter().map(|known| known.name).collect();
    let (first, others) = names.split_first()?;
    let models = match others {
        [] => (*first).to_owned(),
        others if others.len() < 3 => format!("{first} or {}", others.join(" or ")),
        others => format!("{first} or of {} other known models", others.len()),
    };
    Some(format!(
        "has the sizes of {models}, and nothing says which it is, so its last layer is used, without a baseline; choose \
         another layer with --layer"
    ))
}

/// The sizes that tell models apart.
struct Sizes {
    family: String,
    layers: Option<u64>,
    hidden: Option<u64>,
    vocabulary: Option<u64>,
}

impl Sizes {
    /// The names of BERT's kin, of T5 and of DistilBERT.
    fn read(config: &ModelConfig) -> Self {
        Self {
            family: config.model_type().to_owned(),
            layers: first_number(config, ["num_hidden_layers", "num_layers", "n_layers"]),
            hidden: first_number(config, ["hidden_size", "d_model", "dim"]),
            vocabulary: first_number(config, ["vocab_size"; 3]),
        }
    }

    /// Whether a known model has these sizes; one whose sizes are not known has not.
    fn fit(&self, known: &KnownModel) -> bool {
        let family = match known.family {
            "t5" if known.name.contains("mt5") => "mt5",
            family => family,
        };
        let layers = known.layers.map(|layers| layers as u64);
        let row = SIZES.lines().find_map(|line| {
            let row = line.strip_prefix(known.name)?.strip_prefix('\t')?;
            row.split_once('\t')
        });
        let Some((hidden, vocabulary)) = row else {
            return false;
        };
        self.family == family
            && (layers.is_none() || layers == self.layers)
            && self.hidden == hidden.parse().ok()
            && self.vocabulary == vocabulary.parse().ok()
    }
}

fn first_number(config: &ModelConfig, names: [&str; 3]) -> Option<u64> {
    names.iter().find_map(|name| config.get(name)?.as_u64())
}

/// The known model that is called like the folder, such as `models/roberta-large`.
fn from_folder_name(folder: &Path) -> Option<&'static KnownModel> {
    let name = folder.canonicalize().ok()?;
    let name = name.file_name()?.to_str()?;
    known::all()
        .iter()
        .find(|known| known.name.rsplit('/').next() == Some(name))
}

/// The size of the tensors in the folder's safetensors, whose first eight bytes are the size of what is between.
fn tensor_bytes(folder: &Path) -> Option<u64> {
    let path = folder.join("model.safetensors");
    let size = regular_size(&path)?;
    let mut head = [0; 8];
    File::open(path).ok()?.read_exact(&mut head).ok()?;
    let head_size = u64::from_le_bytes(head).checked_add(8)?;
    size.checked_sub(head_size)
}

/// What shows that a model was trained for a task of its own; `None` if nothing does.
fn own_training(folder: &Path, config: &ModelConfig) -> Option<String> {
    if folder.join(file_layout::MODULES).is_file() {
        return Some(format!("it has a {}", file_layout::MODULES));
    }
    let architectures = config.get("architectures")?.as_array()?;
    let heads = architectures.iter().filter_map(Value::as_str);
    let head = heads
        .into_iter()
        .find(|name| TASK_HEADS.iter().any(|task| name.ends_with(task)))?;
    Some(format!("config.json names {head}"))
}
