//! Remarks about the scores, worded as on screen.

use super::label;
use crate::escaping::clean;
use crate::number;
use bertscope_analysis::rescaling::Baseline;
use bertscope_analysis::{Analysis, Note, RescaledScore, Side};

/// Instead of a matrix.
pub const NO_CELLS: &str =
    "One text has no words, and special tokens are hidden: there are no cells to show.";

/// Most matches that are named on a screen or picture.
pub const MAX_LISTED_MATCHES: usize = 3;

/// A sentence under the picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureNote {
    pub text: String,
    pub warning: bool,
}

impl PictureNote {
    fn new(text: &str, warning: bool) -> Self {
        Self {
            text: clean(text),
            warning,
        }
    }
}

/// Every remark, warnings first; `special` says whether special tokens have rows and columns, and `most` how many hidden
/// matches are named.
pub fn picture_notes(analysis: &Analysis, special: bool, most: usize) -> Vec<PictureNote> {
    let mut warnings = warnings(analysis, |_| true);
    if !special {
        warnings.extend(hidden_matches(analysis, &Side::BOTH, "", most));
    }
    let warnings = warnings.iter().map(|text| PictureNote::new(text, true));
    let sources = sources(analysis);
    let sources = sources.iter().map(|text| PictureNote::new(text, false));
    warnings.chain(sources).collect()
}

/// The notes on the score, one for two empty texts.
pub fn warnings(analysis: &Analysis, is_shown: impl Fn(&Note) -> bool) -> Vec<String> {
    let both_empty = Side::BOTH
        .iter()
        .all(|side| analysis.notes.contains(&Note::Empty(*side)));
    let mut sentences = Vec::new();
    if both_empty {
        let scale = if analysis.rescaling().is_some() {
            ", before rescaling"
        } else {
            ""
        };
        sentences.push(format!(
            "Neither text has words, so precision, recall and F1 are 0 by convention{scale}."
        ));
    }
    for note in &analysis.notes {
        let is_said = both_empty && matches!(note, Note::Empty(_));
        if is_shown(note) && !is_said {
            sentences.push(analysis.note_sentence(note));
        }
    }
    sentences
}

/// The sources of the weights and of the baseline.
pub fn sources(analysis: &Analysis) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some(idf) = &analysis.idf {
        sentences.push(format!("IDF: {}", number::idf_source(idf)));
    }
    if let Some(rescaled) = analysis.rescaling() {
        sentences.push(baseline_sentence(analysis, &rescaled.baseline));
        if is_f1_above_both(rescaled) {
            // A harmonic mean is between its numbers, so a reader would think of an error.
            sentences.push("F1 is above P and R because each has its own baseline.".to_owned());
        }
    }
    sentences
}

fn baseline_sentence(analysis: &Analysis, baseline: &Baseline) -> String {
    let [p, r, f] = baseline.row.numbers().map(|b| number::five_places(Some(b)));
    format!(
        "Rescaled with {}, layer {}: P {p} R {r} F1 {f}",
        baseline.table, analysis.layer
    )
}

fn is_f1_above_both(rescaled: &RescaledScore) -> bool {
    let score = rescaled.score;
    match (score.precision, score.recall) {
        (Some(precision), Some(recall)) => score.f1 > precision && score.f1 > recall,
        _ => false,
    }
}

/// Words of these sides whose best match is a special token without row or column; `hint` is how to show it.
pub fn hidden_matches(
    analysis: &Analysis,
    sides: &[Side],
    hint: &str,
    most: usize,
) -> Option<String> {
    let mut all = Vec::new();
    for &side in sides {
        let own = &analysis.side(side).tokenized.tokens;
        let others = &analysis.side(side.other()).tokenized.tokens;
        for (i, found) in analysis.matched_to_special(side) {
            let special = label::token(&others[found.token]);
            all.push(format!("“{}” → {special}", label::token(&own[i])));
        }
    }
    let those = match all.len() {
        0 => return None,
        1 => "1 match goes".to_owned(),
        n => format!("{n} matches go"),
    };
    let more = if all.len() > most { ", …" } else { "" };
    let some = all[..all.len().min(most)].join(", ");
    Some(format!(
        "{those} to a special token that is hidden here but counts in the score{hint}: {some}{more}."
    ))
}

/// The scores in the settings' scale, each with its name and its raw number.
pub fn named_scores(analysis: &Analysis) -> [(&'static str, Option<f64>, Option<f64>); 3] {
    let score = analysis.score();
    let raw = analysis.raw;
    [
        ("Precision", score.precision, raw.precision),
        ("Recall", score.recall, raw.recall),
        ("F1", Some(score.f1), Some(raw.f1)),
    ]
}
