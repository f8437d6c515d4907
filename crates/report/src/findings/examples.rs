//! Selects the example pairs of a report: largest differences of systems, largest disagreements with people, random.

use std::collections::BTreeSet;

use bertscope_metric::correlation::{ranks, ranks_of_scores};

use super::shuffle::shuffled;
use super::{CorpusReport, Segment, group_name, is_above_zero, largest};
use crate::findings::sheet::{Block, Example, ExampleOutput};
use crate::number::{exact_change, percent};
use bertscope_systems::Measure;

impl CorpusReport {
    /// The candidates of the examples by segment and system, each once: those that need a picture.
    pub fn candidates_to_draw(&self) -> BTreeSet<(usize, usize)> {
        let mut candidates = BTreeSet::new();
        for block in groups(self) {
            if let Block::Example(example) = block {
                candidates.extend(example.outputs.iter().map(|output| output.place));
            }
        }
        candidates
    }

    /// A segment with the candidates of some systems, and the numbers behind its selection, in words.
    fn example(&self, at: usize, systems: &[usize], remark: Option<String>) -> Block {
        let segment = &self.segments[at];
        Block::Example(Box::new(Example {
            name: segment.name(),
            remark,
            group: segment
                .group
                .as_deref()
                .map(|name| group_name(name).to_owned()),
            references: segment.references.clone(),
            outputs: systems
                .iter()
                .map(|system| self.example_output(at, *system))
                .collect(),
        }))
    }

    fn example_output(&self, at: usize, system: usize) -> ExampleOutput {
        let output = &self.segments[at].outputs[system];
        ExampleOutput {
            place: (at, system),
            system: (self.systems().len() > 1).then(|| self.systems()[system].clone()),
            candidate: output.candidate.clone(),
            score: output.score,
            human: output.human,
            picture: self.pictures.get(&(at, system)).cloned(),
        }
    }
}

/// The section; nothing without examples.
pub(super) fn section(report: &CorpusReport) -> Vec<Block> {
    let groups = groups(report);
    if groups.is_empty() {
        return groups;
    }
    let mut blocks = vec![Block::section("telling", "Example pairs")];
    if !report.pictures.is_empty() {
        let lead = "Open a pair to see its heatmaps: one row per token of the candidate, one column per token of the \
                    reference; darker cells are more similar. ▶ marks the best match of a row, ▼ of a column, ◆ of both.";
        blocks.push(Block::Note(lead.to_owned()));
    }
    blocks.extend(groups);
    blocks
}

