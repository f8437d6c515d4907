//! How sentence-transformers computes a sentence vector with a model: `modules.json` and the files that it names.

use bytes::Bytes;
use serde_json::Value;

use crate::file_layout::{MODULES, SENTENCE_CONFIG};

/// How the hidden states of a text become one vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// Their mean. Divided by √n instead of n, it has the same direction.
    Mean,
    /// The first, of `[CLS]`.
    Cls,
    /// The largest number of each dimension.
    Max,
}

/// The pooling of a model, and its limit of tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentencePooling {
    /// The pooling, the mean without modules.json; or a sentence that says why bertscope does not compute the vector.
    pub pooling: Result<Pooling, String>,
    /// Whether the model has modules.json.
    pub is_stated: bool,
    /// Maximum number of tokens of a text, if stated; it may be lower than the model's.
    pub max_tokens: Option<usize>,
}

impl Default for SentencePooling {
    /// That of a model without files of sentence-transformers.
    fn default() -> Self {
        Self {
            pooling: Ok(Pooling::Mean),
            is_stated: false,
            max_tokens: None,
        }
    }
}

/// Reads a file of a model by its name; `None` if there is none.
type ReadFile<'a> = dyn Fn(&str) -> crate::Result<Option<Bytes>> + 'a;

impl SentencePooling {
    /// Reads the files of a model. A file that cannot be used is no error, because scores do not need it.
    pub(crate) fn from_files(read: &ReadFile<'_>) -> Self {
        let max_tokens = match read_json(read, SENTENCE_CONFIG) {
            Ok(config) => config["max_seq_length"].as_u64(),
            Err(_) => None,
        };
        Self {
            pooling: read_pooling(read),
            is_stated: matches!(read(MODULES), Ok(Some(_))),
            max_tokens: max_tokens.map(|limit| limit as usize),
        }
    }
}

/// A file, or null if there is none.
fn read_json(read: &ReadFile<'_>, file: &str) -> Result<Value, String> {
    let bytes = read(file)
        .map_err(|error| error.to_string())?
        .unwrap_or(Bytes::from_static(b"null"));
    serde_json::from_slice(&bytes)
        .map_err(|error| format!("The model’s {file} is damaged: {error}."))
}

fn read_pooling(read: &ReadFile<'_>) -> Result<Pooling, String> {
    let modules = read_json(read, MODULES)?;
    if modules.is_null() {
        return Ok(Pooling::Mean);
    }
    let folder = pooling_folder(&modules)?;
    if folder.is_empty() {
        return Err("The model’s modules.json names no pooling.".to_owned());
    }
    let file = format!("{folder}/config.json");
    let config = read_json(read, &file)?;
    if config.is_null() {
        return Err(format!("The model has no {file}."));
    }
    match &*pooling_modes(&config).join(" and ") {
        // Both have the direction of the sum.
        "" | "mean" | "mean_tokens" | "mean_sqrt_len_tokens" => Ok(Pooling::Mean),
        "cls" | "cls_token" => Ok(Pooling::Cls),
        "max" | "max_tokens" => Ok(Pooling::Max),
        other => Err(not_computed(&format!("the pooling {other}"))),
    }
}

/// The folder of the pooling module, empty if there is none. Fails if a module changes the vector in another way.
fn pooling_folder(modules: &Value) -> Result<&str, String> {
    let mut folder = "";
    for module in modules.as_array().into_iter().flatten() {
        let class = module["type"].as_str().unwrap_or_default();
        let path = module["path"].as_str().unwrap_or_default();
        match class.rsplit('.').next().unwrap_or_default() {
            // `Normalize` changes no cosine, and `Dropout` does nothing outside training.
            "Transformer" | "Normalize" | "Dropout" => {}
            // The path comes from a file of the model and must not lead out of its folder.
            "Pooling"
                if path
                    .chars()
                    .all(|c| c.is_alphanumeric() || "_-".contains(c)) =>
            {
                folder = path;
            }
            other => return Err(not_computed(&format!("the module {other}"))),
        }
    }
    Ok(folder)
}

