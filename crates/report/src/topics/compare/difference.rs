//! The difference of F1 between two texts: the whole, and the share of each word.

use super::derivation;
use crate::number::printed_differences;
use bertscope_explain::compare::{RankedText, TextDifference, TextRanking};
use bertscope_explain::f1_difference::F1Share;
use bertscope_explain::mean_difference::{MeanDifference, WordDifference};
use bertscope_sheet::{Cell, Column, Row, Subject, Table};

/// Two texts of a ranking, and their difference.
#[derive(Clone, Copy)]
pub struct Compared<'a> {
    pub ranking: &'a TextRanking,
    pub difference: &'a TextDifference,
}

impl<'a> Compared<'a> {
    pub fn texts(self) -> [&'a RankedText; 2] {
        self.difference.texts.map(|i| &self.ranking.texts[i])
    }

    pub fn names(self) -> [String; 2] {
        self.difference.texts.map(|i| self.ranking.name(i))
    }

    /// The differences of P, R and F1.
    pub fn totals(self) -> [Option<f64>; 3] {
        let [first, second] = self.texts().map(|text| text.analysis.score().numbers());
        printed_differences(first, second)
    }

    /// The occurrences of a word, each with its mean.
    pub fn occurrences(self, word: &str) -> Vec<(&'a MeanDifference, &'a WordDifference)> {
        let mut occurrences = Vec::new();
        for mean in &self.difference.means {
            for difference in mean.words.iter().filter(|other| other.word() == word) {
                occurrences.push((mean, difference));
            }
        }
        occurrences
    }

    pub fn table(self) -> Table {
        let [first, second] = self.names();
        let mut table = Table::new([
            Column::new(format!("{first} − {second} by word")),
            Column::new("F1"),
            Column::new("P").ranked(1),
            Column::new("R").ranked(1),
        ]);
        let [p, r, f1] = self.totals().map(Cell::difference);
        let cells = [Cell::named("all words"), f1, p, r];
        table.push(Row::new(cells).about(Subject::Row, derivation::total(self)));
        for share in &self.difference.f1 {
            let [p, r] = share.means.map(part);
            let f1 = Cell::difference(share.f1);
            let row = Row::new([Cell::word(&share.word), f1, p, r]);
            table.push(row.about(self.subject(share), derivation::share(self, share)));
        }
        table
    }

    /// The word in the text on screen, if it contains the word.
    fn subject(self, share: &F1Share) -> Subject {
        let shown = usize::from(self.texts()[1].kept.is_none());
        for (mean, difference) in self.occurrences(&share.word) {
            if let Some(word) = &difference.words[shown] {
                return Subject::Token(mean.side, word.tokens.start);
            }
        }
        Subject::Row
    }
}

/// A word of one side has no part of the other side's mean.
fn part(x: f64) -> Cell {
    if x == 0.0 {
        Cell::Empty
    } else {
        Cell::difference(x)
    }
}
