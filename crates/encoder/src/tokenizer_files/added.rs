//! Added tokens, which are split off before normalisation: `[MASK]`, `<extra_id_7>`.

use std::collections::HashMap;

use super::glyphs::{Glyph, chars, strip_end, strip_start, text_of};
use super::prefix_tree::PrefixTree;
use crate::TokenId;

/// Maximum number of added tokens in a file; models have up to a few ten thousand.
pub const MAX_ADDED_TOKENS: usize = 1 << 17;

/// A token that is never split.
#[derive(Clone, Default)]
pub struct AddedToken {
    /// The text that it matches.
    pub content: String,
    /// Whether it strips whitespace before it.
    pub lstrip: bool,
    /// Whether it strips whitespace after it.
    pub rstrip: bool,
    /// Whether it matches only as a single word.
    pub single_word: bool,
    /// Whether lower-casing is applied to it.
    pub normalized: bool,
    pub special: bool,
}

impl AddedToken {
    /// A special token with default options.
    pub fn special(content: &str) -> Self {
        Self {
            content: content.to_owned(),
            special: true,
            ..Self::default()
        }
    }
}

pub enum TextPart {
    /// Text for the tokenizer to split.
    Text(Vec<Glyph>),
    /// An added token, with its characters in the text.
    Token(TokenId, Vec<Glyph>),
}

/// All added tokens of a tokenizer.
#[derive(Default)]
pub struct AddedTokens {
    by_content: HashMap<String, (TokenId, AddedToken)>,
    names: HashMap<TokenId, String>,
    contents: PrefixTree,
}

impl AddedTokens {
    /// Adds a token, and removes one with the same content or the same id.
    pub fn insert(&mut self, id: TokenId, token: AddedToken) {
        // An empty token would match everywhere.
        if token.content.is_empty() {
            return;
        }
        self.contents.insert(&token.content);
        self.names.insert(id, token.content.clone());
        self.by_content.insert(token.content.clone(), (id, token));
    }

    pub fn id(&self, content: &str) -> Option<TokenId> {
        self.by_content.get(content).map(|(id, _)| *id)
    }

    /// The added token with this id.
    pub fn name(&self, id: TokenId) -> Option<&str> {
        self.names.get(&id).map(String::as_str)
    }

    /// Whether a token contains a space.
    pub fn has_space(&self) -> bool {
        self.contents.has_space()
    }

    /// All of them, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (TokenId, &AddedToken)> {
        self.by_content.values().map(|(id, token)| (*id, token))
    }

    /// Splits a text at the added tokens; if several start at one position, at the longest.
    pub fn split(&self, text: &[Glyph]) -> Vec<TextPart> {
        let mut parts: Vec<Vec<Glyph>> = Vec::new();
        let mut rest = text;
        let mut position = 0;
        while position < rest.len() {
            let Some(length) = self.contents.longest(chars(&rest[position..])) else {
                position += 1;
                continue;
            };
            let (before, after) = rest.split_at(position);
            let (token, after) = after.split_at(length);
            if !before.is_empty() {
                parts.push(before.to_vec());
            }
            parts.push(token.to_vec());
            rest = after;
            position = 0;
        }
        if !rest.is_empty() {
            parts.push(rest.to_vec());
        }
        for i in 0..parts.len() {
            self.apply_strip_rules(i, &mut parts);
        }
        // Only now, because a part that lost its whitespace is gone, and a token may have become text again.
        parts.retain(|part| !part.is_empty());
        parts
            .into_iter()
            .map(|glyphs| match self.id(&text_of(&glyphs)) {
                Some(id) => TextPart::Token(id, glyphs),
                None => TextPart::Text(glyphs),
            })
            .collect()
    }

    /// Applies lstrip, rstrip and single_word; turns a token that fails single_word back into text.
    fn apply_strip_rules(&self, i: usize, parts: &mut [Vec<Glyph>]) {
        let Some((_, token)) = self.by_content.get(&text_of(&parts[i])) else {
            return;
        };
        // Before any whitespace is stripped: a token between spaces is a single word.
        let follows_text = i > 0 && is_text(parts[i - 1].last());
        let precedes_text = is_text(parts.get(i + 1).and_then(|next| next.first()));
        if token.rstrip && i + 1 < parts.len() {
            strip_start(&mut parts[i + 1]);
        }
        if token.lstrip && i > 0 {
            strip_end(&mut parts[i - 1]);
        }
        if token.single_word && follows_text {
            let glyphs = std::mem::take(&mut parts[i]);
            parts[i - 1].extend(glyphs);
        } else if token.single_word && precedes_text {
            let glyphs = std::mem::take(&mut parts[i]);
            parts[i + 1].splice(0..0, glyphs);
        }
    }
}

fn is_text(neighbour: Option<&Glyph>) -> bool {
    neighbour.is_some_and(|glyph| glyph.c != ' ')
}
