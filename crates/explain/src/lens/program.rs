//! The lens of a program: the pair scored with its tokens and conventions, and what differs.

use super::rescore;
use super::score::{LensScore, NoScore};
use crate::idf::counted_references;
use bertscope_analysis::{Analysis, Analyzer, Conventions, Program, Settings, Side};

/// The score of a program for the pair of an analysis, at the same layer; torchmetrics at its default layer.
pub fn score(
    analyzer: &mut Analyzer,
    analysis: &Analysis,
    conventions: Conventions,
) -> Result<LensScore, NoScore> {
    let default_layer = analyzer.model().default_layer_of(conventions);
    let is_shown = conventions == analysis.settings.conventions;
    let layer = if conventions.program == Program::TorchMetrics && !is_shown {
        default_layer
    } else {
        analysis.layer
    };
    let settings = Settings {
        layer,
        conventions,
        ..analysis.settings
    };
    let references = counted_references(analysis);
    let rescored = rescore(analyzer, analysis, settings, references)?;
    if let Some(refusal) = rescored.refusal() {
        return Err(NoScore::Unavailable(refusal.to_owned()));
    }
    let mut notes = Vec::new();
    notes.extend(token_difference(Side::Candidate, analysis, &rescored));
    notes.extend(token_difference(Side::Reference, analysis, &rescored));
    // Its tokens were not counted in the references, so its IDF weights are not known.
    if let Some(references) = references
        && !notes.is_empty()
    {
        return Err(NoScore::Unavailable(format!(
            "IDF was counted over {} references with the tokens of {}, which differ.",
            references.document_count(),
            analysis.conventions().name()
        )));
    }
    let candidate_tokens = rescored.candidate.tokenized.tokens.len();
    let reference_tokens = rescored.reference.tokenized.tokens.len();
    if notes.is_empty() && !is_shown {
        notes.push(format!(
            "Its tokenizer gives the same {candidate_tokens} and {reference_tokens} tokens for this pair."
        ));
    }
    if conventions.program == Program::TorchMetrics {
        let default = if layer == default_layer {
            ", its default"
        } else {
            ""
        };
        notes.push(format!(
            "Layer {layer}{default}. The first and last of the {candidate_tokens} and {reference_tokens} tokens have no \
             weight and match nothing."
        ));
        if rescored.raw.precision.is_none() || rescored.raw.recall.is_none() {
            notes.push("A mean without weight is nan there, and F1 is then 0.".to_owned());
        }
    }
    Ok(LensScore::from_analysis(&rescored, notes))
}

/// The first difference in the tokens of a side, as a sentence; `None` if they are the same.
fn token_difference(side: Side, analysis: &Analysis, rescored: &Analysis) -> Option<String> {
    let shown = &analysis.side(side).tokenized.tokens;
    let other = &rescored.side(side).tokenized.tokens;
    let first = (0..shown.len().max(other.len()))
        .find(|&i| shown.get(i).map(|token| token.id) != other.get(i).map(|token| token.id))?;
    let shown_piece = shown.get(first).map_or("nothing", |token| &token.piece);
    let other_piece = other.get(first).map_or("nothing", |token| &token.piece);
    Some(format!(
        "The {} has {} tokens there and {} here; token {} is “{other_piece}” there, “{shown_piece}” here.",
        side.name(),
        other.len(),
        shown.len(),
        first + 1
    ))
}
