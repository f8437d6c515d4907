//! The rows of the difference of two means: both values, and the contribution of each word.

use super::super::columns::{COLUMN_WIDTH, cell, change, left, numbers, right};
use super::super::page::{Row, Span, Target, Tone};
use super::derivation;
use bertscope_explain::compare::{RankedText, TextRanking};
use bertscope_explain::mean_difference::{MeanDifference, WordDifference};

/// Width of a panel with room for four decimals.
const MIN_PRECISE_WIDTH: u16 = 40;

/// Precision or recall of two texts.
#[derive(Clone, Copy)]
pub(super) struct Compared<'a> {
    pub ranking: &'a TextRanking,
    /// The indices of the texts.
    pub texts: [usize; 2],
    pub mean: &'a MeanDifference,
}

impl<'a> Compared<'a> {
    pub(super) fn rows(self) -> Vec<Row<'a>> {
        let total = Row::new(move |width| self.total(width));
        let mut rows = vec![
            Row::blank(),
            Row::new(move |width| self.heading(width)),
            total.about(Target::Row, move || derivation::total(self)),
        ];
        rows.extend(self.mean.words.iter().map(|word| {
            Row::new(move |width| self.word(word, width)).about(self.target(word), move || derivation::word(self, word))
        }));
        rows
    }

    pub(super) fn ranked(self) -> [&'a RankedText; 2] {
        self.texts.map(|i| &self.ranking.texts[i])
    }

    pub(super) fn names(self) -> [String; 2] {
        self.texts.map(|i| self.ranking.name(i))
    }

    /// `recall        A     B  A − B`.
    fn heading(self, width: u16) -> Vec<Span> {
        let side = self.mean.side;
        let title = if width < MIN_PRECISE_WIDTH { side.mean_symbol() } else { side.mean_name() };
        let [first, second] = self.names();
        let [a, b] = [&first, &second].map(|name| right(name, number_width(width), Tone::Accent));
        let difference = cell(&format!("{first} − {second}"), Tone::Accent);
        vec![left(title, names_width(width), Tone::Accent), a, b, difference]
    }

    /// The two means and their difference.
    fn total(self, width: u16) -> Vec<Span> {
        let [a, b] = self.mean.means.map(|x| Span::new(numbers(&[x], number_width(width)), Tone::Strong));
        let difference = change(self.mean.total());
        vec![left("all words", names_width(width), Tone::Plain), a, b, difference]
    }

    /// The word’s similarity in each text, and its contribution to the difference.
    fn word(self, word: &WordDifference, width: u16) -> Vec<Span> {
        let mut spans = vec![left(word.word(), names_width(width), Tone::Plain)];
        spans.extend(self.ranked().into_iter().zip(&word.words).map(|(text, share)| {
            let scaled = |similarity: f64| f64::from(text.analysis.scaled_similarity(similarity as f32));
            let shown = share.as_ref().map(|share| scaled(share.similarity));
            Span::new(numbers(&[shown], number_width(width)), Tone::Quiet)
        }));
        spans.push(change(Some(word.contribution)));
        spans
    }

    /// The word in the text on screen, if it contains the word.
    fn target(self, word: &WordDifference) -> Target {
        let shown = self.ranked().iter().position(|compared| compared.kept.is_none());
        let share = shown.and_then(|shown| word.words[shown].as_ref());
        share.map_or(Target::Row, |share| Target::Token(self.mean.side, share.tokens.start))
    }
}

fn names_width(width: u16) -> u16 {
    (width / 3).clamp(8, 18)
}

/// Two decimals in a narrow panel, so that two texts and their difference fit on a row.
fn number_width(width: u16) -> u16 {
    if width < MIN_PRECISE_WIDTH { 5 } else { COLUMN_WIDTH }
}
