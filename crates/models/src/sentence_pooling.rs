//! How sentence-transformers computes a sentence vector with a model: `modules.json` and the files that it names.

use std::path::{Component, Path};

use bytes::Bytes;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The files, where the hub has them. A model can name another folder than `1_Pooling`, but published ones do not.
#[cfg(feature = "hub")]
pub const FILES: [&str; 3] = [MODULES, TRANSFORMER, "1_Pooling/config.json"];
pub const MODULES: &str = "modules.json";
const TRANSFORMER: &str = "sentence_bert_config.json";

/// How the hidden states of a text become one vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// Their mean. Divided by √n instead of n, it has the same direction.
    Mean,
    /// Their mean, each weighted by its position from 1.
    WeightedMean,
    /// The first, of `[CLS]`.
    Cls,
    /// The last.
    LastToken,
    /// The largest number of each dimension.
    Max,
}

/// The pooling of a model, and its limit of tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentencePooling {
    /// The pooling, or a sentence that says why bertscope does not compute the vector.
    pub pooling: Result<Pooling, String>,
    /// Maximum number of tokens of a text, if stated; it may be lower than the model's.
    pub max_tokens: Option<usize>,
    /// Whether modules.json states the pooling.
    pub is_stated: bool,
}

impl Default for SentencePooling {
    /// Mean pooling, which sentence-transformers uses for a model without modules.json.
    fn default() -> Self {
        Self { pooling: Ok(Pooling::Mean), max_tokens: None, is_stated: false }
    }
}

#[derive(Deserialize)]
struct Module {
    path: String,
    #[serde(rename = "type")]
    kind: String,
}

impl SentencePooling {
    /// Reads the files of a model. A file that cannot be used is no error, because scores do not need it.
    pub(crate) fn from_files(read: &dyn Fn(&str) -> crate::error::Result<Option<Bytes>>) -> Self {
        let is_stated = !matches!(read(MODULES), Ok(None));
        let transformer = json::<Map<String, Value>>(read, TRANSFORMER).unwrap_or_default();
        let max_tokens = transformer.get("max_seq_length").and_then(Value::as_u64).map(|limit| limit as usize);
        let pooling = if is_stated { pooling(read) } else { Ok(Pooling::Mean) };
        Self { pooling, max_tokens, is_stated }
    }
}

fn json<T: DeserializeOwned>(
    read: &dyn Fn(&str) -> crate::error::Result<Option<Bytes>>,
    file: &str,
) -> Result<T, String> {
    let bytes = read(file).map_err(|error| error.to_string())?;
    let bytes = bytes.ok_or_else(|| format!("The model has no {file}, which defines its sentence vectors."))?;
    serde_json::from_slice(&bytes).map_err(|error| format!("The model’s {file} is damaged: {error}."))
}

