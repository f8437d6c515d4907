//! The sheet of “What if I drop it?”: each word left out, with the vectors unchanged and with the text embedded again.

use super::derivation::harmonic;
use super::names::{side_title, token_name};
use crate::number::{
    exact, exact_change, exact_or_undefined, or_missing, printed_differences, rounded_difference,
    subtrahend,
};
use crate::topics::SheetSettings;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::leave_one_out::delete_tokens;
use bertscope_explain::omission::{DeletionState, Omission, Omissions, next_best_match};
use bertscope_explain::sides::mean_of;
use bertscope_metric::Score;
use bertscope_sheet::{Cell, Column, Derivation, Row, Sheet, Step, Subject, Table};

/// The words of each side, largest effect on F1 first; an open word is followed by its tokens.
pub fn sheet(all: &Omissions, analysis: &Analysis, choices: &SheetSettings) -> Sheet {
    let mut sheet = Sheet::new(lead(all));
    for &side in &choices.sides {
        let mut words: Vec<&Omission> = all.words.iter().filter(|word| word.side == side).collect();
        if words.is_empty() {
            continue;
        }
        words.sort_by(|a, b| b.f1_effect(all).abs().total_cmp(&a.f1_effect(all).abs()));
        let mut table = Table::new(columns(side));
        for word in words {
            table.push(row(word, &word.word, all, analysis));
            if choices.opens(side, word.tokens.start) {
                for piece in &word.pieces {
                    let name = token_name(analysis, side, piece.tokens.start);
                    table.push(row(piece, &name, all, analysis).indented(1));
                }
            }
        }
        sheet.push(table);
    }
    sheet
}

fn lead(all: &Omissions) -> String {
    if all.words.is_empty() {
        return "With an empty text, raw scores are 0 by convention, whatever is dropped."
            .to_owned();
    }
    let lead = "ΔF1 without each word. fixed: all vectors stay. anew: the shorter text is embedded again. drift: anew − fixed, \
                the word’s effect on the others: on their context, position and pieces.";
    match all.skipped_count() {
        0 => lead.to_owned(),
        skipped => format!(
            "{lead} The pair is long, so {skipped} shorter texts were not embedded, only those with the largest fixed effect."
        ),
    }
}

fn columns(side: Side) -> [Column; 7] {
    [
        Column::new(side_title(side)),
        Column::new("fixed"),
        Column::new("anew"),
        Column::new("drift"),
        Column::new("ΔP").ranked(1),
        Column::new("ΔR").ranked(1),
        Column::new("matched by").ranked(2),
    ]
}

fn row(omission: &Omission, name: &str, all: &Omissions, analysis: &Analysis) -> Row {
    let fixed = change(all, omission.fixed_score);
    let anew = omission.deletion.raw().map(|raw| change(all, raw));
    let [precision, recall, _] = anew.unwrap_or(fixed);
    let mut cells = vec![Cell::word(name), Cell::difference(fixed[F1])];
    cells.extend(match anew {
        Some(anew) => [
            Cell::difference(anew[F1]),
            Cell::difference(drift(anew, fixed, 4)),
        ],
        None if omission.deletion == DeletionState::Waiting => [Cell::Waiting, Cell::Waiting],
        None => [Cell::difference(None), Cell::difference(None)],
    });
    cells.extend([Cell::difference(precision), Cell::difference(recall)]);
    cells.push(Cell::count(omission.match_count));
    let first = omission.tokens.start;
    let subject = if omission.pieces.is_empty() {
        Subject::Token(omission.side, first)
    } else {
        Subject::Word(omission.side, first)
    };
    Row::new(cells).about(subject, derivation(omission, all, analysis))
}

/// The place of F1 among the numbers of a score.
const F1: usize = 2;

/// The changes of P, R and F1, as a reader finds them who subtracts the printed numbers; `None` where one of them is
/// undefined before or after.
fn change(all: &Omissions, without: Score) -> [Option<f64>; 3] {
    let before = all.scaled(all.raw).numbers();
    let after = all.scaled(without).numbers();
    printed_differences(after, before)
}

/// The difference of two changes of F1 that are printed with `places` decimals.
fn drift(anew: [Option<f64>; 3], fixed: [Option<f64>; 3], places: i32) -> Option<f64> {
    Some(rounded_difference(anew[F1]?, fixed[F1]?, places))
}

/// How the scores without a word were computed.
fn derivation(omission: &Omission, all: &Omissions, analysis: &Analysis) -> Derivation {
    let without = WithoutWord {
        omission,
        all,
        analysis,
    };
    let mut steps = without.with_fixed_vectors();
    steps.extend(without.embedded_again());
    steps
}

#[derive(Clone, Copy)]
struct WithoutWord<'a> {
    omission: &'a Omission,
    all: &'a Omissions,
    analysis: &'a Analysis,
}

