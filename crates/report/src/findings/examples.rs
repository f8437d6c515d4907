//! Selects the example pairs of a report: largest differences of systems, largest disagreements with people, random.

use std::collections::BTreeSet;

use bertscope_metric::correlation::ranks;

use super::shuffle::shuffled;
use super::{CorpusReport, group_name};
use crate::findings::sheet::{Block, Cell, Example, ExampleOutput};

/// The criterion by which pairs are selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExampleReason {
    /// The largest gains of the system over the baseline system.
    Above(usize),
    /// The largest losses of the system against the baseline system.
    Below(usize),
    /// F1 ranks the candidate higher than people do.
    TooHigh,
    /// F1 ranks the candidate lower than people do.
    TooLow,
    /// The lowest F1.
    Lowest,
    /// Drawn with a seed.
    Random(u64),
}

/// The examples of one selection criterion.
#[derive(Debug, Clone, PartialEq)]
pub struct ExampleGroup {
    /// The criterion.
    pub reason: ExampleReason,
    /// The most extreme first.
    pub examples: Vec<SelectedExample>,
}

/// A segment and the systems whose candidates are shown.
#[derive(Debug, Clone, PartialEq)]
pub struct SelectedExample {
    /// Position of the segment in the report.
    pub segment: usize,
    /// The systems.
    pub systems: Vec<usize>,
    /// The numbers behind its selection.
    pub evidence: ExampleEvidence,
}

/// The numbers behind the selection of a pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ExampleEvidence {
    /// Nothing but its score.
    None,
    /// F1 of the system minus F1 of the baseline.
    Difference(f64),
    /// The shares, 0 to 1, of the judged candidates that it ranks above.
    Above {
        /// By F1.
        f1: f64,
        /// By human score.
        human: f64,
    },
}

impl ExampleEvidence {
    /// The remark in words; `None` if there is nothing to say.
    fn describe(self) -> Option<String> {
        match self {
            Self::None => None,
            Self::Difference(by) => Some(format!("difference {}", Cell::difference(Some(by)).text())),
            Self::Above { f1, human } => Some(format!(
                "above {:.0}% of candidates by F1, above {:.0}% by human score",
                100.0 * f1,
                100.0 * human
            )),
        }
    }
}

impl ExampleReason {
    /// A heading.
    fn heading(self, systems: &[String]) -> String {
        let baseline = systems.first().map_or("", String::as_str);
        let name = |system: usize| systems.get(system).map_or("", String::as_str);
        match self {
            Self::Above(system) => format!("{} scores higher than {baseline}", name(system)),
            Self::Below(system) => format!("{} scores lower than {baseline}", name(system)),
            Self::TooHigh => "F1 ranks these higher than people do".to_owned(),
            Self::TooLow => "F1 ranks these lower than people do".to_owned(),
            Self::Lowest => "Lowest F1".to_owned(),
            Self::Random(_) => "Random pairs".to_owned(),
        }
    }

    /// How the pairs were chosen.
    fn rule(self) -> String {
        match self {
            Self::Above(_) | Self::Below(_) => "The largest differences of F1.".to_owned(),
            Self::TooHigh | Self::TooLow => {
                "The largest differences between the rank by F1 and the rank by human score, among all judged candidates."
                    .to_owned()
            }
            Self::Lowest => "The candidates with the lowest F1.".to_owned(),
            Self::Random(seed) => format!("Drawn at random with seed {seed}, to show typical pairs."),
        }
    }
}

impl CorpusReport {
    /// The example pairs.
    #[must_use]
    pub fn select_examples(&self) -> Vec<ExampleGroup> {
        choose_examples(self)
    }

    /// The candidates of the examples by segment and system, each once: those that need a picture.
    #[must_use]
    pub fn candidates_to_draw(&self) -> BTreeSet<(usize, usize)> {
        let examples = self.select_examples().into_iter().flat_map(|group| group.examples);
        examples.flat_map(|of| of.systems.into_iter().map(move |system| (of.segment, system))).collect()
    }
}

