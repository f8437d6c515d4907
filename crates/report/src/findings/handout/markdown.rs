//! A handout as Markdown.

use std::fmt::Write;

use super::{Handout, HandoutOutput, HandoutPair, HandoutSystem};
use crate::ScoredCandidate;
use crate::export::pair::markdown as pair_page;
use crate::export::{ExportOptions, PairOrigin};
use crate::number::five_places;
use bertscope_printable::printable;
use bertscope_sheet::markdown::escaped;

/// A table of all pairs, then each as it would be exported alone.
pub(super) fn page(handout: &Handout) -> String {
    let mut page = format!("## {}\n\n", escaped(&printable(&handout.title)));
    let headings: Vec<String> = handout
        .headings()
        .iter()
        .map(|name| escaped(&printable(name)))
        .collect();
    // Writing to a string cannot fail.
    let _ = writeln!(page, "| Pair | {} | Note |", headings.join(" | "));
    let _ = writeln!(page, "|---|{}---|", "---:|".repeat(headings.len()));
    for pair in &handout.pairs {
        let [name, note] =
            [&pair.origin.name(), &pair.origin.note].map(|text| escaped(&printable(text)));
        let _ = writeln!(
            page,
            "| {name} | {} | {note} |",
            handout.cells(pair).join(" | ")
        );
    }
    for pair in &handout.pairs {
        for (system, output) in handout.systems.iter().zip(&pair.outputs) {
            page.push('\n');
            page += &section(handout, pair, system, output);
        }
    }
    page
}

/// A candidate as it would be exported alone.
fn section(
    handout: &Handout,
    pair: &HandoutPair,
    system: &HandoutSystem,
    output: &HandoutOutput,
) -> String {
    let name = pair.origin.name();
    let of = if handout.has_several_systems() {
        format!(", {}", system.name)
    } else {
        String::new()
    };
    match &output.scored {
        Ok(scored) => {
            let best = scored.best_reference();
            let all = pair.references.len();
            let origin = PairOrigin {
                reference: (all > 1).then_some((best + 1, all)),
                human: output.human,
                ..pair.origin.clone()
            };
            let options = ExportOptions {
                title: Some(name[..1].to_uppercase() + &name[1..] + &of),
                origin: Some(origin),
                special: handout.special,
                ..ExportOptions::default()
            };
            pair_page(&scored.analyses[best], &options) + &reference_scores(scored)
        }
        Err(why) => format!(
            "### {}\n\n{}\n",
            escaped(&(name + &of)),
            escaped(&printable(why))
        ),
    }
}

/// The scores with each of several references, and the best of them.
fn reference_scores(scored: &ScoredCandidate) -> String {
    if scored.analyses.len() < 2 {
        return String::new();
    }
    let mut table = "\n| | P | R | F1 |\n|---|---:|---:|---:|\n".to_owned();
    for (name, score) in scored.scores_by_reference() {
        let numbers = score.numbers().map(five_places).join(" | ");
        // Writing to a string cannot fail.
        let _ = writeln!(table, "| {name} | {numbers} |");
    }
    table
}
