//! The page of an edit: its effect on the score, and the words behind it.

mod derivation;
mod list;
mod row;

use unicode_width::UnicodeWidthStr;

use self::row::Row;
use super::columns::{COLUMN_WIDTH, cell, delta, exact, fit_spans, name, tone, value};
use super::page::{Page, Span, Target, Tone};
use super::page_settings::{Controls, PageSettings};
use crate::label::{fit, token};
use crate::number::short;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::EditEffect;
use bertscope_explain::edit::{Cause, ChangedSetting, Delta, TextChange, TokenChange};
use bertscope_explain::words::word_text;
use bertscope_metric::Score;

/// Rows: the scores, the causes, the edited words, the flipped matches, and the words that drifted most.
pub struct EditPage<'a> {
    edit: &'a EditEffect,
    analysis: &'a Analysis,
    controls: Controls,
    rows: Vec<Row>,
}

impl<'a> EditPage<'a> {
    /// The rows about the sides that were chosen.
    pub fn new(edit: &'a EditEffect, analysis: &'a Analysis, choices: &PageSettings) -> Self {
        let mut rows = Vec::new();
        if !matches!(edit, EditEffect::None) {
            rows.push(Row::ScoreHeading);
            rows.extend((0..3).map(Row::Score));
        }
        if let EditEffect::Texts(change) = edit
            && !change.is_none()
        {
            rows.extend([Row::Blank, Row::CauseHeading]);
            rows.extend(Cause::ALL.into_iter().filter(|cause| is_noticeable(change, *cause)).map(Row::Cause));
            rows.extend(list::edit_rows(change, analysis, choices));
        }
        Self { edit, analysis, controls: choices.controls, rows }
    }

    fn before(&self) -> Option<&'a Analysis> {
        match self.edit {
            EditEffect::None => None,
            EditEffect::OtherSettings { before, .. } => Some(before),
            EditEffect::Texts(change) => Some(&change.before),
        }
    }

    fn change(&self) -> Option<&'a TextChange> {
        match self.edit {
            EditEffect::Texts(change) => Some(change),
            EditEffect::None | EditEffect::OtherSettings { .. } => None,
        }
    }

    fn scores(&self) -> (Score, Score) {
        (self.before().map_or(Score::ZERO, Analysis::score), self.analysis.score())
    }

    /// `− boat −.0123 had ferry .81` or `leaves −.0159 departs .71 → sails .65`.
    fn shift(&self, shift: &TokenChange, before: &str, width: u16) -> Vec<Span> {
        let old = shift.old.and_then(|i| Some(match_names(self.before()?, shift.side, i)));
        let new = shift.new.map(|i| match_names(self.analysis, shift.side, i));
        let shown = |s: f32| short(self.analysis.scaled_similarity(s));
        let partner = |name: &str| fit(name, 16);
        let (label, long, brief) = match (old, new, shift.cause) {
            (Some((own, from, s)), None, _) => {
                (format!("− {own}"), format!(" had {} {}", partner(&from), shown(s)), format!(" had {from}"))
            }
            (None, Some((own, to, s)), _) => {
                (format!("+ {own}"), format!(" has {} {}", partner(&to), shown(s)), format!(" has {to}"))
            }
            (Some((own, _, s)), Some((_, to, t)), Cause::Drift) => {
                (own, format!(" {} → {} with {}", shown(s), shown(t), partner(&to)), format!(" with {to}"))
            }
            (Some((own, from, s)), Some((_, to, t)), _) => {
                let long = format!(" {} {} → {} {}", partner(&from), shown(s), partner(&to), shown(t));
                (own, long, format!(" → {to}"))
            }
            (None, None, _) => return Vec::new(),
        };
        let mut spans = name_and_f1(&format!("{before}{label}"), shift.f1, width);
        let room = width.saturating_sub(labels_width(width) + COLUMN_WIDTH);
        // Where the cosines do not fit, the match alone may.
        let fits = long.width() <= usize::from(room);
        spans.push(Span::new(if fits { long } else { fit(&brief, room) }, Tone::Quiet));
        fit_spans(spans, width)
    }

    /// An added or removed word of several tokens.
    fn word(&self, change: &TextChange, word: &[usize], width: u16) -> Vec<Span> {
        let mut spans =
            name_and_f1(&self.word_name(change, word), word.iter().map(|&i| change.token_changes[i].f1).sum(), width);
        spans.push(Span::new(" in pieces", Tone::Quiet));
        fit_spans(spans, width)
    }

    fn word_name(&self, change: &TextChange, word: &[usize]) -> String {
        let (first, last) = (&change.token_changes[word[0]], &change.token_changes[word[word.len() - 1]]);
        let name = |pair: &Analysis, first: usize, last: usize| {
            let tokens = &pair.side(change.token_changes[word[0]].side).tokenized.tokens[first..=last];
            let on = if tokens[0].continues_word { "·" } else { "" };
            format!("{on}{}", word_text(tokens))
        };
        match (first.new.zip(last.new), first.old.zip(last.old)) {
            (Some((first, last)), _) => format!("+ {}", name(self.analysis, first, last)),
            (None, Some((first, last))) => format!("− {}", name(&change.before, first, last)),
            (None, None) => String::new(),
        }
    }
}

