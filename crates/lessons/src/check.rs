//! Checks the claims of a lesson against a model's numbers, so that no text disagrees with the screen.

use bertscope_metric::Pair;
use std::fmt;

use super::{Settings, Step};
use bertscope_analysis::{self, Analysis, Analyzer, Idf, Side};
use bertscope_encoder::{Layer, Token};
use bertscope_models::ModelError;
use bertscope_overlap::{Metric, Overlap};
use bertscope_report::label;

/// A number of a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// Precision.
    P,
    /// Recall.
    R,
    /// F1.
    F1,
}

/// A score that a check can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScoreOf {
    /// A number of BERTScore.
    Bert(Number),
    /// A metric of word overlap, in its own scale. It has no settings.
    Overlap(Metric),
}

impl fmt::Display for ScoreOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bert(number) => write!(f, "{number:?}"),
            Self::Overlap(metric) => f.write_str(metric.title()),
        }
    }
}

/// One of the texts of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// The candidate.
    Candidate,
    /// The other candidate.
    Other,
    /// The reference.
    Reference,
}

/// A check in a file: one of `score`, `raw`, `lead`, `change`, `cell` or `best`, and the expected value.
#[derive(Debug, Clone)]
pub(super) struct CheckForm {
    pub(super) score: Option<ScoreOf>,
    pub(super) raw: Option<Number>,
    pub(super) lead: Option<ScoreOf>,
    pub(super) change: Option<Number>,
    pub(super) cell: Option<[String; 2]>,
    pub(super) best: Option<String>,
    pub(super) of: Option<Of>,
    pub(super) above: Option<f64>,
    pub(super) below: Option<f64>,
    pub(super) is: Option<String>,
}

/// The checked value.
#[derive(Debug, Clone, PartialEq)]
enum Subject {
    /// The score on the scale of the settings.
    Score(ScoreOf, Of),
    /// The score before rescaling.
    Raw(Number, Of),
    /// The score of the other candidate less that of the candidate.
    Lead(ScoreOf),
    /// The effect of the step's settings: the score less the raw one without IDF.
    Change(Number),
    /// The cosine of two tokens: the candidate's, the reference's.
    Cell(String, String, Of),
    /// The best match of a token.
    Best(String, Of),
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
    expected: Expected,
}

/// A claim that does not hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Broken {
    /// The step, from 1.
    pub step: usize,
    /// Its title.
    pub title: String,
    /// The claim, and the actual value.
    pub problem: String,
}

