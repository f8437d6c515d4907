//! Tokens, matches and scores in every JSON output of this program.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::json_numbers;
use bertscope_analysis::WeightedText;
use bertscope_metric::{GreedyMatches, Match, Score};
use bertscope_printable::visible;

/// P, R and F1; `null` for an undefined score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ScoreNumbers {
    /// Precision.
    #[serde(deserialize_with = "json_numbers::optional_number")]
    pub precision: Option<f64>,
    /// Recall.
    #[serde(deserialize_with = "json_numbers::optional_number")]
    pub recall: Option<f64>,
    /// F1, always a number.
    #[serde(deserialize_with = "json_numbers::number")]
    pub f1: f64,
}

/// A token with its weight.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TokenJson<'a> {
    /// Id in the vocabulary.
    pub id: u32,
    /// The vocabulary's entry.
    pub piece: Cow<'a, str>,
    /// The part of the text that it covers.
    pub text: Cow<'a, str>,
    /// Index of the first character of that part.
    pub start: usize,
    /// Index after the last character of that part.
    pub end: usize,
    /// Whether it is a special token.
    pub special: bool,
    /// Whether the model sees it as the unknown token.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unknown: bool,
    /// Its weight in the mean of its side.
    #[serde(deserialize_with = "json_numbers::number")]
    pub weight: f64,
}

/// The matches of both sides, one for each token.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Matches {
    /// Of the candidate's tokens.
    pub candidate: Vec<MatchJson>,
    /// Of the reference's tokens.
    pub reference: Vec<MatchJson>,
}

/// A token's best match.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MatchJson {
    /// Index of the token on its side.
    pub token: usize,
    /// Index of the match on the other side.
    #[serde(rename = "match")]
    pub partner: usize,
    /// Their similarity.
    #[serde(deserialize_with = "json_numbers::number")]
    pub similarity: f32,
    /// The second-best match, unless the other side has only one token.
    pub runner_up: Option<RunnerUpJson>,
}

/// The second best match of a token.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RunnerUpJson {
    /// Index on the other side.
    pub token: usize,
    /// The similarity.
    #[serde(deserialize_with = "json_numbers::number")]
    pub similarity: f32,
}

impl From<Score> for ScoreNumbers {
    fn from(score: Score) -> Self {
        Self {
            precision: score.precision,
            recall: score.recall,
            f1: score.f1,
        }
    }
}

impl<'a> TokenJson<'a> {
    /// The tokens of a side in order.
    pub fn all(side: &'a WeightedText) -> Vec<Self> {
        let tokens = side.tokenized.tokens.iter().zip(side.weights.as_slice());
        let line = |(token, &weight): (&'a bertscope_encoder::Token, &f64)| Self {
            id: token.id,
            piece: Cow::from(&token.piece),
            text: Cow::from(&token.text),
            start: token.start,
            end: token.end,
            special: token.special,
            unknown: token.unknown,
            weight,
        };
        tokens.map(line).collect()
    }

    /// The same on its own.
    pub fn into_owned(self) -> TokenJson<'static> {
        let Self {
            id,
            piece,
            text,
            start,
            end,
            special,
            unknown,
            weight,
        } = self;
        let (piece, text) = (
            Cow::Owned(piece.into_owned()),
            Cow::Owned(text.into_owned()),
        );
        TokenJson {
            id,
            piece,
            text,
            start,
            end,
            special,
            unknown,
            weight,
        }
    }
}

impl From<&GreedyMatches> for Matches {
    fn from(matches: &GreedyMatches) -> Self {
        let lines = |side: &[Match]| {
            side.iter()
                .enumerate()
                .map(|(token, m)| MatchJson::new(token, m))
                .collect()
        };
        Self {
            candidate: lines(&matches.candidate),
            reference: lines(&matches.reference),
        }
    }
}

impl MatchJson {
    fn new(token: usize, found: &Match) -> Self {
        Self {
            token,
            partner: found.token,
            similarity: found.similarity,
            runner_up: found.runner_up.map(|r| RunnerUpJson {
                token: r.token,
                similarity: r.similarity,
            }),
        }
    }
}

/// Writes a part of a JSON string without characters that could control the terminal it is printed on. `serde_json` escapes
/// only C0 controls, which leaves U+009B among others, the one-character start of an escape sequence.
pub fn escape<W: Write + ?Sized>(out: &mut W, fragment: &str) -> io::Result<()> {
    let mut rest = fragment;
    while let Some(at) = rest.find(|c| visible(c) != c) {
        let (harmless, tail) = rest.split_at(at);
        let mut characters = tail.chars();
        let steering = characters.next().map_or(0, u32::from);
        // All of them have four hexadecimal digits.
        write!(out, "{harmless}\\u{steering:04x}")?;
        rest = characters.as_str();
    }
    out.write_all(rest.as_bytes())
}

/// Writes a value that is already JSON, such as an unchanged id, in the same way. In JSON, only strings can contain control
/// characters; tabs between values become spaces.
pub fn escape_raw<W: Write + ?Sized>(out: &mut W, fragment: &str) -> io::Result<()> {
    if fragment.bytes().any(|byte| byte < b' ') {
        return escape(out, &fragment.replace(|c: char| c < ' ', " "));
    }
    escape(out, fragment)
}