/// The poolings that a configuration switches on.
fn pooling_modes(config: &Value) -> Vec<&str> {
    let mut modes = Vec::new();
    for (key, value) in config.as_object().into_iter().flatten() {
        // Versions before 5.4 write `"pooling_mode_mean_tokens": true`, later ones `"pooling_mode": "mean"`.
        match (key.strip_prefix("pooling_mode"), value) {
            (Some(mode), Value::Bool(true)) => modes.extend(mode.strip_prefix('_')),
            (Some(""), Value::Bool(_)) => {}
            (Some(""), mode) => modes.push(mode.as_str().unwrap_or("several")),
            _ => {}
        }
    }
    modes
}

fn not_computed(what: &str) -> String {
    format!("The model applies {what:.60}, which bertscope does not compute.")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A model's pooling from these files.
    fn read(files: &[(&str, &str)]) -> SentencePooling {
        let content = |file: &str| {
            files
                .iter()
                .find(|(name, _)| *name == file)
                .map(|(_, text)| text.to_string().into())
        };
        SentencePooling::from_files(&|file| Ok(content(file)))
    }

    const MODULES_OF_3: &str = r#"[
        {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
        {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
        {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"}]"#;

    fn with_config(config: &str) -> Result<Pooling, String> {
        read(&[
            ("modules.json", MODULES_OF_3),
            ("1_Pooling/config.json", config),
        ])
        .pooling
    }

    #[test]
    fn every_pooling_is_read_in_the_form_of_old_and_of_new_versions() {
        for (flag, mode, expected) in [
            ("mean_tokens", "mean", Pooling::Mean),
            (
                "mean_sqrt_len_tokens",
                "mean_sqrt_len_tokens",
                Pooling::Mean,
            ),
            ("cls_token", "cls", Pooling::Cls),
            ("max_tokens", "max", Pooling::Max),
        ] {
            let other = if flag == "mean_tokens" {
                "cls_token"
            } else {
                "mean_tokens"
            };
            let flags =
                format!(r#"{{"pooling_mode_{flag}": true, "pooling_mode_{other}": false}}"#);
            assert_eq!(with_config(&flags), Ok(expected), "{flags}");
            assert_eq!(
                with_config(&format!(
                    r#"{{"embedding_dimension": 8, "pooling_mode": "{mode}"}}"#
                )),
                Ok(expected)
            );
        }
    }

    #[test]
    fn a_model_without_modules_has_mean_pooling_and_a_limit_is_read() {
        assert_eq!(
            read(&[]),
            SentencePooling {
                pooling: Ok(Pooling::Mean),
                is_stated: false,
                max_tokens: None
            }
        );
        let limited = read(&[(
            "sentence_bert_config.json",
            r#"{"max_seq_length": 256, "do_lower_case": false}"#,
        )]);
        assert_eq!(
            (limited.pooling, limited.max_tokens),
            (Ok(Pooling::Mean), Some(256))
        );
        assert_eq!(
            read(&[("sentence_bert_config.json", r#"{"max_seq_length": null}"#)]).max_tokens,
            None
        );
    }

    #[test]
    fn a_vector_that_is_not_computed_has_a_reason() {
        let modules = |modules: &str| read(&[("modules.json", modules)]).pooling.unwrap_err();
        let dense = MODULES_OF_3.replace("models.Normalize", "models.Dense");
        for (why, part) in [
            (
                with_config("{").unwrap_err(),
                "1_Pooling/config.json is damaged: EOF",
            ),
            (
                with_config(r#"{"pooling_mode": ["mean", "max"]}"#).unwrap_err(),
                "the pooling several, which",
            ),
            (
                with_config(r#"{"pooling_mode_cls_token": true, "pooling_mode_max_tokens": true}"#)
                    .unwrap_err(),
                "the pooling cls_token and max_tokens, which",
            ),
            (
                modules(&dense),
                "the module Dense, which bertscope does not compute.",
            ),
            (
                modules(MODULES_OF_3),
                "The model has no 1_Pooling/config.json.",
            ),
            (modules("[]"), "The model’s modules.json names no pooling."),
            (modules("7x"), "modules.json is damaged: trailing"),
            (
                with_config(r#"{"pooling_mode": "lasttoken"}"#).unwrap_err(),
                "the pooling lasttoken, which",
            ),
            (
                modules(&MODULES_OF_3.replace("1_Pooling", "../1_Pooling")),
                "the module Pooling, which",
            ),
            (
                modules(&MODULES_OF_3.replace("1_Pooling", "/etc")),
                "the module Pooling, which",
            ),
        ] {
            assert!(why.contains(part) && why.ends_with('.'), "{why}");
        }
    }
}
