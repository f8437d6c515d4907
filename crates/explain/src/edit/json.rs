//! An edit as JSON.

use serde::{Serialize, Serializer};

use super::{Cause, ChangedSetting, EditEffect, TextChange, TokenChange};
use crate::sides::ScoreChange;
use bertscope_analysis::Analysis;
use bertscope_metric::Score;

#[derive(Serialize)]
struct EditJson<'a> {
    before: Option<PairJson<'a>>,
    settings: &'a [ChangedSetting],
    #[serde(flatten)]
    texts: Option<TextChangeJson<'a>>,
}

#[derive(Serialize)]
struct PairJson<'a> {
    candidate: &'a str,
    reference: &'a str,
    #[serde(flatten)]
    score: Score,
}

#[derive(Serialize)]
struct TextChangeJson<'a> {
    change: ScoreChange,
    causes: Vec<CauseJson>,
    tokens: &'a [TokenChange],
}

#[derive(Serialize)]
struct CauseJson {
    cause: Cause,
    #[serde(flatten)]
    change: ScoreChange,
}

impl Serialize for EditEffect {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let json = match self {
            Self::None => EditJson {
                before: None,
                settings: &[],
                texts: None,
            },
            Self::OtherSettings { before, changed } => EditJson {
                before: Some(PairJson::new(before)),
                settings: changed,
                texts: None,
            },
            Self::Texts(change) => EditJson {
                before: Some(PairJson::new(&change.before)),
                settings: &[],
                texts: Some(TextChangeJson::new(change)),
            },
        };
        json.serialize(to)
    }
}

impl<'a> PairJson<'a> {
    fn new(analysis: &'a Analysis) -> Self {
        Self {
            candidate: &analysis.candidate.tokenized.text,
            reference: &analysis.reference.tokenized.text,
            score: analysis.score(),
        }
    }
}

impl<'a> TextChangeJson<'a> {
    fn new(change: &'a TextChange) -> Self {
        let mut causes = Vec::new();
        for &cause in Cause::ALL {
            let part = change.delta_by_cause(cause);
            if [part.precision, part.recall, Some(part.f1)]
                .into_iter()
                .flatten()
                .any(|delta| delta != 0.0)
            {
                causes.push(CauseJson {
                    cause,
                    change: with_positive_zeros(part),
                });
            }
        }
        Self {
            change: with_positive_zeros(change.total),
            causes,
            tokens: &change.token_changes,
        }
    }
}

/// A change with 0 for −0, which is the sum of no parts.
fn with_positive_zeros(change: ScoreChange) -> ScoreChange {
    ScoreChange {
        precision: change.precision.map(|delta| delta + 0.0),
        recall: change.recall.map(|delta| delta + 0.0),
        f1: change.f1 + 0.0,
    }
}