fn choose_examples(report: &CorpusReport) -> Vec<ExampleGroup> {
    let most = report.limits.examples;
    let mut telling = Vec::new();
    for system in 1..report.systems().len() {
        let differences = differences(report, system);
        for (reason, sign) in [(ExampleReason::Above(system), 1.0), (ExampleReason::Below(system), -1.0)] {
            let those = differences.iter().copied().filter(|(_, difference)| difference * sign > 0.0);
            let examples = largest(those, |(_, difference)| difference * sign, most).into_iter();
            let examples = examples.map(|(segment, difference)| SelectedExample {
                segment,
                systems: vec![0, system],
                evidence: ExampleEvidence::Difference(difference),
            });
            telling.push(ExampleGroup { reason, examples: examples.collect() });
        }
    }
    let disagreements = disagreements(report);
    for (reason, sign) in [(ExampleReason::TooHigh, 1.0), (ExampleReason::TooLow, -1.0)] {
        let those = disagreements.iter().copied().filter(|d| d.gap() * sign > 0.0);
        let examples = largest(those, |d| d.gap() * sign, most).into_iter().map(|d| SelectedExample {
            segment: d.segment,
            systems: vec![d.system],
            evidence: ExampleEvidence::Above { f1: d.f1, human: d.human },
        });
        telling.push(ExampleGroup { reason, examples: examples.collect() });
    }
    if report.systems().len() == 1 {
        let scored = report.segments.iter().enumerate().filter_map(|(i, s)| Some((i, s.outputs.first()?.f1()?)));
        let examples = largest(scored, |(_, f1)| -f1, most).into_iter();
        let examples =
            examples.map(|(segment, _)| SelectedExample { segment, systems: vec![0], evidence: ExampleEvidence::None });
        telling.push(ExampleGroup { reason: ExampleReason::Lowest, examples: examples.collect() });
    }
    let seed = report.limits.seed;
    let drawn = shuffled(report.segments.len(), seed).into_iter().take(most);
    let all: Vec<usize> = (0..report.systems().len()).collect();
    let examples = drawn
        .map(|segment| SelectedExample { segment, systems: all.clone(), evidence: ExampleEvidence::None })
        .collect();
    telling.push(ExampleGroup { reason: ExampleReason::Random(seed), examples });
    telling.retain(|telling| !telling.examples.is_empty());
    telling
}

/// F1 of a system minus F1 of the baseline, where both have one.
pub(super) fn differences(report: &CorpusReport, system: usize) -> Vec<(usize, f64)> {
    let difference = |(i, segment): (usize, &super::Segment)| {
        Some((i, segment.outputs.get(system)?.f1()? - segment.outputs.first()?.f1()?))
    };
    report.segments.iter().enumerate().filter_map(difference).collect()
}

/// A judged candidate: the share of the judged ones that it ranks above, by F1 and by human score.
#[derive(Debug, Clone, Copy)]
struct RankedCandidate {
    segment: usize,
    system: usize,
    f1: f64,
    human: f64,
}

impl RankedCandidate {
    fn gap(self) -> f64 {
        self.f1 - self.human
    }
}

fn disagreements(report: &CorpusReport) -> Vec<RankedCandidate> {
    let mut judged: Vec<RankedCandidate> = report
        .segments
        .iter()
        .enumerate()
        .flat_map(|(segment, s)| {
            let outputs = s.outputs.iter().enumerate();
            outputs
                .filter_map(move |(system, o)| Some(RankedCandidate { segment, system, f1: o.f1()?, human: o.human? }))
        })
        .collect();
    // From here on shares of the judged candidates, no longer scores.
    let by = |number: fn(&RankedCandidate) -> f64| ranks(&judged.iter().map(number).collect::<Vec<_>>());
    let (by_f1, by_people) = (by(|judged| judged.f1), by(|judged| judged.human));
    let others = (judged.len() as f64 - 1.0).max(1.0);
    for (judged, (f1, human)) in judged.iter_mut().zip(by_f1.into_iter().zip(by_people)) {
        (judged.f1, judged.human) = ((f1 - 1.0) / others, (human - 1.0) / others);
    }
    judged
}

