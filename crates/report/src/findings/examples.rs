//! Selects the example pairs of a report: largest differences of systems, largest disagreements with people, random.

use std::collections::BTreeSet;

use bertscope_metric::Score;
use bertscope_metric::correlation::rank_pairs;

use super::heatmap::heatmap;
use super::report::ExampleAnalysis;
use super::shuffle::shuffled;
use super::{CorpusReport, SystemOutput, group_name, is_above_zero, largest};
use crate::export::ExportOptions;
use crate::export::origin::human_score;
use crate::export::picture::geometry::PicturePart;
use crate::number::{exact, exact_change, or_missing, percent};
use bertscope_sheet::{Block, Example, ExampleOutput, Figure, Sheet};
use bertscope_systems::Measure;

/// Shown in place of a score that does not exist.
const UNSCORED: &str = "not scored";

/// The examples of one criterion, the most extreme first.
struct Group {
    heading: String,
    /// The rule by which they were chosen.
    rule: String,
    examples: Vec<Selected>,
}

/// A segment with the candidates of some systems, and the numbers behind its selection, in words.
struct Selected {
    segment: usize,
    systems: Vec<usize>,
    remark: Option<String>,
}

impl CorpusReport {
    /// The candidates of the examples by segment and system, each once: those that need a picture.
    pub fn candidates_to_draw(&self) -> BTreeSet<(usize, usize)> {
        let examples = groups(self).into_iter().flat_map(|group| group.examples);
        examples
            .flat_map(|of| {
                of.systems
                    .into_iter()
                    .map(move |system| (of.segment, system))
            })
            .collect()
    }

    fn example(&self, selected: Selected, with_pictures: bool) -> Block {
        let segment = &self.segments[selected.segment];
        let outputs = selected.systems.iter().map(|system| {
            let picture = with_pictures
                .then(|| self.pictures.get(&(selected.segment, *system)))
                .flatten();
            let name = (self.systems().len() > 1).then(|| self.systems()[*system].clone());
            example_output(&segment.outputs[*system], name, picture)
        });
        Block::Example(Box::new(Example {
            name: segment.name(),
            remark: selected.remark,
            group: segment
                .group
                .as_deref()
                .map(|name| group_name(name).to_owned()),
            references: segment.references.clone(),
            outputs: outputs.collect(),
        }))
    }
}

fn example_output(
    output: &SystemOutput,
    system: Option<String>,
    picture: Option<&ExampleAnalysis>,
) -> ExampleOutput {
    let mut numbers = Vec::new();
    match output.score {
        Some(score) => {
            for (name, number) in Score::SYMBOLS.into_iter().zip(score.numbers()) {
                numbers.push(format!("{name} {}", or_missing(number, exact)));
            }
        }
        None => numbers.push(UNSCORED.to_owned()),
    }
    if let Some(human) = output.human {
        numbers.push(format!("human {}", human_score(human)));
    }
    ExampleOutput {
        system,
        candidate: output.candidate.clone(),
        headline: output.f1().map_or_else(|| UNSCORED.to_owned(), exact),
        numbers,
        picture: picture.map(drawn),
    }
}

/// The heatmap, or why there is none.
fn drawn(analysis: &ExampleAnalysis) -> Result<Figure, String> {
    let analysis = analysis.as_ref().map_err(Clone::clone)?;
    let options = ExportOptions::default();
    heatmap(analysis, &options, PicturePart::Small, Vec::new())
}

/// The section; nothing without examples.
pub fn add_section(sheet: &mut Sheet, report: &CorpusReport, with_pictures: bool) {
    let groups = groups(report);
    if groups.is_empty() {
        return;
    }
    sheet.section("telling", "Example pairs");
    if !report.pictures.is_empty() {
        let lead = "Open a pair to see its heatmaps: one row per token of the candidate, one column per token of the \
                    reference; darker cells are more similar. ▶ marks the best match of a row, ▼ of a column, ◆ of both.";
        sheet.note(lead);
    }
    for group in groups {
        sheet.heading(group.heading);
        sheet.note(group.rule);
        let examples = group.examples.into_iter();
        sheet.extend(examples.map(|of| report.example(of, with_pictures)));
    }
}

fn groups(report: &CorpusReport) -> Vec<Group> {
    let mut groups = Vec::new();
    let directions = [("higher", 1.0), ("lower", -1.0)];
    for system in 1..report.systems().len() {
        let differences = differences(report, system);
        groups.extend(directions.map(|(which, sign)| {
            let largest = largest_with_sign(report, &differences, |of| sign * of.difference);
            let examples = largest.map(|of| Selected {
                segment: of.segment,
                systems: vec![0, system],
                remark: Some(format!("difference {}", exact_change(of.difference))),
            });
            let [baseline, name] = [0, system].map(|at| &report.systems()[at]);
            Group {
                heading: format!("{name} scores {which} than {baseline}"),
                rule: "The largest differences of F1.".to_owned(),
                examples: examples.collect(),
            }
        }));
    }
    let disagreements = disagreements(report);
    groups.extend(directions.map(|(which, sign)| {
        let largest = largest_with_sign(report, &disagreements, |of| sign * of.gap());
        Group {
            heading: format!("F1 ranks these {which} than people do"),
            rule: "The largest differences between the rank by F1 and the rank by human score, among all judged candidates, \
                   from 0% for the lowest to 100%. Ties share their mean rank."
                .to_owned(),
            examples: largest.map(RankedCandidate::selected).collect(),
        }
    }));
    if report.systems().len() == 1 {
        groups.push(lowest(report));
    }
    groups.push(random(report));
    groups.retain(|group| !group.examples.is_empty());
    groups
}

