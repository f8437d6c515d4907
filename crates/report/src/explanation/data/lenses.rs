//! The scores of other programs and conventions.

use serde::Serialize;

use super::baseline;
use crate::json_parts::Numbers;
use bertscope_explain::lens::{Answer, Kind};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Lenses {
    lenses: Vec<Lens>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Lens {
    lens: &'static str,
    /// On the scale of the settings; null if it has none.
    score: Option<Numbers>,
    raw: Option<Numbers>,
    baseline: Option<Numbers>,
    layer: Option<usize>,
    /// What differs for this pair, or why there is no score.
    remarks: Vec<String>,
}

impl Lenses {
    pub(super) fn of(all: &bertscope_explain::Lenses) -> Self {
        let lens = |lens: &bertscope_explain::lens::Lens| {
            let lens_name = name(lens.kind);
            match &lens.answer {
                Answer::Score(score) => Lens {
                    lens: lens_name,
                    score: score.shown(all.rescaled).map(Numbers::from),
                    raw: Some(score.raw.into()),
                    baseline: score.baseline.as_ref().map(baseline),
                    layer: Some(score.layer.0),
                    remarks: score.remarks.clone(),
                },
                Answer::None(why) => Lens::without_score(lens_name, why),
                Answer::Pending => Lens::without_score(lens_name, "not computed yet"),
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

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::BertScore => "bert_score",
        Kind::Fast => "bert_score-fast-tokenizer",
        Kind::Evaluate => "evaluate",
        Kind::TorchMetrics => "torchmetrics",
        Kind::LastLayer => "last-layer",
        Kind::NoSpecial => "no-special-tokens",
        Kind::OwnIdf => "idf-of-this-reference",
    }
}
