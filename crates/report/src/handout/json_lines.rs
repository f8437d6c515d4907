//! A hand-out as JSON Lines, an object a pair, which `bertscope open` reads with its scores.

use serde::Serialize;

use super::{Handout, HandoutPair};
use crate::json_parts::Numbers;
use crate::origin::PairOrigin;
use crate::rows::json::write_line;

#[derive(Serialize)]
struct Line<'a> {
    id: String,
    candidate: &'a str,
    references: &'a [String],
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw: Option<Numbers>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<&'a str>,
    /// The human score once more, where `--human human` finds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    human: Option<f64>,
    origin: &'a PairOrigin,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
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
        candidate: &pair.candidate,
        references: &pair.references,
        precision,
        recall,
        f1,
        raw: scored.map(|scored| scored.raw.into()),
        signature: scored.and_then(|scored| Some(scored.analyses.first()?.signature.as_str())),
        human: pair.origin.human,
        origin: &pair.origin,
        error: pair.scored.as_ref().err().map(String::as_str),
    }
}