/// The items with the largest amounts above 0.
fn largest_with_sign<'a, T>(
    report: &CorpusReport,
    items: &'a [T],
    amount: impl Fn(&T) -> f64,
) -> impl Iterator<Item = &'a T> {
    let above = items.iter().filter(|item| is_above_zero(amount(item)));
    largest(above, |item| amount(item), report.limits.examples).into_iter()
}

/// The candidates of the first system with the lowest F1.
fn lowest(report: &CorpusReport) -> Group {
    let segments = report.segments.iter().enumerate();
    let scored = segments.filter_map(|(at, of)| Some((at, of.f1(0)?)));
    let lowest = largest(scored, |(_, f1)| -f1, report.limits.examples);
    let examples = lowest.into_iter().map(|(segment, _)| Selected {
        segment,
        systems: vec![0],
        remark: None,
    });
    Group {
        heading: "Lowest F1".to_owned(),
        rule: "The candidates with the lowest F1.".to_owned(),
        examples: examples.collect(),
    }
}

/// Segments drawn with the seed of the report.
fn random(report: &CorpusReport) -> Group {
    let seed = report.limits.seed;
    let drawn = shuffled(report.segments.len(), seed).into_iter();
    let examples = drawn.take(report.limits.examples).map(|segment| Selected {
        segment,
        systems: (0..report.systems().len()).collect(),
        remark: None,
    });
    Group {
        heading: "Random pairs".to_owned(),
        rule: format!("Drawn at random with seed {seed}, to show typical pairs."),
        examples: examples.collect(),
    }
}

/// F1 of a system minus F1 of the baseline system in one segment.
#[derive(Debug, Clone, Copy)]
pub struct F1Difference {
    segment: usize,
    pub difference: f64,
}

/// The differences of the segments where both systems have an F1.
pub fn differences(report: &CorpusReport, system: usize) -> Vec<F1Difference> {
    let mut differences = Vec::new();
    for (at, segment) in report.segments.iter().enumerate() {
        if let [Some(f1), Some(baseline)] = [system, 0].map(|at| segment.f1(at)) {
            differences.push(F1Difference {
                segment: at,
                difference: f1 - baseline,
            });
        }
    }
    differences
}

/// A candidate with a score and a human score.
pub struct JudgedCandidate {
    segment: usize,
    pub system: usize,
    pub f1: f64,
    pub human: f64,
}

/// A judged candidate, with the shares of the other judged ones that it ranks above.
struct RankedCandidate {
    of: JudgedCandidate,
    above_by_f1: f64,
    above_by_human: f64,
}

impl RankedCandidate {
    fn gap(&self) -> f64 {
        self.above_by_f1 - self.above_by_human
    }

    fn selected(&self) -> Selected {
        let remark = format!(
            "rank {} by F1, {} by human score",
            percent(self.above_by_f1, 0),
            percent(self.above_by_human, 0)
        );
        Selected {
            segment: self.of.segment,
            systems: vec![self.of.system],
            remark: Some(remark),
        }
    }
}

fn disagreements(report: &CorpusReport) -> Vec<RankedCandidate> {
    let judged = judged_candidates(report);
    let f1: Vec<f64> = judged.iter().map(|of| of.f1).collect();
    let human: Vec<f64> = judged.iter().map(|of| of.human).collect();
    let ranks = rank_pairs(&f1, Measure::F1.decimals(), &human);
    let others = judged.len() as f64 - 1.0;
    let mut ranked = Vec::new();
    for (of, ranks) in judged.into_iter().zip(ranks) {
        ranked.push(RankedCandidate {
            of,
            above_by_f1: (ranks.score - 1.0) / others,
            above_by_human: (ranks.human - 1.0) / others,
        });
    }
    ranked
}

pub fn judged_candidates(report: &CorpusReport) -> Vec<JudgedCandidate> {
    let mut judged = Vec::new();
    for (segment, of) in report.segments.iter().enumerate() {
        for (system, output) in of.outputs.iter().enumerate() {
            if let [Some(f1), Some(human)] = [output.f1(), output.human] {
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
    fn examples(groups: &[Group], wanted: &str) -> (Vec<usize>, Option<String>) {
        let group = groups.iter().find(|group| group.heading == wanted).unwrap();
        let segments = group.examples.iter().map(|of| of.segment);
        (segments.collect(), group.examples[0].remark.clone())
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
        let remark = "rank 100% by F1, 0% by human score".to_owned();
        assert_eq!(
            examples(&telling, "F1 ranks these higher than people do"),
            (vec![4], Some(remark))
        );
        assert_eq!(
            examples(&telling, "F1 ranks these lower than people do").0,
            [0]
        );
        assert_eq!(examples(&telling, "Lowest F1"), (vec![0, 1, 2, 3, 4], None));
        // Where people rate all alike, F1 disagrees with no order of theirs.
        let rated_alike =
            crate::findings::report::tests::report(&[&[0.1, 0.2, 0.3]], &[4.0, 4.0, 4.0]);
        assert!(disagreements(&rated_alike).is_empty());
    }

    #[test]
    fn what_has_no_score_is_drawn_at_random_only() {
        let mut report = report(&[&[0.1]], &[1.0]);
        report.segments[0].outputs[0].score = None;
        assert_eq!(groups(&report)[0].heading, "Random pairs");
    }
}
