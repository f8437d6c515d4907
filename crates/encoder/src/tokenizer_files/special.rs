//! The special tokens of a class.

use std::collections::BTreeMap;

use serde_json::Value;
use strum::VariantArray;

use super::added::AddedToken;
use super::class::{Role, TokenizerClass};
use super::settings::{TokenizerSettings, added_token};

/// The special tokens of a tokenizer.
pub struct SpecialTokens {
    pub roles: BTreeMap<Role, AddedToken>,
    pub additional: Vec<String>,
}

impl SpecialTokens {
    /// Those that the files name; for a role of which they say nothing, the default of the class.
    pub fn new(settings: &TokenizerSettings, class: Option<TokenizerClass>) -> Self {
        let mut roles = BTreeMap::new();
        for role in Role::VARIANTS {
            if let Some(token) = token_with_role(*role, settings, class) {
                roles.insert(*role, token);
            }
        }
        let mut additional = settings.additional_special_tokens.clone();
        match class {
            Some(TokenizerClass::T5) if !additional.iter().any(|token| is_sentinel(token)) => {
                additional.extend((0..sentinel_count(settings)).map(sentinel));
            }
            Some(TokenizerClass::Camembert) if additional.is_empty() => {
                additional = ["<s>NOTUSED", "</s>NOTUSED", "<unk>NOTUSED"]
                    .map(str::to_owned)
                    .to_vec();
            }
            _ => {}
        }
        Self { roles, additional }
    }

    pub fn role(&self, role: Role) -> Option<&str> {
        self.roles.get(&role).map(|token| token.content.as_str())
    }

    /// Contents of all special tokens.
    pub fn contents(&self) -> impl Iterator<Item = &str> {
        self.roles
            .values()
            .map(|token| token.content.as_str())
            .chain(self.additional.iter().map(String::as_str))
    }
}

/// The special token with a role, if there is one.
fn token_with_role(
    role: Role,
    settings: &TokenizerSettings,
    class: Option<TokenizerClass>,
) -> Option<AddedToken> {
    let stated = settings.roles.get(&role);
    let mut token = match stated {
        Some(value) => added_token(value)?,
        None => AddedToken::special(class?.default_token(role)),
    };
    if token.content.is_empty() {
        return None;
    }
    // A token's description in the files takes precedence over the default of its class.
    let mut added = settings.added.values();
    if let Some(described) = added.find(|added| added.content == token.content) {
        return Some(described.clone());
    }
    token.special = true;
    let has_options = stated.is_some_and(Value::is_object);
    if role == Role::Mask && !has_options {
        token.lstrip = class.is_some_and(TokenizerClass::mask_strips);
    }
    Some(token)
}

/// Number of sentinel tokens of a T5 tokenizer: at most a few hundred in any model.
fn sentinel_count(settings: &TokenizerSettings) -> usize {
    let stated = settings.extra_ids.unwrap_or(100);
    usize::try_from(stated).unwrap_or(0).min(10_000)
}

pub fn sentinel(i: usize) -> String {
    format!("<extra_id_{i}>")
}

pub fn is_sentinel(content: &str) -> bool {
    content.contains("<extra_id_")
}
