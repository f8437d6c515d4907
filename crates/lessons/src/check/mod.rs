//! Checks the claims of a lesson against a model's scores, so that its text never contradicts the screen.

mod numbers;
mod raw;

use std::fmt;

use crate::Step;
use bertscope_analysis::{Analyzer, Side};
use bertscope_encoder::Layer;
use bertscope_explain::kept::text_name;
use bertscope_models::ModelError;
use bertscope_models::distribution::Measure;
use bertscope_overlap::Metric;

use numbers::StepNumbers;
pub use numbers::find_cell;
pub(super) use raw::CANDIDATES;

/// A score that a check can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CheckedScore {
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
}

/// The vectors that a check is about, if not those of the step's layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum VectorSource {
    /// The token alone, without its position and sentence.
    Static,
    /// A layer.
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
    /// Its title.
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
            Subject::RawScore(n) => write!(f, "raw {}", n.name())?,
            Subject::MaxScore(n) => write!(f, "the highest {} of all references", n.name())?,
            Subject::Lead(score) => write!(f, "the lead in {score}")?,
            Subject::Change(n) => write!(f, "the change of {} by the settings", n.name())?,
            Subject::Cell([c, r]) => write!(f, "the cell of “{c}” and “{r}”")?,
            Subject::Best(token, Side::Reference) => {
                write!(f, "the best match of the reference's “{token}”")?
            }
            Subject::Best(token, Side::Candidate) => write!(f, "the best match of “{token}”")?,
        }
        let CheckLocation {
            candidate,
            reference,
            vectors,
        } = self.location;
        if candidate > 0 {
            write!(f, " of candidate {}", text_name(Side::Candidate, candidate))?;
        }
        if reference > 0 {
            write!(f, " with reference {}", reference + 1)?;
        }
        match vectors {
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

impl CheckReport {
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

/// Checks every claim of the steps with a model. Claims at a layer that the model lacks are not checked.
pub fn check(steps: &[Step], analyzer: &mut Analyzer) -> Result<CheckReport, ModelError> {
    let mut checked = CheckReport::default();
    let last = Layer(analyzer.model().encoder.layer_count());
    for (i, step) in steps.iter().enumerate() {
        let found = |problem: String| CheckFinding {
            step: i + 1,
            title: step.title.clone(),
            problem,
        };
        if let Some(problem) = missing_layer(step.settings.layer, last) {
            checked.add_missing_layer(found(problem), count_claims(std::slice::from_ref(step)));
            continue;
        }
        let own = analyzer.model().default_layer_of(step.settings.conventions);
        let mut numbers = StepNumbers {
            step,
            settings: step.view().settings(own),
            analyzer,
        };
        if let Some(problem) = numbers.cell_problem()? {
            checked.add_failure(found(problem));
        }
        for check in &step.checks {
            let layer = match check.location.vectors {
                Some(VectorSource::Layer(layer)) => Some(layer),
                Some(VectorSource::Static) | None => None,
            };
            if let Some(problem) = missing_layer(layer, last) {
                checked.add_missing_layer(found(problem), 1);
            } else if let Some(problem) = numbers.problem(check)? {
                checked.add_failure(found(problem));
            }
        }
    }
    Ok(checked)
}
