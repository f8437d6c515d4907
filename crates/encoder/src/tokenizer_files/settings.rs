//! The settings of a tokenizer, read from every file that may state them, in the order of transformers.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;
use serde_json::{Map, Value};
use strum::VariantArray;

use super::added::{AddedToken, MAX_ADDED_TOKENS};
use super::class::Role;
use super::files::{
    ADDED_TOKENS, SPECIAL_TOKENS_MAP, TOKENIZER_CONFIG, TOKENIZER_JSON, TokenizerFiles,
};
use crate::config::{field, read_field};
use crate::error::brief_message;
use crate::model_keys::check_tokenizer;
use crate::{EncoderError, Result, TokenId};

/// Settings named as in tokenizer_config.json; `None` for those that the files do not state.
#[derive(Default)]
pub struct TokenizerSettings {
    pub tokenizer_class: Option<String>,
    pub add_prefix_space: Option<bool>,
    pub do_lower_case: Option<bool>,
    pub do_basic_tokenize: Option<bool>,
    pub keep_accents: Option<bool>,
    pub legacy: Option<bool>,
    pub remove_space: Option<bool>,
    pub split_by_punct: Option<bool>,
    pub strip_accents: Option<bool>,
    pub tokenize_chinese_chars: Option<bool>,
    /// Whether `truncation_side` is left: a long text loses its start.
    pub truncates_start: Option<bool>,
    pub extra_ids: Option<u64>,
    pub never_split: Vec<String>,
    pub additional_special_tokens: Vec<String>,
    /// Special tokens: a string, or an object with a `content`. `null` means that there is none, whatever the class says.
    pub roles: BTreeMap<Role, Value>,
    /// Added tokens with their ids.
    pub added: BTreeMap<TokenId, AddedToken>,
    model_max_length: Option<Value>,
}

impl TokenizerSettings {
    /// Reads the files. The error names the file that is not valid JSON of its format.
    pub fn read(files: &TokenizerFiles) -> Result<Self> {
        let mut config = Map::new();
        if let Some(json) = &files.tokenizer_config {
            config = parse(TOKENIZER_CONFIG, json)?;
        }
        if config.get("tokenizer_class").is_none_or(Value::is_null)
            && let Some(class) = &files.config_class
        {
            config.insert("tokenizer_class".to_owned(), class.clone().into());
        }
        let mut settings = Self::from_fields(TOKENIZER_CONFIG, &config)?;
        if let Some(Value::Object(tokens)) = config.get("added_tokens_decoder") {
            // Files with this list are new enough that transformers reads no other file.
            check_count(TOKENIZER_CONFIG, tokens.len())?;
            for (id, token) in tokens {
                settings.add(id.parse().ok(), token);
            }
            return Ok(settings);
        }
        if let Some(json) = &files.special_tokens_map {
            let fields = parse(SPECIAL_TOKENS_MAP, json)?;
            // Checked apart, so that an error names this file.
            Self::from_fields(SPECIAL_TOKENS_MAP, &fields)?;
            config.extend(fields);
            settings = Self::from_fields(TOKENIZER_CONFIG, &config)?;
        }
        if let Some(json) = &files.added_tokens {
            settings.add_by_content(parse(ADDED_TOKENS, json)?)?;
        }
        if let Some(json) = &files.tokenizer_json {
            let list: AddedList = parse(TOKENIZER_JSON, json)?;
            check_count(TOKENIZER_JSON, list.added_tokens.len())?;
            for token in &list.added_tokens {
                let id = token.get("id").and_then(Value::as_u64);
                settings.add(id.and_then(|id| id.try_into().ok()), token);
            }
        }
        Ok(settings)
    }

    fn from_fields(file: &str, values: &Map<String, Value>) -> Result<Self> {
        check_tokenizer(values)
            .map_err(|problem| EncoderError::Tokenizer(format!("{file}: {problem}")))?;
        let fields = Fields { file, values };
        let mut roles = BTreeMap::new();
        for role in Role::VARIANTS {
            let name = role.to_string();
            fields.read(&name, "a token", content)?;
            // Even `null`, which takes the default of the class away.
            if let Some(value) = values.get(&name) {
                roles.insert(*role, value.clone());
            }
        }
        Ok(Self {
            tokenizer_class: fields
                .read("tokenizer_class", "a string", Value::as_str)?
                .map(str::to_owned),
            add_prefix_space: fields.flag("add_prefix_space")?,
            do_lower_case: fields.flag("do_lower_case")?,
            do_basic_tokenize: fields.flag("do_basic_tokenize")?,
            keep_accents: fields.flag("keep_accents")?,
            legacy: fields.flag("legacy")?,
            remove_space: fields.flag("remove_space")?,
            split_by_punct: fields.flag("split_by_punct")?,
            strip_accents: fields.flag("strip_accents")?,
            tokenize_chinese_chars: fields.flag("tokenize_chinese_chars")?,
            truncates_start: fields.read("truncation_side", "left or right", is_left)?,
            extra_ids: fields.read("extra_ids", "a number of tokens", Value::as_u64)?,
            never_split: fields.tokens("never_split")?,
            additional_special_tokens: fields.tokens("additional_special_tokens")?,
            roles,
            added: BTreeMap::new(),
            // The old name counts only where the new one is not there, not even as `null`.
            model_max_length: if values.contains_key("model_max_length") {
                field(values, "model_max_length").cloned()
            } else {
                field(values, "max_len").cloned()
            },
        })
    }

