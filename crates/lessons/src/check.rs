//! Checks the claims of a lesson against a model's numbers, so that no text disagrees with the screen.

use bertscope_metric::{Pair, Score};
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

/// A check in a file: one of the subjects, where to look at it, and the expected value.
#[derive(Debug, Clone, Default)]
pub(super) struct CheckForm {
    pub(super) score: Option<ScoreOf>,
    pub(super) raw: Option<Number>,
    pub(super) highest: Option<Number>,
    pub(super) lead: Option<ScoreOf>,
    pub(super) change: Option<Number>,
    pub(super) cell: Option<[String; 2]>,
    pub(super) best: Option<String>,
    pub(super) of: Option<Of>,
    pub(super) reference: Option<usize>,
    pub(super) layer: Option<usize>,
    pub(super) above: Option<f64>,
    pub(super) below: Option<f64>,
    pub(super) is: Option<String>,
}

/// Whose number or token a check looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// A candidate, from 0.
    Candidate(usize),
    /// The reference.
    Reference,
}

/// The checked value.
#[derive(Debug, Clone, PartialEq)]
enum Subject {
    /// The score on the scale of the settings.
    Score(ScoreOf),
    /// The score before rescaling.
    Raw(Number),
    /// The highest score over all references, each number by itself, as `bert_score` reports it.
    Highest(Number),
    /// The score less that of the first candidate.
    Lead(ScoreOf),
    /// The effect of the step's settings: the score less the raw one without IDF.
    Change(Number),
    /// The cosine of two tokens: the candidate's, the reference's.
    Cell(String, String),
    /// The best match of a token of a side.
    Best(String, Side),
}

/// The texts and the layer that a check is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct At {
    /// The candidate, from 0.
    candidate: usize,
    /// The reference, from 0.
    reference: usize,
    /// A layer other than the step's.
    layer: Option<usize>,
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
    at: At,
    expected: Expected,
}

/// What a model's numbers say of a step: a claim that does not hold, or a layer that the model lacks.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The step, from 1.
    pub step: usize,
    /// Its title.
    pub title: String,
    /// The claim and the actual value, or the layer.
    pub problem: String,
}

/// What came of checking a lesson.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Checked {
    /// Claims that do not hold.
    pub failed: Vec<Finding>,
    /// Layers that the model lacks.
    pub missing_layers: Vec<Finding>,
    /// Number of claims that could not be checked for the lack of a layer.
    pub unchecked: usize,
}

