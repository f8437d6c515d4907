//! The best cell of each row or column, and the mean of them.

use super::phrases::{by_convention, name, notes, without_words};
use super::stage::StepPart;
use crate::label::list_names;
use crate::number::{decimals, exact, pluralized, three_places};
use bertscope_analysis::{Analysis, Note, Side};

use StepPart::{Detail, Formula, Pitfall, Reason, WorkedFormula};

/// Terms of a sum that are written out.
const MAX_TERMS: usize = 12;

/// The tokens of a side as lines of the matrix, and the sign of their best cells.
pub(super) fn direction(side: Side) -> (&'static str, char) {
    match side {
        Side::Candidate => ("row", '▶'),
        Side::Reference => ("column", '▼'),
    }
}

/// The best matches of a side's tokens; `at` is the token under the crosshair.
pub(super) fn best_match_parts(analysis: &Analysis, side: Side, at: usize) -> Vec<StepPart> {
    let (line, sign) = direction(side);
    let own = side.name();
    let other = side.other().name();
    let mut parts = vec![
        Formula(format!("best = largest cell in the {line}")),
        Reason(match side {
            Side::Candidate => "Is what the candidate says in the reference?".to_owned(),
            Side::Reference => "Does the candidate say what the reference says?".to_owned(),
        }),
        Detail(format!(
            "Each token of the {own} is matched with the most similar token of the {other}. {sign} marks the cell."
        )),
    ];
    if let Some(found) = analysis.matches_of(side).get(at) {
        let next = match found.runner_up {
            Some(second) => format!(
                "; runner-up {} {}",
                name(analysis, side.other(), second.token),
                three_places(second.similarity)
            ),
            None => String::new(),
        };
        parts.push(WorkedFormula(format!(
            "{} matches {} {}{next}",
            name(analysis, side, at),
            name(analysis, side.other(), found.token),
            three_places(found.similarity)
        )));
    }
    parts.extend(shared_match_part(analysis, side));
    parts.extend(special_match_part(analysis, side));
    parts.extend(without_words(analysis));
    parts
}

/// The largest group of words with the same best match.
fn shared_match_part(analysis: &Analysis, side: Side) -> Option<StepPart> {
    let tokens = &analysis.side(side).tokenized.tokens;
    let mut takers = vec![Vec::new(); analysis.side(side.other()).tokenized.tokens.len()];
    for (i, found) in analysis.matches_of(side).iter().enumerate() {
        if !tokens[i].special {
            takers[found.token].push(i);
        }
    }
    // The first of equal groups.
    let (partner, who) = takers
        .into_iter()
        .enumerate()
        .rev()
        .max_by_key(|(_, who)| who.len())?;
    if who.len() < 2 {
        return None;
    }
    let all = if who.len() == 2 { "both" } else { "all" };
    let names: Vec<String> = who.iter().map(|&i| name(analysis, side, i)).collect();
    let taken = name(analysis, side.other(), partner);
    Some(Pitfall(format!(
        "{} {all} match {taken}: a token can be matched more than once.",
        list_names(&names, 3)
    )))
}

/// Words whose best match is a special token.
fn special_match_part(analysis: &Analysis, side: Side) -> Option<StepPart> {
    let mut found = analysis.matched_to_special(side);
    let (first, partner) = found.next()?;
    let more = match found.count() {
        0 => String::new(),
        1 => " The same is true of 1 more token.".to_owned(),
        n => format!(" The same is true of {n} more tokens."),
    };
    let word = name(analysis, side, first);
    let special = name(analysis, side.other(), partner.token);
    Some(Pitfall(format!(
        "{word} is matched with {special}, a special token, and that match counts.{more}"
    )))
}

/// P or R: the weighted mean of the best cells.
pub(super) fn mean(analysis: &Analysis, side: Side) -> Vec<StepPart> {
    let (line, sign) = direction(side);
    let mean = side.mean_symbol();
    let own = side.name();
    let mut parts = vec![
        Formula(format!(
            "{mean} = Σ weight × best in the {line} ÷ Σ weights"
        )),
        Reason(match side {
            Side::Candidate => {
                "Precision: how much of what the candidate says is in the reference.".to_owned()
            }
            Side::Reference => {
                "Recall: how much of what the reference says is in the candidate.".to_owned()
            }
        }),
        Detail(format!("It is the weighted mean of the {sign} cells.")),
    ];
    let conventions = by_convention(analysis);
    if !conventions.is_empty() {
        parts.extend(conventions);
        return parts;
    }
    let own_side = analysis.side(side);
    let weights = &own_side.weights;
    let matches = analysis.matches_of(side);
    let counted: Vec<(f64, f32)> = weights
        .as_slice()
        .iter()
        .zip(matches)
        .filter(|(weight, _)| **weight != 0.0)
        .map(|(weight, found)| (*weight, found.similarity))
        .collect();
    let plain = counted
        .iter()
        .all(|(weight, _)| (weight - 1.0).abs() < 1e-12);
    let total = analysis.weighted_sum(side);
    if !counted.is_empty() {
        let terms = terms(&counted, plain).join(" + ");
        parts.push(WorkedFormula(format!("{terms} = {}", exact(total))));
    }
    if let Some(result) = analysis.mean_of(side) {
        parts.push(WorkedFormula(format!(
            "{mean} = {} ÷ {} = {}",
            exact(total),
            divisor(weights.sum(), plain),
            exact(result)
        )));
    }
    parts.extend(notes(
        analysis,
        |note| matches!(note, Note::NoWeight { side: which, .. } if *which == side),
    ));
    let idle = own_side
        .tokenized
        .tokens
        .iter()
        .zip(weights.as_slice())
        .filter(|(token, weight)| token.special && **weight == 0.0)
        .count();
    if idle > 0 && analysis.mean_of(side).is_some() {
        let have = if idle == 1 { "has" } else { "have" };
        parts.push(Pitfall(format!(
            "{} of the {own} {have} a {sign} too, but zero weight.",
            pluralized(idle as u64, "special token")
        )));
    }
    parts
}

/// Weights and similarities as the terms of their sum; without the weights where every weight is 1.
fn terms(counted: &[(f64, f32)], plain: bool) -> Vec<String> {
    let mut terms = Vec::new();
    for &(weight, similarity) in counted.iter().take(MAX_TERMS) {
        let similarity = three_places(similarity);
        terms.push(if plain {
            similarity
        } else {
            format!("{}×{similarity}", three_places(weight))
        });
    }
    if counted.len() > MAX_TERMS {
        terms.push(format!("… {} more", counted.len() - MAX_TERMS));
    }
    terms
}

/// A sum of weights: whole where every weight is 1.
fn divisor(sum: f64, plain: bool) -> String {
    if plain { decimals(sum, 0) } else { exact(sum) }
}
