//! The output of `score --json`: one object per line, a stable format for scripts.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::RowFields;
use super::scored_row::{OutputRow, ScoredRow, UnscoredReason};
use crate::ScoredCandidate;
use crate::explanation::Section;
use crate::export::PairOrigin;
use crate::export::origin::object;
use crate::json_parts::{Matches, TokenJson, write_line};
use bertscope_analysis::Analysis;
use bertscope_explain::Kinds;
use bertscope_explain::kinds::CostedDifference;
use bertscope_metric::Score;
use bertscope_overlap::{Overlap, PairCounts};
use bertscope_pairs::{Id, MissingText, PairRecord};

/// A pair; without its scores if it has none.
#[derive(Default, Serialize)]
pub(in crate::findings) struct RowJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overlap: Option<Overlap>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<&'a str>,
    #[serde(flatten)]
    pub input: InputFields<'a>,
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
    /// The requested files, an object with a field for each format.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "object")]
    drawn: Vec<(&'static str, &'a str)>,
    #[serde(skip_serializing_if = "str::is_empty")]
    missing: &'a str,
    /// The row of the file, where the pair is one of a selection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<PairOrigin>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'a str>,
}

/// On the scale of the settings, and before rescaling.
#[derive(Serialize)]
pub(in crate::findings) struct ScoresJson {
    #[serde(flatten)]
    score: Score,
    raw: Score,
}

#[derive(Serialize)]
struct LayerJson {
    layer: usize,
    #[serde(flatten)]
    scores: ScoresJson,
}

/// The fields of a pair as it was read.
#[derive(Default, Serialize)]
pub(in crate::findings) struct InputFields<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texts: Option<Texts<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub human: Option<HumanScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<&'a str>,
    /// The columns that are passed through, an object with a field for each.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "object")]
    pub columns: Vec<(&'a str, &'a RawValue)>,
}

/// Null if the file has none for the pair.
#[derive(Serialize)]
pub(in crate::findings) struct HumanScore(pub Option<f64>);

impl<'a> InputFields<'a> {
    fn new(pair: &'a PairRecord, fields: &'a RowFields) -> Self {
        let columns = fields.columns.iter().zip(&pair.extra);
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
            columns: columns
                .map(|(name, value)| (name.as_str(), value.as_json()))
                .collect(),
        }
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
    scores: ScoresJson,
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

/// Writes the line of a pair, also of one that was not scored.
///
/// With several references, the details at the top are those of the one with the highest F1, whose index is
/// `reference`, and `references` has all of them in order. With several layers, `layers` has the scores at each, and the
/// rest is for the chosen one.
pub fn write(out: &mut impl Write, row: &OutputRow<'_>, with_details: bool) -> io::Result<()> {
    let mut line = RowJson::new(row.id.map(Id::as_json));
    if let Some(pair) = row.pair {
        line.input = InputFields::new(pair, row.fields);
    }
    match row.outcome {
        Ok(scored) => line.add_scores(scored, with_details),
        Err(UnscoredReason::Failed(error)) => line.error = Some(error),
        Err(UnscoredReason::Skipped(missing)) => line.note = Some(missing.to_string()),
    }
    write_line(out, &line)
}

impl<'a> RowJson<'a> {
    pub fn new(id: Option<&'a RawValue>) -> Self {
        Self {
            id,
            ..Self::default()
        }
    }

    pub fn set_scores(&mut self, scored: &'a ScoredCandidate) {
        [self.precision, self.recall, self.f1] = scored.scaled.numbers();
        self.raw = Some(scored.raw);
        self.signature = scored.signature();
    }

    fn add_scores(&mut self, row: ScoredRow<'a>, with_details: bool) {
        let scored = row.chosen();
        let best = scored.best_reference();
        let analysis = &scored.analyses[best];
        let has_several_references = scored.analyses.len() > 1;
        self.set_scores(scored);
        self.overlap = row.overlap.map(PairCounts::scores);
        self.note = row.note(scored);
        self.reference = has_several_references.then_some(best);
        self.kinds = Kinds::compute(analysis).differences;
        self.explanations = row.explanations;
        if row.layers.len() > 1 {
            self.layers = row.layers.iter().map(LayerJson::new).collect();
        }
        if with_details {
            self.details = Some(Details::new(analysis));
        }
        if with_details && has_several_references {
            self.references = scored.analyses.iter().map(ReferenceJson::new).collect();
        }
        for drawing in row.drawings {
            self.drawn.push((drawing.format, &drawing.text));
            if self.missing.is_empty() {
                self.missing = &drawing.missing;
            }
        }
    }
}

impl From<&ScoredCandidate> for ScoresJson {
    fn from(scored: &ScoredCandidate) -> Self {
        Self {
            score: scored.scaled,
            raw: scored.raw,
        }
    }
}

impl LayerJson {
    fn new(scored: &ScoredCandidate) -> Self {
        Self {
            layer: scored.analyses.first().map_or(0, |a| a.layer.0),
            scores: scored.into(),
        }
    }
}

impl<'a> ReferenceJson<'a> {
    fn new(analysis: &'a Analysis) -> Self {
        Self {
            scores: ScoresJson {
                score: analysis.score(),
                raw: analysis.raw,
            },
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
