//! The lens of a program: the pair scored with its tokens and conventions, and what differs.

use super::answer::NoScore;
use super::score::LensScore;
use bertscope_analysis::{Analysis, Analyzer, Idf, Program, Settings, Side};
use bertscope_metric::Pair;

/// The score of a program for the pair of an analysis, at the same layer; torchmetrics at its default layer.
pub(super) fn score(analyzer: &mut Analyzer, analysis: &Analysis, program: Program) -> Result<LensScore, NoScore> {
    let is_shown = program == analysis.settings.program;
    let torchmetrics = program == Program::TorchMetrics;
    let layer = if torchmetrics && !is_shown { analyzer.model().default_layer_of(program) } else { analysis.layer };
    analyzer.pairing_at(analysis, layer)?.ok_or_else(|| NoScore::not_loaded(layer))?;
    let texts = Pair { reference: &*analysis.reference.tokenized.text, candidate: &*analysis.candidate.tokenized.text };
    let settings = Settings { layer, program, ..analysis.settings };
    let counted = analysis.idf.as_ref().filter(|idf| settings.idf == Idf::References && idf.document_count > 1);
    let found;
    let other = if is_shown {
        analysis
    } else {
        let counts = counted.map(|idf| &idf.frequencies);
        found = analyzer.analyze_with_settings(texts, &[settings], counts)?.remove(0);
        &found
    };
    if let Some(why) = other.refusal() {
        return Err(why.to_owned().into());
    }
    let differences = differences(analysis, other);
    if let (false, Some(idf)) = (differences.is_empty(), counted) {
        return Err(NoScore::Unavailable(format!(
            "IDF was counted over {} references with the tokens of {}, which differ.",
            idf.document_count,
            analysis.program().name()
        )));
    }
    let counts = [Side::Candidate, Side::Reference].map(|side| other.side(side).tokenized.tokens.len());
    let mut remarks = differences;
    if remarks.is_empty() && !is_shown {
        remarks.push(format!("Its tokenizer gives the same {} and {} tokens for this pair.", counts[0], counts[1]));
    }
    if torchmetrics {
        let default = if layer == analyzer.model().default_layer_of(program) { ", its default" } else { "" };
        remarks.push(format!(
            "Layer {layer}{default}. The first and last of the {} and {} tokens have no weight and match nothing.",
            counts[0], counts[1]
        ));
        if other.raw.precision.is_none() || other.raw.recall.is_none() {
            remarks.push("A mean without weight is nan there, and F1 is then 0.".to_owned());
        }
    }
    Ok(LensScore::from_analysis(other, remarks))
}

/// The first difference in tokens on each side, one sentence each.
fn differences(analysis: &Analysis, other: &Analysis) -> Vec<String> {
    let side = |side: Side| {
        let (own, other) = (&analysis.side(side).tokenized.tokens, &other.side(side).tokenized.tokens);
        let at = own.iter().zip(other).position(|(a, b)| a.id != b.id);
        let at = at.or((own.len() != other.len()).then(|| own.len().min(other.len())))?;
        let [own_piece, other_piece] = [own, other].map(|tokens| tokens.get(at).map_or("nothing", |token| &token.piece));
        Some(format!(
            "The {} has {} tokens there and {} here; token {} is “{other_piece}” there, “{own_piece}” here.",
            side.name(),
            other.len(),
            own.len(),
            at + 1,
        ))
    };
    [Side::Candidate, Side::Reference].into_iter().filter_map(side).collect()
}