fn groups(report: &CorpusReport) -> Vec<Block> {
    let mut groups = Vec::new();
    for system in 1..report.systems().len() {
        groups.extend(by_difference(report, system, "higher", 1.0));
        groups.extend(by_difference(report, system, "lower", -1.0));
    }
    let disagreements = disagreements(report);
    groups.extend(by_disagreement(report, &disagreements, "higher", 1.0));
    groups.extend(by_disagreement(report, &disagreements, "lower", -1.0));
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

/// The largest gains of a system against the baseline system, or with −1 the largest losses.
fn by_difference(report: &CorpusReport, system: usize, which: &str, sign: f64) -> Vec<Block> {
    let [baseline, name] = [0, system].map(|at| &report.systems()[at]);
    let one_way = differences(report, system)
        .into_iter()
        .filter(|of| is_above_zero(of.difference * sign));
    let largest = largest(one_way, |of| of.difference * sign, report.limits.examples);
    let examples = largest.into_iter().map(|of| {
        let remark = format!("difference {}", exact_change(of.difference));
        report.example(of.segment, &[0, system], Some(remark))
    });
    group(
        format!("{name} scores {which} than {baseline}"),
        "The largest differences of F1.",
        examples,
    )
}

/// The candidates that F1 ranks much higher than people do, or with −1 much lower.
fn by_disagreement(
    report: &CorpusReport,
    disagreements: &[RankedCandidate],
    which: &str,
    sign: f64,
) -> Vec<Block> {
    let one_way = disagreements.iter().filter(|of| of.gap() * sign > 0.0);
    let largest = largest(one_way, |of| of.gap() * sign, report.limits.examples);
    let examples = largest.into_iter().map(|of| {
        let remark = format!(
            "above {} of candidates by F1, above {} by human score",
            percent(of.above_by_f1, 0),
            percent(of.above_by_human, 0)
        );
        report.example(of.segment, &[of.system], Some(remark))
    });
    group(
        format!("F1 ranks these {which} than people do"),
        "The largest differences between the rank by F1 and the rank by human score, among all judged candidates.",
        examples,
    )
}

/// The candidates of the first system with the lowest F1.
fn lowest(report: &CorpusReport) -> Vec<Block> {
    let scored = report
        .segments
        .iter()
        .enumerate()
        .filter_map(|(at, of)| Some((at, of.outputs.first()?.f1()?)));
    let lowest = largest(scored, |(_, f1)| -f1, report.limits.examples);
    let examples = lowest
        .into_iter()
        .map(|(segment, _)| report.example(segment, &[0], None));
    group("Lowest F1", "The candidates with the lowest F1.", examples)
}

/// Segments drawn with the seed of the report.
fn random(report: &CorpusReport) -> Vec<Block> {
    let seed = report.limits.seed;
    let systems: Vec<usize> = (0..report.systems().len()).collect();
    let drawn = shuffled(report.segments.len(), seed)
        .into_iter()
        .take(report.limits.examples);
    group(
        "Random pairs",
        format!("Drawn at random with seed {seed}, to show typical pairs."),
        drawn.map(|segment| report.example(segment, &systems, None)),
    )
}

/// F1 of a system minus F1 of the baseline system in one segment.
#[derive(Debug, Clone, Copy)]
pub(super) struct F1Difference {
    segment: usize,
    pub difference: f64,
}

/// The differences of the segments where both systems have an F1.
pub(super) fn differences(report: &CorpusReport, system: usize) -> Vec<F1Difference> {
    let mut differences = Vec::new();
    for (at, segment) in report.segments.iter().enumerate() {
        if let (Some(f1), Some(baseline)) = (f1_of(segment, system), f1_of(segment, 0)) {
            differences.push(F1Difference {
                segment: at,
                difference: f1 - baseline,
            });
        }
    }
    differences
}

fn f1_of(segment: &Segment, system: usize) -> Option<f64> {
    segment.outputs.get(system)?.f1()
}

/// A candidate with a score and a human score.
struct JudgedCandidate {
    segment: usize,
    system: usize,
    f1: f64,
    human: f64,
}

/// A judged candidate, with the shares of the other judged ones that it ranks above.
struct RankedCandidate {
    segment: usize,
    system: usize,
    above_by_f1: f64,
    above_by_human: f64,
}

impl RankedCandidate {
    fn gap(&self) -> f64 {
        self.above_by_f1 - self.above_by_human
    }
}

fn disagreements(report: &CorpusReport) -> Vec<RankedCandidate> {
    let judged = judged_candidates(report);
    let f1: Vec<f64> = judged.iter().map(|of| of.f1).collect();
    let ranks_by_f1 = ranks_of_scores(&f1, Measure::F1.decimals());
    let ranks_by_human = ranks(&judged.iter().map(|of| of.human).collect::<Vec<_>>());
    let others = (judged.len() as f64 - 1.0).max(1.0);
    let mut ranked = Vec::new();
    for (at, of) in judged.iter().enumerate() {
        // The lowest rank is 1.
        ranked.push(RankedCandidate {
            segment: of.segment,
            system: of.system,
            above_by_f1: (ranks_by_f1[at] - 1.0) / others,
            above_by_human: (ranks_by_human[at] - 1.0) / others,
        });
    }
    ranked
}

fn judged_candidates(report: &CorpusReport) -> Vec<JudgedCandidate> {
    let mut judged = Vec::new();
    for (segment, of) in report.segments.iter().enumerate() {
        for (system, output) in of.outputs.iter().enumerate() {
            if let (Some(f1), Some(human)) = (output.f1(), output.human) {
                judged.push(JudgedCandidate {
                    segment,
                    system,
                    f1,
                    human,
                });
            }
        }
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
