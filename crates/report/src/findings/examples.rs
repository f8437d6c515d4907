//! Selects the example pairs of a report: largest differences of systems, largest disagreements with people, random.

use std::collections::BTreeSet;

use bertscope_metric::correlation::ranks;

use super::shuffle::shuffled;
use super::{CorpusReport, group_name};
use crate::findings::sheet::{Block, Cell, Example, ExampleOutput};

/// The examples of one selection criterion.
#[derive(Debug, Clone, PartialEq)]
pub struct ExampleGroup {
    /// The criterion.
    pub heading: String,
    /// How they were chosen.
    pub rule: String,
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
    /// The numbers behind its selection, in words.
    pub remark: Option<String>,
}

impl CorpusReport {
    /// The example pairs.
    pub fn select_examples(&self) -> Vec<ExampleGroup> {
        let mut groups: Vec<ExampleGroup> = (1..self.systems().len()).flat_map(|of| by_difference(self, of)).collect();
        groups.extend(by_disagreement(self));
        groups.extend((self.systems().len() == 1).then(|| lowest(self)));
        groups.push(random(self));
        groups.retain(|group| !group.examples.is_empty());
        groups
    }

    /// The candidates of the examples by segment and system, each once: those that need a picture.
    pub fn candidates_to_draw(&self) -> BTreeSet<(usize, usize)> {
        let examples = self.select_examples().into_iter().flat_map(|group| group.examples);
        examples.flat_map(|of| of.systems.into_iter().map(move |system| (of.segment, system))).collect()
    }
}

/// The largest gains and losses of a system against the baseline.
fn by_difference(report: &CorpusReport, system: usize) -> [ExampleGroup; 2] {
    let [baseline, name] = [0, system].map(|at| &report.systems()[at]);
    [("higher", 1.0), ("lower", -1.0)].map(|(which, sign)| {
        let those = differences(report, system).into_iter().filter(|(_, difference)| difference * sign > 0.0);
        let example = |(segment, difference)| SelectedExample {
            segment,
            systems: vec![0, system],
            remark: Some(format!("difference {}", Cell::difference(Some(difference)).text())),
        };
        ExampleGroup {
            heading: format!("{name} scores {which} than {baseline}"),
            rule: "The largest differences of F1.".to_owned(),
            examples: largest(those, |of| of.1 * sign, report.limits.examples).into_iter().map(example).collect(),
        }
    })
}

/// The candidates that F1 ranks much higher or lower than people do.
fn by_disagreement(report: &CorpusReport) -> [ExampleGroup; 2] {
    let disagreements = disagreements(report);
    [("higher", 1.0), ("lower", -1.0)].map(|(which, sign)| {
        let those = disagreements.iter().copied().filter(|of| of.gap() * sign > 0.0);
        let example = |RankedCandidate { segment, system, f1, human }| SelectedExample {
            segment,
            systems: vec![system],
            remark: Some(format!(
                "above {:.0}% of candidates by F1, above {:.0}% by human score",
                100.0 * f1,
                100.0 * human
            )),
        };
        ExampleGroup {
            heading: format!("F1 ranks these {which} than people do"),
            rule: "The largest differences between the rank by F1 and the rank by human score, among all judged candidates."
                .to_owned(),
            examples: largest(those, |of| of.gap() * sign, report.limits.examples).into_iter().map(example).collect(),
        }
    })
}

/// The candidates of the first system with the lowest F1.
fn lowest(report: &CorpusReport) -> ExampleGroup {
    let scored = report.segments.iter().enumerate().filter_map(|(at, of)| Some((at, of.outputs.first()?.f1()?)));
    let example = |(segment, _)| SelectedExample { segment, systems: vec![0], remark: None };
    ExampleGroup {
        heading: "Lowest F1".to_owned(),
        rule: "The candidates with the lowest F1.".to_owned(),
        examples: largest(scored, |of| -of.1, report.limits.examples).into_iter().map(example).collect(),
    }
}

/// Segments drawn with the seed of the report.
fn random(report: &CorpusReport) -> ExampleGroup {
    let seed = report.limits.seed;
    let systems: Vec<usize> = (0..report.systems().len()).collect();
    let drawn = shuffled(report.segments.len(), seed).into_iter().take(report.limits.examples);
    ExampleGroup {
        heading: "Random pairs".to_owned(),
        rule: format!("Drawn at random with seed {seed}, to show typical pairs."),
        examples: drawn.map(|segment| SelectedExample { segment, systems: systems.clone(), remark: None }).collect(),
    }
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
        blocks.extend([Block::heading(group.heading), Block::Note(group.rule)]);
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
        remark: selected.remark.clone(),
        group: segment.group.as_deref().map(|name| group_name(name).to_owned()),
        references: segment.references.clone(),
        outputs: selected.systems.iter().map(output).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::report::tests::report;

    fn rows(telling: &[ExampleGroup], heading: &str) -> Vec<usize> {
        let found = telling.iter().find(|telling| telling.heading == heading);
        found.map_or(Vec::new(), |telling| telling.examples.iter().map(|example| example.segment).collect())
    }

    #[test]
    fn the_largest_differences_come_first_in_each_direction() {
        let report = report(&[&[0.5, 0.5, 0.5, 0.5], &[0.6, 0.9, 0.5, 0.1]], &[]);
        let telling = report.select_examples();
        assert_eq!(rows(&telling, "B scores higher than A"), [1, 0]);
        assert_eq!(rows(&telling, "B scores lower than A"), [3]);
        assert_eq!(telling[0].examples[0].remark.as_deref(), Some("difference +0.40000"));
    }

    #[test]
    fn disagreement_is_of_ranks_and_no_disagreement_is_no_example() {
        let report = report(&[&[0.1, 0.2, 0.3, 0.4, 0.5]], &[5.0, 2.0, 3.0, 4.0, 1.0]);
        let telling = report.select_examples();
        assert_eq!(rows(&telling, "F1 ranks these higher than people do"), [4]);
        assert_eq!(rows(&telling, "F1 ranks these lower than people do"), [0]);
        let high = telling.iter().find(|telling| telling.heading == "F1 ranks these higher than people do").unwrap();
        let remark = "above 100% of candidates by F1, above 0% by human score";
        assert_eq!(high.examples[0].remark.as_deref(), Some(remark));
        assert_eq!(rows(&telling, "Lowest F1"), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn what_has_no_score_is_drawn_at_random_only() {
        let mut report = report(&[&[0.1]], &[1.0]);
        report.segments[0].outputs[0].score = None;
        let headings: Vec<String> = report.select_examples().into_iter().map(|group| group.heading).collect();
        assert_eq!(headings, ["Random pairs"]);
    }
}