/// The items with the largest keys, the largest first; of equal ones the earlier.
fn largest<T>(items: impl Iterator<Item = T>, key: impl Fn(&T) -> f64, most: usize) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_by(|a, b| key(b).total_cmp(&key(a)));
    items.truncate(most);
    items
}

/// The section; nothing without examples.
pub(super) fn section(report: &CorpusReport) -> Vec<Block> {
    let groups = report.select_examples();
    if groups.is_empty() {
        return Vec::new();
    }
    let lead = "Open a pair to see its heatmaps: one row per token of the candidate, one column per token of the \
                reference; darker cells are more similar. ▶ marks the best match of a row, ▼ of a column, ◆ of both.";
    let mut blocks = vec![Block::section("telling", "Example pairs")];
    blocks.extend((!report.pictures.is_empty()).then(|| Block::Note(lead.to_owned())));
    for group in groups {
        blocks.extend([Block::heading(group.reason.heading(report.systems())), Block::Note(group.reason.rule())]);
        blocks.extend(group.examples.iter().map(|example| Block::Example(Box::new(block(report, example)))));
    }
    blocks
}

fn block(report: &CorpusReport, selected: &SelectedExample) -> Example {
    let segment = &report.segments[selected.segment];
    let output = |&system: &usize| {
        let output = &segment.outputs[system];
        ExampleOutput {
            system: (report.systems().len() > 1).then(|| report.systems()[system].clone()),
            candidate: output.candidate.clone(),
            score: output.score,
            human: output.human,
            picture: report.pictures.get(&(selected.segment, system)).cloned(),
        }
    };
    Example {
        name: segment.name(),
        remark: selected.evidence.describe(),
        group: segment.group.as_deref().map(|name| group_name(name).to_owned()),
        references: segment.references.clone(),
        outputs: selected.systems.iter().map(output).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::report::tests::report;

    fn rows(telling: &[ExampleGroup], reason: ExampleReason) -> Vec<usize> {
        let found = telling.iter().find(|telling| telling.reason == reason);
        found.map_or(Vec::new(), |telling| telling.examples.iter().map(|example| example.segment).collect())
    }

    #[test]
    fn the_largest_differences_come_first_in_each_direction() {
        let report = report(&[&[0.5, 0.5, 0.5, 0.5], &[0.6, 0.9, 0.5, 0.1]], &[]);
        let telling = report.select_examples();
        assert_eq!(rows(&telling, ExampleReason::Above(1)), [1, 0]);
        assert_eq!(rows(&telling, ExampleReason::Below(1)), [3]);
        let words = |telling: &ExampleGroup| telling.examples[0].evidence.describe();
        assert_eq!(words(&telling[0]).unwrap(), "difference +0.40000");
    }

    #[test]
    fn disagreement_is_of_ranks_and_no_disagreement_is_no_example() {
        let report = report(&[&[0.1, 0.2, 0.3, 0.4, 0.5]], &[5.0, 2.0, 3.0, 4.0, 1.0]);
        let telling = report.select_examples();
        assert_eq!(rows(&telling, ExampleReason::TooHigh), [4]);
        assert_eq!(rows(&telling, ExampleReason::TooLow), [0]);
        let high = telling.iter().find(|telling| telling.reason == ExampleReason::TooHigh).unwrap();
        assert_eq!(high.examples[0].evidence, ExampleEvidence::Above { f1: 1.0, human: 0.0 });
        assert_eq!(rows(&telling, ExampleReason::Lowest), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn what_has_no_score_is_drawn_at_random_only() {
        let mut report = report(&[&[0.1]], &[1.0]);
        report.segments[0].outputs[0].score = None;
        let reasons: Vec<ExampleReason> = report.select_examples().iter().map(|telling| telling.reason).collect();
        assert_eq!(reasons, [ExampleReason::Random(1)]);
    }
}
