//! An edit as JSON.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Cause, EditEffect};
use crate::json::as_object;
use crate::score_change::ScoreChange;
use bertscope_analysis::Analysis;

struct Before<'a>(&'a Analysis);

#[derive(Serialize)]
struct CausePart {
    cause: Cause,
    #[serde(flatten)]
    change: ScoreChange,
}

impl Serialize for EditEffect {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (before, settings, change) = match self {
            Self::None => (None, &[][..], None),
            Self::OtherSettings { before, changed } => (Some(before), &changed[..], None),
            Self::Texts(change) => (Some(&change.before), &[][..], Some(change)),
        };
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("before", &before.map(|before| Before(before)))?;
        map.serialize_entry("settings", settings)?;
        if let Some(change) = change {
            let causes = Cause::ALL
                .into_iter()
                .map(|cause| (cause, change.delta_by_cause(cause)));
            let felt = causes.filter(|(_, part)| {
                [part.precision, part.recall, Some(part.f1)]
                    .iter()
                    .flatten()
                    .any(|change| *change != 0.0)
            });
            let causes: Vec<_> = felt
                .map(|(cause, part)| CausePart {
                    cause,
                    change: positive_zeros(part),
                })
                .collect();
            map.serialize_entry("change", &positive_zeros(change.total))?;
            map.serialize_entry("causes", &causes)?;
            map.serialize_entry("tokens", &change.token_changes)?;
        }
        map.end()
    }
}

as_object!(Before<'_>, this => {
    "candidate": &*this.0.candidate.tokenized.text,
    "reference": &*this.0.reference.tokenized.text,
    "precision": this.0.score().precision,
    "recall": this.0.score().recall,
    "f1": this.0.score().f1,
});

/// A change with 0 for −0, which is a sum of no parts.
fn positive_zeros(
    ScoreChange {
        precision,
        recall,
        f1,
    }: ScoreChange,
) -> ScoreChange {
    let positive = |x: f64| x + 0.0;
    ScoreChange {
        precision: precision.map(positive),
        recall: recall.map(positive),
        f1: positive(f1),
    }
}
