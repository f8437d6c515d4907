//! The rows of the difference of F1 between two texts: the whole, and the share of each word.

use super::super::columns::{COLUMN_WIDTH, change, heads, left};
use super::super::page::{Row, Span, Target, Tone};
use super::derivation;
use crate::number::printed_difference;
use bertscope_explain::compare::{RankedText, TextDifference, TextRanking};
use bertscope_explain::f1_difference::F1Share;
use bertscope_explain::mean_difference::{MeanDifference, WordDifference};

/// Two texts of a ranking, and their difference.
#[derive(Clone, Copy)]
pub(super) struct Compared<'a> {
    pub ranking: &'a TextRanking,
    pub difference: &'a TextDifference,
}

impl<'a> Compared<'a> {
    pub(super) fn ranked(self) -> [&'a RankedText; 2] {
        self.difference.texts.map(|i| &self.ranking.texts[i])
    }

    pub(super) fn names(self) -> [String; 2] {
        self.difference.texts.map(|i| self.ranking.name(i))
    }

    /// The differences of F1, P and R.
    pub(super) fn totals(self) -> [Option<f64>; 3] {
        let [[p, r, f1], [other_p, other_r, other_f1]] =
            self.ranked().map(|text| text.analysis.score().numbers());
        [(f1, other_f1), (p, other_p), (r, other_r)]
            .map(|(a, b)| a.zip(b).map(|(a, b)| printed_difference(a, b)))
    }

    /// The occurrences of a word, each with its mean.
    pub(super) fn occurrences(
        self,
        share: &F1Share,
    ) -> impl Iterator<Item = (&'a MeanDifference, &'a WordDifference)> {
        let of = |mean: &'a MeanDifference| mean.words.iter().map(move |word| (mean, word));
        self.difference
            .means
            .iter()
            .flat_map(of)
            .filter(|(_, word)| word.word() == share.word)
    }

    pub(super) fn rows(self) -> Vec<Row<'a>> {
        let total = Row::new(move |width| line("all words", self.totals(), width));
        let mut rows = vec![
            Row::blank(),
            Row::new(move |width| self.heading(width)),
            total.about(Target::Row, move || derivation::total(self)),
        ];
        rows.extend(self.difference.f1.iter().map(|share| {
            // A word of one side has no part of the other side's mean.
            let [p, r] = share.means.map(|part| (part != 0.0).then_some(part));
            let parts = [Some(share.f1), p, r];
            let row = Row::new(move |width| line(&share.word, parts, width));
            row.about(self.target(share), move || derivation::share(self, share))
        }));
        rows
    }

    /// `B − A by word      F1      P      R`.
    fn heading(self, width: u16) -> Vec<Span> {
        let [first, second] = self.names();
        let (names, numbers) = columns(width);
        let title = left(&format!("{first} − {second} by word"), names, Tone::Accent);
        std::iter::once(title)
            .chain(heads(
                &["F1", "P", "R"][..numbers],
                COLUMN_WIDTH,
                Tone::Accent,
            ))
            .collect()
    }

    /// The word in the text on screen, if it contains the word.
    fn target(self, share: &F1Share) -> Target {
        let shown = self
            .ranked()
            .iter()
            .position(|compared| compared.kept.is_none());
        let mut found = self
            .occurrences(share)
            .filter_map(|(mean, word)| Some((mean.side, word.words[shown?].as_ref()?)));
        found.next().map_or(Target::Row, |(side, word)| {
            Target::Token(side, word.tokens.start)
        })
    }
}

/// A word and its parts of the differences of F1, P and R.
fn line(word: &str, parts: [Option<f64>; 3], width: u16) -> Vec<Span> {
    let (names, numbers) = columns(width);
    std::iter::once(left(word, names, Tone::Plain))
        .chain(parts.into_iter().take(numbers).map(change))
        .collect()
}

/// Columns of the words, and the number of differences that fit.
fn columns(width: u16) -> (u16, usize) {
    let numbers = if width >= 12 + 3 * COLUMN_WIDTH { 3 } else { 1 };
    (
        width.saturating_sub(numbers * COLUMN_WIDTH).clamp(8, 24),
        numbers.into(),
    )
}
