//! Remarks about the scores, worded as on screen.

use super::label;
use crate::escaping::clean;
use crate::number;
use bertscope_analysis::{Analysis, Note, Side};

/// A sentence under the picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureNote {
    /// The sentence.
    pub text: String,
    /// Whether it is a warning.
    pub warning: bool,
}

/// Every remark, warnings first; `special` says whether special tokens have rows and columns.
pub fn picture_notes(analysis: &Analysis, special: bool) -> Vec<PictureNote> {
    let remark = |warning: bool| {
        move |text: String| PictureNote {
            text: clean(&text),
            warning,
        }
    };
    let hidden = if special {
        None
    } else {
        hidden_matches(analysis, &[Side::Candidate, Side::Reference], "")
    };
    let warnings = warnings(analysis, |_| true).chain(hidden).map(remark(true));
    warnings
        .chain(sources(analysis).map(remark(false)))
        .collect()
}

/// The notes on the score, one for two empty texts.
pub fn warnings(
    analysis: &Analysis,
    is_shown: impl Fn(&Note) -> bool,
) -> impl Iterator<Item = String> {
    let both_empty = [Side::Reference, Side::Candidate]
        .iter()
        .all(|side| analysis.notes.contains(&Note::Empty(*side)));
    let neither =
        "Neither text has words, so precision, recall and F1 are 0 by convention.".to_owned();
    let rest = analysis
        .notes
        .iter()
        .filter(move |note| is_shown(note) && !(both_empty && matches!(note, Note::Empty(_))));
    both_empty
        .then_some(neither)
        .into_iter()
        .chain(rest.map(ToString::to_string))
}

/// The sources of the weights and of the baseline.
pub fn sources(analysis: &Analysis) -> impl Iterator<Item = String> {
    let idf = analysis
        .idf
        .as_ref()
        .map(|idf| format!("IDF: {}", number::idf_source(idf)));
    let rescaled = analysis.rescaling().map(|r| {
        let [p, q, f] = [r.baseline.precision, r.baseline.recall, r.baseline.f1]
            .map(|b| number::short(b as f32));
        let (score, table, layer) = (analysis.score(), &r.table, analysis.layer);
        let means = [score.precision, score.recall].map(|mean| mean.unwrap_or(score.f1));
        let above = means.iter().all(|mean| score.f1 > *mean);
        let why = if above {
            ". F1 is above P and R because each has its own baseline."
        } else {
            ""
        };
        format!("Rescaled with {table}, layer {layer}: P {p} R {q} F {f}{why}")
    });
    idf.into_iter().chain(rescaled)
}

/// Words of these sides whose best match is a special token without row or column; `hint` is how to show it.
pub fn hidden_matches(analysis: &Analysis, sides: &[Side], hint: &str) -> Option<String> {
    let label = |side: Side, i: usize| label::token(&analysis.side(side).tokenized.tokens[i]);
    let pairs = |&side: &Side| {
        let hidden = analysis.matched_to_special(side);
        hidden.map(move |(i, found)| {
            format!(
                "“{}” → {}",
                label(side, i),
                label(side.other(), found.token)
            )
        })
    };
    let all: Vec<String> = sides.iter().flat_map(pairs).collect();
    let those = match all.len() {
        0 => return None,
        1 => "1 match goes".to_owned(),
        n => format!("{n} matches go"),
    };
    let more = if all.len() > 3 { ", …" } else { "" };
    let some = all[..all.len().min(3)].join(", ");
    Some(format!(
        "{those} to a special token that is hidden here but counts in the score{hint}: {some}{more}."
    ))
}

/// The scores in the settings' scale, each with its name and its raw number.
pub fn named_scores(analysis: &Analysis) -> [(&'static str, Option<f64>, Option<f64>); 3] {
    let (score, raw) = (analysis.score(), analysis.raw);
    [
        ("Precision", score.precision, raw.precision),
        ("Recall", score.recall, raw.recall),
        ("F1", Some(score.f1), Some(raw.f1)),
    ]
}
