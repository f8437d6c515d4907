//! The lens of a program: the pair scored with its tokens and conventions, and what differs.

use super::answer::NoScore;
use super::score::LensScore;
use super::{reference_counts, rescore};
use bertscope_analysis::{Analysis, Analyzer, Conventions, Program, Settings, Side};

/// The score of a program for the pair of an analysis, at the same layer; torchmetrics at its default layer.
pub(super) fn score(
    analyzer: &mut Analyzer,
    analysis: &Analysis,
    conventions: Conventions,
) -> Result<LensScore, NoScore> {
    let default_layer = analyzer.model().default_layer_of(conventions);
    let is_shown = conventions == analysis.settings.conventions;
    let torchmetrics = conventions.program == Program::TorchMetrics;
    let layer = if torchmetrics && !is_shown {
        default_layer
    } else {
        analysis.layer
    };
    let counted = reference_counts(analysis);
    let other = rescore(
        analyzer,
        analysis,
        Settings {
            layer,
            conventions,
            ..analysis.settings
        },
        counted,
    )?;
    if let Some(why) = other.refusal() {
        return Err(why.to_owned().into());
    }
    let mut remarks: Vec<String> = [Side::Candidate, Side::Reference]
        .into_iter()
        .filter_map(|side| difference(side, analysis, &other))
        .collect();
    if let (false, Some(counted)) = (remarks.is_empty(), counted) {
        return Err(NoScore::Unavailable(format!(
            "IDF was counted over {} references with the tokens of {}, which differ.",
            counted.document_count(),
            analysis.conventions().name()
        )));
    }
    let [own, others] =
        [Side::Candidate, Side::Reference].map(|side| other.side(side).tokenized.tokens.len());
    if remarks.is_empty() && !is_shown {
        remarks.push(format!(
            "Its tokenizer gives the same {own} and {others} tokens for this pair."
        ));
    }
    if torchmetrics {
        let default = if layer == default_layer {
            ", its default"
        } else {
            ""
        };
        remarks.push(format!(
            "Layer {layer}{default}. The first and last of the {own} and {others} tokens have no weight and match nothing."
        ));
        if other.raw.precision.is_none() || other.raw.recall.is_none() {
            remarks.push("A mean without weight is nan there, and F1 is then 0.".to_owned());
        }
    }
    Ok(LensScore::from_analysis(&other, remarks))
}

/// The first difference in the tokens of a side, as a sentence.
fn difference(side: Side, analysis: &Analysis, other: &Analysis) -> Option<String> {
    let (own, other) = (
        &analysis.side(side).tokenized.tokens,
        &other.side(side).tokenized.tokens,
    );
    let at = own.iter().zip(other).position(|(a, b)| a.id != b.id);
    let at = at.or((own.len() != other.len()).then(|| own.len().min(other.len())))?;
    let [here, there] =
        [own, other].map(|tokens| tokens.get(at).map_or("nothing", |token| &token.piece));
    Some(format!(
        "The {} has {} tokens there and {} here; token {} is “{there}” there, “{here}” here.",
        side.name(),
        other.len(),
        own.len(),
        at + 1
    ))
}
