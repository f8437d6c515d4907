//! What an edit changed.

use serde::Serialize;

use crate::json_parts::ScoreNumbers;
use bertscope_analysis::Analysis;
use bertscope_explain::edit::{Cause, ChangedSetting, Delta, TextChange};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct EditJson {
    /// The pair before; null without an edit.
    before: Option<BeforeJson>,
    /// Settings that changed too; if any did, there are no parts.
    settings: Vec<&'static str>,
    #[serde(flatten)]
    parts: Option<TextChangeJson>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct BeforeJson {
    candidate: String,
    reference: String,
    #[serde(flatten)]
    score: ScoreNumbers,
}

/// They sum to the change of the score.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct TextChangeJson {
    change: ScoreNumbers,
    /// Their sums by cause, without those that are 0.
    causes: Vec<CauseJson>,
    tokens: Vec<TokenChangeJson>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct CauseJson {
    cause: &'static str,
    #[serde(flatten)]
    change: ScoreNumbers,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct TokenChangeJson {
    side: &'static str,
    cause: &'static str,
    /// Its index before the edit; null for an added token.
    before: Option<usize>,
    /// Its index after the edit; null for a removed token.
    after: Option<usize>,
    /// Its part of the change in its side's mean: precision for the candidate, recall for the reference.
    mean: f64,
    f1: f64,
}

impl EditJson {
    pub(super) fn new(edit: &bertscope_explain::EditEffect) -> Self {
        use bertscope_explain::EditEffect as Kind;
        match edit {
            Kind::None => Self { before: None, settings: Vec::new(), parts: None },
            Kind::OtherSettings { before, changed } => {
                let settings = changed.iter().copied().map(setting).collect();
                Self { before: Some(BeforeJson::new(before)), settings, parts: None }
            }
            Kind::Texts(change) => Self {
                before: Some(BeforeJson::new(&change.before)),
                settings: Vec::new(),
                parts: Some(TextChangeJson::new(change)),
            },
        }
    }
}

impl BeforeJson {
    fn new(analysis: &Analysis) -> Self {
        let text = |side: &bertscope_analysis::WeightedText| side.tokenized.text.to_string();
        let (candidate, reference) = (text(&analysis.candidate), text(&analysis.reference));
        Self { candidate, reference, score: analysis.score().into() }
    }
}

impl TextChangeJson {
    fn new(change: &TextChange) -> Self {
        let causes = Cause::ALL.into_iter().map(|cause| (cause, change.delta_by_cause(cause)));
        let felt =
            |delta: &Delta| delta.f1 != 0.0 || [delta.precision, delta.recall].iter().flatten().any(|x| *x != 0.0);
        let shifts = change.token_changes.iter().map(|shift| TokenChangeJson {
            side: shift.side.name(),
            cause: name(shift.cause),
            before: shift.old,
            after: shift.new,
            mean: shift.mean,
            f1: shift.f1,
        });
        Self {
            change: numbers(change.total),
            causes: causes
                .filter(|(_, delta)| felt(delta))
                .map(|(cause, delta)| CauseJson { cause: name(cause), change: numbers(delta) })
                .collect(),
            tokens: shifts.collect(),
        }
    }
}

fn numbers(delta: Delta) -> ScoreNumbers {
    let Delta { precision, recall, f1 } = delta;
    // A sum of no parts is −0.
    let positive = |x: f64| x + 0.0;
    ScoreNumbers { precision: precision.map(positive), recall: recall.map(positive), f1: positive(f1) }
}

fn setting(setting: ChangedSetting) -> &'static str {
    match setting {
        ChangedSetting::Model => "model",
        ChangedSetting::Layer => "layer",
        ChangedSetting::Idf => "idf",
        ChangedSetting::Rescaling => "rescaling",
    }
}

fn name(cause: Cause) -> &'static str {
    match cause {
        Cause::Added => "added",
        Cause::Removed => "removed",
        Cause::NewMatch => "changed-match",
        Cause::Drift => "drift",
        Cause::MovedMatch => "other-match",
        Cause::Share => "share",
        Cause::Convention => "convention",
    }
}