impl Check {
    /// Validates a check.
    ///
    /// # Errors
    /// A sentence that names the missing or superfluous field.
    pub(super) fn of(form: CheckForm, has_other: bool) -> Result<Self, String> {
        let CheckForm { score, raw, lead, change, cell, best, of, above, below, is } = form;
        let asked = of;
        let of = asked.unwrap_or(Of::Candidate);
        let mut subjects = Vec::new();
        subjects.extend(score.map(|n| ("score", Subject::Score(n, of))));
        subjects.extend(raw.map(|n| ("raw", Subject::Raw(n, of))));
        subjects.extend(lead.map(|n| ("lead", Subject::Lead(n))));
        subjects.extend(change.map(|n| ("change", Subject::Change(n))));
        subjects.extend(cell.map(|[c, r]| ("cell", Subject::Cell(c, r, of))));
        subjects.extend(best.map(|token| ("best", Subject::Best(token, of))));
        let given: Vec<_> = subjects.iter().map(|(name, _)| format!("`{name}`")).collect();
        let (Some((name, subject)), true) = (subjects.pop(), subjects.is_empty()) else {
            let has = if given.is_empty() { "none of them".to_owned() } else { given.join(" and ") };
            return Err(format!(
                "a check needs exactly one of score, raw, lead, change, cell and best; this has {has}"
            ));
        };
        if !has_other && (asked == Some(Of::Other) || matches!(subject, Subject::Lead(_))) {
            return Err("this check speaks of an other candidate, and the step has no `other`".into());
        }
        if asked.is_some() && matches!(subject, Subject::Lead(_) | Subject::Change(_)) {
            return Err(format!("`of` does not go with `{name}`; leave it out"));
        }
        if of == Of::Reference && !matches!(subject, Subject::Best(..)) {
            return Err(format!("`of = \"reference\"` goes with `best` only, not with `{name}`"));
        }
        let is_token = matches!(subject, Subject::Best(..));
        let expected = match (is, above, below) {
            (Some(token), None, None) if is_token => Expected::Token(token),
            (None, Some(above), Some(below)) if !is_token && above >= below => {
                return Err(format!("no number is above {above} and below {below}; exchange them"));
            }
            (None, above, below) if !is_token && (above.is_some() || below.is_some()) => {
                Expected::Between(above.unwrap_or(f64::NEG_INFINITY), below.unwrap_or(f64::INFINITY))
            }
            _ if is_token => return Err("`best` needs `is`, the token that it should be, and nothing else".into()),
            _ => return Err(format!("`{name}` needs `above`, `below` or both, and no `is`")),
        };
        Ok(Self { subject, expected })
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |of: &Of| if *of == Of::Other { " of the other candidate" } else { "" };
        match self {
            Self::Score(score, who) => write!(f, "{score}{}", of(who)),
            Self::Raw(n, who) => write!(f, "raw {n:?}{}", of(who)),
            Self::Lead(score) => write!(f, "the other candidate's lead in {score}"),
            Self::Change(n) => write!(f, "the change of {n:?} by the settings"),
            Self::Cell(c, r, who) => write!(f, "the cell of “{c}” and “{r}”{}", of(who)),
            Self::Best(token, Of::Reference) => write!(f, "the best match of the reference's “{token}”"),
            Self::Best(token, who) => write!(f, "the best match of “{token}”{}", of(who)),
        }
    }
}

/// The settings of a step; without a layer, the model's default.
#[must_use]
pub fn settings(step: &Settings, own: Layer) -> bertscope_analysis::Settings {
    bertscope_analysis::Settings { layer: step.layer.map_or(own, Layer), idf: step.idf, rescale: step.rescale }
}

/// A sentence about the layer of a step, when the model lacks it.
#[must_use]
pub fn missing_layer(step: &Settings, last: Layer) -> Option<String> {
    let layer = step.layer.filter(|layer| *layer > last.0)?;
    Some(format!("`layer` is {layer}, and this model has layers 0 to {}", last.0))
}

/// Number of claims: the checks of all steps, and each layer that a step names.
#[must_use]
pub fn claims(steps: &[Step]) -> usize {
    steps.iter().map(|step| step.checks.len() + usize::from(step.settings.layer.is_some())).sum()
}

/// Checks every claim of the steps with a model, and that it has their layers. Returns the failed ones in order.
///
/// # Errors
/// [`ModelError`] when the tokenizer or the model refuses a text.
pub fn check(steps: &[Step], analyzer: &mut Analyzer) -> Result<Vec<Broken>, ModelError> {
    let mut broken = Vec::new();
    let last = Layer(analyzer.model().encoder.layers());
    for (i, step) in steps.iter().enumerate() {
        // At another layer the checks would apply to other numbers.
        if let Some(problem) = missing_layer(&step.settings, last) {
            broken.push(Broken { step: i + 1, title: step.title.clone(), problem });
            continue;
        }
        if step.checks.is_empty() {
            continue;
        }
        let settings = settings(&step.settings, analyzer.model().default_layer);
        let candidate = analyzer.analyze(Pair { reference: &step.reference, candidate: &step.candidate }, settings)?;
        let other = match &step.other {
            Some(other) => Some(analyzer.analyze(Pair { reference: &step.reference, candidate: other }, settings)?),
            None => None,
        };
        let off = bertscope_analysis::Settings { idf: Idf::Off, rescale: false, ..settings };
        let plain = analyzer.analyze(Pair { reference: &step.reference, candidate: &step.candidate }, off)?;
        let numbers = Numbers { candidate: &candidate, other: other.as_ref(), plain: &plain };
        for check in &step.checks {
            if let Some(problem) = numbers.problem(check) {
                broken.push(Broken { step: i + 1, title: step.title.clone(), problem });
            }
        }
    }
    Ok(broken)
}

