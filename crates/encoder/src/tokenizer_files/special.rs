//! The special tokens of a class, and the ids of all tokens that are added to its vocabulary.

use std::collections::BTreeMap;

use serde_json::Value;
use strum::VariantArray;

use super::added::{AddedToken, AddedTokens};
use super::class::{Role, TokenizerClass};
use super::settings::{TokenizerSettings, added_token};
use super::splitter::Splitter;
use crate::TokenId;

/// The special tokens of a tokenizer.
pub struct SpecialTokens {
    roles: BTreeMap<Role, AddedToken>,
    additional: Vec<String>,
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

    /// All added tokens of a class, with the ids that transformers gives them.
    pub fn added_tokens(
        &self,
        settings: &TokenizerSettings,
        class: TokenizerClass,
        splitter: &Splitter,
    ) -> AddedTokens {
        let mut added = AddedTokens::default();
        match class {
            TokenizerClass::T5 => self.add_sentinels(splitter, &mut added),
            TokenizerClass::Camembert => {
                let fixed = [
                    "<s>NOTUSED",
                    "<pad>",
                    "</s>NOTUSED",
                    "<unk>",
                    "<unk>NOTUSED",
                ];
                for (content, id) in fixed.into_iter().zip(0..) {
                    added.insert(id, AddedToken::special(content));
                }
            }
            _ => {}
        }
        // The files know better than the class.
        for (id, token) in &settings.added {
            added.insert(*id, token.clone());
        }
        // A token without an id gets the next one after all entries and all tokens beyond them, as by `len(tokenizer)`.
        let entries = splitter.entry_count();
        let beyond = added
            .iter()
            .filter(|(id, token)| *id as usize >= entries && splitter.id(&token.content).is_none())
            .count();
        let mut next = (entries + beyond) as TokenId;
        let additional = self
            .additional
            .iter()
            .map(|token| AddedToken::special(token));
        for token in self.roles.values().cloned().chain(additional) {
            if added.id(&token.content).is_some() {
                continue;
            }
            let id = match splitter.id(&token.content) {
                Some(id) => id,
                None => {
                    next += 1;
                    next - 1
                }
            };
            added.insert(id, token);
        }
        added
    }

    /// T5's sentinel tokens follow the vocabulary, the last one first.
    fn add_sentinels(&self, splitter: &Splitter, added: &mut AddedTokens) {
        let sentinels = self.additional.iter().filter(|token| is_sentinel(token));
        let count = sentinels.count();
        for i in 0..count {
            let content = sentinel(i);
            let after_vocabulary = splitter.entry_count() + count - 1 - i;
            let id = splitter.id(&content).unwrap_or(after_vocabulary as TokenId);
            let token = AddedToken {
                lstrip: true,
                rstrip: true,
                ..AddedToken::special(&content)
            };
            added.insert(id, token);
        }
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

fn sentinel(i: usize) -> String {
    format!("<extra_id_{i}>")
}

fn is_sentinel(content: &str) -> bool {
    content.contains("<extra_id_")
}
