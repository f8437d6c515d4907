//! The scores of other programs and conventions.

use serde::Serialize;

use bertscope_encoder::Layer;
use bertscope_explain::lens::{LensAnswer, LensKind};
use bertscope_metric::{BaselineRow, Score};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Lenses {
    lenses: Vec<Lens>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Lens {
    lens: LensKind,
    /// On the scale of the settings; null if it has none.
    score: Option<Score>,
    raw: Option<Score>,
    baseline: Option<BaselineRow>,
    layer: Option<Layer>,
    /// What differs for this pair, or why there is no score.
    remarks: Vec<String>,
}

impl Lenses {
    pub(super) fn new(all: &bertscope_explain::Lenses) -> Self {
        let lens = |lens: &bertscope_explain::lens::Lens| match &lens.answer {
            LensAnswer::Score(score) => Lens {
                lens: lens.kind,
                score: score.scaled(all.rescaled),
                raw: Some(score.raw),
                baseline: score.baseline,
                layer: Some(score.layer),
                remarks: score.notes.clone(),
            },
            LensAnswer::Unavailable(why) => Lens::without_score(lens.kind, why),
            LensAnswer::Pending => Lens::without_score(lens.kind, "not computed yet"),
        };
        Self { lenses: all.lenses.iter().map(lens).collect() }
    }
}

impl Lens {
    fn without_score(lens: LensKind, why: &str) -> Self {
        Self { lens, score: None, raw: None, baseline: None, layer: None, remarks: vec![why.to_owned()] }
    }
}
