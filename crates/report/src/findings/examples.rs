//! Selects the example pairs of a report: largest differences of systems, largest disagreements with people, random.

use std::collections::BTreeSet;

use bertscope_metric::correlation::ranks;

use super::shuffle::shuffled;
use super::{CorpusReport, group_name, is_above_zero, largest};
use crate::findings::sheet::{Block, Cell, Example, ExampleOutput};
use crate::number::percent;

impl CorpusReport {
    /// The candidates of the examples by segment and system, each once: those that need a picture.
    pub fn candidates_to_draw(&self) -> BTreeSet<(usize, usize)> {
        let outputs = groups(self).into_iter().flat_map(|block| match block {
            Block::Example(example) => example.outputs,
            _ => Vec::new(),
        });
        outputs.map(|output| output.place).collect()
    }

    /// A segment with the candidates of some systems, and the numbers behind its selection, in words.
    fn example(&self, at: usize, systems: &[usize], remark: Option<String>) -> Block {
        let segment = &self.segments[at];
        let output = |&system: &usize| {
            let output = &segment.outputs[system];
            ExampleOutput {
                place: (at, system),
                system: (self.systems().len() > 1).then(|| self.systems()[system].clone()),
                candidate: output.candidate.clone(),
                score: output.score,
                human: output.human,
                picture: self.pictures.get(&(at, system)).cloned(),
            }
        };
        Block::Example(Box::new(Example {
            name: segment.name(),
            remark,
            group: segment
                .group
                .as_deref()
                .map(|name| group_name(name).to_owned()),
            references: segment.references.clone(),
            outputs: systems.iter().map(output).collect(),
        }))
    }
}

/// The section; nothing without examples.
pub(super) fn section(report: &CorpusReport) -> Vec<Block> {
    let groups = groups(report);
    if groups.is_empty() {
        return groups;
    }
    let lead = "Open a pair to see its heatmaps: one row per token of the candidate, one column per token of the \
                reference; darker cells are more similar. ▶ marks the best match of a row, ▼ of a column, ◆ of both.";
    let mut blocks = vec![Block::section("telling", "Example pairs")];
    blocks.extend((!report.pictures.is_empty()).then(|| Block::Note(lead.to_owned())));
    blocks.extend(groups);
    blocks
}

fn groups(report: &CorpusReport) -> Vec<Block> {
    let mut groups: Vec<Block> = (1..report.systems().len())
        .flat_map(|of| by_difference(report, of))
        .collect();
    groups.extend(by_disagreement(report));
    if report.systems().len() == 1 {
        groups.extend(lowest(report));
    }
    groups.extend(random(report));
    groups
}

/// The examples of one criterion, the most extreme first, with the rule by which they were chosen; nothing without any.
fn group(
    heading: impl Into<String>,
    rule: impl Into<String>,
    examples: impl Iterator<Item = Block>,
) -> Vec<Block> {
    let mut blocks = vec![Block::heading(heading), Block::Note(rule.into())];
    blocks.extend(examples);
    if blocks.len() > 2 { blocks } else { Vec::new() }
}

/// The largest gains and losses of a system against the baseline.
fn by_difference(report: &CorpusReport, system: usize) -> Vec<Block> {
    let [baseline, name] = [0, system].map(|at| &report.systems()[at]);
    let examples = |(which, sign): (&str, f64)| {
        let those = differences(report, system)
            .into_iter()
            .filter(|(_, difference)| is_above_zero(difference * sign));
        let those = largest(those, |of| of.1 * sign, report.limits.examples).into_iter();
        let examples = those.map(|(segment, difference)| {
            let remark = format!("difference {}", Cell::difference(Some(difference)).text());
            report.example(segment, &[0, system], Some(remark))
        });
        group(
            format!("{name} scores {which} than {baseline}"),
            "The largest differences of F1.",
            examples,
        )
    };
    [("higher", 1.0), ("lower", -1.0)]
        .into_iter()
        .flat_map(examples)
        .collect()
}

/// The candidates that F1 ranks much higher or lower than people do.
fn by_disagreement(report: &CorpusReport) -> Vec<Block> {
    let disagreements = disagreements(report);
    let rule = "The largest differences between the rank by F1 and the rank by human score, among all judged candidates.";
    let examples = |(which, sign): (&str, f64)| {
        let those = disagreements
            .iter()
            .copied()
            .filter(|of| of.gap() * sign > 0.0);
        let those = largest(those, |of| of.gap() * sign, report.limits.examples).into_iter();
        let examples = those.map(
            |RankedCandidate {
                 segment,
                 system,
                 f1,
                 human,
             }| {
                let remark = format!(
                    "above {} of candidates by F1, above {} by human score",
                    percent(f1, 0),
                    percent(human, 0)
                );
                report.example(segment, &[system], Some(remark))
            },
        );
        group(
            format!("F1 ranks these {which} than people do"),
            rule,
            examples,
        )
    };
    [("higher", 1.0), ("lower", -1.0)]
        .into_iter()
        .flat_map(examples)
        .collect()
}

