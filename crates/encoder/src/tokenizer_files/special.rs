//! Special and added tokens, merged from all files that may define them, as transformers does.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::added::{AddedToken, AddedTokens, MAX_ADDED_TOKENS};
use super::class::{ROLES, TokenizerClass, TokenizerKind, Wrapper};
use super::files::TokenizerFiles;
use crate::config::excerpt;
use crate::error::brief_message;
use crate::{EncoderError, Result, TokenId};

/// The settings in tokenizer_config.json, special_tokens_map.json and added_tokens.json.
#[derive(Debug, Clone, Default)]
pub struct TokenizerConfig {
    /// tokenizer_config.json, overridden by special_tokens_map.json where transformers does so.
    config: Map<String, Value>,
    /// Added tokens with their ids.
    added: BTreeMap<TokenId, AddedToken>,
}

impl TokenizerConfig {
    /// Reads the files. The error names the file that is not valid JSON of its format.
    pub fn read(files: &TokenizerFiles) -> Result<Self> {
        let mut settings = Self::default();
        if let Some(json) = &files.tokenizer_config {
            settings.config = parse_object("tokenizer_config.json", json)?;
        }
        if let Some(Value::Object(decoder)) = settings.config.get("added_tokens_decoder") {
            check_count("tokenizer_config.json", decoder.len())?;
            for (id, token) in decoder {
                let token = added_token(token);
                if let (Ok(id), Some(token)) = (id.parse(), token) {
                    settings.added.insert(id, token);
                }
            }
            return Ok(settings);
        }
        if let Some(json) = &files.special_tokens_map {
            settings
                .config
                .extend(parse_object("special_tokens_map.json", json)?);
        }
        if let Some(json) = &files.added_tokens {
            let added: BTreeMap<String, TokenId> = parse("added_tokens.json", json)?;
            check_count("added_tokens.json", added.len())?;
            let named = ROLES
                .iter()
                .filter_map(|role| settings.config.get(*role).and_then(content));
            let special: HashSet<&str> = named
                .chain(settings.list("additional_special_tokens"))
                .collect();
            let token = |(content, id): (String, TokenId)| {
                let special = special.contains(content.as_str());
                (
                    id,
                    AddedToken {
                        normalized: !special,
                        special,
                        ..AddedToken::special(&content)
                    },
                )
            };
            settings.added = added.into_iter().map(token).collect();
        }
        if let Some(json) = &files.tokenizer_json {
            let list: AddedList = parse("tokenizer.json", json)?;
            check_count("tokenizer.json", list.added_tokens.len())?;
            for value in list.added_tokens {
                let id = value
                    .get("id")
                    .and_then(Value::as_u64)
                    .and_then(|id| TokenId::try_from(id).ok());
                if let (Some(id), Some(token)) = (id, added_token(&value)) {
                    settings.added.insert(id, token);
                }
            }
        }
        Ok(settings)
    }

