//! The page of an edit: what it did to the score, and which words did it.

use unicode_width::UnicodeWidthStr;

use super::Choices;
use super::columns::{COLUMN, cell, delta, exact, figure, name, tone, value};
use super::ledger::fitted;
use super::page::{Page, Span, Target, Tone};
use crate::analysis::{Analysis, Side};
use crate::explain::Edit;
use crate::explain::edit::{Cause, Change, Delta, Setting, Shift, matches_of};
use crate::metric::Score;
use crate::report::label::{fit, token};

/// Words that drifted are many and each is little; the others are told together.
const DRIFTERS: usize = 8;

/// Rows: the scores, the causes, the words that changed, the matches that flipped, and the words that drifted most.
pub struct EditPage<'a> {
    edit: &'a Edit,
    analysis: &'a Analysis,
    rows: Vec<Row>,
}

enum Row {
    Blank,
    ScoreHeading,
    /// Index among P, R, F1.
    Score(usize),
    CauseHeading,
    Cause(Cause),
    Heading(&'static str),
    /// Index among the shifts.
    Shift(usize),
    /// What the shifts that are not shown did together.
    Rest(usize, f64),
}

impl<'a> EditPage<'a> {
    /// The rows about the sides that were chosen.
    pub fn new(edit: &'a Edit, analysis: &'a Analysis, choices: &Choices) -> Self {
        let mut rows = Vec::new();
        if !matches!(edit, Edit::None) {
            rows.push(Row::ScoreHeading);
            rows.extend((0..3).map(Row::Score));
        }
        if let Edit::Texts(change) = edit
            && !change.is_none()
        {
            rows.extend([Row::Blank, Row::CauseHeading]);
            rows.extend(Cause::ALL.into_iter().filter(|cause| is_felt(change, *cause)).map(Row::Cause));
            rows.extend(listed(change, choices));
        }
        Self { edit, analysis, rows }
    }

    fn before(&self) -> Option<&'a Analysis> {
        match self.edit {
            Edit::None => None,
            Edit::OtherSettings { before, .. } => Some(before),
            Edit::Texts(change) => Some(&change.before),
        }
    }

    fn change(&self) -> Option<&'a Change> {
        match self.edit {
            Edit::Texts(change) => Some(change),
            Edit::None | Edit::OtherSettings { .. } => None,
        }
    }

    fn scores(&self) -> (Score, Score) {
        (self.before().map_or(Score::ZERO, Analysis::score), self.analysis.score())
    }

    /// A token and the partner it had or has.
    fn matched(&self, analysis: &Analysis, side: Side, i: usize) -> (String, String, f32) {
        let found = matches_of(analysis, side)[i];
        let label = |side: Side, i: usize| token(&analysis.side(side).tokenized.tokens[i]);
        (label(side, i), label(side.other(), found.token), found.similarity)
    }

    /// `−boat  → ferry .81` or `leaves  departs .71 → sails .75`.
    fn shift(&self, shift: &Shift, width: u16) -> Vec<Span> {
        let parts = if width < 40 { 2 } else { 3 };
        let names = (width.saturating_sub(COLUMN) / parts).clamp(4, 16);
        let number = cell(&delta(Some(shift.f1)), tone(shift.f1));
        let old = shift.old.and_then(|i| Some(self.matched(self.before()?, shift.side, i)));
        let new = shift.new.map(|i| self.matched(self.analysis, shift.side, i));
        let cosine = |s: f32| value(Some(f64::from(s)));
        let (label, rest) = match (old, new, shift.cause) {
            (Some((own, partner, s)), None, _) => {
                (format!("− {own}"), format!(" had {} {}", fit(&partner, names), cosine(s)))
            }
            (None, Some((own, partner, s)), _) => {
                (format!("+ {own}"), format!(" has {} {}", fit(&partner, names), cosine(s)))
            }
            (Some((own, _, s)), Some((_, partner, t)), Cause::Drift) => {
                (own, format!(" {} → {} with {}", cosine(s), cosine(t), fit(&partner, names)))
            }
            (Some((own, from, s)), Some((_, to, t)), _) => {
                (own, format!(" {} {} → {} {}", fit(&from, names), cosine(s), fit(&to, names), cosine(t)))
            }
            (None, None, _) => (String::new(), String::new()),
        };
        let mut spans = vec![name(&label, names, Tone::Plain), number];
        // Where the cosines do not fit, the partners alone may.
        if usize::from(names + COLUMN) + rest.width() <= usize::from(width) {
            spans.push(Span::new(rest, Tone::Quiet));
        } else if let Some(partner) = self.partner_only(shift) {
            let room = width.saturating_sub(names + COLUMN + 3);
            if room >= 4 {
                spans.push(Span::new(format!(" → {}", fit(&partner, room)), Tone::Quiet));
            }
        }
        fitted(spans, width)
    }

    fn partner_only(&self, shift: &Shift) -> Option<String> {
        match (shift.new, shift.old) {
            (Some(i), _) => Some(self.matched(self.analysis, shift.side, i).1),
            (None, Some(i)) => Some(self.matched(self.before()?, shift.side, i).1),
            (None, None) => None,
        }
    }
}

