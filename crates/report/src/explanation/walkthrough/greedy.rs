//! Why matching is greedy, and the score with one-to-one matching.

use super::phrases::{by_convention, name, numbers};
use super::stage::StepPart;
use crate::number::three_places;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Explanation;
use bertscope_explain::alignments::ScoredAlignment;
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
    let (Some(greedy), Some(strict)) = (
        alignments.get(AlignmentKind::Greedy),
        alignments.get(AlignmentKind::OneToOne),
    ) else {
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
    let moved: Vec<String> = moved_match_sentences(analysis, greedy, strict)
        .take(MAX_NAMED_TOKENS)
        .collect();
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

/// A sentence for each weighted token that loses its best match, of the candidate and then of the reference.
fn moved_match_sentences<'a>(
    analysis: &'a Analysis,
    greedy: &'a ScoredAlignment,
    strict: &'a ScoredAlignment,
) -> impl Iterator<Item = String> + 'a {
    let of_side = move |side: Side| {
        let weights = analysis.side(side).weights.as_slice();
        let tokens = greedy
            .aligned_tokens(side)
            .iter()
            .zip(strict.aligned_tokens(side))
            .enumerate();
        tokens.filter_map(move |(i, (best, other))| {
            let best =
                best.filter(|best| Some(best.token) != other.map(|o| o.token) && weights[i] > 0.0)?;
            let partner = |token: usize| name(analysis, side.other(), token);
            let instead = other.map_or_else(
                || "no token".to_owned(),
                |other| {
                    format!(
                        "{} {}",
                        partner(other.token),
                        three_places(other.similarity)
                    )
                },
            );
            let (own, best, value) = (
                name(analysis, side, i),
                partner(best.token),
                three_places(best.similarity),
            );
            Some(format!(
                "One-to-one, {own} gets {instead}, not {best} {value}."
            ))
        })
    };
    of_side(Side::Candidate).chain(of_side(Side::Reference))
}
