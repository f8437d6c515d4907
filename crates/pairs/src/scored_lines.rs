//! Streams the output of `score --json`: the scores of each pair and its passed-through fields.

use std::path::Path;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::error::RowProblem;
use crate::human_score::parse_human_score;
use crate::input::check_readable;
use crate::json_lines::invalid_json;
use crate::json_records::parse_records;
use crate::lines::excerpt;
use crate::score_columns::is_score;
use crate::{Id, PairsError, Source};

#[derive(Debug, Clone)]
pub struct ScoredLine {
    /// Its number in the file, from 1.
    pub number: u64,
    pub id: Option<Id>,
    /// Precision, recall and F1; or the error.
    pub scores: Result<[Option<f64>; 3], String>,
    /// The provenance of the scores.
    pub signature: Option<String>,
    /// Human score, with `--human`.
    pub human: Option<f64>,
    /// A note on the pair, for example that a text has no words.
    pub note: Option<String>,
    /// Whether it was exported with a mark or a note.
    pub selected: bool,
    /// Group, with `--by`.
    pub group: Option<String>,
    /// Layer and raw F1, with `--all-layers`; `None` for an F1 without precision or recall.
    pub layers: Vec<(usize, Option<f64>)>,
    /// Candidate and references, with `--texts`.
    pub texts: Option<(String, Vec<String>)>,
}

/// The rows of a file, from the first, in any form of JSON that a file of pairs may have. Numbers are read without loss of precision. Fails when
/// the file cannot be read; an item is one for a line that is not a row of scores.
pub fn read(
    path: &Path,
) -> Result<impl Iterator<Item = Result<ScoredLine, PairsError>>, PairsError> {
    check_readable(path)?;
    parse_records(Source::File(path.to_owned()), parse)
}

#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    precision: Option<&'a RawValue>,
    #[serde(borrow)]
    recall: Option<&'a RawValue>,
    #[serde(borrow)]
    f1: Option<&'a RawValue>,
    signature: Option<String>,
    #[serde(borrow)]
    human: Option<&'a RawValue>,
    note: Option<String>,
    group: Option<String>,
    error: Option<String>,
    #[serde(borrow, default)]
    layers: Vec<LayerFields<'a>>,
    texts: Option<Texts>,
    #[serde(default)]
    origin: Origin,
}

/// The row of a file from which the pair was exported.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Origin {
    marked: bool,
    note: String,
}

#[derive(Deserialize)]
struct Texts {
    candidate: Option<String>,
    references: Vec<String>,
}

#[derive(Deserialize, Clone, Copy)]
struct ScoreFields<'a> {
    #[serde(borrow)]
    precision: Option<&'a RawValue>,
    #[serde(borrow)]
    recall: Option<&'a RawValue>,
    #[serde(borrow)]
    f1: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct LayerFields<'a> {
    layer: usize,
    #[serde(borrow)]
    raw: ScoreFields<'a>,
}

/// Parses precision, recall and F1.
fn parse_scores(values: [Option<&RawValue>; 3]) -> Result<[Option<f64>; 3], RowProblem> {
    let [precision, recall, f1] = values;
    Ok([
        parse_score(precision)?,
        parse_score(recall)?,
        parse_score(f1)?,
    ])
}

fn parse_score(value: Option<&RawValue>) -> Result<Option<f64>, RowProblem> {
    let text = match value.map(RawValue::get) {
        None | Some("null") => return Ok(None),
        Some(text) => text,
    };
    match text.parse() {
        Ok(number) if is_score(number) => Ok(Some(number)),
        _ => Err(RowProblem::SavedScore(excerpt(text))),
    }
}

fn parse(number: u64, text: &str) -> Result<ScoredLine, RowProblem> {
    if !text.trim_start().starts_with('{') {
        return Err(RowProblem::NotScoredJson);
    }
    let fields: Fields<'_> = serde_json::from_str(text)
        .map_err(|error| RowProblem::InvalidScoredJson(invalid_json(&error)))?;
    let scores = match fields.error {
        Some(error) => Err(error),
        None => match parse_scores([fields.precision, fields.recall, fields.f1])? {
            // A row that was skipped has none, and a note says why.
            [.., None] => Err(fields.note.clone().ok_or(RowProblem::NoF1)?),
            scores => Ok(scores),
        },
    };
    if let Some(texts) = &fields.texts
        && texts.references.is_empty()
        && scores.is_ok()
    {
        return Err(RowProblem::ScoredWithoutReference);
    }
    let human = match fields.human {
        Some(human) => parse_human_score(human.get().trim_matches('"'))?,
        None => None,
    };
    let mut layers = Vec::with_capacity(fields.layers.len());
    for layer in fields.layers {
        let raw = layer.raw;
        let f1 = match parse_scores([raw.precision, raw.recall, raw.f1])? {
            [Some(_), Some(_), f1] => f1,
            _ => None,
        };
        layers.push((layer.layer, f1));
    }
    Ok(ScoredLine {
        number,
        id: fields.id.filter(|id| id.get() != "null").map(Id::json),
        scores,
        signature: fields.signature,
        human,
        note: fields.note,
        selected: fields.origin.marked || !fields.origin.note.is_empty(),
        group: fields.group,
        layers,
        texts: fields
            .texts
            .map(|texts| (texts.candidate.unwrap_or_default(), texts.references)),
    })
}
