//! A hand-out as Markdown.

use std::fmt::Write;

use super::Handout;
use crate::export::ExportOptions;
use crate::markdown::{escaped, page as pair_page};
use crate::number::precise;
use crate::origin::short;
use bertscope_printable::printable;

/// A table of all pairs, then each as it is exported by itself.
pub(super) fn page(handout: &Handout) -> String {
    let judged = handout.is_judged();
    let mut page = format!("## {}\n\n", escaped(&printable(&handout.title)));
    page += if judged { "| Pair | P | R | F1 | Human | Note |\n" } else { "| Pair | P | R | F1 | Note |\n" };
    page += if judged { "|---|---:|---:|---:|---:|---|\n" } else { "|---|---:|---:|---:|---|\n" };
    for pair in &handout.pairs {
        let [p, r, f1] = pair.numbers().map(precise);
        let human = match (judged, pair.origin.human) {
            (false, _) => String::new(),
            (true, None) => " — |".to_owned(),
            (true, Some(human)) => format!(" {} |", short(human)),
        };
        let [name, note] = [&pair.origin.name(), &pair.origin.note].map(|text| escaped(&printable(text)));
        // Writing to a string cannot fail.
        let _ = writeln!(page, "| {name} | {p} | {r} | {f1} |{human} {note} |");
    }
    for pair in &handout.pairs {
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
        }
    }
    page
}
