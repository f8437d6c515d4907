//! Several references for one candidate.

use super::phrases::numbers;
use super::stage::StepPart;
use crate::number::exact;
use bertscope_explain::Explanation;
use bertscope_explain::compare::TextRanking;

use StepPart::{Detail, Formula, Pitfall, Reason, WorkedFormula};

/// Number of references whose scores are listed.
const MAX_LISTED_REFERENCES: usize = 6;

pub(super) fn references(answer: Option<&Explanation>) -> Vec<StepPart> {
    let mut parts = vec![
        Formula("P, R, F1 = the maximum of each over all references".into()),
        Reason(
            "There is more than one good way to say something. With several references, the best score counts.".into(),
        ),
    ];
    let Some(Explanation::Compare(comparison)) = answer else {
        return parts;
    };
    match &comparison.references {
        ranking if ranking.texts.len() > 1 => parts.extend(ranking_parts(ranking)),
        _ => parts.push(WorkedFormula(
            "This pair has one reference. With the same weights, a second one could only raise the score: of P, R and F1, \
             each would be the larger of the two."
                .into(),
        )),
    }
    parts
}

fn ranking_parts(ranking: &TextRanking) -> Vec<StepPart> {
    let all = ranking.texts.len();
    let mut parts = Vec::new();
    for (i, text) in ranking.texts.iter().enumerate().take(MAX_LISTED_REFERENCES) {
        parts.push(WorkedFormula(format!(
            "{}: {}",
            ranking.name(i),
            numbers(&text.score)
        )));
    }
    let more = all.saturating_sub(MAX_LISTED_REFERENCES);
    if more > 0 {
        parts.push(Detail(format!("… and {more} more.")));
    }
    parts.push(WorkedFormula(format!("best: {}", numbers(&ranking.best()))));
    let [precision, recall, _] = ranking.winners();
    if !precision.iter().any(|i| recall.contains(i)) {
        parts.push(Pitfall(
            "P and R are from different references, so F1 is not 2PR ÷ (P + R).".into(),
        ));
    }
    let shown = ranking.name(ranking.shown_index());
    let f1 = exact(ranking.texts[ranking.shown_index()].score.f1);
    parts.push(Pitfall(format!(
        "The next steps use only reference {shown}, the one on screen: F1 {f1}."
    )));
    parts
}