/// The candidates of the first system with the lowest F1.
fn lowest(report: &CorpusReport) -> Vec<Block> {
    let scored = report
        .segments
        .iter()
        .enumerate()
        .filter_map(|(at, of)| Some((at, of.outputs.first()?.f1()?)));
    let those = largest(scored, |of| -of.1, report.limits.examples).into_iter();
    let examples = those.map(|(segment, _)| report.example(segment, &[0], None));
    group("Lowest F1", "The candidates with the lowest F1.", examples)
}

/// Segments drawn with the seed of the report.
fn random(report: &CorpusReport) -> Vec<Block> {
    let seed = report.limits.seed;
    let systems: Vec<usize> = (0..report.systems().len()).collect();
    let drawn = shuffled(report.segments.len(), seed)
        .into_iter()
        .take(report.limits.examples);
    let rule = format!("Drawn at random with seed {seed}, to show typical pairs.");
    group(
        "Random pairs",
        rule,
        drawn.map(|segment| report.example(segment, &systems, None)),
    )
}

/// F1 of a system minus F1 of the baseline, where both have one.
pub(super) fn differences(report: &CorpusReport, system: usize) -> Vec<(usize, f64)> {
    let difference = |(i, segment): (usize, &super::Segment)| {
        Some((
            i,
            segment.outputs.get(system)?.f1()? - segment.outputs.first()?.f1()?,
        ))
    };
    report
        .segments
        .iter()
        .enumerate()
        .filter_map(difference)
        .collect()
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
            outputs.filter_map(move |(system, o)| {
                Some(RankedCandidate {
                    segment,
                    system,
                    f1: o.f1()?,
                    human: o.human?,
                })
            })
        })
        .collect();
    // From here on shares of the judged candidates, no longer scores.
    let by =
        |number: fn(&RankedCandidate) -> f64| ranks(&judged.iter().map(number).collect::<Vec<_>>());
    let (by_f1, by_people) = (by(|judged| judged.f1), by(|judged| judged.human));
    let others = (judged.len() as f64 - 1.0).max(1.0);
    for (judged, (f1, human)) in judged.iter_mut().zip(by_f1.into_iter().zip(by_people)) {
        (judged.f1, judged.human) = ((f1 - 1.0) / others, (human - 1.0) / others);
    }
    judged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::report::tests::report;

    /// The segments below a heading, and the remark on the first.
    fn examples(blocks: &[Block], wanted: &str) -> (Vec<usize>, Option<String>) {
        let is_wanted =
            |block: &Block| matches!(block, Block::Heading(heading) if heading.text == wanted);
        let below = blocks.iter().skip_while(|block| !is_wanted(block)).skip(2);
        let examples: Vec<&Example> = below
            .map_while(|block| {
                if let Block::Example(example) = block {
                    Some(&**example)
                } else {
                    None
                }
            })
            .collect();
        let rows = examples
            .iter()
            .map(|example| example.outputs[0].place.0)
            .collect();
        (
            rows,
            examples.first().and_then(|example| example.remark.clone()),
        )
    }

    #[test]
    fn the_largest_differences_come_first_in_each_direction() {
        let report = report(&[&[0.5, 0.5, 0.5, 0.5], &[0.6, 0.9, 0.5, 0.1]], &[]);
        let telling = groups(&report);
        let remark = |remark: &str| Some(remark.to_owned());
        assert_eq!(
            examples(&telling, "B scores higher than A"),
            (vec![1, 0], remark("difference +0.40000"))
        );
        assert_eq!(
            examples(&telling, "B scores lower than A"),
            (vec![3], remark("difference −0.40000"))
        );
        assert_eq!(
            report.candidates_to_draw().len(),
            8,
            "each once, though some are also drawn at random"
        );
    }

    #[test]
    fn disagreement_is_of_ranks_and_no_disagreement_is_no_example() {
        let report = report(&[&[0.1, 0.2, 0.3, 0.4, 0.5]], &[5.0, 2.0, 3.0, 4.0, 1.0]);
        let telling = groups(&report);
        let remark = "above 100% of candidates by F1, above 0% by human score".to_owned();
        assert_eq!(
            examples(&telling, "F1 ranks these higher than people do"),
            (vec![4], Some(remark))
        );
        assert_eq!(
            examples(&telling, "F1 ranks these lower than people do").0,
            [0]
        );
        assert_eq!(examples(&telling, "Lowest F1"), (vec![0, 1, 2, 3, 4], None));
    }

    #[test]
    fn what_has_no_score_is_drawn_at_random_only() {
        let mut report = report(&[&[0.1]], &[1.0]);
        report.segments[0].outputs[0].score = None;
        assert_eq!(groups(&report)[0], Block::heading("Random pairs"));
    }
}
