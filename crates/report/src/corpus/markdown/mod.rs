//! The report as Markdown, for the appendix of a paper.

mod drivers;

use std::fmt::{Result, Write};

use super::agreement::{Agreement, agreement, human_score_note, interval, scored};
use super::html::tables::{outcome, resampling_note};
use super::report_figures::against_baseline;
use super::{CorpusReport, Example, Findings, UNSCORED};
use crate::markdown::{code, escaped, number};
use crate::number::{with_plus, with_thousands_separators};
use crate::origin::short;
use crate::systems::order::{OrderCheck, RESCALING};
use crate::systems::text::{group_name, verdict};
use crate::systems::{digits, p_value};
use bertscope_analysis::VERSION_NOTE;
use bertscope_metric::correlation::Correlation;
use bertscope_printable::printable;
use bertscope_systems::{Measure, MeasureChange, SystemComparison};

/// Shown for an undefined number.
const DASH: &str = "—";

/// The page. Texts are escaped, so that they are shown unchanged.
pub(super) fn page(report: &CorpusReport, findings: &Findings) -> String {
    let mut page = format!("## {}\n\n", named(&report.title));
    // Writing to a string cannot fail.
    let _ = write_page(&mut page, report, findings);
    page
}

fn named(text: &str) -> String {
    escaped(&printable(text))
}

fn write_page(page: &mut String, report: &CorpusReport, findings: &Findings) -> Result {
    for system in 1..report.systems.len() {
        writeln!(page, "{}\n", named(&verdict(&findings.comparison, system)))?;
    }
    means(page, report, &findings.comparison)?;
    for line in findings.remarks.lines(report.segments.len() as u64, "pair") {
        writeln!(page, "\n{}.", named(&line))?;
    }
    differences(page, report, &findings.comparison)?;
    order(page, &findings.comparison)?;
    groups(page, report, &findings.comparison)?;
    if let Some(human) = &report.human {
        let agreement = agreement(report);
        writeln!(page, "\n### Agreement with {}", named(human))?;
        if let Some(remark) = human_score_note(report, &findings.comparison, &agreement) {
            writeln!(page, "\n{}", named(&remark))?;
        }
        agreement.iter().try_for_each(|of| agreement_of(page, report, of))?;
    }
    drivers::write(page, findings.drivers.as_ref())?;
    for telling in &findings.examples {
        let heading = named(&telling.reason.heading(&report.systems));
        writeln!(page, "\n### {heading}\n\n{}\n", named(&telling.reason.rule()))?;
        telling.examples.iter().try_for_each(|example| pair(page, report, example))?;
    }
    writeln!(page, "\n### Reproduce\n\n- **Command:** {}", code(&report.command))?;
    writeln!(page, "- **Signature:** {} ({VERSION_NOTE})", code(&report.signature))
}

fn plain(x: f64) -> String {
    number(Some(x), 5)
}

fn signed(x: f64) -> String {
    with_plus(plain(x))
}

/// A difference with its interval and p-values, as cells of a table.
struct ChangeCells {
    difference: String,
    interval: String,
    bootstrap: String,
    randomisation: String,
}

impl ChangeCells {
    fn new(change: &MeasureChange) -> Self {
        let dash = || DASH.to_owned();
        let [bootstrap, randomisation] = [change.p_bootstrap, change.p_randomisation].map(p_value_text);
        Self {
            difference: change.difference.map_or_else(dash, signed),
            interval: interval(change.interval, signed).unwrap_or_else(dash),
            bootstrap,
            randomisation,
        }
    }
}

fn p_value_text(p: Option<f64>) -> String {
    p.map_or_else(|| DASH.to_owned(), |p| p_value(p, 3))
}

fn means(page: &mut String, report: &CorpusReport, comparison: &SystemComparison) -> Result {
    writeln!(page, "| System | Pairs | P | R | F1 | 95% interval of F1 |\n|---|---:|---:|---:|---:|---|")?;
    for (system, name) in report.systems.iter().enumerate() {
        let of = |measure: Measure| comparison.measure(measure).map(|compared| compared.systems[system]);
        let [p, r, f1] = Measure::MAIN.map(|measure| number(of(measure).and_then(|estimate| estimate.value), 5));
        let ends = of(Measure::F1).and_then(|estimate| interval(estimate.interval, plain));
        let ends = ends.unwrap_or_else(|| DASH.to_owned());
        let pairs = with_thousands_separators(scored(report, system) as u64);
        writeln!(page, "| {} | {pairs} | {p} | {r} | {f1} | {ends} |", named(name))?;
    }
    writeln!(page, "\n{}", resampling_note(comparison))
}

