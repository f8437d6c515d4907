//! Computes the numbers that the checks of a step compare.

use super::super::Step;
use super::{Check, CheckLocation, CheckedScore, Expected, Measure, Subject, VectorSource};
use bertscope_analysis::{Analysis, Analyzer, Idf, Settings, Side};
use bertscope_encoder::{Layer, Token};
use bertscope_explain::Ruler;
use bertscope_metric::{BaselineRow, Pair, Score, Similarity};
use bertscope_models::distribution::Population;
use bertscope_models::{ModelError, known, published};
use bertscope_overlap::Overlap;
use bertscope_report::label;

pub(super) struct StepNumbers<'a> {
    pub(super) step: &'a Step,
    pub(super) settings: Settings,
    pub(super) analyzer: &'a mut Analyzer,
}

impl StepNumbers<'_> {
    /// The value of a claim that holds, `None` if that is a token; or what is wrong.
    pub(super) fn outcome(
        &mut self,
        check: &Check,
    ) -> Result<Result<Option<f64>, String>, ModelError> {
        let value = match self.value(&check.subject, check.location)? {
            Ok(value) => value,
            Err(problem) => return Ok(Err(problem)),
        };
        Ok(match (&check.expected, value) {
            (Expected::Between(low, high), CheckedValue::Number(number)) => {
                if number <= *low {
                    Err(format!("{check} is {number:.4}, not above {low}"))
                } else if number >= *high {
                    Err(format!("{check} is {number:.4}, not below {high}"))
                } else {
                    Ok(Some(number))
                }
            }
            (Expected::Token(name), CheckedValue::Token(token)) => {
                if has_name(&token, name) {
                    Ok(None)
                } else {
                    let found = label::token(&token);
                    Err(format!("{check} is “{found}”, not “{name}”"))
                }
            }
            (Expected::Between(..), CheckedValue::Token(_))
            | (Expected::Token(_), CheckedValue::Number(_)) => {
                unreachable!("a check expects what its subject is")
            }
        })
    }

    /// The problem with the cell that the step highlights.
    pub(super) fn cell_problem(&mut self) -> Result<Option<String>, ModelError> {
        let Some(cell) = &self.step.cell else {
            return Ok(None);
        };
        let at = CheckLocation {
            candidate: self.step.shown_candidate,
            reference: 0,
            vectors: None,
        };
        Ok(find_cell(&self.analysis(at, self.settings)?, cell).err())
    }

    fn analysis(&mut self, at: CheckLocation, settings: Settings) -> Result<Analysis, ModelError> {
        let layer = match at.vectors {
            Some(VectorSource::Layer(layer)) => Layer(layer),
            Some(VectorSource::Static) | None => settings.layer,
        };
        let pair = Pair {
            reference: self.step.references[at.reference].as_str(),
            candidate: self.step.candidates[at.candidate].as_str(),
        };
        self.analyzer.analyze(pair, Settings { layer, ..settings })
    }

    /// The value, or a sentence that says why there is none.
    fn value(
        &mut self,
        subject: &Subject,
        at: CheckLocation,
    ) -> Result<Result<CheckedValue, String>, ModelError> {
        let analysis = self.analysis(at, self.settings)?;
        let value = match subject {
            Subject::Score(name) => score(*name, &analysis),
            Subject::RawScore(measure) => number(*measure, analysis.raw),
            Subject::MaxScore(measure) => self.max_score(*measure, at)?,
            Subject::Lead(name) => {
                let first = self.analysis(CheckLocation { candidate: 0, ..at }, self.settings)?;
                difference(score(*name, &analysis), score(*name, &first))
            }
            Subject::Change(measure) => {
                let without_settings = Settings {
                    idf: Idf::Off,
                    rescale: false,
                    ..self.settings
                };
                let plain = self.analysis(at, without_settings)?;
                difference(
                    number(*measure, analysis.score()),
                    number(*measure, plain.raw),
                )
            }
            Subject::Cell(cell) => match at.vectors {
                Some(VectorSource::Static) => cosine(
                    &analysis,
                    &self.analyzer.static_similarity(&analysis)?,
                    cell,
                ),
                Some(VectorSource::Layer(_)) | None => {
                    cosine(&analysis, &analysis.similarity, cell)
                }
            },
            Subject::Best(token, side) => {
                return Ok(best_match(&analysis, *side, token).map(CheckedValue::Token));
            }
            Subject::Rank(population) => rank(population, self.analyzer, &analysis),
            Subject::Rescaled { raw, model } => rescaled(*raw, model.as_deref(), &analysis),
        };
        Ok(value.map(CheckedValue::Number))
    }

    /// The highest score over all references, or why one of them has none.
    fn max_score(
        &mut self,
        measure: Measure,
        at: CheckLocation,
    ) -> Result<Result<f64, String>, ModelError> {
        let mut max = f64::NEG_INFINITY;
        for reference in 0..self.step.references.len() {
            let analysis = self.analysis(CheckLocation { reference, ..at }, self.settings)?;
            match number(measure, analysis.score()) {
                Ok(score) => max = max.max(score),
                Err(problem) => return Ok(Err(problem)),
            }
        }
        Ok(Ok(max))
    }
}