fn is_felt(change: &Change, cause: Cause) -> bool {
    let Delta { precision, recall, f1 } = change.of_cause(cause);
    [precision, recall, Some(f1)].into_iter().flatten().any(|x| x.abs() >= 0.000_05)
}

/// The words behind the causes, each kind under its heading.
fn listed(change: &Change, choices: &Choices) -> Vec<Row> {
    let mut rows = Vec::new();
    let kinds: [(&str, fn(Cause) -> bool, usize); 3] = [
        ("Words that changed", |cause| matches!(cause, Cause::Came | Cause::Went), usize::MAX),
        ("Matches that flipped", |cause| matches!(cause, Cause::Partner | Cause::Flip), usize::MAX),
        ("Words that drifted", |cause| cause == Cause::Drift, DRIFTERS),
    ];
    for (heading, kind, most) in kinds {
        let is_listed = |shift: &Shift| kind(shift.cause) && choices.sides.contains(&shift.side);
        let mut all: Vec<usize> = (0..change.shifts.len()).filter(|&i| is_listed(&change.shifts[i])).collect();
        if all.is_empty() {
            continue;
        }
        all.sort_by(|&a, &b| change.shifts[b].f1.abs().total_cmp(&change.shifts[a].f1.abs()));
        let hidden = all.split_off(most.min(all.len()));
        rows.extend([Row::Blank, Row::Heading(heading)]);
        rows.extend(all.into_iter().map(Row::Shift));
        if !hidden.is_empty() {
            rows.push(Row::Rest(hidden.len(), hidden.iter().map(|&i| change.shifts[i].f1).sum()));
        }
    }
    rows
}

/// A cause in a few words, short ones for narrow pages.
fn cause_name(cause: Cause, width: u16) -> &'static str {
    let (short, long) = match cause {
        Cause::Came => ("words that came", "words that came"),
        Cause::Went => ("words that went", "words that went"),
        Cause::Partner => ("their partners", "words that match or matched these"),
        Cause::Drift => ("drift", "drift of the words that stayed"),
        Cause::Flip => ("drift: flips", "drift that flipped their matches"),
        Cause::Share => ("shares of weight", "other shares of the weight"),
        Cause::Convention => ("convention", "scores that are 0 or missing by convention"),
    };
    if width >= 34 { long } else { short }
}

/// Which columns of numbers there is room for, and how wide the names before them are.
fn shape(width: u16) -> (u16, bool) {
    let all = width >= 18 + 3 * COLUMN;
    let numbers = if all { 3 } else { 1 };
    (width.saturating_sub(numbers * COLUMN).clamp(4, 42), all)
}

