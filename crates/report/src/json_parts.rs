//! Tokens, matches and lines in every JSON output of this program.

use std::io::{self, Write};

use serde::Serialize;

use bertscope_analysis::WeightedText;
use bertscope_encoder::Token;
use bertscope_metric::{GreedyMatches, Match, RunnerUp};
use bertscope_printable::visible;

/// A token with its weight.
#[derive(Serialize)]
pub struct TokenJson<'a> {
    #[serde(flatten)]
    token: &'a Token,
    weight: f64,
}

/// The matches of both sides, one for each token.
#[derive(Serialize)]
pub struct Matches {
    candidate: Vec<MatchJson>,
    reference: Vec<MatchJson>,
}

/// A token's best match.
#[derive(Serialize)]
struct MatchJson {
    token: usize,
    #[serde(flatten)]
    found: Match,
    /// `None` if the other side has only one token.
    runner_up: Option<RunnerUp>,
}

impl<'a> TokenJson<'a> {
    /// The tokens of a side in order.
    pub fn all(side: &'a WeightedText) -> Vec<Self> {
        let tokens = side.tokenized.tokens.iter();
        tokens
            .zip(side.weights.as_slice())
            .map(|(token, &weight)| Self { token, weight })
            .collect()
    }
}

impl From<&GreedyMatches> for Matches {
    fn from(matches: &GreedyMatches) -> Self {
        Self {
            candidate: MatchJson::all(&matches.candidate),
            reference: MatchJson::all(&matches.reference),
        }
    }
}

impl MatchJson {
    fn all(side: &[Match]) -> Vec<Self> {
        side.iter()
            .enumerate()
            .map(|(token, &found)| Self {
                token,
                found,
                runner_up: found.runner_up,
            })
            .collect()
    }
}

/// Writes one value on a line of its own.
pub fn write_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(
        &mut *out, Escaping,
    ))?;
    writeln!(out)
}

/// One value as a line of its own.
pub fn line(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    // Writing numbers and texts to a vector cannot fail.
    let _ = write_line(&mut bytes, value);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Compact JSON that cannot steer the terminal it is printed on. `serde_json` escapes only C0 controls, which leaves U+009B
/// among others, the one-character start of an escape sequence.
struct Escaping;

impl serde_json::ser::Formatter for Escaping {
    fn write_string_fragment<W: Write + ?Sized>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        escape(out, fragment)
    }

    fn write_raw_fragment<W: Write + ?Sized>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        // A value that is JSON already, such as an id that is passed through. Tabs and line breaks may stand between its
        // parts, and only there: within a string they must be escaped.
        escape(out, &fragment.replace(|c: char| c < ' ', " "))
    }
}

fn escape<W: Write + ?Sized>(out: &mut W, fragment: &str) -> io::Result<()> {
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