fn differences(page: &mut String, report: &CorpusReport, comparison: &SystemComparison) -> Result {
    for difference in &comparison.differences {
        writeln!(page, "\n### {}\n", named(&against_baseline(report, difference.system)))?;
        writeln!(page, "| Mean of | Difference | 95% interval | p, bootstrap | p, randomisation |")?;
        writeln!(page, "|---|---:|---|---:|---:|")?;
        for measure in Measure::MAIN.iter().filter_map(|measure| comparison.measure(*measure)) {
            let ChangeCells { difference, interval, bootstrap, randomisation } =
                ChangeCells::new(&measure.changes[difference.system - 1]);
            writeln!(page, "| {} | {difference} | {interval} | {bootstrap} | {randomisation} |", measure.measure)?;
        }
        writeln!(page, "\n{}", named(&outcome(report, comparison, difference)))?;
    }
    Ok(())
}

/// Whether other settings and word overlap rank the systems in the same order.
fn order(page: &mut String, comparison: &SystemComparison) -> Result {
    let Some(OrderCheck { lead, shown, with_p }) = OrderCheck::check(comparison) else { return Ok(()) };
    writeln!(page, "\n### Does the order hold?\n\n{lead}. {RESCALING}")?;
    if shown.is_empty() {
        return Ok(());
    }
    let systems = comparison.systems.iter().map(|name| named(name));
    let p_values =
        comparison.systems.iter().skip(1).filter(|_| with_p).map(|name| format!("p of {}, randomisation", named(name)));
    let columns: Vec<String> = systems.chain(p_values).collect();
    writeln!(page, "\n| Measure | {} | Order |", columns.join(" | "))?;
    writeln!(page, "|---|{}---|", "---:|".repeat(columns.len()))?;
    for compared in shown {
        let values = compared.systems.iter().map(|estimate| number(estimate.value, digits(compared.measure)));
        let p_values = compared.changes.iter().filter(|_| with_p).map(|change| p_value_text(change.p_randomisation));
        let cells: Vec<String> = values.chain(p_values).collect();
        let order = if compared.agrees { "same as by F1" } else { "different" };
        writeln!(page, "| {} | {} | {order} |", compared.measure, cells.join(" | "))?;
    }
    Ok(())
}

/// Mean F1 and the differences in each group.
fn groups(page: &mut String, report: &CorpusReport, comparison: &SystemComparison) -> Result {
    if comparison.groups.is_empty() {
        return Ok(());
    }
    let systems: String = report.systems.iter().fold(String::new(), |row, name| row + " " + &named(name) + " |");
    let changes: String = (1..report.systems.len()).fold(String::new(), |row, system| {
        row + " " + &named(&against_baseline(report, system)) + " | 95% interval | p, randomisation |"
    });
    writeln!(page, "\n### F1 in each group\n\n| Group | Pairs |{systems}{changes}")?;
    let (means, differences) =
        ("---:|".repeat(report.systems.len()), "---:|---|---:|".repeat(report.systems.len().saturating_sub(1)));
    writeln!(page, "|---|---:|{means}{differences}")?;
    for group in &comparison.groups {
        let Some(f1) = group.comparison.measure(Measure::F1) else { continue };
        write!(
            page,
            "| {} | {} |",
            named(group_name(&group.name)),
            with_thousands_separators(group.comparison.segments as u64)
        )?;
        f1.systems.iter().try_for_each(|estimate| write!(page, " {} |", number(estimate.value, 5)))?;
        for change in &f1.changes {
            let ChangeCells { difference, interval, randomisation, .. } = ChangeCells::new(change);
            write!(page, " {difference} | {interval} | {randomisation} |")?;
        }
        writeln!(page)?;
    }
    Ok(())
}

fn agreement_of(page: &mut String, report: &CorpusReport, of: &Agreement) -> Result {
    if report.systems.len() > 1 {
        writeln!(page, "\n**{}**", named(&report.systems[of.system]))?;
    }
    writeln!(page, "\n| Group | Pairs | Pearson P | R | F1 | Spearman P | R | F1 | Kendall P | R | F1 |")?;
    writeln!(page, "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")?;
    let mut row = |name: &str, pairs: usize, measures: &[Correlation; 3]| {
        let three = [measures.map(|m| m.pearson), measures.map(|m| m.spearman), measures.map(|m| m.kendall)];
        let cells: Vec<String> = three.concat().into_iter().map(|x| number(x, 4)).collect();
        writeln!(page, "| {} | {} | {} |", named(name), with_thousands_separators(pairs as u64), cells.join(" | "))
    };
    of.rows().iter().try_for_each(|(name, pairs, measures)| row(name, *pairs, measures))
}

/// A pair as a list: its texts and numbers.
fn pair(page: &mut String, report: &CorpusReport, example: &Example) -> Result {
    let Some(segment) = report.segments.get(example.segment) else { return Ok(()) };
    let remark = example.evidence.describe(signed).map_or_else(String::new, |words| format!(": {words}"));
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
