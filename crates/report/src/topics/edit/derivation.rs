//! The derivation of an edit's numbers.

use super::super::names::token_name;
use super::{Edit, cause_name, numbers};
use crate::number::{exact, exact_change, exact_or_undefined, or_missing};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::ScoreChange;
use bertscope_explain::edit::{Cause, TextChange, TokenChange};
use bertscope_explain::sides::baseline_of;
use bertscope_sheet::{Derivation, Step};

/// The change of P, R or F1, and the same as a sum over its causes. `i` is 0 for P, 1 for R and 2 for F1.
pub fn score(
    i: usize,
    symbol: &str,
    [before, after]: [Option<f64>; 2],
    difference: Option<f64>,
    change: Option<&TextChange>,
) -> Derivation {
    let [before, after] = [before, after].map(exact_or_undefined);
    let total = or_missing(difference, exact_change);
    let name = format!("Δ{symbol}");
    let mut steps = vec![Step::computed(&name, format!("{after} − {before}"), &total)];
    let Some(change) = change else { return steps };
    let mut parts = Vec::new();
    for &cause in Cause::ALL {
        let part = numbers(change.delta_by_cause(cause))[i].unwrap_or(0.0);
        if part != 0.0 {
            parts.push(format!("{} ({})", exact_change(part), cause_name(cause)));
        }
    }
    if !parts.is_empty() {
        steps.push(Step::computed(name, parts.join(" "), total));
    }
    if i == 2
        && let Some(slopes) = change.slopes
    {
        steps.push(Step::sentence(format!(
            "F1 depends on P and R: before rescaling, ΔF1 = {}·ΔP + {}·ΔR, where the factors are the mean slopes of \
             2PR ÷ (P + R) between before and after",
            exact(slopes.precision),
            exact(slopes.recall)
        )));
    }
    steps
}

/// What a cause adds up, and for how many words.
pub fn cause(change: &TextChange, cause: Cause, part: ScoreChange) -> Derivation {
    let mut steps = vec![Step::sentence(match cause {
        Cause::Added => {
            "each added word: its share × (its cosine − m̄), where m̄ is the midpoint of the mean before and after"
        }
        Cause::Removed => {
            "each removed word: −its share × (its cosine − m̄), where m̄ is the midpoint of the mean before and after"
        }
        Cause::NewMatch => {
            "each unedited word whose match was added or removed: its share × (cosine after − before)"
        }
        Cause::Drift => {
            "each unedited word that keeps its match: its share × (cosine after − before); only its context or position changed"
        }
        Cause::MovedMatch => {
            "each unedited word that now matches another unedited word: its share × (cosine after − before)"
        }
        Cause::Share => "each unedited word: (its share after − before) × (its mean cosine − m̄)",
        Cause::Convention => {
            "the part that no word explains: a score is 0 or undefined by convention, or P + R is 0 or less"
        }
    })];
    if cause != Cause::Convention {
        steps.push(Step::sentence(format!(
            "P: {} in the candidate, together {}; R: {} in the reference, together {}",
            token_count(change, cause, Side::Candidate),
            or_missing(part.precision, exact_change),
            token_count(change, cause, Side::Reference),
            or_missing(part.recall, exact_change)
        )));
    }
    steps.push(Step::result("its ΔF1", exact_change(part.f1)));
    steps
}

fn token_count(change: &TextChange, cause: Cause, side: Side) -> usize {
    change
        .token_changes
        .iter()
        .filter(|token| token.side == side && token.cause == cause)
        .count()
}

/// A token before or after the edit.
pub struct MatchedToken {
    name: String,
    /// Its best match.
    pub best_match: String,
    /// Their cosine.
    pub similarity: f32,
    /// The token's share of all weights of its side.
    share: f64,
}

/// A token's part of the change of a mean: share × (cosine − other).
struct MeanPart {
    event: String,
    formula: String,
    share: f64,
    cosine: f64,
    other: f64,
}

impl MatchedToken {
    fn new(pair: &Analysis, side: Side, i: usize) -> Self {
        let found = pair.matches_of(side)[i];
        let weights = &pair.side(side).weights;
        Self {
            name: token_name(pair, side, i),
            best_match: token_name(pair, side.other(), found.token),
            similarity: found.similarity,
            share: weights.as_slice()[i] / weights.sum(),
        }
    }