    /// Adds a token if it has an id and a content.
    fn add(&mut self, id: Option<TokenId>, token: &Value) {
        if let Some(id) = id
            && let Some(token) = added_token(token)
        {
            self.added.insert(id, token);
        }
    }

    /// Adds the tokens of added_tokens.json, which has no options: whether a token is special is said elsewhere.
    fn add_by_content(&mut self, tokens: BTreeMap<String, TokenId>) -> Result<()> {
        check_count(ADDED_TOKENS, tokens.len())?;
        let special: HashSet<&str> = self
            .roles
            .values()
            .filter_map(content)
            .chain(self.additional_special_tokens.iter().map(String::as_str))
            .collect();
        for (text, id) in tokens {
            let is_special = special.contains(&*text);
            let token = AddedToken {
                content: text,
                normalized: !is_special,
                special: is_special,
                ..AddedToken::default()
            };
            self.added.insert(id, token);
        }
        Ok(())
    }

    /// `model_max_length`, if it is a real limit: some files state 10³⁰.
    pub fn limit(&self) -> Result<Option<usize>> {
        let Some(value) = &self.model_max_length else {
            return Ok(None);
        };
        let Some(stated) = value.as_f64() else {
            return Err(EncoderError::Tokenizer(format!(
                "{TOKENIZER_CONFIG}: model_max_length is {value}, not a number"
            )));
        };
        if (1.0..1e9).contains(&stated) {
            Ok(Some(stated as usize))
        } else {
            Ok(None)
        }
    }
}

/// The fields of a file, whose types are checked when they are read.
struct Fields<'a> {
    file: &'a str,
    values: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    fn read<T>(
        &self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>> {
        read_field(self.values, name, expected, read)
            .map_err(|problem| EncoderError::Tokenizer(format!("{}: {problem}", self.file)))
    }

    fn flag(&self, name: &str) -> Result<Option<bool>> {
        self.read(name, "true or false", Value::as_bool)
    }

    fn tokens(&self, name: &str) -> Result<Vec<String>> {
        let tokens = self.read(name, "a list of tokens", contents)?;
        let tokens = tokens.unwrap_or_default();
        check_count(self.file, tokens.len())?;
        Ok(tokens)
    }
}

/// Checks the number of tokens that a file adds.
fn check_count(file: &str, count: usize) -> Result<()> {
    if count <= MAX_ADDED_TOKENS {
        return Ok(());
    }
    Err(EncoderError::Tokenizer(format!(
        "{file}: it adds {count} tokens, more than any model has; the limit is {MAX_ADDED_TOKENS}"
    )))
}

/// The part of a tokenizer.json that is read here.
#[derive(Deserialize)]
struct AddedList {
    #[serde(default)]
    added_tokens: Vec<Value>,
}

/// The content of a token, which is a string or an object with a `content`.
fn content(value: &Value) -> Option<&str> {
    value.as_str().or_else(|| value.get("content")?.as_str())
}

fn contents(value: &Value) -> Option<Vec<String>> {
    let tokens = value.as_array()?.iter();
    tokens
        .map(|token| content(token).map(str::to_owned))
        .collect()
}

/// A token of a file; one that is only a string has no options.
pub fn added_token(value: &Value) -> Option<AddedToken> {
    Some(AddedToken {
        content: content(value)?.to_owned(),
        lstrip: option(value, "lstrip"),
        rstrip: option(value, "rstrip"),
        single_word: option(value, "single_word"),
        normalized: option(value, "normalized"),
        special: option(value, "special"),
    })
}

/// Whether a side is the left one; `None` if it is no side.
fn is_left(side: &Value) -> Option<bool> {
    match side.as_str()? {
        "left" => Some(true),
        "right" => Some(false),
        _ => None,
    }
}

fn option(token: &Value, name: &str) -> bool {
    token.get(name).and_then(Value::as_bool).unwrap_or(false)
}

fn parse<T: for<'a> Deserialize<'a>>(file: &str, json: &[u8]) -> Result<T> {
    serde_json::from_slice(json)
        .map_err(|error| EncoderError::Tokenizer(format!("{file}: {}", brief_message(&error))))
}