struct Numbers<'a> {
    candidate: &'a Analysis,
    other: Option<&'a Analysis>,
    plain: &'a Analysis,
}

impl Numbers<'_> {
    fn of(&self, of: Of) -> &Analysis {
        self.other.filter(|_| of == Of::Other).unwrap_or(self.candidate)
    }

    fn problem(&self, check: &Check) -> Option<String> {
        let Check { subject, expected } = check;
        match (expected, self.value(subject)) {
            (Expected::Between(low, high), Ok(Value::Number(x))) if x > *low && x < *high => None,
            (Expected::Token(token), Ok(Value::Token(found))) if is_called(found, token) => None,
            (Expected::Between(low, high), Ok(Value::Number(x))) => {
                let limit = if x <= *low { format!("above {low}") } else { format!("below {high}") };
                Some(format!("{subject} is {x:.4}, not {limit}"))
            }
            (Expected::Token(token), Ok(Value::Token(found))) => {
                Some(format!("{subject} is “{}”, not “{token}”", label::token(found)))
            }
            (_, Ok(_)) => Some(format!("{subject} cannot be compared")),
            (_, Err(why)) => Some(why),
        }
    }

    fn value(&self, subject: &Subject) -> Result<Value<'_>, String> {
        let number = |n: Number, score: bertscope_metric::Score| {
            let value = match n {
                Number::P => score.precision,
                Number::R => score.recall,
                Number::F1 => Some(score.f1),
            };
            value.ok_or_else(|| format!("{n:?} does not exist: all weights are 0"))
        };
        let score = |score: ScoreOf, analysis: &Analysis| match score {
            ScoreOf::Bert(n) => number(n, analysis.score()),
            ScoreOf::Overlap(metric) => {
                let text = |side| &*analysis.side(side).tokenized.text;
                Ok(Overlap::of(text(Side::Candidate), &[text(Side::Reference)]).get(metric))
            }
        };
        Ok(match subject {
            Subject::Score(which, of) => Value::Number(score(*which, self.of(*of))?),
            Subject::Raw(n, of) => Value::Number(number(*n, self.of(*of).raw)?),
            Subject::Lead(which) => Value::Number(score(*which, self.of(Of::Other))? - score(*which, self.candidate)?),
            Subject::Change(n) => Value::Number(number(*n, self.candidate.score())? - number(*n, self.plain.raw)?),
            Subject::Cell(c, r, of) => {
                let analysis = self.of(*of);
                let (c, r) = (find(analysis, Side::Candidate, c)?, find(analysis, Side::Reference, r)?);
                Value::Number(f64::from(analysis.similarity.get(c, r)))
            }
            Subject::Best(token, of) => {
                let analysis = self.of(*of);
                let side = if *of == Of::Reference { Side::Reference } else { Side::Candidate };
                let best = analysis.matches_of(side)[find(analysis, side, token)?].token;
                Value::Token(&analysis.side(side.other()).tokenized.tokens[best])
            }
        })
    }
}

enum Value<'a> {
    Number(f64),
    Token(&'a Token),
}

/// Whether a token has a name: its label in the matrix, or `[UNK]` for an unknown token.
fn is_called(token: &Token, name: &str) -> bool {
    label::token(token) == name || (token.piece == name && matches!(name, "[UNK]" | "<unk>"))
}

/// The first token that has the name.
fn find(analysis: &Analysis, side: Side, name: &str) -> Result<usize, String> {
    let tokens = &analysis.side(side).tokenized.tokens;
    tokens
        .iter()
        .position(|token| is_called(token, name))
        .ok_or_else(|| format!("the {} has no token “{name}”", side.name()))
}
