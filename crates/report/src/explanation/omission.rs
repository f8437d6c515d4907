//! The leave-one-out page: each word left out, with the vectors unchanged and with the text embedded again.

use super::columns::{COLUMN_WIDTH, cell, change, heading, left};
use super::names::token_name;
use super::page::{Page, Row, Span, Target, Tone};
use super::page_settings::PageSettings;
use crate::number::{
    MISSING, exact, exact_change, exact_or_undefined, narrow_change, or_missing,
    printed_difference, rounded_difference, subtrahend,
};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::ScoreChange;
use bertscope_explain::leave_one_out::delete_tokens;
use bertscope_explain::omission::{DeletionState, Omission, Omissions};
use bertscope_explain::sides::mean_of;
use bertscope_metric::Score;

/// The words of each side, largest effect on F1 first; an open word is followed by its tokens.
pub(super) fn page<'a>(
    all: &'a Omissions,
    analysis: &'a Analysis,
    choices: &PageSettings,
) -> Page<'a> {
    let page = OmissionPage { all, analysis };
    let mut rows = Vec::new();
    for &side in &choices.sides {
        let mut words: Vec<&Omission> = all.words.iter().filter(|word| word.side == side).collect();
        if words.is_empty() {
            continue;
        }
        words.sort_by(|a, b| b.f1_effect(all).abs().total_cmp(&a.f1_effect(all).abs()));
        if !rows.is_empty() {
            rows.push(Row::blank());
        }
        rows.push(Row::new(move |width| column_heads(side, width)));
        for word in words {
            rows.push(page.row(word.word.clone(), word));
            if choices.all_open || choices.open.contains(&(side, word.tokens.start)) {
                for piece in &word.pieces {
                    let name = token_name(analysis, side, piece.tokens.start);
                    rows.push(page.row(format!("  {name}"), piece));
                }
            }
        }
    }
    Page::new(page.lead(), rows)
}

/// The columns for which there is room.
struct OmissionColumns {
    names: u16,
    means: bool,
    matches: bool,
}

impl OmissionColumns {
    fn new(width: u16) -> Self {
        let means = width >= 12 + 5 * COLUMN_WIDTH;
        let numbers = if means { 5 } else { 3 };
        Self {
            names: width.saturating_sub(numbers * COLUMN_WIDTH).clamp(4, 18),
            means,
            matches: width >= 80,
        }
    }
}

fn column_heads(side: Side, width: u16) -> Vec<Span> {
    let OmissionColumns { names, means, .. } = OmissionColumns::new(width);
    let labels: &[&str] = if means {
        &["fixed", "anew", "drift", "ΔP", "ΔR"]
    } else {
        &["fixed", "anew", "drift"]
    };
    let labels = labels.iter().map(|label| cell(label, Tone::Accent));
    std::iter::once(left(heading(side, names), names, Tone::Accent))
        .chain(labels)
        .collect()
}

#[derive(Clone, Copy)]
struct OmissionPage<'a> {
    all: &'a Omissions,
    analysis: &'a Analysis,
}

impl<'a> OmissionPage<'a> {
    fn lead(self) -> String {
        if self.all.words.is_empty() {
            return "One of the texts is empty, so the score is 0 by convention, whatever is dropped.".to_owned();
        }
        let lead = "ΔF1 without each word. fixed: all vectors stay. anew: the shorter text is embedded again. drift: anew − fixed, \
                    the word’s effect on the others.";
        match self.all.skipped_count() {
            0 => lead.to_owned(),
            skipped => format!(
                "{lead} The pair is long, so {skipped} shorter texts were not embedded, only those with the largest fixed effect."
            ),
        }
    }