    /// A string of tokenizer_config.json.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.config.get(key).and_then(Value::as_str)
    }

    /// A boolean of tokenizer_config.json.
    pub fn flag(&self, key: &str) -> Option<bool> {
        self.config.get(key).and_then(Value::as_bool)
    }

    /// Strings of a list in tokenizer_config.json.
    pub fn list(&self, key: &str) -> impl Iterator<Item = &str> {
        self.config
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(content)
    }

    /// `model_max_length`, if it is a real limit: some files state 10³⁰.
    pub fn limit(&self) -> Result<Option<usize>> {
        let Some(value) = self
            .config
            .get("model_max_length")
            .filter(|value| !value.is_null())
        else {
            return Ok(None);
        };
        let wrong = || {
            EncoderError::Tokenizer(format!(
                "tokenizer_config.json: model_max_length is {value}, not a number"
            ))
        };
        let stated = value.as_f64().ok_or_else(wrong)?;
        Ok((1.0..1e9).contains(&stated).then_some(stated as usize))
    }

    /// Special tokens by role: from the files, or the default of the class.
    pub fn special(&self, class: Option<&TokenizerClass>) -> SpecialTokens {
        let token = |i: usize| match self.config.get(ROLES[i]) {
            Some(Value::Null) => None,
            Some(value) => Some(added_token(value).unwrap_or_else(|| AddedToken::special(""))),
            None => class
                .and_then(|class| class.special[i])
                .map(AddedToken::special),
        };
        let strips = class.is_some_and(|class| class.mask_strips);
        let plain = |i: usize| !self.config.get(ROLES[i]).is_some_and(Value::is_object);
        let roles = std::array::from_fn(|i| {
            let mut token = token(i).filter(|token| !token.content.is_empty())?;
            token.special = true;
            if ROLES[i] == "mask_token" && plain(i) {
                token.lstrip = strips;
            }
            // A token's description in the files takes precedence over the default of its class.
            Some(
                self.added
                    .values()
                    .find(|known| known.content == token.content)
                    .cloned()
                    .unwrap_or(token),
            )
        });
        let mut additional: Vec<String> = self
            .list("additional_special_tokens")
            .map(str::to_owned)
            .collect();
        match class.map(|class| class.kind) {
            Some(TokenizerKind::SentencePiece(Wrapper::T5))
                if !additional.iter().any(|t| is_sentinel(t)) =>
            {
                additional.extend((0..self.sentinel_count()).map(|i| format!("<extra_id_{i}>")));
            }
            Some(TokenizerKind::SentencePiece(Wrapper::Camembert)) if additional.is_empty() => {
                additional = ["<s>NOTUSED", "</s>NOTUSED", "<unk>NOTUSED"]
                    .map(str::to_owned)
                    .to_vec();
            }
            _ => {}
        }
        SpecialTokens { roles, additional }
    }

    /// Number of sentinel tokens of a T5 tokenizer: at most a few hundred in any model.
    fn sentinel_count(&self) -> usize {
        let stated = self
            .config
            .get("extra_ids")
            .and_then(Value::as_u64)
            .unwrap_or(100);
        usize::try_from(stated).unwrap_or(0).min(10_000)
    }

    /// All added tokens. `id` returns the id of a vocabulary entry, and `entries` is their number.
    pub fn added(
        &self,
        class: &TokenizerClass,
        special: &SpecialTokens,
        entries: usize,
        id: impl Fn(&str) -> Option<TokenId>,
    ) -> AddedTokens {
        let mut all = AddedTokens::default();
        match class.kind {
            TokenizerKind::SentencePiece(Wrapper::T5) => {
                let extra = match special.additional.iter().filter(|t| is_sentinel(t)).count() {
                    0 => self.sentinel_count(),
                    listed => listed,
                };
                for i in 0..extra {
                    let token = AddedToken::special(&format!("<extra_id_{i}>"));
                    let place = id(&token.content).unwrap_or((entries + extra - 1 - i) as TokenId);
                    all.insert(
                        place,
                        AddedToken {
                            lstrip: true,
                            rstrip: true,
                            ..token
                        },
                    );
                }
            }
            TokenizerKind::SentencePiece(Wrapper::Camembert) => {
                let fixed = [
                    "<s>NOTUSED",
                    "<pad>",
                    "</s>NOTUSED",
                    "<unk>",
                    "<unk>NOTUSED",
                ];
                for (i, content) in fixed.into_iter().enumerate() {
                    all.insert(i as TokenId, AddedToken::special(content));
                }
            }
            _ => {}
        }
        for (id, token) in &self.added {
            all.insert(*id, token.clone());
        }
        let beyond = |place: TokenId, token: &AddedToken| {
            place as usize >= entries && id(&token.content).is_none()
        };
        let outside = all
            .iter()
            .filter(|(place, token)| beyond(*place, token))
            .count();
        let mut next = (entries + outside) as TokenId;
        let additional: Vec<_> = special
            .additional
            .iter()
            .map(|content| AddedToken::special(content))
            .collect();
        for token in special.roles.iter().flatten().chain(&additional) {
            if all.id(&token.content).is_none() {
                let place = id(&token.content).unwrap_or_else(|| {
                    next += 1;
                    next - 1
                });
                all.insert(place, token.clone());
            }
        }
        all
    }
}