enum CheckedValue {
    Number(f64),
    Token(Token),
}

fn number(measure: Measure, score: Score) -> Result<f64, String> {
    let value = score.numbers()[measure as usize];
    value.ok_or_else(|| format!("{} is undefined: all weights are 0", measure.name()))
}

fn score(name: CheckedScore, analysis: &Analysis) -> Result<f64, String> {
    match name {
        CheckedScore::Bert(measure) => number(measure, analysis.score()),
        CheckedScore::Overlap(metric) => {
            let candidate = &*analysis.candidate.tokenized.text;
            let reference = &*analysis.reference.tokenized.text;
            let score = Overlap::score(candidate, &[reference]).get(metric);
            score.ok_or_else(|| {
                format!(
                    "{} is undefined: it finds no words in the reference’s script",
                    metric.title()
                )
            })
        }
    }
}

/// The share of a population of the ruler that is below F1.
fn rank(name: &str, analyzer: &Analyzer, analysis: &Analysis) -> Result<f64, String> {
    let ruler = Ruler::compute(analyzer, analysis);
    let mut populations = ruler.compared();
    let Some(found) = populations.find(|found| population_name(found.population) == name) else {
        return Err(format!(
            "the ruler of this model has no pairs named {name}; name random, or ratings such as 0-1"
        ));
    };
    let share = found.share_below[Measure::F1 as usize];
    share.ok_or_else(|| "F1 has no rank: it is 0 by convention".to_owned())
}

fn population_name(population: Population) -> String {
    match population {
        Population::Random | Population::RandomOfLength { .. } => "random".to_owned(),
        Population::Judged { low, high } => format!("{low}-{high}"),
    }
}

fn rescaled(raw: f64, model: Option<&str>, analysis: &Analysis) -> Result<f64, String> {
    let baseline = match model {
        Some(name) => published_baseline(name),
        None => analysis.known_baseline(),
    };
    let baseline = baseline.ok_or_else(|| match model {
        Some(name) => format!("bert_score publishes no baseline for {name} and English"),
        None => "this model has no baseline".to_owned(),
    })?;
    Ok(BaselineRow::rescale(raw, baseline.f1))
}

/// The baseline of `bert_score` for English, at the model's default layer.
fn published_baseline(model: &str) -> Option<BaselineRow> {
    let layer = Layer(known::find(model)?.default_layer?);
    published::baseline(model, published::DEFAULT_LANGUAGE)?.row(layer)
}

fn difference(score: Result<f64, String>, less: Result<f64, String>) -> Result<f64, String> {
    Ok(score? - less?)
}

fn cosine(analysis: &Analysis, similarity: &Similarity, cell: &[String; 2]) -> Result<f64, String> {
    let (candidate, reference) = find_cell(analysis, cell)?;
    Ok(f64::from(similarity.get(candidate, reference)))
}

fn best_match(analysis: &Analysis, side: Side, token: &str) -> Result<Token, String> {
    let best = analysis.matches_of(side)[find(analysis, side, token)?].token;
    Ok(analysis.side(side.other()).tokenized.tokens[best].clone())
}

/// Whether a token has a name: its label in the matrix, or `[UNK]` for an unknown token.
fn has_name(token: &Token, name: &str) -> bool {
    label::token(token) == name || (token.piece == name && matches!(name, "[UNK]" | "<unk>"))
}

/// The row and column of a cell given by its tokens: the candidate's, the reference's.
///
/// # Errors
/// A sentence that names the missing token.
pub fn find_cell(
    analysis: &Analysis,
    [candidate, reference]: &[String; 2],
) -> Result<(usize, usize), String> {
    Ok((
        find(analysis, Side::Candidate, candidate)?,
        find(analysis, Side::Reference, reference)?,
    ))
}

/// The first token with the name, or the second one if the name ends with `#2`.
fn find(analysis: &Analysis, side: Side, name: &str) -> Result<usize, String> {
    let numbered = NumberedName::parse(name);
    let mut count = 0;
    for (i, token) in analysis.side(side).tokenized.tokens.iter().enumerate() {
        if has_name(token, numbered.token) {
            count += 1;
            if count == numbered.number {
                return Ok(i);
            }
        }
    }
    Err(format!("the {} has no token “{name}”", side.name()))
}

/// A token of a text that may have several of the same name: `match#2` is the second `match`.
struct NumberedName<'a> {
    token: &'a str,
    /// From 1.
    number: usize,
}

impl<'a> NumberedName<'a> {
    fn parse(name: &'a str) -> Self {
        if let Some((token, number)) = name.rsplit_once('#') {
            match number.parse() {
                Ok(number) if number > 0 && !token.is_empty() => return Self { token, number },
                // A token can itself contain a `#`.
                _ => {}
            }
        }
        Self {
            token: name,
            number: 1,
        }
    }
}
