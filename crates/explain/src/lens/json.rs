//! Lenses as JSON.

use serde::{Serialize, Serializer};

use super::{Lens, LensAnswer, Lenses};
use bertscope_encoder::Layer;
use bertscope_metric::{BaselineRow, Score};

#[derive(Serialize)]
struct LensesJson<'a> {
    lenses: Vec<LensJson<'a>>,
}

/// All numbers are null where the lens has no score.
#[derive(Serialize)]
struct LensJson<'a> {
    lens: &'static str,
    score: Option<Score>,
    raw: Option<Score>,
    baseline: Option<BaselineRow>,
    layer: Option<Layer>,
    remarks: Vec<&'a str>,
}

impl Serialize for Lenses {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let json = LensesJson {
            lenses: self
                .lenses
                .iter()
                .map(|lens| LensJson::new(lens, self.rescaled))
                .collect(),
        };
        json.serialize(to)
    }
}

impl<'a> LensJson<'a> {
    fn new(lens: &'a Lens, is_rescaled: bool) -> Self {
        let score = lens.score();
        Self {
            lens: lens.kind.name(),
            score: score.and_then(|score| score.scaled(is_rescaled)),
            raw: score.map(|score| score.raw),
            baseline: score.and_then(|score| score.baseline),
            layer: score.map(|score| score.layer),
            remarks: match &lens.answer {
                LensAnswer::Score(score) => score.notes.iter().map(String::as_str).collect(),
                LensAnswer::Unavailable(reason) => vec![reason],
                LensAnswer::Pending => vec!["not computed yet"],
            },
        }
    }
}
