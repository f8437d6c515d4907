//! Why matching is greedy, and the score with one-to-one matching.

use super::phrases::{by_convention, name, numbers};
use super::stage::StepPart;
use crate::number::three_places;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Explanation;
use bertscope_explain::alignments::ScoredAlignment;
use bertscope_metric::AlignedToken;
use bertscope_metric::alignment::AlignmentKind;

use StepPart::{Detail, Formula, Pitfall, Reason, WorkedFormula};

/// Most tokens named that would need another match.
const MAX_NAMED_TOKENS: usize = 2;

pub(super) fn greedy(analysis: &Analysis, answer: Option<&Explanation>) -> Vec<StepPart> {
    let mut parts = vec![
        Formula("greedy: each token takes its best match, even one already taken".into()),
        Reason("One word can say what two words say, so both may match it. And a maximum is easy to compute.".into()),
    ];
    let Some(Explanation::Matches(alignments)) = answer else {
        return parts;
    };
    let Some(greedy) = alignments.get(AlignmentKind::Greedy) else {
        return parts;
    };
    let Some(strict) = alignments.get(AlignmentKind::OneToOne) else {
        return parts;
    };
    let conventions = by_convention(analysis);
    if !conventions.is_empty() {
        parts.extend(conventions);
        return parts;
    }
    parts.push(WorkedFormula(format!("greedy: {}", numbers(&greedy.raw))));
    parts.push(WorkedFormula(format!(
        "one-to-one: {}",
        numbers(&strict.raw)
    )));
    let mut moved = moved_match_sentences(analysis, greedy, strict);
    moved.truncate(MAX_NAMED_TOKENS);
    if moved.is_empty() {
        parts.push(Detail(
            "Here no two tokens share a match, so both give the same scores.".into(),
        ));
    } else {
        parts.extend(moved.into_iter().map(Pitfall));
        parts.push(Detail("◆ marks the one-to-one pairs.".into()));
    }
    parts
}

/// Sentences about weighted tokens that lose their best match, of the candidate and then of the reference.
fn moved_match_sentences(
    analysis: &Analysis,
    greedy: &ScoredAlignment,
    strict: &ScoredAlignment,
) -> Vec<String> {
    let mut sentences = Vec::new();
    for side in [Side::Candidate, Side::Reference] {
        let weights = analysis.side(side).weights.as_slice();
        let aligned = greedy.aligned_tokens(side).iter();
        for (i, (best, other)) in aligned.zip(strict.aligned_tokens(side)).enumerate() {
            let Some(best) = best else { continue };
            let is_moved = Some(best.token) != other.map(|other| other.token);
            if is_moved && weights[i] > 0.0 {
                sentences.push(moved_match_sentence(analysis, side, i, *best, *other));
            }
        }
    }
    sentences
}

fn moved_match_sentence(
    analysis: &Analysis,
    side: Side,
    token: usize,
    best: AlignedToken,
    other: Option<AlignedToken>,
) -> String {
    let instead = match other {
        Some(other) => match_text(analysis, side, other),
        None => "no token".to_owned(),
    };
    format!(
        "One-to-one, {} gets {instead}, not {}.",
        name(analysis, side, token),
        match_text(analysis, side, best)
    )
}

/// The token that a token of `side` is matched with, and their similarity.
fn match_text(analysis: &Analysis, side: Side, found: AlignedToken) -> String {
    let name = name(analysis, side.other(), found.token);
    format!("{name} {}", three_places(found.similarity))
}
