//! The file names of a model, the same in a folder and on the hub.

use std::collections::{BTreeMap, BTreeSet};

pub const CONFIG: &str = "config.json";

/// The modules of sentence-transformers, and the configuration of the first.
pub const MODULES: &str = "modules.json";
pub const SENTENCE_CONFIG: &str = "sentence_bert_config.json";

/// The files of sentence-transformers. A model can name another folder than `1_Pooling`, but published ones do not.
#[cfg(feature = "hub")]
pub const SENTENCE_FILES: [&str; 3] = [MODULES, SENTENCE_CONFIG, "1_Pooling/config.json"];

/// The missing files in a message if there are no tokenizer files.
pub const NO_TOKENIZER: &str =
    "tokenizer.json, vocab.txt, vocab.json with merges.txt, or a sentencepiece model";

/// The missing files in a message if there are no weights.
pub const NO_WEIGHTS: &str = "model.safetensors or pytorch_model.bin";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeightFiles {
    One(&'static str),
    /// The index file, which lists the shards.
    Shards(&'static str),
}

/// The weights to use, preferred form first; only one is downloaded.
const WEIGHTS: [WeightFiles; 4] = [
    WeightFiles::One("model.safetensors"),
    WeightFiles::Shards("model.safetensors.index.json"),
    WeightFiles::One("pytorch_model.bin"),
    WeightFiles::Shards("pytorch_model.bin.index.json"),
];

/// Weights of other frameworks, which are not supported; for the error message.
#[cfg(feature = "hub")]
const FOREIGN: [&str; 5] = [
    "tf_model.h5",
    "flax_model.msgpack",
    "rust_model.ot",
    "model.onnx",
    "model.ckpt.index",
];

/// The preferred weights among the files for which `has` returns true.
pub fn weights(has: impl Fn(&str) -> bool) -> Option<WeightFiles> {
    WEIGHTS
        .into_iter()
        .find(|(WeightFiles::One(file) | WeightFiles::Shards(file))| has(file))
}

/// The first existing weights file of another framework.
#[cfg(feature = "hub")]
pub fn foreign(has: impl Fn(&str) -> bool) -> Option<&'static str> {
    FOREIGN.into_iter().find(|file| has(file))
}

/// The index of a checkpoint in several files.
#[derive(serde::Deserialize)]
struct ShardIndex {
    /// The file of each tensor.
    weight_map: BTreeMap<String, String>,
}

/// The shards that an index lists, each once.
pub fn shards(index: &[u8]) -> Result<BTreeSet<String>, String> {
    let index: ShardIndex = serde_json::from_slice(index).map_err(|error| error.to_string())?;
    let shards: BTreeSet<String> = index.weight_map.into_values().collect();
    if let Some(name) = shards.iter().find(|name| !is_plain_name(name)) {
        return Err(format!("{name:?} is not the name of a shard"));
    }
    if shards.is_empty() {
        return Err("it lists no shards".to_owned());
    }
    Ok(shards)
}

/// Whether a name stays in the folder of the index, whose author may be anybody.
fn is_plain_name(name: &str) -> bool {
    let has_plain_bytes = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    !name.is_empty() && !name.starts_with('.') && has_plain_bytes
}

#[cfg(test)]
mod tests {
    use super::{WeightFiles, shards, weights};

    #[test]
    fn safetensors_come_before_pickles_and_one_file_before_shards() {
        let all = [
            "pytorch_model.bin",
            "model.safetensors.index.json",
            "model.safetensors",
            "model.onnx",
        ];
        let of = |names: &[&str]| weights(|name| names.contains(&name));
        assert_eq!(of(&all), Some(WeightFiles::One("model.safetensors")));
        assert_eq!(
            of(&all[..2]),
            Some(WeightFiles::Shards("model.safetensors.index.json"))
        );
        assert_eq!(of(&all[..1]), Some(WeightFiles::One("pytorch_model.bin")));
        assert_eq!(of(&all[3..]), None);
    }

    #[test]
    fn an_index_names_plain_files_only() {
        let two = br#"{"metadata":{},"weight_map":{"a":"m-1.bin","b":"m-2.bin","c":"m-1.bin"}}"#;
        assert_eq!(
            shards(two).unwrap().into_iter().collect::<Vec<_>>(),
            ["m-1.bin", "m-2.bin"]
        );
        for bad in [
            "{",
            "{}",
            r#"{"weight_map":{}}"#,
            r#"{"weight_map":{"a":"../x"}}"#,
            r#"{"weight_map":{"a":"x/y"}}"#,
        ] {
            assert!(shards(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
