//! Computes the numbers that the checks of a step compare.

use super::super::Step;
use super::{Check, CheckLocation, CheckedScore, Expected, Measure, Subject, VectorSource};
use bertscope_analysis::{Analysis, Analyzer, Idf, Side};
use bertscope_encoder::{Layer, Token};
use bertscope_metric::{Pair, Score, Similarity};
use bertscope_models::ModelError;
use bertscope_overlap::Overlap;
use bertscope_report::label;

/// The numbers of a step.
pub(super) struct StepNumbers<'a> {
    pub(super) step: &'a Step,
    pub(super) settings: bertscope_analysis::Settings,
    pub(super) analyzer: &'a mut Analyzer,
}

impl<'a> StepNumbers<'a> {
    /// The problem with a claim; `None` if it holds.
    pub(super) fn problem(&mut self, check: &Check) -> Result<Option<String>, ModelError> {
        let value = self.value(&check.subject, check.location)?;
        Ok(match (&check.expected, value) {
            (Expected::Between(low, high), Ok(CheckedValue::Number(x)))
                if x > *low && x < *high =>
            {
                None
            }
            (Expected::Token(token), Ok(CheckedValue::Token(found))) if has_name(&found, token) => {
                None
            }
            (Expected::Between(low, high), Ok(CheckedValue::Number(x))) => {
                let limit = if x <= *low {
                    format!("above {low}")
                } else {
                    format!("below {high}")
                };
                Some(format!("{check} is {x:.4}, not {limit}"))
            }
            (Expected::Token(token), Ok(CheckedValue::Token(found))) => Some(format!(
                "{check} is “{}”, not “{token}”",
                label::token(&found)
            )),
            (_, Ok(_)) => Some(format!("{check} cannot be compared")),
            (_, Err(why)) => Some(why),
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

    fn analysis(
        &mut self,
        at: CheckLocation,
        settings: bertscope_analysis::Settings,
    ) -> Result<Analysis, ModelError> {
        let text = |texts: &'a [String], index: usize| texts.get(index).map_or("", String::as_str);
        let reference = text(&self.step.references, at.reference);
        let candidate = text(&self.step.candidates, at.candidate);
        let layer = match at.vectors {
            Some(VectorSource::Layer(layer)) => Layer(layer),
            Some(VectorSource::Static) | None => settings.layer,
        };
        self.analyzer.analyze(
            Pair {
                reference,
                candidate,
            },
            bertscope_analysis::Settings { layer, ..settings },
        )
    }

    /// The value, or a sentence that says why there is none.
    fn value(
        &mut self,
        subject: &Subject,
        at: CheckLocation,
    ) -> Result<Result<CheckedValue, String>, ModelError> {
        let analysis = self.analysis(at, self.settings)?;
        let value = match subject {
            Subject::Score(which) => score(*which, &analysis),
            Subject::RawScore(n) => number(*n, analysis.raw),
            Subject::MaxScore(n) => {
                let mut all = Vec::new();
                for reference in 0..self.step.references.len() {
                    all.push(number(
                        *n,
                        self.analysis(CheckLocation { reference, ..at }, self.settings)?
                            .score(),
                    ));
                }
                all.into_iter()
                    .collect::<Result<Vec<_>, _>>()
                    .map(|all| all.into_iter().fold(f64::NEG_INFINITY, f64::max))
            }
            Subject::Lead(which) => {
                let first = self.analysis(CheckLocation { candidate: 0, ..at }, self.settings)?;
                difference(score(*which, &analysis), score(*which, &first))
            }
            Subject::Change(n) => {
                let off = bertscope_analysis::Settings {
                    idf: Idf::Off,
                    rescale: false,
                    ..self.settings
                };
                difference(
                    number(*n, analysis.score()),
                    number(*n, self.analysis(at, off)?.raw),
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
        };
        Ok(value.map(CheckedValue::Number))
    }
}

enum CheckedValue {
    Number(f64),
    Token(Token),
}

fn number(n: Measure, score: Score) -> Result<f64, String> {
    let value = match n {
        Measure::Precision => score.precision,
        Measure::Recall => score.recall,
        Measure::F1 => Some(score.f1),
    };
    value.ok_or_else(|| format!("{} is undefined: all weights are 0", n.name()))
}

fn score(which: CheckedScore, analysis: &Analysis) -> Result<f64, String> {
    match which {
        CheckedScore::Bert(n) => number(n, analysis.score()),
        CheckedScore::Overlap(metric) => {
            let text = |side| &*analysis.side(side).tokenized.text;
            Ok(Overlap::score(text(Side::Candidate), &[text(Side::Reference)]).get(metric))
        }
    }
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
    let numbered = name
        .rsplit_once('#')
        .and_then(|(token, nth)| Some((token, nth.parse::<usize>().ok()?)));
    let (token, nth) = numbered
        .filter(|(token, nth)| !token.is_empty() && *nth > 0)
        .unwrap_or((name, 1));
    let tokens = analysis.side(side).tokenized.tokens.iter().enumerate();
    let found = tokens
        .filter(|(_, found)| has_name(found, token))
        .nth(nth - 1);
    found
        .map(|(i, _)| i)
        .ok_or_else(|| format!("the {} has no token “{name}”", side.name()))
}
