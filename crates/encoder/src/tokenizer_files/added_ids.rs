//! The ids of all tokens that are added to the vocabulary of a class.

use super::added::{AddedToken, AddedTokens};
use super::class::TokenizerClass;
use super::settings::TokenizerSettings;
use super::special::{SpecialTokens, is_sentinel, sentinel};
use super::splitter::Splitter;
use crate::TokenId;

impl SpecialTokens {
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