impl Check {
    /// Validates a check of a step with so many candidates and references.
    ///
    /// # Errors
    /// A sentence that names the missing or superfluous field.
    pub(super) fn of(form: CheckForm, candidates: usize, references: usize) -> Result<Self, String> {
        let CheckForm { score, raw, highest, lead, change, cell, best, of, reference, layer, above, below, is } = form;
        let side = if of == Some(Of::Reference) { Side::Reference } else { Side::Candidate };
        let mut subjects = Vec::new();
        subjects.extend(score.map(|n| ("score", Subject::Score(n))));
        subjects.extend(raw.map(|n| ("raw", Subject::Raw(n))));
        subjects.extend(highest.map(|n| ("highest", Subject::Highest(n))));
        subjects.extend(lead.map(|n| ("lead", Subject::Lead(n))));
        subjects.extend(change.map(|n| ("change", Subject::Change(n))));
        subjects.extend(cell.map(|[c, r]| ("cell", Subject::Cell(c, r))));
        subjects.extend(best.map(|token| ("best", Subject::Best(token, side))));
        let given: Vec<_> = subjects.iter().map(|(name, _)| format!("`{name}`")).collect();
        let (Some((name, subject)), true) = (subjects.pop(), subjects.is_empty()) else {
            let has = if given.is_empty() { "none of them".to_owned() } else { given.join(" and ") };
            return Err(format!(
                "a check needs exactly one of score, raw, highest, lead, change, cell and best; this has {has}"
            ));
        };
        let is_lead = matches!(subject, Subject::Lead(_));
        let candidate = match of {
            Some(Of::Candidate(0)) if is_lead => {
                return Err("`lead` compares with the first candidate; name another".into());
            }
            Some(Of::Candidate(candidate)) => candidate,
            Some(Of::Reference) | None => usize::from(is_lead),
        };
        if candidate >= candidates {
            let letter = letter(candidate);
            return Err(format!(
                "this check speaks of candidate {letter}, and the step has no `other` or no such one in `candidates`"
            ));
        }
        if of == Some(Of::Reference) && !matches!(subject, Subject::Best(..)) {
            return Err(format!("`of = \"reference\"` goes with `best` only, not with `{name}`"));
        }
        if reference.is_some() && matches!(subject, Subject::Highest(_)) {
            return Err("`highest` looks at all references; leave `reference` out".into());
        }
        let reference = reference.unwrap_or(1);
        if reference > references {
            return Err(format!("this check speaks of reference {reference}, and the step has {references}"));
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
        Ok(Self { subject, at: At { candidate, reference: reference - 1, layer }, expected })
    }
}

/// The letter of a candidate.
fn letter(candidate: usize) -> char {
    ('A'..='Z').nth(candidate).unwrap_or('?')
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.subject {
            Subject::Score(score) => write!(f, "{score}")?,
            Subject::Raw(n) => write!(f, "raw {n:?}")?,
            Subject::Highest(n) => write!(f, "the highest {n:?} of all references")?,
            Subject::Lead(score) => write!(f, "the lead in {score}")?,
            Subject::Change(n) => write!(f, "the change of {n:?} by the settings")?,
            Subject::Cell(c, r) => write!(f, "the cell of “{c}” and “{r}”")?,
            Subject::Best(token, Side::Reference) => write!(f, "the best match of the reference's “{token}”")?,
            Subject::Best(token, Side::Candidate) => write!(f, "the best match of “{token}”")?,
        }
        let At { candidate, reference, layer } = self.at;
        if candidate > 0 {
            write!(f, " of candidate {}", letter(candidate))?;
        }
        if reference > 0 {
            write!(f, " with reference {}", reference + 1)?;
        }
        layer.map_or(Ok(()), |layer| write!(f, " at layer {layer}"))
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
    lacks(step.layer, last)
}

fn lacks(layer: Option<usize>, last: Layer) -> Option<String> {
    let layer = layer.filter(|layer| *layer > last.0)?;
    Some(format!("`layer` is {layer}, and this model has layers 0 to {}", last.0))
}

/// Number of claims.
#[must_use]
pub fn claims(steps: &[Step]) -> usize {
    steps.iter().map(|step| step.checks.len()).sum()
}

/// Checks every claim of the steps with a model. At a layer that the model lacks there is nothing to check.
///
/// # Errors
/// [`ModelError`] when the tokenizer or the model refuses a text.
pub fn check(steps: &[Step], analyzer: &mut Analyzer) -> Result<Checked, ModelError> {
    let mut checked = Checked::default();
    let last = Layer(analyzer.model().encoder.layers());
    for (i, step) in steps.iter().enumerate() {
        let found = |problem| Finding { step: i + 1, title: step.title.clone(), problem };
        if let Some(problem) = missing_layer(&step.settings, last) {
            checked.missing_layers.push(found(problem));
            checked.unchecked += step.checks.len();
            continue;
        }
        let mut numbers =
            Numbers { step, settings: settings(&step.settings, analyzer.model().default_layer), analyzer };
        for check in &step.checks {
            if let Some(problem) = lacks(check.at.layer, last) {
                checked.missing_layers.push(found(problem));
                checked.unchecked += 1;
            } else if let Some(problem) = numbers.problem(check)? {
                checked.failed.push(found(problem));
            }
        }
    }
    Ok(checked)
}

/// The numbers of a step.
struct Numbers<'a> {
    step: &'a Step,
    settings: bertscope_analysis::Settings,
    analyzer: &'a mut Analyzer,
}

