//! `score` without `--json`: numbers for people.

use std::io::{self, Write};

use super::Scored;
use crate::analysis::{Analysis, WeighedText};
use crate::metric::{Match, Score};
use crate::printable::printable;

/// Writes one candidate: a line with P, R and F1, its notes, and its matches when asked for.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, scored: &Scored, with_details: bool) -> io::Result<()> {
    writeln!(out, "{}", numbers(&scored.asked))?;
    if let Some(note) = scored.note() {
        writeln!(out, "  note: {}", printable(&note))?;
    }
    if with_details {
        for (i, analysis) in scored.analyses.iter().enumerate() {
            if scored.analyses.len() > 1 {
                writeln!(out, "  reference {}: {}", i + 1, numbers(&analysis.score()))?;
            }
            details(out, analysis)?;
        }
    }
    Ok(())
}

/// Writes the mean of the scores, when there are several, and the signature.
///
/// # Errors
/// Those of `out`.
pub fn write_summary(out: &mut impl Write, scores: &[Score], signature: &str) -> io::Result<()> {
    if scores.len() > 1 {
        let mean = |number: fn(&Score) -> Option<f64>| {
            let known: Vec<f64> = scores.iter().filter_map(number).collect();
            (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
        };
        let score = Score {
            precision: mean(|s| s.precision),
            recall: mean(|s| s.recall),
            f1: mean(|s| Some(s.f1)).unwrap_or(0.0),
        };
        writeln!(out, "{}  mean of {} pairs", numbers(&score), scores.len())?;
    }
    writeln!(out, "{}", printable(signature))
}

/// P, R and F1 to six places, in a line without an end.
#[must_use]
pub fn numbers(score: &Score) -> String {
    let number = |x: Option<f64>| x.map_or("undefined".into(), |x| format!("{x:.6}"));
    format!("P {}  R {}  F1 {}", number(score.precision), number(score.recall), number(Some(score.f1)))
}

fn details(out: &mut impl Write, analysis: &Analysis) -> io::Result<()> {
    writeln!(out, "  candidate -> reference")?;
    directed(out, &analysis.candidate, &analysis.reference, &analysis.matches.candidate)?;
    writeln!(out, "  reference -> candidate")?;
    directed(out, &analysis.reference, &analysis.candidate, &analysis.matches.reference)
}

fn directed(out: &mut impl Write, from: &WeighedText, to: &WeighedText, matches: &[Match]) -> io::Result<()> {
    let name = |side: &WeighedText, i: usize| printable(&side.tokenized.tokens[i].piece);
    for (i, m) in matches.iter().enumerate() {
        let runner_up =
            m.runner_up.map_or(String::new(), |r| format!("  runner-up {} {:.4}", name(to, r.token), r.similarity));
        let weight = from.weights.as_slice()[i];
        let special = if to.tokenized.tokens[m.token].special { "  (special token)" } else { "" };
        let (a, b) = (name(from, i), name(to, m.token));
        writeln!(out, "    {a} -> {b}  {:.4}  weight {weight:.4}{special}{runner_up}", m.similarity)?;
    }
    Ok(())
}