/// Width of the names of words.
fn labels_width(width: u16) -> u16 {
    let parts = if width < 40 { 2 } else { 3 };
    (width.saturating_sub(COLUMN_WIDTH) / parts).clamp(4, 16)
}

/// A name and its effect on F1.
fn name_and_f1(label: &str, f1: f64, width: u16) -> Vec<Span> {
    vec![name(label, labels_width(width), Tone::Plain), cell(&delta(Some(f1)), tone(f1))]
}

/// A token, its best match and their similarity.
fn match_names(analysis: &Analysis, side: Side, i: usize) -> (String, String, f32) {
    let found = analysis.matches_of(side)[i];
    let label = |side: Side, i: usize| token(&analysis.side(side).tokenized.tokens[i]);
    (label(side, i), label(side.other(), found.token), found.similarity)
}

fn is_noticeable(change: &TextChange, cause: Cause) -> bool {
    let Delta { precision, recall, f1 } = change.delta_by_cause(cause);
    [precision, recall, Some(f1)].into_iter().flatten().any(|x| x.abs() >= 0.000_05)
}

/// A cause in a few words, short ones for narrow pages.
fn cause_name(cause: Cause, width: u16) -> &'static str {
    let (short, long) = match cause {
        Cause::Added => ("added words", "added words"),
        Cause::Removed => ("removed words", "removed words"),
        Cause::NewMatch => ("their matches", "words matched with these"),
        Cause::Drift => ("drift", "drift of unedited words"),
        Cause::MovedMatch => ("drift: flips", "drift that flipped a match"),
        Cause::Share => ("re-weighting", "re-weighting (Σ weights changed)"),
        Cause::Convention => ("convention", "scores 0 or undefined by convention"),
    };
    if width >= 34 { long } else { short }
}

/// The width of the names, and whether there is room for all columns of numbers.
fn column_layout(width: u16) -> (u16, bool) {
    let all = width >= 18 + 3 * COLUMN_WIDTH;
    let numbers = if all { 3 } else { 1 };
    (width.saturating_sub(numbers * COLUMN_WIDTH).clamp(4, 42), all)
}

