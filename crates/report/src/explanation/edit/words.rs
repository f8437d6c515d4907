//! The rows of words whose match or share an edit changed.

use unicode_width::UnicodeWidthStr;

use super::super::columns::{COLUMN_WIDTH, change, left};
use super::super::names::token_name;
use super::super::page::{Row, Span, Target, Tone};
use crate::label::fit;
use crate::number::short;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::edit::{Cause, TextChange, TokenChange};
use bertscope_explain::words::word_text;

/// An edit of a pair's texts.
#[derive(Clone, Copy)]
pub(super) struct WordRows<'a> {
    pub change: &'a TextChange,
    /// The pair after the edit.
    pub analysis: &'a Analysis,
}

impl<'a> WordRows<'a> {
    pub(super) fn token_row(self, shift: &'a TokenChange, indent: &'static str) -> Row<'a> {
        let target = shift
            .new
            .map_or(Target::Row, |token| Target::Token(shift.side, token));
        Row::new(move |width| self.token_line(shift, indent, width))
            .about(target, move || self.token_derivation(shift))
    }

    /// An added or removed word of several tokens.
    pub(super) fn word_row(self, word: &[&'a TokenChange]) -> Row<'a> {
        let (name, word) = (self.word_name(word), word.to_vec());
        let f1 = word.iter().map(|shift| shift.f1).sum();
        let target = word[0]
            .new
            .map_or(Target::Row, |token| Target::Word(word[0].side, token));
        let label = name.clone();
        let line = Row::new(move |width| {
            let [name, f1] = name_and_f1(&label, f1, width);
            vec![name, f1, Span::new(" in pieces", Tone::Quiet)]
        });
        line.about(target, move || self.word_derivation(&name, &word))
    }

    /// `− boat −.0123 had ferry .81` or `leaves −.0159 departs .71 → sails .65`.
    fn token_line(self, shift: &TokenChange, indent: &str, width: u16) -> Vec<Span> {
        let old = shift
            .old
            .map(|i| match_names(&self.change.before, shift.side, i));
        let new = shift.new.map(|i| match_names(self.analysis, shift.side, i));
        let shown = |s: f32| short(self.analysis.scaled_similarity(s));
        let partner = |name: &str| fit(name, 16);
        let (label, long, brief) = match (old, new, shift.cause) {
            (Some((own, from, s)), None, _) => (
                format!("− {own}"),
                format!(" had {} {}", partner(&from), shown(s)),
                format!(" had {from}"),
            ),
            (None, Some((own, to, s)), _) => (
                format!("+ {own}"),
                format!(" has {} {}", partner(&to), shown(s)),
                format!(" has {to}"),
            ),
            (Some((own, _, s)), Some((_, to, t)), Cause::Drift) => (
                own,
                format!(" {} → {} with {}", shown(s), shown(t), partner(&to)),
                format!(" with {to}"),
            ),
            (Some((own, from, s)), Some((_, to, t)), _) => {
                let long = format!(
                    " {} {} → {} {}",
                    partner(&from),
                    shown(s),
                    partner(&to),
                    shown(t)
                );
                (own, long, format!(" → {to}"))
            }
            (None, None, _) => return Vec::new(),
        };
        let [name, f1] = name_and_f1(&format!("{indent}{label}"), shift.f1, width);
        let room = width.saturating_sub(labels_width(width) + COLUMN_WIDTH);
        // Where the cosines do not fit, the match alone may.
        let fits = long.width() <= usize::from(room);
        vec![
            name,
            f1,
            Span::new(if fits { long } else { fit(&brief, room) }, Tone::Quiet),
        ]
    }

    fn word_name(self, word: &[&TokenChange]) -> String {
        let (first, last) = (word[0], word[word.len() - 1]);
        let name = |pair: &Analysis, from: usize, to: usize| {
            let tokens = &pair.side(first.side).tokenized.tokens[from..=to];
            let on = if tokens[0].continues_word { "·" } else { "" };
            format!("{on}{}", word_text(tokens))
        };
        match (first.new.zip(last.new), first.old.zip(last.old)) {
            (Some((first, last)), _) => format!("+ {}", name(self.analysis, first, last)),
            (None, Some((first, last))) => format!("− {}", name(&self.change.before, first, last)),
            (None, None) => String::new(),
        }
    }
}

/// Width of the names of words.
fn labels_width(width: u16) -> u16 {
    let parts = if width < 40 { 2 } else { 3 };
    (width.saturating_sub(COLUMN_WIDTH) / parts).clamp(4, 16)
}

fn name_and_f1(label: &str, f1: f64, width: u16) -> [Span; 2] {
    [
        left(label, labels_width(width), Tone::Plain),
        change(Some(f1)),
    ]
}

/// A token, its best match and their similarity.
pub(super) fn match_names(analysis: &Analysis, side: Side, i: usize) -> (String, String, f32) {
    let found = analysis.matches_of(side)[i];
    (
        token_name(analysis, side, i),
        token_name(analysis, side.other(), found.token),
        found.similarity,
    )
}