impl Numbers<'_> {
    fn problem(&mut self, check: &Check) -> Result<Option<String>, ModelError> {
        let value = self.value(&check.subject, check.at)?;
        Ok(match (&check.expected, value) {
            (Expected::Between(low, high), Ok(Value::Number(x))) if x > *low && x < *high => None,
            (Expected::Token(token), Ok(Value::Token(found))) if is_called(&found, token) => None,
            (Expected::Between(low, high), Ok(Value::Number(x))) => {
                let limit = if x <= *low { format!("above {low}") } else { format!("below {high}") };
                Some(format!("{check} is {x:.4}, not {limit}"))
            }
            (Expected::Token(token), Ok(Value::Token(found))) => {
                Some(format!("{check} is “{}”, not “{token}”", label::token(&found)))
            }
            (_, Ok(_)) => Some(format!("{check} cannot be compared")),
            (_, Err(why)) => Some(why),
        })
    }

    fn analysis(&mut self, at: At, settings: bertscope_analysis::Settings) -> Result<Analysis, ModelError> {
        let [reference, candidate] = [self.step.references()[at.reference], self.step.candidates()[at.candidate]];
        let layer = at.layer.map_or(settings.layer, Layer);
        self.analyzer.analyze(Pair { reference, candidate }, bertscope_analysis::Settings { layer, ..settings })
    }

    /// The value, or a sentence on why there is none.
    fn value(&mut self, subject: &Subject, at: At) -> Result<Result<Value, String>, ModelError> {
        let analysis = self.analysis(at, self.settings)?;
        let value = match subject {
            Subject::Score(which) => score(*which, &analysis),
            Subject::Raw(n) => number(*n, analysis.raw),
            Subject::Highest(n) => {
                let mut all = Vec::new();
                for reference in 0..self.step.references().len() {
                    all.push(number(*n, self.analysis(At { reference, ..at }, self.settings)?.score()));
                }
                all.into_iter()
                    .collect::<Result<Vec<_>, _>>()
                    .map(|all| all.into_iter().fold(f64::NEG_INFINITY, f64::max))
            }
            Subject::Lead(which) => {
                let first = self.analysis(At { candidate: 0, ..at }, self.settings)?;
                difference(score(*which, &analysis), score(*which, &first))
            }
            Subject::Change(n) => {
                let off = bertscope_analysis::Settings { idf: Idf::Off, rescale: false, ..self.settings };
                difference(number(*n, analysis.score()), number(*n, self.analysis(at, off)?.raw))
            }
            Subject::Cell(c, r) => cell(&analysis, c, r),
            Subject::Best(token, side) => return Ok(best(&analysis, *side, token).map(Value::Token)),
        };
        Ok(value.map(Value::Number))
    }
}

enum Value {
    Number(f64),
    Token(Token),
}

fn number(n: Number, score: Score) -> Result<f64, String> {
    let value = match n {
        Number::P => score.precision,
        Number::R => score.recall,
        Number::F1 => Some(score.f1),
    };
    value.ok_or_else(|| format!("{n:?} does not exist: all weights are 0"))
}

fn score(which: ScoreOf, analysis: &Analysis) -> Result<f64, String> {
    match which {
        ScoreOf::Bert(n) => number(n, analysis.score()),
        ScoreOf::Overlap(metric) => {
            let text = |side| &*analysis.side(side).tokenized.text;
            Ok(Overlap::of(text(Side::Candidate), &[text(Side::Reference)]).get(metric))
        }
    }
}

fn difference(score: Result<f64, String>, less: Result<f64, String>) -> Result<f64, String> {
    Ok(score? - less?)
}

fn cell(analysis: &Analysis, candidate: &str, reference: &str) -> Result<f64, String> {
    let (c, r) = (find(analysis, Side::Candidate, candidate)?, find(analysis, Side::Reference, reference)?);
    Ok(f64::from(analysis.similarity.get(c, r)))
}

fn best(analysis: &Analysis, side: Side, token: &str) -> Result<Token, String> {
    let best = analysis.matches_of(side)[find(analysis, side, token)?].token;
    Ok(analysis.side(side.other()).tokenized.tokens[best].clone())
}

/// Whether a token has a name: its label in the matrix, or `[UNK]` for an unknown token.
fn is_called(token: &Token, name: &str) -> bool {
    label::token(token) == name || (token.piece == name && matches!(name, "[UNK]" | "<unk>"))
}

/// The first token that has the name, or with `#2` behind it the second one.
fn find(analysis: &Analysis, side: Side, name: &str) -> Result<usize, String> {
    let numbered = name.rsplit_once('#').and_then(|(token, nth)| Some((token, nth.parse::<usize>().ok()?)));
    let (token, nth) = numbered.filter(|(token, nth)| !token.is_empty() && *nth > 0).unwrap_or((name, 1));
    let tokens = analysis.side(side).tokenized.tokens.iter().enumerate();
    let found = tokens.filter(|(_, found)| is_called(found, token)).nth(nth - 1);
    found.map(|(i, _)| i).ok_or_else(|| format!("the {} has no token “{name}”", side.name()))
}
