//! Several texts of one side.

use serde::Serialize;

use super::super::compare::letter;
use super::Word;
use crate::json_parts::Numbers;
use bertscope_analysis::Idf;
use bertscope_explain::Comparison;
use bertscope_explain::compare::{Contest, Difference};
use bertscope_explain::difference::{MeanDifference, WordShare};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Compare {
    /// Several candidates with one reference; null without such.
    candidates: Option<Texts>,
    /// Several references with one candidate; null without such.
    references: Option<Texts>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Texts {
    texts: Vec<Text>,
    /// The best of each number, as `bert_score` scores a candidate with several references.
    best: Numbers,
    differences: Vec<TwoTexts>,
    orders: Vec<Order>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Text {
    letter: String,
    text: String,
    /// Whether it is the pair that was scored.
    scored: bool,
    #[serde(flatten)]
    score: Numbers,
    raw: Numbers,
}

/// Why the scores of two texts differ: the first less the second.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct TwoTexts {
    first: String,
    second: String,
    precision: Mean,
    recall: Mean,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Mean {
    difference: Option<f64>,
    /// The largest contribution first; they sum to the difference.
    words: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Part {
    contribution: f64,
    first: Option<Share>,
    second: Option<Share>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Share {
    #[serde(flatten)]
    word: Word,
    share: f64,
    similarity: f64,
}

/// The letters from the highest F1 to the lowest under other settings.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Order {
    layer: usize,
    idf: Idf,
    rescale: bool,
    order: Vec<String>,
    /// F1 of each text, in the order of `texts`.
    f1: Vec<f64>,
    holds: bool,
}

impl Compare {
    pub(super) fn of(comparison: &Comparison) -> Self {
        Self {
            candidates: comparison.candidates.as_ref().map(Texts::of),
            references: comparison.references.as_ref().map(Texts::of),
        }
    }
}

impl Texts {
    fn of(contest: &Contest) -> Self {
        let name = |i: usize| letter(&contest.contenders[i]);
        let texts = contest.contenders.iter().map(|contender| Text {
            letter: letter(contender),
            text: contender.analysis.side(contest.side).tokenized.text.to_string(),
            scored: contender.kept.is_none(),
            score: contender.analysis.score().into(),
            raw: contender.analysis.raw.into(),
        });
        let orders = contest.orders.iter().map(|order| Order {
            layer: order.settings.layer.0,
            idf: order.settings.idf,
            rescale: order.settings.rescale,
            order: order.order.iter().copied().map(name).collect(),
            f1: order.f1.clone(),
            holds: order.holds,
        });
        let two = |difference: &Difference| {
            let [precision, recall] = &difference.means;
            let [first, second] = difference.contenders.map(name);
            let mean = |mean| Mean::of(contest, difference, mean);
            TwoTexts { first, second, precision: mean(precision), recall: mean(recall) }
        };
        Self {
            texts: texts.collect(),
            best: contest.best.into(),
            differences: contest.differences.iter().map(two).collect(),
            orders: orders.collect(),
        }
    }
}

impl Mean {
    fn of(contest: &Contest, difference: &Difference, mean: &MeanDifference) -> Self {
        let share = |i: usize, share: Option<&WordShare>| {
            let share = share?;
            let text = &contest.contenders[difference.contenders[i]].analysis.side(mean.side).tokenized;
            let word = Word::of(text, &share.tokens);
            Some(Share { word, share: share.share, similarity: share.similarity })
        };
        let words = mean.words.iter().map(|word| Part {
            contribution: word.contribution,
            first: share(0, word.words[0].as_ref()),
            second: share(1, word.words[1].as_ref()),
        });
        Self { difference: mean.total(), words: words.collect() }
    }
}