/// The special tokens of a tokenizer.
#[derive(Debug, Clone, Default)]
pub struct SpecialTokens {
    roles: [Option<AddedToken>; 7],
    additional: Vec<String>,
}

impl SpecialTokens {
    /// The token with a role such as `cls_token`.
    pub fn role(&self, role: &str) -> Option<&str> {
        let place = ROLES.iter().position(|known| *known == role)?;
        self.roles[place]
            .as_ref()
            .map(|token| token.content.as_str())
    }

    /// Contents of all special tokens.
    pub fn contents(&self) -> impl Iterator<Item = &str> {
        self.roles
            .iter()
            .flatten()
            .map(|t| t.content.as_str())
            .chain(self.additional.iter().map(String::as_str))
    }
}

/// Checks the number of tokens that a file adds.
fn check_count(file: &str, count: usize) -> Result<()> {
    let problem = || {
        format!(
            "{file}: it adds {count} tokens, more than any model has; the limit is {MAX_ADDED_TOKENS}"
        )
    };
    if count > MAX_ADDED_TOKENS {
        Err(EncoderError::Tokenizer(problem()))
    } else {
        Ok(())
    }
}

#[derive(Deserialize)]
struct AddedList {
    #[serde(default)]
    added_tokens: Vec<Value>,
}

fn is_sentinel(content: &str) -> bool {
    content.contains("<extra_id_")
}

/// The content of a token, which is a string or an object with a `content`.
fn content(value: &Value) -> Option<&str> {
    value.as_str().or_else(|| value.get("content")?.as_str())
}

fn added_token(value: &Value) -> Option<AddedToken> {
    let flag = |key: &str| value.get(key).and_then(Value::as_bool).unwrap_or(false);
    Some(AddedToken {
        content: content(value)?.to_owned(),
        lstrip: flag("lstrip"),
        rstrip: flag("rstrip"),
        single_word: flag("single_word"),
        normalized: flag("normalized"),
        special: flag("special"),
    })
}

/// Parses settings and checks the type of each field that is used. `null` counts as absent.
fn parse_object(name: &str, json: &[u8]) -> Result<Map<String, Value>> {
    let settings: Map<String, Value> = parse(name, json)?;
    for (field, value) in settings.iter().filter(|(_, value)| !value.is_null()) {
        let (fits, what) = match field.as_str() {
            "do_lower_case"
            | "strip_accents"
            | "tokenize_chinese_chars"
            | "add_prefix_space"
            | "split_by_punct"
            | "remove_space"
            | "keep_accents"
            | "legacy" => (value.is_boolean(), "true or false"),
            "never_split" | "additional_special_tokens" => (
                value
                    .as_array()
                    .is_some_and(|list| list.iter().all(|item| content(item).is_some())),
                "a list of tokens",
            ),
            "tokenizer_class" => (value.is_string(), "a string"),
            "extra_ids" => (value.is_u64(), "a number of tokens"),
            role if ROLES.contains(&role) => (content(value).is_some(), "a token"),
            _ => continue,
        };
        check_count(name, value.as_array().map_or(0, Vec::len))?;
        if !fits {
            let problem = format!("{name}: {field:?} is {}; expected {what}", excerpt(value));
            return Err(EncoderError::Tokenizer(problem));
        }
    }
    Ok(settings)
}

fn parse<T: for<'a> Deserialize<'a>>(name: &str, json: &[u8]) -> Result<T> {
    serde_json::from_slice(json)
        .map_err(|e| EncoderError::Tokenizer(format!("{name}: {}", brief_message(&e))))
}
