//! Two compared texts.

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
        let [a, b] = self.ranked().map(|text| text.analysis.score().f1);
        let [p, r] = self.difference.means.each_ref().map(MeanDifference::total);
        [Some(a - b), p, r]
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
}
