//! Kinds of words, by rules that need no model.

use serde::Serialize;

use bertscope_encoder::{Token, TokenizedText};
use bertscope_explain::words::word_text;

use super::function_words::is_function_word;

/// The kind of a word. Every word has exactly one: the first in this list that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WordKind {
    /// A token that the model adds, such as `[SEP]`.
    Special,
    /// Without letters and digits.
    Punctuation,
    /// Contains a digit.
    Number,
    /// Capitalised, not at the start of a sentence, and not "I". Every German noun counts; lower-cased texts have
    /// none.
    Name,
    /// On our list of English function words.
    Function,
    /// Any other word that the tokenizer split or does not know.
    Pieces,
    /// Any other word.
    Content,
}

impl WordKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Content,
        Self::Name,
        Self::Number,
        Self::Function,
        Self::Punctuation,
        Self::Pieces,
        Self::Special,
    ];

    /// Its label in a table: `content words`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Special => "special tokens",
            Self::Punctuation => "punctuation",
            Self::Number => "numbers",
            Self::Name => "names",
            Self::Function => "function words",
            Self::Pieces => "split words",
            Self::Content => "content words",
        }
    }

    fn classify(word: &str, tokens: &[Token], capitals_mean_names: bool) -> Self {
        if tokens.iter().any(|token| token.special) {
            Self::Special
        } else if !word.contains(char::is_alphanumeric) {
            Self::Punctuation
        } else if word.contains(char::is_numeric) {
            Self::Number
        } else if capitals_mean_names && word.starts_with(char::is_uppercase) && word != "I" {
            Self::Name
        } else if is_function_word(&word.to_lowercase()) {
            Self::Function
        } else if tokens.len() > 1 || tokens.iter().any(|token| token.unknown) {
            Self::Pieces
        } else {
            Self::Content
        }
    }
}

/// A word of a text: its tokens, the form under which it is counted, and its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Its tokens.
    pub tokens: std::ops::Range<usize>,
    /// Its text in lower case; a special token is unchanged.
    pub text: String,
    /// Its kind.
    pub kind: WordKind,
}

/// The words of a text, in order.
pub fn words(text: &TokenizedText) -> Vec<Word> {
    let mut starts_sentence = true;
    let is_mixed = text.text.contains(char::is_lowercase);
    let word = |tokens: std::ops::Range<usize>| {
        let of = &text.tokens[tokens.clone()];
        let word = raw_text(text, of);
        let kind = WordKind::classify(&word, of, is_mixed && !starts_sentence);
        // A quote or bracket before the first word does not count as the start of the sentence.
        let ends = word.ends_with(['.', '!', '?', ':', '…', '。']);
        starts_sentence =
            kind == WordKind::Special || ends || starts_sentence && kind == WordKind::Punctuation;
        Word {
            tokens,
            text: if kind == WordKind::Special {
                word
            } else {
                word.to_lowercase()
            },
            kind,
        }
    };
    bertscope_explain::words::word_ranges(text)
        .into_iter()
        .map(word)
        .collect()
}

/// The word's characters in the text; for a token that covers no text, its piece.
fn raw_text(text: &TokenizedText, tokens: &[Token]) -> String {
    match tokens {
        [first, .., last] if first.start < last.end => text
            .text
            .chars()
            .skip(first.start)
            .take(last.end - first.start)
            .collect(),
        [token] if !token.special && token.start < token.end => text
            .text
            .chars()
            .skip(token.start)
            .take(token.end - token.start)
            .collect(),
        _ => word_text(tokens),
    }
}
