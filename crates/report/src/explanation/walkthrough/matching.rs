//! The best cell of each row or column, and the mean of them.

use super::phrases::{by_convention, name, notes, without_words};
use super::stage::StepPart;
use crate::label::list_names;
use crate::number::{decimals, exact, three_places};
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
    let (own, other) = (side.name(), side.other().name());
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
        let partner = |i| name(analysis, side.other(), i);
        let next = found.runner_up.map_or_else(String::new, |second| {
            format!(
                "; runner-up {} {}",
                partner(second.token),
                three_places(second.similarity)
            )
        });
        parts.push(WorkedFormula(format!(
            "{} matches {} {}{next}",
            name(analysis, side, at),
            partner(found.token),
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
    for (i, found) in analysis
        .matches_of(side)
        .iter()
        .enumerate()
        .filter(|(i, _)| !tokens[*i].special)
    {
        takers[found.token].push(i);
    }
    // The first of equal groups.
    let (partner, who) = takers
        .into_iter()
        .enumerate()
        .rev()
        .max_by_key(|(_, who)| who.len())?;
    let all = if who.len() == 2 { "both" } else { "all" };
    let names: Vec<String> = who.iter().map(|&i| name(analysis, side, i)).collect();
    let taken = name(analysis, side.other(), partner);
    (who.len() > 1).then(|| {
        Pitfall(format!(
            "{} {all} match {taken}: a token can be matched more than once.",
            list_names(&names, 3)
        ))
    })
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
    let (word, special) = (
        name(analysis, side, first),
        name(analysis, side.other(), partner.token),
    );
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
    let weights = &analysis.side(side).weights;
    let terms: Vec<(f64, f64)> = weights
        .as_slice()
        .iter()
        .zip(analysis.matches_of(side))
        .map(|(w, m)| (*w, f64::from(m.similarity)))
        .collect();
    let counted: Vec<&(f64, f64)> = terms.iter().filter(|(w, _)| *w != 0.0).collect();
    let plain = counted.iter().all(|(w, _)| (w - 1.0).abs() < 1e-12);
    let mut sum: Vec<String> = counted
        .iter()
        .take(MAX_TERMS)
        .map(|(w, best)| {
            if plain {
                three_places(*best)
            } else {
                format!("{}×{}", three_places(*w), three_places(*best))
            }
        })
        .collect();
    if counted.len() > MAX_TERMS {
        sum.push(format!("… {} more", counted.len() - MAX_TERMS));
    }
    let (total, result) = (analysis.weighted_sum(side), analysis.mean_of(side));
    if !sum.is_empty() {
        parts.push(WorkedFormula(format!(
            "{} = {}",
            sum.join(" + "),
            exact(total)
        )));
    }
    if let Some(result) = result {
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
    let tokens = &analysis.side(side).tokenized.tokens;
    let idle = tokens
        .iter()
        .zip(weights.as_slice())
        .filter(|(t, w)| t.special && **w == 0.0)
        .count();
    if idle > 0 && result.is_some() {
        let (s, have) = if idle == 1 {
            ("", "has")
        } else {
            ("s", "have")
        };
        parts.push(Pitfall(format!(
            "{idle} special token{s} of the {own} {have} a {sign} too, but zero weight."
        )));
    }
    parts
}

/// A sum of weights: whole where every weight is 1.
fn divisor(sum: f64, plain: bool) -> String {
    if plain { decimals(sum, 0) } else { exact(sum) }
}
