//! The scores of other programs and conventions.

use serde::Serialize;

use super::baseline;
use crate::json_parts::ScoreNumbers;
use bertscope_explain::lens::{LensAnswer, LensKind};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Lenses {
    lenses: Vec<Lens>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Lens {
    lens: &'static str,
    /// On the scale of the settings; null if it has none.
    score: Option<ScoreNumbers>,
    raw: Option<ScoreNumbers>,
    baseline: Option<ScoreNumbers>,
    layer: Option<usize>,
    /// What differs for this pair, or why there is no score.
    remarks: Vec<String>,
}

impl Lenses {
    pub(super) fn new(all: &bertscope_explain::Lenses) -> Self {
        let lens = |lens: &bertscope_explain::lens::Lens| {
            let lens_name = name(lens.kind);
            match &lens.answer {
                LensAnswer::Score(score) => Lens {
                    lens: lens_name,
                    score: score.scaled(all.rescaled).map(ScoreNumbers::from),
                    raw: Some(score.raw.into()),
                    baseline: score.baseline.as_ref().map(baseline),
                    layer: Some(score.layer.0),
                    remarks: score.notes.clone(),
                },
                LensAnswer::Unavailable(why) => Lens::without_score(lens_name, why),
                LensAnswer::Pending => Lens::without_score(lens_name, "not computed yet"),
            }
        };
        Self { lenses: all.lenses.iter().map(lens).collect() }
    }
}

impl Lens {
    fn without_score(lens: &'static str, why: &str) -> Self {
        Self { lens, score: None, raw: None, baseline: None, layer: None, remarks: vec![why.to_owned()] }
    }
}

fn name(kind: LensKind) -> &'static str {
    match kind {
        LensKind::BertScore => "bert_score",
        LensKind::FastTokenizer => "bert_score-fast-tokenizer",
        LensKind::Evaluate => "evaluate",
        LensKind::TorchMetrics => "torchmetrics",
        LensKind::LastLayer => "last-layer",
        LensKind::NoSpecial => "no-special-tokens",
        LensKind::SingleReferenceIdf => "idf-of-this-reference",
    }
}
