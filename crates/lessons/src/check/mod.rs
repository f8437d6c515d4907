//! Checks the claims of a lesson against a model's scores, so that its text never contradicts the screen.

mod claims;
mod from_file;
mod stated_numbers;

use std::fmt;

use crate::{Lesson, Step};
use bertscope_analysis::{Analyzer, Side};
use bertscope_encoder::Layer;
use bertscope_explain::kept::text_name;
use bertscope_models::ModelError;
use bertscope_models::distribution::Measure;
use bertscope_overlap::Metric;

use claims::StepNumbers;
pub use claims::find_cell;
use stated_numbers::misrounded;
pub use stated_numbers::unbacked_numbers;

/// A score that a check can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CheckedScore {
    /// A number of BERTScore.
    Bert(Measure),
    /// A word overlap metric, on its own scale. It has no settings.
    Overlap(Metric),
}

impl fmt::Display for CheckedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bert(measure) => f.write_str(measure.name()),
            Self::Overlap(metric) => f.write_str(metric.title()),
        }
    }
}

/// The checked value.
#[derive(Debug, Clone, PartialEq)]
enum Subject {
    /// The score on the scale of the settings.
    Score(CheckedScore),
    /// The score before rescaling.
    RawScore(Measure),
    /// The highest score over all references, separately for P, R and F1, as `bert_score` reports it.
    MaxScore(Measure),
    /// The score − the score of the first candidate.
    Lead(CheckedScore),
    /// The effect of the step's settings: the score − the raw score without IDF.
    Change(Measure),
    /// The cosine of two tokens: the candidate's, the reference's.
    Cell([String; 2]),
    /// The best match of a token of a side.
    Best(String, Side),
    /// The share of the ruler’s pairs of this name whose F1 is lower: `random`, or `1-2` for those that people rated 1 to 2.
    Rank(String),
    /// A raw F1, rescaled with the published baseline of a model, or with that of the lesson's model.
    Rescaled { raw: f64, model: Option<String> },
}

/// The vectors that a check is about, if not those of the step's layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VectorSource {
    /// The token alone, without its position and sentence.
    Static,
    Layer(usize),
}

/// The texts and the vectors that a check is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CheckLocation {
    /// The candidate, from 0.
    candidate: usize,
    /// The reference, from 0.
    reference: usize,
    /// Vectors other than those of the step's layer.
    vectors: Option<VectorSource>,
}

#[derive(Debug, Clone, PartialEq)]
enum Expected {
    Between(f64, f64),
    Token(String),
}

/// A claim about the numbers of a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    subject: Subject,
    location: CheckLocation,
    expected: Expected,
}

/// A problem of a step: a claim that does not hold, or a layer that the model lacks.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckFinding {
    /// The step, from 1.
    pub step: usize,
    pub title: String,
    /// The claim and the actual value, or the layer.
    pub problem: String,
}

/// The result of checking a lesson.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CheckReport {
    /// Why claims do not hold. One reason, such as a token that a text does not have, may concern several claims of a step.
    pub failed: Vec<CheckFinding>,
    /// Number of claims that do not hold.
    pub failed_count: usize,
    /// Layers that the model lacks.
    pub missing_layers: Vec<CheckFinding>,
    /// Number of claims that could not be checked, because the model lacks the layer.
    pub unchecked: usize,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.subject {
            Subject::Score(score) => write!(f, "{score}")?,
            Subject::RawScore(measure) => write!(f, "raw {}", measure.name())?,
            Subject::MaxScore(measure) => {
                write!(f, "the highest {} of all references", measure.name())?;
            }
            Subject::Lead(score) => write!(f, "the lead in {score}")?,
            Subject::Change(measure) => {
                write!(f, "the change of {} by the settings", measure.name())?;
            }
            Subject::Cell([candidate, reference]) => {
                write!(f, "the cell of “{candidate}” and “{reference}”")?;
            }
            Subject::Best(token, Side::Reference) => {
                write!(f, "the best match of the reference's “{token}”")?;
            }
            Subject::Best(token, Side::Candidate) => write!(f, "the best match of “{token}”")?,
            Subject::Rank(population) => {
                write!(f, "the share of the ruler’s {population} pairs below F1")?;
            }
            Subject::Rescaled { raw, model } => {
                let model = model.as_deref().unwrap_or("this model");
                write!(f, "a raw F1 of {raw}, rescaled for {model},")?;
            }
        }
        let location = self.location;
        if location.candidate > 0 {
            let name = text_name(Side::Candidate, location.candidate);
            write!(f, " of candidate {name}")?;
        }
        if location.reference > 0 {
            write!(f, " with reference {}", location.reference + 1)?;
        }
        match location.vectors {
            None => Ok(()),
            Some(VectorSource::Static) => f.write_str(" with static vectors"),
            Some(VectorSource::Layer(layer)) => write!(f, " at layer {layer}"),
        }
    }
}

