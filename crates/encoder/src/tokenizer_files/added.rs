//! Added tokens, which are split off before normalisation: `[MASK]`, `<extra_id_7>`.

use std::collections::{HashMap, HashSet};

use super::traced::{Glyph, TracedText};
use crate::TokenId;

/// Maximum number of added tokens in a file; models have up to a few ten thousand.
pub const MAX_ADDED_TOKENS: usize = 1 << 17;

/// A token that is never split.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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
    /// Whether it is one of the special tokens.
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

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextPart {
    /// Text for the tokenizer to split.
    Text(TracedText),
    /// An added token, with its characters in the text.
    Token(TokenId, TracedText),
}

/// All added tokens of a tokenizer.
#[derive(Debug, Clone, Default)]
pub struct AddedTokens {
    by_content: HashMap<String, (TokenId, AddedToken)>,
    names: HashMap<TokenId, String>,
    contents: PrefixTree,
}

/// Texts of which the longest one at a position is found, however many there are.
#[derive(Debug, Clone, Default)]
pub struct PrefixTree {
    /// The node after a node (0 is the root) and a character.
    next: HashMap<(usize, char), usize>,
    /// The nodes at which a text ends.
    ends: HashSet<usize>,
}

impl PrefixTree {
    /// Adds a text; an empty one is never found.
    pub fn insert(&mut self, text: &str) {
        let mut node = 0;
        for c in text.chars() {
            let new = self.next.len() + 1;
            node = *self.next.entry((node, c)).or_insert(new);
        }
        self.ends.insert(node);
    }

    /// Length of the longest text that `glyphs` start with.
    pub fn longest(&self, glyphs: &[Glyph]) -> Option<usize> {
        let mut node = 0;
        let nodes = glyphs.iter().map_while(|glyph| {
            node = *self.next.get(&(node, glyph.c))?;
            Some(node)
        });
        nodes
            .enumerate()
            .filter(|(_, node)| self.ends.contains(node))
            .last()
            .map(|(at, _)| at + 1)
    }
}

impl AddedTokens {
    /// Adds a token, and removes one with the same content or the same id.
    pub fn insert(&mut self, id: TokenId, token: AddedToken) {
        if token.content.is_empty() {
            return;
        }
        self.contents.insert(&token.content);
        self.names.insert(id, token.content.clone());
        self.by_content.insert(token.content.clone(), (id, token));
    }

    /// The id of an added token.
    pub fn id(&self, content: &str) -> Option<TokenId> {
        self.by_content.get(content).map(|(id, _)| *id)
    }

    /// The added token with this id.
    pub fn name(&self, id: TokenId) -> Option<&str> {
        self.names.get(&id).map(String::as_str)
    }

    /// All of them, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (TokenId, &AddedToken)> {
        self.by_content.values().map(|(id, token)| (*id, token))
    }

    /// Splits a text at the added tokens; if several start at one position, at the longest.
    pub fn split(&self, text: TracedText) -> Vec<TextPart> {
        let mut parts: Vec<TracedText> = Vec::new();
        let (mut begin, mut at) = (0, 0);
        while at < text.0.len() {
            let Some(length) = self.contents.longest(&text.0[at..]) else {
                at += 1;
                continue;
            };
            if begin < at {
                parts.push(TracedText(text.0[begin..at].to_vec()));
            }
            parts.push(TracedText(text.0[at..at + length].to_vec()));
            at += length;
            begin = at;
        }
        if parts.is_empty() {
            parts.push(text);
        } else if begin < text.0.len() {
            parts.push(TracedText(text.0[begin..].to_vec()));
        }
        for i in 0..parts.len() {
            self.apply_strip_rules(i, &mut parts);
        }
        let full = parts.into_iter().filter(|part| !part.0.is_empty());
        full.map(|part| match self.id(&part.text()) {
            Some(id) => TextPart::Token(id, part),
            None => TextPart::Text(part),
        })
        .collect()
    }

    /// Applies lstrip, rstrip and single_word; turns a token that fails single_word back into text.
    fn apply_strip_rules(&self, i: usize, parts: &mut [TracedText]) {
        let Some((_, token)) = self.by_content.get(&parts[i].text()) else {
            return;
        };
        let touches = |g: Option<&Glyph>| g.is_some_and(|g| g.c != ' ');
        let before = i > 0 && touches(parts[i - 1].0.last());
        let after = touches(parts.get(i + 1).and_then(|next| next.0.first()));
        if token.rstrip && i + 1 < parts.len() {
            parts[i + 1].strip_start();
        }
        if token.lstrip && i > 0 {
            parts[i - 1].strip_end();
        }
        if token.single_word && before {
            let taken = std::mem::take(&mut parts[i]);
            parts[i - 1].0.extend(taken.0);
        } else if token.single_word && after {
            let taken = std::mem::take(&mut parts[i]);
            parts[i + 1].0.splice(0..0, taken.0);
        }
    }
}
