//! `score --json`: one object a line, the contract that scripts rely on.

use std::io::{self, Write};

use serde::Serialize;

use super::Scored;
use super::lines::{Matches, Numbers, TokenLine, escape};
use crate::analysis::Analysis;
use crate::metric::Score;

#[derive(Serialize)]
struct Line<'a> {
    precision: Option<f64>,
    recall: Option<f64>,
    f1: f64,
    raw: Numbers,
    signature: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<usize>,
    #[serde(flatten)]
    details: Option<Details<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    references: Vec<OneReference<'a>>,
}

#[derive(Serialize)]
struct OneReference<'a> {
    precision: Option<f64>,
    recall: Option<f64>,
    f1: f64,
    raw: Numbers,
    #[serde(flatten)]
    details: Details<'a>,
}

#[derive(Serialize)]
struct Details<'a> {
    candidate_tokens: Vec<TokenLine<'a>>,
    reference_tokens: Vec<TokenLine<'a>>,
    similarity: Vec<&'a [f32]>,
    matches: Matches,
}

/// Writes one candidate's line.
///
/// With several references, the details at the top are those of the one with the highest F1, whose index is
/// `reference`, and `references` has all of them in order.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, scored: &Scored, with_details: bool) -> io::Result<()> {
    let best = scored.best_reference();
    let several = scored.analyses.len() > 1;
    let line = Line {
        precision: scored.asked.precision,
        recall: scored.asked.recall,
        f1: scored.asked.f1,
        raw: scored.raw.into(),
        signature: &scored.analyses[best].signature,
        note: scored.note(),
        reference: several.then_some(best),
        details: with_details.then(|| Details::of(&scored.analyses[best])),
        references: if several && with_details {
            scored.analyses.iter().map(OneReference::of).collect()
        } else {
            Vec::new()
        },
    };
    line.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Escaping))?;
    writeln!(out)
}

/// Compact JSON that can not steer a terminal.
pub struct Escaping;

impl serde_json::ser::Formatter for Escaping {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        escape(out, fragment)
    }
}

impl<'a> OneReference<'a> {
    fn of(analysis: &'a Analysis) -> Self {
        let Score { precision, recall, f1 } = analysis.score();
        Self { precision, recall, f1, raw: analysis.raw.into(), details: Details::of(analysis) }
    }
}

impl<'a> Details<'a> {
    fn of(analysis: &'a Analysis) -> Self {
        Self {
            candidate_tokens: TokenLine::all(&analysis.candidate),
            reference_tokens: TokenLine::all(&analysis.reference),
            similarity: (0..analysis.similarity.candidates()).map(|c| analysis.similarity.row(c)).collect(),
            matches: Matches::from(&analysis.matches),
        }
    }
}
