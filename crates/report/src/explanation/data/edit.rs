//! What an edit changed.

use serde::Serialize;

use bertscope_analysis::Analysis;
use bertscope_explain::ScoreChange;
use bertscope_explain::edit::{Cause, ChangedSetting, TextChange, TokenChange};
use bertscope_metric::Score;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct EditJson {
    /// The pair before; null without an edit.
    before: Option<BeforeJson>,
    /// Settings that changed too; if any did, there are no parts.
    settings: Vec<ChangedSetting>,
    #[serde(flatten)]
    parts: Option<TextChangeJson>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct BeforeJson {
    candidate: String,
    reference: String,
    #[serde(flatten)]
    score: Score,
}

/// They sum to the change of the score.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct TextChangeJson {
    change: ScoreChange,
    /// Their sums by cause, without those that are 0.
    causes: Vec<CauseJson>,
    tokens: Vec<TokenChange>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct CauseJson {
    cause: Cause,
    #[serde(flatten)]
    change: ScoreChange,
}

impl EditJson {
    pub(super) fn new(edit: &bertscope_explain::EditEffect) -> Self {
        use bertscope_explain::EditEffect as Kind;
        match edit {
            Kind::None => Self { before: None, settings: Vec::new(), parts: None },
            Kind::OtherSettings { before, changed } => {
                Self { before: Some(BeforeJson::new(before)), settings: changed.clone(), parts: None }
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
        Self { candidate, reference, score: analysis.score() }
    }
}

impl TextChangeJson {
    fn new(change: &TextChange) -> Self {
        let causes = Cause::ALL.into_iter().map(|cause| (cause, change.delta_by_cause(cause)));
        let felt = |delta: &ScoreChange| {
            delta.f1 != 0.0 || [delta.precision, delta.recall].iter().flatten().any(|x| *x != 0.0)
        };
        Self {
            change: positive_zeros(change.total),
            causes: causes
                .filter(|(_, delta)| felt(delta))
                .map(|(cause, delta)| CauseJson { cause, change: positive_zeros(delta) })
                .collect(),
            tokens: change.token_changes.clone(),
        }
    }
}

/// A change with 0 for −0, which is a sum of no parts.
fn positive_zeros(ScoreChange { precision, recall, f1 }: ScoreChange) -> ScoreChange {
    let positive = |x: f64| x + 0.0;
    ScoreChange { precision: precision.map(positive), recall: recall.map(positive), f1: positive(f1) }
}
