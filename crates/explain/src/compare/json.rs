//! A comparison as JSON.

use std::sync::Arc;

use serde::Serialize;

use super::{RankedText, TextComparison, TextDifference, TextOrder, TextRanking};
use crate::json::as_object;
use crate::kept::text_name;
use bertscope_analysis::Analysis;
use bertscope_metric::Score;

/// A part of a ranking, whose texts have names.
struct In<'a, T>(&'a TextRanking, &'a T);

/// Every candidate on every reference.
struct Grid<'a>(&'a TextComparison);

/// A candidate on every reference.
struct GridRow<'a>(&'a TextComparison, usize);

#[derive(Serialize)]
struct NamedText<'a> {
    name: String,
    text: &'a str,
}

#[derive(Serialize)]
struct PairScore {
    reference: String,
    #[serde(flatten)]
    score: Score,
    raw: Score,
}

/// The names of the candidates with the highest best score.
#[derive(Serialize)]
struct Winners {
    precision: Vec<String>,
    recall: Vec<String>,
    f1: Vec<String>,
}

impl TextRanking {
    fn several(&self) -> Option<&Self> {
        (self.texts.len() > 1).then_some(self)
    }

    fn parts<'a, T>(&'a self, all: &'a [T]) -> Vec<In<'a, T>> {
        all.iter().map(|part| In(self, part)).collect()
    }

    fn names(&self, texts: &[usize]) -> Vec<String> {
        texts.iter().map(|&i| self.name(i)).collect()
    }
}

as_object!(TextComparison, all => {
    "candidates": all.candidates.several(),
    "references": all.references.several(),
    "grid": Grid(all),
});

as_object!(TextRanking, all => {
    "texts": all.parts(&all.texts),
    "best": all.best(),
    "differences": all.parts(&all.differences),
    "orders": all.parts(&all.orders),
});

as_object!(In<'_, RankedText>, this => {
    "letter": text_name(this.0.side, this.1.position),
    "text": &*this.1.analysis.side(this.0.side).tokenized.text,
    "scored": this.1.kept.is_none(),
    "precision": this.1.analysis.score().precision,
    "recall": this.1.analysis.score().recall,
    "f1": this.1.analysis.score().f1,
    "raw": this.1.analysis.raw,
});

as_object!(In<'_, TextDifference>, this => {
    "first": this.0.name(this.1.texts[0]),
    "second": this.0.name(this.1.texts[1]),
    "precision": this.1.means[0],
    "recall": this.1.means[1],
    "f1": this.1.f1,
});

as_object!(In<'_, TextOrder>, this => {
    "layer": this.1.settings.layer,
    "idf": this.1.settings.idf,
    "rescale": this.1.settings.rescale,
    "order": this.0.names(&this.1.order),
    "f1": this.1.f1,
    "holds": this.1.agrees,
});

as_object!(Grid<'_>, this => {
    "references": {
        let all = &this.0.references;
        (0..all.texts.len()).map(|i| NamedText { name: all.name(i), text: all.text(i) }).collect::<Vec<_>>()
    },
    "candidates": (0..this.0.pairs.len()).map(|i| GridRow(this.0, i)).collect::<Vec<_>>(),
    "winners": {
        let all = &this.0.candidates;
        let [precision, recall, f1] = all.winners().map(|texts| all.names(&texts));
        Winners { precision, recall, f1 }
    },
});

as_object!(GridRow<'_>, this => {
    "name": this.0.candidates.name(this.1),
    "text": this.0.candidates.text(this.1),
    "best": this.0.candidates.texts[this.1].score,
    "pairs": {
        let pair = |(j, pair): (usize, &Arc<Analysis>)| {
            PairScore { reference: this.0.references.name(j), score: pair.score(), raw: pair.raw }
        };
        this.0.pairs[this.1].iter().enumerate().map(pair).collect::<Vec<_>>()
    },
});
