//! The output of `score --json`: one object per line, a stable format for scripts.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::RowFields;
use super::scored_row::{Drawing, ScoredRow, UnscoredReason, UnscoredRow};
use crate::ScoredCandidate;
use crate::explanation::Section;
use crate::json_parts::{Matches, TokenJson, write_line};
use bertscope_analysis::Analysis;
use bertscope_explain::Kinds;
use bertscope_explain::kinds::CostedDifference;
use bertscope_metric::Score;
use bertscope_overlap::{Overlap, PairCounts};
use bertscope_pairs::{Id, MissingText, PairRecord};

#[derive(Serialize)]
struct RowJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    score: Score,
    raw: Score,
    #[serde(skip_serializing_if = "Option::is_none")]
    overlap: Option<Overlap>,
    signature: &'a str,
    #[serde(flatten)]
    input: InputFields<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    layers: Vec<LayerJson>,
    #[serde(flatten)]
    details: Option<Details<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    references: Vec<ReferenceJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    kinds: Vec<CostedDifference>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    explanations: &'a [Section],
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<DrawingsJson<'a>>,
    #[serde(skip_serializing_if = "str::is_empty")]
    missing: &'a str,
}

/// The requested files, an object with a field for each format.
struct DrawingsJson<'a>(&'a [Drawing]);

impl Serialize for DrawingsJson<'_> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|drawing| (drawing.format, &drawing.text)))
    }
}

#[derive(Serialize)]
struct LayerJson {
    layer: usize,
    #[serde(flatten)]
    score: Score,
    raw: Score,
}

#[derive(Serialize)]
struct UnscoredRowJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
    #[serde(flatten)]
    given: InputFields<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// The fields of a pair as it was read.
#[derive(Default, Serialize)]
struct InputFields<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    texts: Option<Texts<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    human: Option<HumanScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<ColumnsJson<'a>>,
}

/// Null if the file has none for the pair.
#[derive(Serialize)]
struct HumanScore(Option<f64>);

impl<'a> InputFields<'a> {
    fn new(pair: &'a PairRecord, fields: &'a RowFields) -> Self {
        Self {
            texts: fields.texts.then_some(Texts {
                candidate: match pair.missing {
                    Some(MissingText::Candidate) => None,
                    _ => Some(&pair.candidate),
                },
                references: &pair.references,
            }),
            human: fields.human.then_some(HumanScore(pair.human)),
            group: pair.group.as_deref().filter(|_| fields.group),
            columns: (!fields.columns.is_empty()).then_some(ColumnsJson { pair, fields }),
        }
    }
}

/// The columns that are passed through, an object with a field for each.
struct ColumnsJson<'a> {
    pair: &'a PairRecord,
    fields: &'a RowFields,
}

impl Serialize for ColumnsJson<'_> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(
            self.fields
                .columns_of(self.pair)
                .map(|(name, value)| (name, value.as_json())),
        )
    }
}

/// The texts, so that `open` needs no other file.
#[derive(Serialize)]
pub(crate) struct Texts<'a> {
    /// `None` if it is missing.
    pub(crate) candidate: Option<&'a str>,
    pub(crate) references: &'a [String],
}

#[derive(Serialize)]
struct ReferenceJson<'a> {
    #[serde(flatten)]
    score: Score,
    raw: Score,
    #[serde(flatten)]
    details: Details<'a>,
}

#[derive(Serialize)]
struct Details<'a> {
    candidate_tokens: Vec<TokenJson<'a>>,
    reference_tokens: Vec<TokenJson<'a>>,
    similarity: Vec<&'a [f32]>,
    matches: Matches,
}

/// Writes one candidate's line.
///
/// With several references, the details at the top are those of the one with the highest F1, whose index is
/// `reference`, and `references` has all of them in order. With several layers, `layers` has the scores at each, and the
/// rest is for the chosen one.
pub fn write(out: &mut impl Write, row: &ScoredRow<'_>, with_details: bool) -> io::Result<()> {
    let scored = row.chosen();
    let best = scored.best_reference();
    let analysis = &scored.analyses[best];
    let has_several_references = scored.analyses.len() > 1;
    let mut line = RowJson {
        id: row.pair.id.as_ref().map(Id::as_json),
        score: scored.scaled,
        raw: scored.raw,
        overlap: row.overlap.map(PairCounts::scores),
        signature: &analysis.signature,
        input: InputFields::new(row.pair, row.fields),
        note: row.note(scored),
        reference: has_several_references.then_some(best),
        layers: Vec::new(),
        details: None,
        references: Vec::new(),
        kinds: Kinds::compute(analysis).differences,
        explanations: row.explanations,
        drawn: None,
        missing: "",
    };
    if row.layers.len() > 1 {
        line.layers = row.layers.iter().map(LayerJson::new).collect();
    }
    if with_details {
        line.details = Some(Details::new(analysis));
    }
    if with_details && has_several_references {
        line.references = scored.analyses.iter().map(ReferenceJson::new).collect();
    }
    if !row.drawings.is_empty() {
        line.drawn = Some(DrawingsJson(row.drawings));
    }
    let with_missing = row
        .drawings
        .iter()
        .find(|drawing| !drawing.missing.is_empty());
    if let Some(drawing) = with_missing {
        line.missing = &drawing.missing;
    }
    write_line(out, &line)
}

/// Writes the line of a pair that was not scored, so that every pair has a line.
pub fn write_unscored(out: &mut impl Write, row: &UnscoredRow<'_>) -> io::Result<()> {
    let given = match row.pair {
        Some(pair) => InputFields::new(pair, row.fields),
        None => InputFields::default(),
    };
    let (note, error) = match row.reason {
        UnscoredReason::Failed(error) => (None, Some(error.as_str())),
        UnscoredReason::Skipped(missing) => (Some(missing.to_string()), None),
    };
    write_line(
        out,
        &UnscoredRowJson {
            id: row.id.map(Id::as_json),
            precision: None,
            recall: None,
            f1: None,
            given,
            note,
            error,
        },
    )
}

impl LayerJson {
    fn new(scored: &ScoredCandidate) -> Self {
        let layer = scored.analyses.first().map_or(0, |a| a.layer.0);
        Self {
            layer,
            score: scored.scaled,
            raw: scored.raw,
        }
    }
}

impl<'a> ReferenceJson<'a> {
    fn new(analysis: &'a Analysis) -> Self {
        Self {
            score: analysis.score(),
            raw: analysis.raw,
            details: Details::new(analysis),
        }
    }
}

impl<'a> Details<'a> {
    fn new(analysis: &'a Analysis) -> Self {
        Self {
            candidate_tokens: TokenJson::all(&analysis.candidate),
            reference_tokens: TokenJson::all(&analysis.reference),
            similarity: (0..analysis.similarity.candidate_tokens())
                .map(|c| analysis.similarity.row(c))
                .collect(),
            matches: Matches::from(&analysis.matches),
        }
    }
}
