//! A hand-out as JSON Lines, an object a pair: a row as `score --json --texts` writes it, which
//! `bertscope open` reads with its scores, and where it comes from.

use serde::Serialize;
use serde_json::Value;

use super::{Handout, HandoutPair};
use crate::json_parts::Numbers;
use crate::origin::PairOrigin;
use crate::rows::json::write_line;

#[derive(Serialize)]
struct Line<'a> {
    id: String,
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw: Option<Numbers>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<&'a str>,
    texts: Texts<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    human: Option<f64>,
    #[serde(skip_serializing_if = "serde_json::Map::is_empty")]
    columns: serde_json::Map<String, Value>,
    origin: PairOrigin,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

#[derive(Serialize)]
struct Texts<'a> {
    candidate: &'a str,
    references: &'a [String],
}

/// The lines.
pub(super) fn lines(handout: &Handout) -> String {
    let mut out = Vec::new();
    for pair in &handout.pairs {
        // Neither a vector nor numbers and texts can fail to be written.
        let _ = write_line(&mut out, &line(pair));
    }
    String::from_utf8(out).unwrap_or_default()
}

fn line(pair: &HandoutPair) -> Line<'_> {
    let [precision, recall, f1] = pair.numbers();
    let scored = pair.scored.as_ref().ok();
    Line {
        id: pair.origin.id.clone().unwrap_or_else(|| pair.origin.row.to_string()),
        precision,
        recall,
        f1,
        raw: scored.map(|scored| scored.raw.into()),
        signature: scored.and_then(|scored| Some(scored.analyses.first()?.signature.as_str())),
        texts: Texts { candidate: &pair.candidate, references: &pair.references },
        human: pair.origin.human,
        columns: pair.origin.columns.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect(),
        // The rest stands beside it.
        origin: PairOrigin { id: None, human: None, columns: Vec::new(), ..pair.origin.clone() },
        error: pair.scored.as_ref().err().map(String::as_str),
    }
}
