//! The text output of `score`.

use std::io::{self, Write};

use super::scored_row::{OutputRow, ScoredRow, UnscoredReason};
use crate::explanation::COLUMNS;
use crate::number::{decimals, exact, or_missing};
use crate::wrap::wrapped_words;
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::Token;
use bertscope_overlap::{Metric, Overlap};
use bertscope_printable::printable;
use bertscope_sheet::columns;

/// Writes one candidate: a line with P, R and F1, its notes, and `with_details` its matches. A pair that failed is reported
/// elsewhere.
pub fn write(out: &mut impl Write, row: &OutputRow<'_>, with_details: bool) -> io::Result<()> {
    match row.outcome {
        Ok(scored) => {
            write!(out, "{}", numbers(scored.chosen().scaled.numbers()))?;
            write_name(out, row)?;
            write_scored(out, scored, with_details)
        }
        Err(UnscoredReason::Skipped(missing)) => {
            write!(out, "{}", numbers([None; 3]))?;
            write_name(out, row)?;
            writeln!(out, "  note: {missing}")
        }
        Err(UnscoredReason::Failed(_)) => Ok(()),
    }
}

/// Writes what follows the line of the scores.
fn write_scored(out: &mut impl Write, row: ScoredRow<'_>, with_details: bool) -> io::Result<()> {
    let scored = row.chosen();
    if let Some(counts) = row.overlap {
        writeln!(out, "  {}", overlap(&counts.scores()))?;
        for note in counts.notes() {
            writeln!(out, "  note: {note}")?;
        }
    }
    if let Some(note) = scored.note() {
        writeln!(out, "  note: {}", printable(&note))?;
    }
    if row.layers.len() > 1 {
        for scored in row.layers {
            let layer = scored.analyses.first().map_or(0, |a| a.layer.0);
            writeln!(out, "  {}  layer {layer}", numbers(scored.scaled.numbers()))?;
        }
    }
    if with_details {
        for (i, analysis) in scored.analyses.iter().enumerate() {
            if scored.analyses.len() > 1 {
                let numbers = numbers(analysis.score().numbers());
                writeln!(out, "  reference {}: {numbers}", i + 1)?;
            }
            details(out, analysis)?;
        }
    }
    for section in row.explanations {
        writeln!(out, "\n  {}", section.heading())?;
        for line in wrapped_words(&printable(&section.lead), usize::from(COLUMNS) - 2) {
            writeln!(out, "  {line}")?;
        }
        for line in columns::lines(&section.sheet.blocks, COLUMNS - 4) {
            writeln!(out, "{}", format!("    {}", line.text()).trim_end())?;
        }
    }
    Ok(())
}

/// Writes the id or the number of the pair and the passed-through columns, and ends the line.
fn write_name(out: &mut impl Write, row: &OutputRow<'_>) -> io::Result<()> {
    if let Some(id) = row.id {
        write!(out, "  {}", printable(&id.to_string()))?;
    } else if row.fields.number {
        write!(out, "  pair {}", row.number)?;
    }
    let values = row.pair.iter().flat_map(|pair| &pair.extra);
    for (name, value) in row.fields.columns.iter().zip(values) {
        let value = printable(&value.to_string());
        write!(out, "  {}={value}", printable(name))?;
    }
    writeln!(out)
}

/// P, R and F1 as the `bert-score` command prints them, each after a label.
pub fn numbers_of_bert_score(scores: [Option<f64>; 3], labels: [&str; 3]) -> String {
    let [p, r, f1] = scores.map(|number| match number {
        Some(number) => format!("{number:.6}"),
        None => "nan".to_owned(),
    });
    let [before_p, before_r, before_f1] = labels;
    format!("{before_p}{p}{before_r}{r}{before_f1}{f1}")
}

/// P, R and F1, without a line end.
pub fn numbers(scores: [Option<f64>; 3]) -> String {
    let [p, r, f1] = scores.map(|x| or_missing(x, exact));
    format!("P {p}  R {r}  F1 {f1}")
}

/// The scores of word overlap, without a line end.
pub fn overlap(scores: &Overlap) -> String {
    Metric::ALL
        .map(|metric| {
            let score = or_missing(scores.get(metric), |score| decimals(score, metric.digits()));
            format!("{} {score}", metric.title())
        })
        .join("  ")
}

fn details(out: &mut impl Write, analysis: &Analysis) -> io::Result<()> {
    for side in Side::BOTH {
        let from = analysis.side(side);
        let to = &analysis.side(side.other()).tokenized.tokens;
        writeln!(out, "  {} -> {}", side.name(), side.other().name())?;
        for (i, found) in analysis.matches_of(side).iter().enumerate() {
            write!(
                out,
                "    {} -> {}  {}  weight {}",
                name(&from.tokenized.tokens[i]),
                name(&to[found.token]),
                decimals(found.similarity, 4),
                decimals(from.weights.as_slice()[i], 4)
            )?;
            if to[found.token].special {
                write!(out, "  (special token)")?;
            }
            if let Some(second) = found.runner_up {
                let similarity = decimals(second.similarity, 4);
                write!(out, "  runner-up {} {similarity}", name(&to[second.token]))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// A token as it is in the vocabulary; of an unknown one its text.
fn name(token: &Token) -> String {
    if token.unknown {
        printable(&token.label())
    } else {
        printable(&token.piece)
    }
}