impl Page for EditPage<'_> {
    fn lead(&self) -> String {
        match self.edit {
            EditEffect::None => match self.controls {
                Controls::Keys => {
                    "Nothing has been edited yet. Change a word, and this panel shows what that does to the score."
                }
                Controls::Flags => "No earlier candidate to compare with. Give one with --before TEXT.",
            }
            .to_owned(),
            EditEffect::OtherSettings { changed, .. } => {
                let names = changed.iter().map(|setting| match setting {
                    ChangedSetting::Model => "model",
                    ChangedSetting::Layer => "layer",
                    ChangedSetting::Idf => "IDF weights",
                    ChangedSetting::Rescaling => "rescaling",
                });
                let names = names.collect::<Vec<_>>().join(" and ");
                format!("The {names} changed too, so only the scores can be compared.")
            }
            EditEffect::Texts(change) if change.is_none() => {
                "The edit changed no token, so the score is the same.".to_owned()
            }
            EditEffect::Texts(change) => {
                let words = change.f1_delta_where(Cause::is_text_change);
                let drift = change.f1_delta_where(Cause::is_drift);
                if change.slopes.is_none() {
                    return format!(
                        "F1 {}. A score before or after is 0 or undefined by convention, so no word explains the change.",
                        exact(Some(change.total.f1))
                    );
                }
                let shares = change.delta_by_cause(Cause::Share).f1;
                let shares = if shares.abs() < 0.000_05 {
                    String::new()
                } else {
                    format!(", {} from re-weighting", exact(Some(shares)))
                };
                format!(
                    "F1 {}: {} from the edited words, {} from drift of the others{shares}.",
                    exact(Some(change.total.f1)),
                    exact(Some(words)),
                    exact(Some(drift))
                )
            }
        }
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn row(&self, index: usize, width: u16) -> Vec<Span> {
        let (names, all) = column_layout(width);
        match self.rows[index] {
            Row::Blank => Vec::new(),
            Row::ScoreHeading => {
                let labels = ["before", "after", "Δ"].map(|label| cell(label, Tone::Accent));
                fit_spans(std::iter::once(name("", 4, Tone::Accent)).chain(labels).collect(), width)
            }
            Row::Score(i) => {
                let (label, before, after) = self.score(i);
                let change = before.zip(after).map(|(before, after)| after - before);
                let spans = vec![
                    name(label, 4, Tone::Plain),
                    cell(&value(before), Tone::Plain),
                    cell(&value(after), Tone::Strong),
                    cell(&delta(change), change.map_or(Tone::Quiet, tone)),
                ];
                fit_spans(spans, width)
            }
            Row::CauseHeading => {
                let labels: &[&str] = if all { &["ΔF1", "ΔP", "ΔR"] } else { &["ΔF1"] };
                let labels = labels.iter().map(|label| cell(label, Tone::Accent));
                fit_spans(std::iter::once(name("Cause", names, Tone::Accent)).chain(labels).collect(), width)
            }
            Row::Cause(cause) => {
                let part = self.change().map(|change| change.delta_by_cause(cause));
                let Some(Delta { precision, recall, f1 }) = part else { return Vec::new() };
                let mut spans =
                    vec![name(cause_name(cause, names), names, Tone::Plain), cell(&delta(Some(f1)), tone(f1))];
                if all {
                    spans.extend([precision, recall].map(|x| cell(&delta(x), Tone::Quiet)));
                }
                fit_spans(spans, width)
            }
            Row::Heading(text) => vec![Span::new(fit(text, width), Tone::Accent)],
            Row::Shift(i) => {
                self.change().map_or_else(Vec::new, |change| self.shift(&change.token_changes[i], "", width))
            }
            Row::Piece(i) => {
                self.change().map_or_else(Vec::new, |change| self.shift(&change.token_changes[i], "  ", width))
            }
            Row::Word(ref word) => self.change().map_or_else(Vec::new, |change| self.word(change, word, width)),
            Row::Rest(n, f1) => {
                let text = format!("{n} more, together {}", delta(Some(f1)));
                vec![Span::new(fit(&text, width), Tone::Quiet)]
            }
        }
    }

    fn target(&self, index: usize) -> Option<Target> {
        match self.rows[index] {
            Row::Score(_) | Row::Cause(_) => Some(Target::Row),
            Row::Word(ref word) => {
                let first = &self.change()?.token_changes[word[0]];
                Some(first.new.map_or(Target::Row, |token| Target::Word(first.side, token)))
            }
            Row::Shift(i) | Row::Piece(i) => {
                let shift = &self.change()?.token_changes[i];
                Some(shift.new.map_or(Target::Row, |token| Target::Token(shift.side, token)))
            }
            Row::Blank | Row::ScoreHeading | Row::CauseHeading | Row::Heading(_) | Row::Rest(..) => None,
        }
    }

    fn derivation(&self, index: usize) -> Vec<String> {
        match self.rows[index] {
            Row::Score(i) => self.score_derivation(i),
            Row::Cause(cause) => self.change().map_or_else(Vec::new, |change| Self::cause_derivation(change, cause)),
            Row::Shift(i) | Row::Piece(i) => {
                self.change().map_or_else(Vec::new, |change| self.shift_derivation(change, &change.token_changes[i]))
            }
            Row::Word(ref word) => self.change().map_or_else(Vec::new, |change| self.word_derivation(change, word)),
            _ => Vec::new(),
        }
    }
}

impl EditPage<'_> {
    fn score(&self, i: usize) -> (&'static str, Option<f64>, Option<f64>) {
        let (before, after) = self.scores();
        match i {
            0 => ("P", before.precision, after.precision),
            1 => ("R", before.recall, after.recall),
            _ => ("F1", Some(before.f1), Some(after.f1)),
        }
    }
}
