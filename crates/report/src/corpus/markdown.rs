//! The report as Markdown, for the appendix of a paper.

use std::fmt::Write;

use super::numbers::SystemNumbers;
use super::{CorpusReport, Example, Telling, UNSCORED, numbers};
use crate::markdown::{code, escaped, number};
use crate::number::count;
use crate::origin::short;
use bertscope_analysis::VERSION_NOTE;
use bertscope_metric::correlation::Correlation;
use bertscope_printable::printable;

/// The page. Texts are escaped, so that they read as they are.
pub(super) fn page(report: &CorpusReport, telling: &[Telling]) -> String {
    let mut page = format!("## {}\n\n", named(&report.title));
    let numbers = numbers::of(report);
    // Writing to a string cannot fail.
    let _ = write_page(&mut page, report, &numbers, telling);
    page
}

fn named(text: &str) -> String {
    escaped(&printable(text))
}

fn write_page(
    page: &mut String,
    report: &CorpusReport,
    numbers: &[SystemNumbers],
    telling: &[Telling],
) -> std::fmt::Result {
    writeln!(page, "| System | Pairs | P | R | F1 |\n|---|---:|---:|---:|---:|")?;
    for system in numbers {
        let [p, r, f1] = system.means.map(|mean| number(mean, 5));
        let name = named(&report.systems[system.system]);
        writeln!(page, "| {name} | {} | {p} | {r} | {f1} |", count(system.scored as u64))?;
    }
    if let Some(human) = &report.human {
        writeln!(page, "\n### Agreement with {}", named(human))?;
        numbers
            .iter()
            .filter(|system| !system.groups.is_empty())
            .try_for_each(|system| agreement(page, report, system))?;
    }
    for reason in telling {
        let heading = named(&reason.reason.heading(&report.systems));
        writeln!(page, "\n### {heading}\n\n{}\n", named(&reason.reason.rule()))?;
        reason.examples.iter().try_for_each(|example| pair(page, report, example))?;
    }
    writeln!(page, "\n### How it was made\n\n- **Command:** {}", code(&report.command))?;
    writeln!(page, "- **Signature:** {} ({VERSION_NOTE})", code(&report.signature))
}

fn agreement(page: &mut String, report: &CorpusReport, system: &SystemNumbers) -> std::fmt::Result {
    if report.systems.len() > 1 {
        writeln!(page, "\n**{}**", named(&report.systems[system.system]))?;
    }
    writeln!(page, "\n| Group | Pairs | Pearson P | R | F1 | Spearman P | R | F1 | Kendall P | R | F1 |")?;
    writeln!(page, "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")?;
    let mut row = |name: &str, pairs: usize, measures: &[Correlation; 3]| {
        let three = [measures.map(|m| m.pearson), measures.map(|m| m.spearman), measures.map(|m| m.kendall)];
        let cells: Vec<String> = three.concat().into_iter().map(|x| number(x, 4)).collect();
        writeln!(page, "| {} | {} | {} |", named(name), count(pairs as u64), cells.join(" | "))
    };
    system.groups.iter().try_for_each(|group| row(&group.name, group.pairs, &group.measures))?;
    if system.groups.len() > 1 {
        row(&format!("mean of {}", system.groups.len()), system.judged(), &system.agreement())?;
    }
    Ok(())
}

/// A pair as a list: its texts and numbers.
fn pair(page: &mut String, report: &CorpusReport, example: &Example) -> std::fmt::Result {
    let Some(segment) = report.segments.get(example.segment) else { return Ok(()) };
    let remark = if example.remark.is_empty() { String::new() } else { format!(": {}", named(&example.remark)) };
    writeln!(page, "- {}{remark}", named(&segment.name()))?;
    for reference in &segment.references {
        writeln!(page, "  - Reference: {}", code(reference))?;
    }
    for &system in &example.systems {
        let Some(output) = segment.outputs.get(system) else { continue };
        let name = if report.systems.len() > 1 { named(&report.systems[system]) } else { "Candidate".to_owned() };
        let score = output.score.map_or_else(
            || UNSCORED.to_owned(),
            |score| {
                let [p, r, f1] = [score.precision, score.recall, Some(score.f1)].map(|x| number(x, 5));
                format!("P {p}, R {r}, F1 {f1}")
            },
        );
        let human = output.human.map_or_else(String::new, |human| format!(", human {}", short(human)));
        writeln!(page, "  - {name}: {} ({score}{human})", code(&output.candidate))?;
    }
    Ok(())
}