impl WithoutWord<'_> {
    fn with_fixed_vectors(self) -> Derivation {
        let score = self.omission.fixed_score;
        let mut steps = vec![Step::sentence(format!(
            "fixed: “{}” is removed from the matrix; all other vectors stay the same",
            self.omission.word
        ))];
        steps.push(self.own_mean());
        steps.extend(self.fallbacks());
        steps.push(self.other_mean());
        steps.extend(harmonic(&score));
        if let Some(row) = self.all.baseline {
            let [p, r, f1] = row.numbers().map(exact);
            steps.push(Step::sentence(format!(
                "rescaled, each is (x − b) ÷ (1 − b) with b = {p} for P, {r} for R, {f1} for F1"
            )));
        }
        steps.push(self.score_step(score));
        steps
    }

    /// The change of its own side's mean, before rescaling.
    fn own_mean(self) -> Step {
        let side = self.omission.side;
        let symbol = side.mean_symbol();
        let Some(mean) = mean_of(self.omission.fixed_score, side) else {
            return Step::sentence(format!(
                "{symbol}: no word with weight is left in the {}, so Σ w·s ÷ Σ w is 0 ÷ 0 and undefined",
                side.name()
            ));
        };
        let weights = &self.analysis.side(side).weights;
        let matches = self.analysis.matches_of(side);
        let mut removed_sum = 0.0;
        for i in self.omission.tokens.clone() {
            removed_sum += weights.as_slice()[i] * f64::from(matches[i].similarity);
        }
        let sum = exact(self.analysis.weighted_sum(side));
        let weight_sum = exact(weights.sum());
        let [removed_sum, removed_weight, mean] =
            [removed_sum, self.omission.weight, mean].map(exact);
        Step::computed(
            format!("{symbol} without it = (Σ w·s − its w·s) ÷ (Σ w − its w)"),
            format!("({sum} − {removed_sum}) ÷ ({weight_sum} − {removed_weight})"),
            mean,
        )
    }

    /// The change of the other side's mean, before rescaling.
    fn other_mean(self) -> Step {
        let other = self.omission.side.other();
        let symbol = other.mean_symbol();
        let before = mean_of(self.all.raw, other);
        let after = mean_of(self.omission.fixed_score, other);
        if self.omission.match_count == 0 {
            return Step::sentence(format!(
                "{symbol} stays {}: no token with weight matched it",
                exact_or_undefined(after)
            ));
        }
        let [Some(before), Some(after)] = [before, after] else {
            return Step::sentence(format!(
                "{symbol} is undefined: no word of the {} has weight",
                other.name()
            ));
        };
        let weights = self.analysis.side(other).weights.sum();
        let [sum_before, sum_after] = [before * weights, after * weights].map(exact);
        Step::computed(
            format!(
                "{symbol} without it: Σ w·s goes from {sum_before} to {sum_after}; Σ w·s ÷ Σ w"
            ),
            format!("{sum_after} ÷ {}", exact(weights)),
            exact(after),
        )
    }

    /// The tokens that matched it, and their new matches.
    fn fallbacks(self) -> Derivation {
        let own = self.omission.side;
        let other = own.other();
        let weights = self.analysis.side(other).weights.as_slice();
        let mut steps = Vec::new();
        for (i, found) in self.analysis.matches_of(other).iter().enumerate() {
            if weights[i] <= 0.0 || !self.omission.tokens.contains(&found.token) {
                continue;
            }
            let before = format!(
                "“{}” matched “{}” ({})",
                token_name(self.analysis, other, i),
                token_name(self.analysis, own, found.token),
                exact(found.similarity)
            );
            let tokens = &self.omission.tokens;
            let next = next_best_match(&self.analysis.similarity, own, tokens, i, found);
            steps.push(Step::sentence(match next {
                Some(next) => format!(
                    "{before} and now matches “{}” ({})",
                    token_name(self.analysis, own, next.token),
                    exact(next.similarity)
                ),
                None => format!("{before} and now has no token to match"),
            }));
        }
        steps
    }

    fn embedded_again(self) -> Derivation {
        let word = &self.omission.word;
        let own = &self.analysis.side(self.omission.side).tokenized;
        let text = delete_tokens(own, self.omission.tokens.clone());
        let reason = match self.omission.deletion {
            DeletionState::Scored { raw, empty } => {
                return self.scored_again(&text.unwrap_or_default(), raw, empty);
            }
            DeletionState::Waiting => "not embedded yet".to_owned(),
            DeletionState::Impossible if text.is_none() => {
                format!("“{word}” has no characters in the text, so it cannot be deleted")
            }
            DeletionState::Impossible => "the model cannot encode the text without it".to_owned(),
            DeletionState::Skipped => {
                "skipped; in a long pair only the words with the largest fixed effect are embedded again"
                    .to_owned()
            }
        };
        vec![Step::sentence(format!("anew: {reason}"))]
    }

    fn scored_again(self, text: &str, raw: Score, is_empty: bool) -> Derivation {
        let side = self.omission.side;
        let mut steps = vec![Step::sentence(format!(
            "anew: the {} without it, “{}”, is embedded again",
            side.name(),
            text.trim()
        ))];
        if self.analysis.side(side).tokenized.truncated.is_some() {
            steps.push("the text was truncated, so text from beyond the limit comes in".into());
        }
        if is_empty {
            steps.push("a text of two tokens or fewer scores 0 by convention".into());
        }
        steps.push(self.score_step(raw));
        let fixed = change(self.all, self.omission.fixed_score);
        let anew = change(self.all, raw);
        if let [.., Some(fixed_f1)] = fixed
            && let [.., Some(anew_f1)] = anew
        {
            steps.push(Step::computed(
                "drift = anew − fixed",
                format!("{} − {}", exact_change(anew_f1), subtrahend(fixed_f1)),
                or_missing(drift(anew, fixed, 5), exact_change),
            ));
        }
        steps
    }

    /// P, R and F1 before and after, and the change of each.
    fn score_step(self, without: Score) -> Step {
        let before = self.all.scaled(self.all.raw).numbers();
        let after = self.all.scaled(without).numbers();
        let change = change(self.all, without);
        let mut parts = Vec::new();
        for (at, name) in Score::SYMBOLS.into_iter().enumerate() {
            parts.push(format!(
                "{name} {} → {} ({})",
                exact_or_undefined(before[at]),
                exact_or_undefined(after[at]),
                or_missing(change[at], exact_change)
            ));
        }
        Step::sentence(parts.join(", "))
    }
}