    fn row(self, label: String, omission: &'a Omission) -> Row<'a> {
        let side = omission.side;
        let first = omission.tokens.start;
        let target = if omission.pieces.is_empty() {
            Target::Token(side, first)
        } else {
            Target::Word(side, first)
        };
        Row::new(move |width| self.line(&label, omission, width))
            .about(target, move || self.derivation(omission))
    }

    fn text_without(self, omission: &Omission) -> Option<String> {
        delete_tokens(
            &self.analysis.side(omission.side).tokenized,
            omission.tokens.clone(),
        )
    }

    /// `ferry    −.0123 −.0145 −.0022`, with ΔP, ΔR and the number of tokens that match it if there is room.
    fn line(self, label: &str, omission: &Omission, width: u16) -> Vec<Span> {
        let columns = OmissionColumns::new(width);
        let fixed = self.all.change(omission.fixed_score);
        let anew = omission.deletion.raw().map(|raw| self.all.change(raw));
        let missing = if omission.deletion == DeletionState::Waiting {
            cell("…", Tone::Quiet)
        } else {
            cell(MISSING, Tone::Quiet)
        };
        let mut spans = vec![left(label, columns.names, Tone::Plain)];
        spans.extend(match anew {
            Some(anew) => [
                cell(&narrow_change(Some(fixed.f1)), Tone::Plain),
                change(Some(anew.f1)),
                cell(
                    &narrow_change(Some(rounded_difference(anew.f1, fixed.f1, 4))),
                    Tone::Quiet,
                ),
            ],
            None => [change(Some(fixed.f1)), missing.clone(), missing],
        });
        if columns.means {
            let shown = anew.unwrap_or(fixed);
            spans.extend(
                [shown.precision, shown.recall].map(|x| cell(&narrow_change(x), Tone::Quiet)),
            );
        }
        if columns.matches && omission.match_count > 0 {
            spans.push(Span::new(
                format!("  matched by {}", omission.match_count),
                Tone::Quiet,
            ));
        }
        spans
    }

    /// The change of the score, as a reader finds it who subtracts the printed numbers.
    fn change(self, without: Score) -> ScoreChange {
        let before = self.all.scaled(self.all.raw);
        let after = self.all.scaled(without);
        ScoreChange {
            precision: mean_change(after.precision, before.precision),
            recall: mean_change(after.recall, before.recall),
            f1: printed_difference(after.f1, before.f1),
        }
    }

    fn score_text(self, without: Score) -> String {
        let before = self.all.scaled(self.all.raw);
        let after = self.all.scaled(without);
        let change = self.change(without);
        format!(
            "P {} → {} ({}), R {} → {} ({}), F1 {} → {} ({})",
            exact_or_undefined(before.precision),
            exact_or_undefined(after.precision),
            or_missing(change.precision, exact_change),
            exact_or_undefined(before.recall),
            exact_or_undefined(after.recall),
            or_missing(change.recall, exact_change),
            exact(before.f1),
            exact(after.f1),
            exact_change(change.f1),
        )
    }

    /// The change of its own side's mean, before rescaling.
    fn own_mean(self, omission: &Omission) -> String {
        let side = omission.side;
        let p = side.mean_symbol();
        let Some(mean) = mean_of(omission.fixed_score, side) else {
            return format!(
                "{p}: no word with weight is left in the {}, so Σ w·s ÷ Σ w is 0 ÷ 0 and undefined",
                side.name()
            );
        };
        let weights = self.analysis.side(side).weights.as_slice();
        let matches = self.analysis.matches_of(side);
        let gone: f64 = omission
            .tokens
            .clone()
            .map(|i| weights[i] * f64::from(matches[i].similarity))
            .sum();
        let sum = exact(self.analysis.weighted_sum(side));
        let weight = exact(weights.iter().sum::<f64>());
        let [gone, own_weight, mean] = [gone, omission.weight, mean].map(exact);
        format!(
            "{p} without it = (Σ w·s − its w·s) ÷ (Σ w − its w) = ({sum} − {gone}) ÷ ({weight} − {own_weight}) = {mean}"
        )
    }

    /// The change of the other side's mean, before rescaling.
    fn other_mean(self, omission: &Omission) -> String {
        let other = omission.side.other();
        let mean = other.mean_symbol();
        let before = mean_of(self.all.raw, other);
        let after = mean_of(omission.fixed_score, other);
        if omission.match_count == 0 {
            return format!(
                "{mean} stays {}: no token with weight matched it",
                exact_or_undefined(after)
            );
        }
        let (Some(before), Some(after)) = (before, after) else {
            return format!(
                "{mean} is undefined: no word of the {} has weight",
                other.name()
            );
        };
        let weights = self.analysis.side(other).weights.sum();
        let [had, has, weights, after] =
            [before * weights, after * weights, weights, after].map(exact);
        format!(
            "{mean} without it: Σ w·s goes from {had} to {has}, and {has} ÷ {weights} = {after}"
        )
    }

    /// The tokens that matched it, and their new matches.
    fn fallbacks(self, omission: &Omission) -> Vec<String> {
        let own = omission.side;
        let other = own.other();
        let weights = self.analysis.side(other).weights.as_slice();
        let mut lines = Vec::new();
        for (i, found) in self.analysis.matches_of(other).iter().enumerate() {
            if weights[i] <= 0.0 || !omission.tokens.contains(&found.token) {
                continue;
            }
            let before = format!(
                "“{}” matched “{}” ({})",
                token_name(self.analysis, other, i),
                token_name(self.analysis, own, found.token),
                exact(found.similarity)
            );
            lines.push(match self.best_without(omission, i) {
                Some(next) => format!(
                    "{before} and now matches “{}” ({})",
                    token_name(self.analysis, own, next),
                    exact(self.cosine(own, next, i))
                ),
                None => format!("{before} and now has no token to match"),
            });
        }
        lines
    }

    /// The best match of a token of the other side among the tokens that stay; of equal ones the first.
    fn best_without(self, omission: &Omission, other_token: usize) -> Option<usize> {
        let own = omission.side;
        let mut best: Option<usize> = None;
        for token in 0..self.analysis.side(own).weights.len() {
            if omission.tokens.contains(&token) {
                continue;
            }
            let cosine = self.cosine(own, token, other_token);
            if best.is_none_or(|best| cosine > self.cosine(own, best, other_token)) {
                best = Some(token);
            }
        }
        best
    }

    /// The cosine of a token of a side and one of the other side.
    fn cosine(self, side: Side, token: usize, other_token: usize) -> f32 {
        match side {
            Side::Candidate => self.analysis.similarity.get(token, other_token),
            Side::Reference => self.analysis.similarity.get(other_token, token),
        }
    }

    fn derivation(self, omission: &Omission) -> Vec<String> {
        let label = &omission.word;
        let mut steps = vec![format!(
            "fixed: “{label}” is removed from the matrix; all other vectors stay the same"
        )];
        steps.push(self.own_mean(omission));
        steps.extend(self.fallbacks(omission));
        steps.push(self.other_mean(omission));
        if let (Some(p), Some(r)) = (omission.fixed_score.precision, omission.fixed_score.recall) {
            let [p, r, f1] = [p, r, omission.fixed_score.f1].map(exact);
            steps.push(format!(
                "F1 without it = 2·P·R ÷ (P + R) = 2 × {p} × {r} ÷ ({p} + {r}) = {f1}"
            ));
        }
        if let Some(row) = self.all.baseline {
            steps.push(format!(
                "rescaled, each is (x − b) ÷ (1 − b) with b = {} for P, {} for R, {} for F1",
                exact(row.precision),
                exact(row.recall),
                exact(row.f1)
            ));
        }
        steps.push(self.score_text(omission.fixed_score));
        match omission.deletion {
            DeletionState::Waiting => steps.push("anew: not embedded yet".to_owned()),
            DeletionState::Impossible if self.text_without(omission).is_none() => {
                steps.push(format!("anew: “{label}” has no characters in the text, so it cannot be deleted"));
            }
            DeletionState::Impossible => steps.push("anew: the model cannot encode the text without it".to_owned()),
            DeletionState::Skipped => steps.push(
                "anew: skipped; in a long pair only the words with the largest fixed effect are embedded again"
                    .to_owned(),
            ),
            DeletionState::Scored { raw, empty } => {
                let own = &self.analysis.side(omission.side).tokenized;
                let text = self.text_without(omission).unwrap_or_default();
                let side = omission.side.name();
                steps.push(format!("anew: the {side} without it, “{}”, is embedded again", text.trim()));
                if own.truncated.is_some() {
                    steps.push("the text was truncated, so text from beyond the limit moves up".to_owned());
                }
                if empty {
                    steps.push("a text of two tokens or fewer scores 0 by convention".to_owned());
                }
                steps.push(self.score_text(raw));
                let anew = self.change(raw).f1;
                let fixed = self.change(omission.fixed_score).f1;
                steps.push(format!(
                    "drift = anew − fixed = {} − {} = {}",
                    exact_change(anew),
                    subtrahend(fixed),
                    exact_change(printed_difference(anew, fixed))
                ));
            }
        }
        steps
    }
}

/// The change of a mean; `None` where it is undefined before or after.
fn mean_change(after: Option<f64>, before: Option<f64>) -> Option<f64> {
    Some(printed_difference(after?, before?))
}
