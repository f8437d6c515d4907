//! Tokens: the input of the model.

use std::borrow::Cow;
use std::ops::Range;

/// A token's id in the tokenizer's vocabulary.
pub type TokenId = u32;

/// One token of a text.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Token {
    pub id: TokenId,
    /// Its vocabulary entry, such as `##ing`.
    pub piece: String,
    /// The part of the text that it covers; the piece itself if that is empty or blank.
    pub text: String,
    /// First character of that part, counted in characters of the whole text.
    pub start: usize,
    /// Character after its last one.
    pub end: usize,
    /// Whether it is a special token at the start or end of the text (`[CLS]`, `[SEP]`, T5's `</s>`).
    pub special: bool,
    /// Whether it has weight 0 without IDF: `cls_token` and `sep_token`, but not T5's `</s>`.
    #[serde(skip)]
    pub weightless: bool,
    /// Whether it continues the word of the token before it.
    #[serde(skip)]
    pub continues_word: bool,
    /// Whether it is the unknown token, which stands for every text that the vocabulary lacks. It is not where the text
    /// itself spells out that token.
    #[serde(skip_serializing_if = "is_false")]
    pub unknown: bool,
}

impl Token {
    /// What a reader has to see of it: its text; an unknown token, as which the model sees that text, comes first.
    pub fn label(&self) -> Cow<'_, str> {
        if self.text.is_empty() {
            return Cow::from(&self.piece);
        }
        if self.unknown && self.text != self.piece {
            return Cow::from(format!("{} {}", self.piece, self.text));
        }
        Cow::from(&self.text)
    }
}

/// Where a text was truncated because the model takes no more tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Truncation {
    /// Number of tokens kept, special ones included.
    pub kept: usize,
    /// Number of tokens of the whole text, or of its start if `more`.
    pub total: usize,
    /// Whether the text is so long that its further tokens were not counted.
    #[serde(default, skip_serializing_if = "is_false")]
    pub more: bool,
    /// Whether it lost its start, as `truncation_side` of the tokenizer says.
    #[serde(default, skip_serializing_if = "is_false")]
    pub start: bool,
    /// First character that the model does not see, or sees if `start`.
    pub at: usize,
}

impl Truncation {
    /// The characters of a text that the model does not see.
    pub fn unseen(&self) -> Range<usize> {
        if self.start {
            return 0..self.at;
        }
        self.at..usize::MAX
    }

    /// The number of tokens of the whole text, as a sentence has it: `602` or `more than 13107`.
    pub fn total_as_text(&self) -> String {
        let more_than = if self.more { "more than " } else { "" };
        format!("{more_than}{}", self.total)
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}