impl Page for EditPage<'_> {
    fn lead(&self) -> String {
        match self.edit {
            Edit::None => {
                "Nothing was edited yet. Change a word, and this page says what it did to the score.".to_owned()
            }
            Edit::OtherSettings { changed, .. } => {
                let names = changed.iter().map(|setting| match setting {
                    Setting::Model => "model",
                    Setting::Layer => "layer",
                    Setting::Idf => "IDF weights",
                    Setting::Rescaling => "rescaling",
                });
                let names = names.collect::<Vec<_>>().join(" and ");
                format!("The {names} changed too, so only the scores can be compared.")
            }
            Edit::Texts(change) if change.is_none() => {
                "The edit changed no token, so the score is what it was.".to_owned()
            }
            Edit::Texts(change) => {
                let words = change.f1_of(Cause::is_of_changed_words);
                let drift = change.f1_of(Cause::is_drift);
                if change.slopes.is_none() {
                    return format!(
                        "F1 {}. A score before or after is 0 or missing by convention, so no word explains it.",
                        exact(Some(change.total.f1))
                    );
                }
                format!(
                    "F1 {}: {} from the words that changed, {} from drift of the words that stayed.",
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
        let (names, all) = shape(width);
        match self.rows[index] {
            Row::Blank => Vec::new(),
            Row::ScoreHeading => {
                let labels = ["before", "after", "Δ"].map(|label| cell(label, Tone::Accent));
                fitted(std::iter::once(name("", 4, Tone::Accent)).chain(labels).collect(), width)
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
                fitted(spans, width)
            }
            Row::CauseHeading => {
                let labels: &[&str] = if all { &["ΔF1", "ΔP", "ΔR"] } else { &["ΔF1"] };
                let labels = labels.iter().map(|label| cell(label, Tone::Accent));
                fitted(std::iter::once(name("What did it", names, Tone::Accent)).chain(labels).collect(), width)
            }
            Row::Cause(cause) => {
                let part = self.change().map(|change| change.of_cause(cause));
                let Some(Delta { precision, recall, f1 }) = part else { return Vec::new() };
                let mut spans =
                    vec![name(cause_name(cause, names), names, Tone::Plain), cell(&delta(Some(f1)), tone(f1))];
                if all {
                    spans.extend([precision, recall].map(|x| cell(&delta(x), Tone::Quiet)));
                }
                fitted(spans, width)
            }
            Row::Heading(text) => vec![Span::new(fit(text, width), Tone::Accent)],
            Row::Shift(i) => self.change().map_or_else(Vec::new, |change| self.shift(&change.shifts[i], width)),
            Row::Rest(n, f1) => {
                let text = format!("{n} more, together {}", delta(Some(f1)));
                vec![Span::new(fit(&text, width), Tone::Quiet)]
            }
        }
    }

    fn target(&self, index: usize) -> Option<Target> {
        match self.rows[index] {
            Row::Score(_) | Row::Cause(_) => Some(Target::Row),
            Row::Shift(i) => {
                let shift = &self.change()?.shifts[i];
                Some(shift.new.map_or(Target::Row, |token| Target::Token(shift.side, token)))
            }
            Row::Blank | Row::ScoreHeading | Row::CauseHeading | Row::Heading(_) | Row::Rest(..) => None,
        }
    }

    fn how(&self, index: usize) -> Vec<String> {
        match self.rows[index] {
            Row::Score(i) => self.how_score(i),
            Row::Cause(cause) => self.change().map_or_else(Vec::new, |change| how_cause(change, cause)),
            Row::Shift(i) => self.change().map_or_else(Vec::new, |change| self.how_shift(change, &change.shifts[i])),
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

    fn how_score(&self, i: usize) -> Vec<String> {
        let (label, before, after) = self.score(i);
        let change = before.zip(after).map(|(before, after)| after - before);
        let mut how = vec![format!("Δ{label} = {} − {} = {}", figure(after), figure(before), exact(change))];
        let Some(change) = self.change() else { return how };
        let part = |cause| {
            let part = change.of_cause(cause);
            match i {
                0 => part.precision,
                1 => part.recall,
                _ => Some(part.f1),
            }
        };
        let felt = Cause::ALL.into_iter().filter(|cause| part(*cause).is_some_and(|x| x != 0.0));
        let felt: Vec<String> =
            felt.map(|cause| format!("{} ({})", exact(part(cause)), cause_name(cause, 99))).collect();
        if !felt.is_empty() {
            how.push(format!("= {}", felt.join(" ")));
        }
        if let (2, Some((a, b))) = (i, change.slopes) {
            how.push(format!(
                "F1 follows P and R: before rescaling ΔF1 = {a:.5}·ΔP + {b:.5}·ΔR, with the mean slopes of 2PR ÷ (P + R) between before and after"
            ));
        }
        how
    }

    fn how_shift(&self, change: &Change, shift: &Shift) -> Vec<String> {
        let side = shift.side;
        let Some(before) = self.before() else { return Vec::new() };
        let share = |analysis: &Analysis, i: usize| {
            let weights = &analysis.side(side).weights;
            (weights.as_slice()[i] / weights.sum(), f64::from(matches_of(analysis, side)[i].similarity))
        };
        let raw = |analysis: &Analysis| match side {
            Side::Candidate => analysis.raw.precision.unwrap_or(0.0),
            Side::Reference => analysis.raw.recall.unwrap_or(0.0),
        };
        let centre = f64::midpoint(raw(before), raw(self.analysis));
        let mean = if side == Side::Candidate { "P" } else { "R" };
        let old = shift.old.map(|i| (share(before, i), self.matched(before, side, i)));
        let new = shift.new.map(|i| (share(self.analysis, i), self.matched(self.analysis, side, i)));
        let mut how = Vec::new();
        match (old, new) {
            (None, Some(((p, s), (own, partner, _)))) => {
                how.push(format!("“{own}” came; it is most like “{partner}”: cosine {s:.5}"));
                how.push(format!(
                    "its part of Δ{mean} = its share × (cosine − m̄) = {p:.5} × ({s:.5} − {centre:.5}) = {}, m̄ being halfway between {mean} before and after",
                    exact(Some(p * (s - centre)))
                ));
            }
            (Some(((p, s), (own, partner, _))), None) => {
                how.push(format!("“{own}” went; it was most like “{partner}”: cosine {s:.5}"));
                how.push(format!(
                    "its part of Δ{mean} = −its share × (cosine − m̄) = −{p:.5} × ({s:.5} − {centre:.5}) = {}, m̄ being halfway between {mean} before and after",
                    exact(Some(-p * (s - centre)))
                ));
            }
            (Some(((p, s), (own, from, _))), Some(((q, t), (_, to, _)))) => {
                how.push(format!(
                    "“{own}” stayed: it was most like “{from}” with {s:.5} and is most like “{to}” with {t:.5}"
                ));
                how.push(format!(
                    "its part of Δ{mean} = its mean share × (after − before) = {:.5} × ({t:.5} − {s:.5}) = {}",
                    f64::midpoint(p, q),
                    exact(Some(f64::midpoint(p, q) * (t - s)))
                ));
            }
            (None, None) => {}
        }
        if let Some(rescaled) = self.analysis.rescaling() {
            let b = if side == Side::Candidate { rescaled.baseline.precision } else { rescaled.baseline.recall };
            how.push(format!("rescaled, ÷ (1 − {b:.5}): {}", exact(Some(shift.mean))));
        }
        if let Some((a, b)) = change.slopes {
            let slope = if side == Side::Candidate { a } else { b };
            let rescaled = self.analysis.rescaling();
            let by = rescaled.map_or(String::new(), |r| format!(" ÷ (1 − {:.5})", r.baseline.f1));
            how.push(format!("its part of ΔF1 = {slope:.5} × that before rescaling{by} = {}", exact(Some(shift.f1))));
        }
        how
    }
}

fn how_cause(change: &Change, cause: Cause) -> Vec<String> {
    let what = match cause {
        Cause::Came => "each word that came: its share × (its cosine − m̄), m̄ halfway between the mean before and after",
        Cause::Went => {
            "each word that went: −its share × (its cosine − m̄), m̄ halfway between the mean before and after"
        }
        Cause::Partner => "each word that stayed and whose partner came or went: its share × (cosine after − before)",
        Cause::Drift => {
            "each word that stayed with its partner: its share × (cosine after − before); only the context changed"
        }
        Cause::Flip => "each word that stayed and took another word that stayed: its share × (cosine after − before)",
        Cause::Share => "each word that stayed: (its share after − before) × (its mean cosine − m̄)",
        Cause::Convention => "what no word explains, because a score before or after is 0 or missing by convention",
    };
    let part = change.of_cause(cause);
    let mut how = vec![what.to_owned()];
    if cause != Cause::Convention {
        let count = |side| change.shifts.iter().filter(|shift| shift.side == side && shift.cause == cause).count();
        how.push(format!(
            "P: {} in the candidate, together {}; R: {} in the reference, together {}",
            count(Side::Candidate),
            exact(part.precision),
            count(Side::Reference),
            exact(part.recall)
        ));
    }
    how.push(format!("ΔF1 of it = {}", exact(Some(part.f1))));
    how
}
