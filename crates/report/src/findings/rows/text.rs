//! The text output of `score`.

use std::io::{self, Write};

use super::scored_row::ScoredRow;
use crate::number::{decimals, exact, or_missing};
use crate::wrap::wrapped_words;
use bertscope_analysis::{Analysis, Side, WeightedText};
use bertscope_metric::Score;
use bertscope_overlap::{Metric, Overlap};
use bertscope_printable::printable;

/// Writes one candidate: a line with P, R and F1, its notes, and `with_details` its matches.
pub fn write(out: &mut impl Write, row: &ScoredRow<'_>, with_details: bool) -> io::Result<()> {
    let scored = row.chosen();
    let id = row.pair.id.as_ref().map_or(String::new(), |id| {
        format!("  {}", printable(&id.to_string()))
    });
    let columns = row.fields.columns_of(row.pair);
    let columns = columns
        .map(|(name, value)| format!("  {}={}", printable(name), printable(&value.to_string())));
    let columns = columns.collect::<Vec<_>>().concat();
    writeln!(out, "{}{id}{columns}", numbers(&scored.scaled))?;
    if let Some(counts) = row.overlap {
        writeln!(out, "  {}", overlap(&counts.scores()))?;
    }
    if let Some(note) = scored.note() {
        writeln!(out, "  note: {}", printable(&note))?;
    }
    if row.layers.len() > 1 {
        for scored in row.layers {
            let layer = scored.analyses.first().map_or(0, |a| a.layer.0);
            writeln!(out, "  {}  layer {layer}", numbers(&scored.scaled))?;
        }
    }
    if with_details {
        for (i, analysis) in scored.analyses.iter().enumerate() {
            if scored.analyses.len() > 1 {
                writeln!(out, "  reference {}: {}", i + 1, numbers(&analysis.score()))?;
            }
            details(out, analysis)?;
        }
    }
    for section in row.explanations {
        writeln!(out, "\n  {}", section.title)?;
        for line in wrapped_words(&printable(&section.lead), 98) {
            writeln!(out, "  {line}")?;
        }
        for row in &section.rows {
            writeln!(out, "{}", format!("    {}", row.text).trim_end())?;
        }
    }
    Ok(())
}

/// P, R and F1 as the `bert-score` command prints them, each after a label.
pub fn numbers_of_bert_score(score: &Score, labels: [&str; 3]) -> String {
    let numbers = score
        .numbers()
        .map(|x| x.map_or("nan".into(), |x| format!("{x:.6}")));
    labels
        .into_iter()
        .zip(&numbers)
        .flat_map(|(label, number)| [label, number])
        .collect()
}

/// P, R and F1, without a line end.
pub fn numbers(score: &Score) -> String {
    let [p, r, f1] = score.numbers().map(|x| or_missing(x, exact));
    format!("P {p}  R {r}  F1 {f1}")
}

/// The scores of word overlap, without a line end.
pub fn overlap(scores: &Overlap) -> String {
    Metric::ALL
        .map(|metric| {
            let score = decimals(scores.get(metric), metric.digits());
            format!("{} {score}", metric.title())
        })
        .join("  ")
}

fn details(out: &mut impl Write, analysis: &Analysis) -> io::Result<()> {
    for side in [Side::Candidate, Side::Reference] {
        let (from, to) = (analysis.side(side), analysis.side(side.other()));
        writeln!(out, "  {} -> {}", side.name(), side.other().name())?;
        let name = |side: &WeightedText, i: usize| match &side.tokenized.tokens[i] {
            token if token.unknown => printable(&token.label()),
            token => printable(&token.piece),
        };
        for (i, m) in analysis.matches_of(side).iter().enumerate() {
            let runner_up = m.runner_up.map_or(String::new(), |r| {
                format!(
                    "  runner-up {} {}",
                    name(to, r.token),
                    decimals(r.similarity, 4)
                )
            });
            let weight = from.weights.as_slice()[i];
            let special = if to.tokenized.tokens[m.token].special {
                "  (special token)"
            } else {
                ""
            };
            let (a, b) = (name(from, i), name(to, m.token));
            writeln!(
                out,
                "    {a} -> {b}  {}  weight {}{special}{runner_up}",
                decimals(m.similarity, 4),
                decimals(weight, 4)
            )?;
        }
    }
    Ok(())
}