    /// The part of an added token, or of a removed one.
    fn edited_part(self, mean: &str, other: f64, is_added: bool) -> MeanPart {
        let (verb, sign, factor) = if is_added {
            ("was added; it matches", "", 1.0)
        } else {
            ("was removed; it matched", "−", -1.0)
        };
        let cosine = f64::from(self.similarity);
        let [name, best_match] = [self.name, self.best_match];
        MeanPart {
            event: format!("“{name}” {verb} “{best_match}”: cosine {}", exact(cosine)),
            formula: format!("{sign}its share × (cosine − midpoint of {mean} before and after)"),
            share: factor * self.share,
            cosine,
            other,
        }
    }
}

impl Edit<'_> {
    /// A token before and after the edit.
    pub fn matches(self, token: &TokenChange) -> [Option<MatchedToken>; 2] {
        let side = token.side;
        let before = token
            .old
            .map(|i| MatchedToken::new(&self.change.before, side, i));
        let after = token.new.map(|i| MatchedToken::new(self.after, side, i));
        [before, after]
    }

    /// A word is the sum of its tokens, each with what became of it.
    pub fn word_derivation(self, name: &str, word: &[&TokenChange]) -> Derivation {
        let parts: Vec<String> = word.iter().map(|token| exact_change(token.f1)).collect();
        let sum = word.iter().map(|token| token.f1).sum();
        let mut steps = vec![Step::computed(
            format!("ΔF1 of “{name}”"),
            parts.join(" "),
            exact_change(sum),
        )];
        for token in word {
            steps.extend(self.token_derivation(token).into_iter().next());
        }
        steps
    }

    pub fn token_derivation(self, token: &TokenChange) -> Derivation {
        let side = token.side;
        let mean = side.mean_symbol();
        let mut steps = Derivation::new();
        if let Some(part) = self.mean_part(token) {
            let raw = exact_change(part.share * (part.cosine - part.other));
            let [share, cosine, other] = [part.share, part.cosine, part.other].map(exact);
            steps.push(Step::sentence(part.event));
            steps.push(Step::computed(
                format!("its part of Δ{mean} = {}", part.formula),
                format!("{share} × ({cosine} − {other})"),
                raw,
            ));
        }
        let baseline = self.after.baseline();
        if let Some(row) = baseline {
            let b = exact(baseline_of(row, side));
            steps.push(Step::result(
                format!("rescaled, ÷ (1 − {b})"),
                exact_change(token.mean),
            ));
        }
        if let Some(slopes) = self.change.slopes {
            let slope = exact(side.pick(slopes.recall, slopes.precision));
            let divisor =
                baseline.map_or_else(String::new, |row| format!(" ÷ (1 − {})", exact(row.f1)));
            steps.push(Step::computed(
                "its part of ΔF1",
                format!("{slope} × that before rescaling{divisor}"),
                exact_change(token.f1),
            ));
        }
        steps
    }

    /// The part of a token before rescaling.
    fn mean_part(self, token: &TokenChange) -> Option<MeanPart> {
        let mean = token.side.mean_symbol();
        let means = [&*self.change.before, self.after].map(|pair| pair.mean_of(token.side));
        let middle = f64::midpoint(means[0].unwrap_or(0.0), means[1].unwrap_or(0.0));
        Some(match self.matches(token) {
            [None, Some(after)] => after.edited_part(mean, middle, true),
            [Some(before), None] => before.edited_part(mean, middle, false),
            [Some(before), Some(after)] => {
                let cosine = f64::from(after.similarity);
                let other = f64::from(before.similarity);
                MeanPart {
                    event: format!(
                        "“{}” was not edited: it matched “{}” ({}) and now matches “{}” ({})",
                        before.name,
                        before.best_match,
                        exact(other),
                        after.best_match,
                        exact(cosine)
                    ),
                    formula: "its mean share × (after − before)".to_owned(),
                    share: f64::midpoint(before.share, after.share),
                    cosine,
                    other,
                }
            }
            [None, None] => return None,
        })
    }
}
