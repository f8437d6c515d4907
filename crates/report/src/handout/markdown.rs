//! A hand-out as Markdown.

use std::fmt::Write;

use super::{Handout, HandoutOutput, HandoutPair, HandoutSystem};
use crate::export::ExportOptions;
use crate::markdown::{escaped, page as pair_page};
use crate::origin::PairOrigin;
use bertscope_printable::printable;

/// A table of all pairs, then each as it is exported by itself.
pub(super) fn page(handout: &Handout) -> String {
    let mut page = format!("## {}\n\n", escaped(&printable(&handout.title)));
    let headings: Vec<String> = handout.headings().iter().map(|name| escaped(&printable(name))).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(page, "| Pair | {} | Note |", headings.join(" | "));
    let _ = writeln!(page, "|---|{}---|", "---:|".repeat(headings.len()));
    for pair in &handout.pairs {
        let [name, note] = [&pair.origin.name(), &pair.origin.note].map(|text| escaped(&printable(text)));
        let _ = writeln!(page, "| {name} | {} | {note} |", handout.cells(pair).join(" | "));
    }
    for pair in &handout.pairs {
<<<<<<< HEAD
        page.push('\n');
        match &pair.scored {
            Ok(scored) => {
                let best = scored.best_reference();
                let all = pair.references.len();
                let mut origin = pair.origin.clone();
                origin.reference = (all > 1).then_some((best + 1, all));
                let name = origin.name();
                let title = name[..1].to_uppercase() + &name[1..];
                let (title, origin) = (Some(title), Some(origin));
                let options = ExportOptions { title, origin, special: handout.special, ..ExportOptions::default() };
                page += &pair_page(&scored.analyses[best], &options);
                if all > 1 {
                    page += "\n| | P | R | F1 |\n|---|---:|---:|---:|\n";
                    for (name, score) in pair.scores() {
                        let [p, r, f1] = [score.precision, score.recall, Some(score.f1)].map(precise);
                        let _ = writeln!(page, "| {name} | {p} | {r} | {f1} |");
                    }
                }
            }
            Err(why) => {
                let _ = writeln!(page, "### {}\n\n{}", escaped(&pair.origin.name()), escaped(&printable(why)));
            }
=======
        for (system, output) in handout.systems.iter().zip(&pair.outputs) {
            page.push('\n');
            page += &section(handout, pair, system, output);
>>>>>>> main
        }
    }
    page
}

/// A candidate as it is exported by itself.
fn section(handout: &Handout, pair: &HandoutPair, system: &HandoutSystem, output: &HandoutOutput) -> String {
    let name = pair.origin.name();
    let of = if handout.is_of_several() { format!(", {}", system.name) } else { String::new() };
    match &output.scored {
        Ok(scored) => {
            let best = scored.best_reference();
            let all = pair.references.len();
            let reference = (all > 1).then_some((best + 1, all));
            let origin = Some(PairOrigin { reference, human: output.human, ..pair.origin.clone() });
            let title = Some(name[..1].to_uppercase() + &name[1..] + &of);
            let options = ExportOptions { title, origin, special: handout.special, ..ExportOptions::default() };
            pair_page(&scored.analyses[best], &options)
        }
        Err(why) => format!("### {}\n\n{}\n", escaped(&(name + &of)), escaped(&printable(why))),
    }
}