/// A sentence about a layer, if the model does not have it.
pub fn missing_layer(layer: Option<usize>, last: Layer) -> Option<String> {
    let layer = layer.filter(|layer| *layer > last.0)?;
    Some(format!(
        "`layer` is {layer}, but this model has layers 0 to {}",
        last.0
    ))
}

/// Number of claims: the checks, and the cells that steps highlight.
pub fn count_claims(steps: &[Step]) -> usize {
    steps
        .iter()
        .map(|step| step.checks.len() + usize::from(step.cell.is_some()))
        .sum()
}

impl CheckFinding {
    fn new(number: usize, step: &Step, problem: String) -> Self {
        Self {
            step: number,
            title: step.title.clone(),
            problem,
        }
    }
}

impl CheckReport {
    /// What is wrong, as a sentence about a lesson with this number of claims; `None` if all hold.
    pub fn problem(&self, claims: usize) -> Option<String> {
        let unchecked = self.unchecked;
        let failed = self.failed_count;
        let lacks_layer = !self.missing_layers.is_empty();
        if failed == 0 && !lacks_layer {
            return None;
        }
        if failed == 0 {
            let others = if unchecked == claims {
                ""
            } else {
                "; the others hold"
            };
            return Some(format!(
                "this model lacks a layer that the lesson uses, so {unchecked} of {claims} claims were not checked{others}"
            ));
        }
        let hold = if failed == 1 {
            "does not hold"
        } else {
            "do not hold"
        };
        let unchecked = if lacks_layer {
            format!(", and {unchecked} were not checked because it lacks a layer")
        } else {
            String::new()
        };
        Some(format!(
            "{failed} of {claims} claims {hold} with this model{unchecked}"
        ))
    }

    fn add_failure(&mut self, finding: CheckFinding) {
        self.failed_count += 1;
        if !self.failed.contains(&finding) {
            self.failed.push(finding);
        }
    }

    fn add_missing_layer(&mut self, finding: CheckFinding, unchecked: usize) {
        self.unchecked += unchecked;
        if !self.missing_layers.contains(&finding) {
            self.missing_layers.push(finding);
        }
    }
}

/// What a reader of a lesson has to know about its notes with this model; `None` if all claims hold.
///
/// # Errors
/// As [`check`].
pub fn warning(lesson: &Lesson, analyzer: &mut Analyzer) -> Result<Option<String>, ModelError> {
    let report = check(&lesson.steps, analyzer)?;
    let problem = report.problem(count_claims(&lesson.steps));
    Ok(problem.map(|problem| {
        format!(
            "The notes of this lesson may be wrong here: {problem}. On the command line, `bertscope lesson FILE --check` lists them."
        )
    }))
}

/// Checks every claim of the steps with a model. Claims at a layer that the model lacks are not checked.
pub fn check(steps: &[Step], analyzer: &mut Analyzer) -> Result<CheckReport, ModelError> {
    let mut report = CheckReport::default();
    for (i, step) in steps.iter().enumerate() {
        check_step(step, i + 1, analyzer, &mut report)?;
    }
    Ok(report)
}

fn check_step(
    step: &Step,
    number: usize,
    analyzer: &mut Analyzer,
    report: &mut CheckReport,
) -> Result<(), ModelError> {
    let last_layer = Layer(analyzer.model().encoder.layer_count());
    if let Some(problem) = missing_layer(step.settings.layer, last_layer) {
        let claim_count = count_claims(std::slice::from_ref(step));
        report.add_missing_layer(CheckFinding::new(number, step, problem), claim_count);
        return Ok(());
    }
    let mut numbers = StepNumbers {
        step,
        settings: step.settings.resolve(analyzer.model()),
        analyzer,
    };
    if let Some(problem) = numbers.cell_problem()? {
        report.add_failure(CheckFinding::new(number, step, problem));
    }
    let mut values = vec![None; step.checks.len()];
    for (i, check) in step.checks.iter().enumerate() {
        let layer = match check.location.vectors {
            Some(VectorSource::Layer(layer)) => Some(layer),
            Some(VectorSource::Static) | None => None,
        };
        if let Some(problem) = missing_layer(layer, last_layer) {
            report.add_missing_layer(CheckFinding::new(number, step, problem), 1);
            continue;
        }
        match numbers.outcome(check)? {
            Ok(value) => values[i] = value,
            Err(problem) => report.add_failure(CheckFinding::new(number, step, problem)),
        }
    }
    for problem in misrounded(step, &values) {
        report.add_failure(CheckFinding::new(number, step, problem));
    }
    Ok(())
}