fn pooling(read: &dyn Fn(&str) -> crate::error::Result<Option<Bytes>>) -> Result<Pooling, String> {
    let not_computed = |what: &str| format!("The model applies {what:.60}, which bertscope does not compute.");
    let mut folder = None;
    for Module { path, kind } in json::<Vec<Module>>(read, MODULES)? {
        match kind.rsplit('.').next().unwrap_or_default() {
            // `Normalize` changes no cosine, and `Dropout` does nothing outside training.
            "Transformer" | "Normalize" | "Dropout" => {}
            "Pooling" if folder.is_none() => folder = Some(path),
            other => return Err(not_computed(&format!("the module {other}"))),
        }
    }
    let folder = folder.ok_or("The model’s modules.json has no Pooling module.")?;
    if !Path::new(&folder).components().all(|part| matches!(part, Component::Normal(_))) {
        return Err(format!("The model’s modules.json names {folder:.60?}, which is not a folder of the model."));
    }
    // Versions before 5.4 write `"pooling_mode_mean_tokens": true`, later ones `"pooling_mode": "mean"`.
    let config: Map<String, Value> = json(read, &format!("{folder}/config.json"))?;
    let modes = config.iter().filter_map(|(key, value)| match (key.strip_prefix("pooling_mode")?, value) {
        (flag, Value::Bool(true)) => Some(flag.trim_start_matches('_').to_owned()),
        ("", Value::String(mode)) => Some(mode.clone()),
        ("", Value::Array(modes)) => Some(modes.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" and ")),
        _ => None,
    });
    let mode = modes.collect::<Vec<_>>().join(" and ");
    match mode.trim_end_matches("_tokens").trim_end_matches("_token") {
        "" | "mean" | "mean_sqrt_len" => Ok(Pooling::Mean),
        "weightedmean" => Ok(Pooling::WeightedMean),
        "cls" => Ok(Pooling::Cls),
        "lasttoken" => Ok(Pooling::LastToken),
        "max" => Ok(Pooling::Max),
        _ => Err(not_computed(&format!("the pooling {mode}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A model's pooling from these files.
    fn read(files: &[(&str, &str)]) -> SentencePooling {
        let content =
            |file: &str| files.iter().find(|(name, _)| *name == file).map(|(_, text)| text.to_string().into());
        SentencePooling::from_files(&|file| Ok(content(file)))
    }

    const MODULES_OF_3: &str = r#"[
        {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
        {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
        {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"}]"#;

    fn with_config(config: &str) -> Result<Pooling, String> {
        read(&[("modules.json", MODULES_OF_3), ("1_Pooling/config.json", config)]).pooling
    }

    #[test]
    fn every_pooling_is_read_in_the_form_of_old_and_of_new_versions() {
        for (flag, mode, expected) in [
            ("mean_tokens", "mean", Pooling::Mean),
            ("mean_sqrt_len_tokens", "mean_sqrt_len_tokens", Pooling::Mean),
            ("cls_token", "cls", Pooling::Cls),
            ("max_tokens", "max", Pooling::Max),
            ("weightedmean_tokens", "weightedmean", Pooling::WeightedMean),
            ("lasttoken", "lasttoken", Pooling::LastToken),
        ] {
            let other = if flag == "mean_tokens" { "cls_token" } else { "mean_tokens" };
            let flags = format!(r#"{{"pooling_mode_{flag}": true, "pooling_mode_{other}": false}}"#);
            assert_eq!(with_config(&flags), Ok(expected), "{flags}");
            assert_eq!(
                with_config(&format!(r#"{{"embedding_dimension": 8, "pooling_mode": "{mode}"}}"#)),
                Ok(expected)
            );
        }
    }

    #[test]
    fn a_model_without_modules_has_mean_pooling_and_a_limit_is_read() {
        assert_eq!(read(&[]), SentencePooling::default());
        let limited = read(&[("sentence_bert_config.json", r#"{"max_seq_length": 256, "do_lower_case": false}"#)]);
        assert_eq!((limited.max_tokens, limited.is_stated), (Some(256), false));
        assert_eq!(read(&[("sentence_bert_config.json", r#"{"max_seq_length": null}"#)]).max_tokens, None);
    }

    #[test]
    fn a_vector_that_is_not_computed_has_a_reason() {
        let modules = |modules: &str| read(&[("modules.json", modules)]).pooling.unwrap_err();
        let dense = MODULES_OF_3.replace("models.Normalize", "models.Dense");
        for (why, part) in [
            (with_config("{").unwrap_err(), "1_Pooling/config.json is damaged: EOF"),
            (with_config(r#"{"pooling_mode": ["mean", "max"]}"#).unwrap_err(), "the pooling mean and max, which"),
            (
                with_config(r#"{"pooling_mode_cls_token": true, "pooling_mode_max_tokens": true}"#).unwrap_err(),
                "the pooling cls_token and max_tokens, which",
            ),
            (modules(&dense), "the module Dense, which bertscope does not compute."),
            (modules(MODULES_OF_3), "no 1_Pooling/config.json, which defines"),
            (modules("[]"), "has no Pooling module."),
            (modules("7"), "modules.json is damaged: invalid type"),
            (modules(&MODULES_OF_3.replace("1_Pooling", "../1_Pooling")), "not a folder of the model"),
            (modules(&MODULES_OF_3.replace("1_Pooling", "/etc")), "not a folder of the model"),
        ] {
            assert!(why.contains(part) && why.ends_with('.'), "{why}");
        }
    }
}
