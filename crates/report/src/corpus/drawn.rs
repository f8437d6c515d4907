//! The figures of a report.

use super::telling::differences;
use super::{CorpusReport, numbers};
use crate::figures::{Figure, Points, Series, histogram, scatter};
use crate::number::without_zero;

/// All of them: how F1 is distributed, how differences to the baseline are, and F1 against human scores.
pub(super) fn figures(report: &CorpusReport) -> Vec<Figure> {
    let values = |system: usize| -> Vec<f64> {
        report.segments.iter().filter_map(|segment| segment.outputs.get(system)?.f1()).collect()
    };
    let f1: Vec<Vec<f64>> = (0..report.systems.len()).map(values).collect();
    let series: Vec<Series<'_>> =
        report.systems.iter().zip(&f1).map(|(name, values)| Series { name, values }).collect();
    let mut figures: Vec<Figure> = histogram("f1", "F1", &series).into_iter().collect();
    figures.extend(of_differences(report));
    if let Some(human) = &report.human {
        figures.extend(numbers::of(report).iter().filter_map(|numbers| against_people(report, numbers, human)));
    }
    figures
}

fn of_differences(report: &CorpusReport) -> Option<Figure> {
    let baseline = report.systems.first()?;
    let others: Vec<(String, Vec<f64>)> = (1..report.systems.len())
        .map(|system| {
            let values = differences(report, system).into_iter().map(|(_, difference)| difference).collect();
            (format!("{} − {baseline}", report.systems[system]), values)
        })
        .collect();
    let series: Vec<Series<'_>> = others.iter().map(|(name, values)| Series { name, values }).collect();
    histogram("differences", "difference of F1", &series)
}

fn against_people(report: &CorpusReport, numbers: &numbers::SystemNumbers, human: &str) -> Option<Figure> {
    let outputs = report.segments.iter().filter_map(|segment| segment.outputs.get(numbers.system));
    let at: Vec<(f64, f64)> = outputs.filter_map(|output| Some((output.human?, output.f1()?))).collect();
    let [.., f1] = numbers.agreement();
    let digits = |x: Option<f64>| x.map_or("—".to_owned(), |x| without_zero(format!("{x:.3}")));
    let groups =
        if numbers.groups.len() > 1 { format!(", means of {} groups", numbers.groups.len()) } else { String::new() };
    let note = format!("Pearson {}, Spearman {}{groups}", digits(f1.pearson), digits(f1.spearman));
    let name = match report.systems.len() {
        1 => "human".to_owned(),
        _ => format!("human-{}", numbers.system + 1),
    };
    let points = Points { name: &report.systems[numbers.system], note: &note, measures: (human, "F1"), at: &at };
    scatter(&name, points)
}
