//! Several texts of one side, and every candidate on every reference.

use std::sync::Arc;

use serde::Serialize;

use super::Word;
use bertscope_analysis::{Analysis, Settings, Side};
use bertscope_explain::TextComparison;
use bertscope_explain::compare::{TextDifference, TextRanking};
use bertscope_explain::mean_difference::{MeanDifference, WordShare};
use bertscope_metric::Score;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct ComparisonJson {
    /// Several candidates with one reference; null without such.
    candidates: Option<TextRankingJson>,
    /// Several references with one candidate; null without such.
    references: Option<TextRankingJson>,
    grid: Grid,
}

/// Every candidate on every reference.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Grid {
    references: Vec<Reference>,
    candidates: Vec<Candidate>,
    winners: Winners,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Reference {
    name: String,
    text: String,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Candidate {
    name: String,
    text: String,
    /// Over all references, as `bert_score` scores it with them.
    best: Score,
    /// Its scores on each reference, in their order.
    pairs: Vec<PairJson>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct PairJson {
    reference: String,
    #[serde(flatten)]
    score: Score,
    raw: Score,
}

/// The names of the candidates with the highest best score.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Winners {
    precision: Vec<String>,
    recall: Vec<String>,
    f1: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct TextRankingJson {
    texts: Vec<Text>,
    /// The best of each number; of references, as `bert_score` scores a candidate with several.
    best: Score,
    differences: Vec<TextDifferenceJson>,
    orders: Vec<OrderJson>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Text {
    /// The name: a letter for a candidate, a number for a reference.
    letter: String,
    text: String,
    /// Whether it is the pair that was scored.
    scored: bool,
    #[serde(flatten)]
    score: Score,
    raw: Score,
}

/// Why the scores of two texts differ: first − second.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct TextDifferenceJson {
    first: String,
    second: String,
    precision: MeanDifferenceJson,
    recall: MeanDifferenceJson,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct MeanDifferenceJson {
    difference: Option<f64>,
    /// The largest contribution first; they sum to the difference.
    words: Vec<WordDifferenceJson>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct WordDifferenceJson {
    contribution: f64,
    first: Option<WordShareJson>,
    second: Option<WordShareJson>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct WordShareJson {
    #[serde(flatten)]
    word: Word,
    share: f64,
    similarity: f64,
}

/// The names from the highest F1 to the lowest under other settings.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct OrderJson {
    #[serde(flatten)]
    settings: Settings,
    order: Vec<String>,
    /// F1 of each text, in the order of `texts`; of a candidate, the best over the references.
    f1: Vec<f64>,
    holds: bool,
}

impl ComparisonJson {
    pub(super) fn new(comparison: &TextComparison) -> Self {
        let several = |ranking: &TextRanking| (ranking.texts.len() > 1).then(|| TextRankingJson::new(ranking));
        Self {
            candidates: several(&comparison.candidates),
            references: several(&comparison.references),
            grid: Grid::new(comparison),
        }
    }
}

impl Grid {
    fn new(TextComparison { pairs, candidates, references }: &TextComparison) -> Self {
        let text = |ranking: &TextRanking, i: usize| text_of(&ranking.texts[i].analysis, ranking.side);
        let pair = |(j, analysis): (usize, &Arc<Analysis>)| PairJson {
            reference: references.name(j),
            score: analysis.score(),
            raw: analysis.raw,
        };
        let candidate = |(i, row): (usize, &Vec<Arc<Analysis>>)| Candidate {
            name: candidates.name(i),
            text: text(candidates, i),
            best: candidates.texts[i].score,
            pairs: row.iter().enumerate().map(pair).collect(),
        };
        let reference = |j: usize| Reference { name: references.name(j), text: text(references, j) };
        let [precision, recall, f1] =
            candidates.winners().map(|of| of.into_iter().map(|i| candidates.name(i)).collect());
        Self {
            references: (0..references.texts.len()).map(reference).collect(),
            candidates: pairs.iter().enumerate().map(candidate).collect(),
            winners: Winners { precision, recall, f1 },
        }
    }
}

fn text_of(analysis: &Analysis, side: Side) -> String {
    analysis.side(side).tokenized.text.to_string()
}

impl TextRankingJson {
    fn new(ranking: &TextRanking) -> Self {
        let name = |i: usize| ranking.name(i);
        let texts = ranking.texts.iter().enumerate().map(|(i, compared)| Text {
            letter: name(i),
            text: text_of(&compared.analysis, ranking.side),
            scored: compared.kept.is_none(),
            score: compared.analysis.score(),
            raw: compared.analysis.raw,
        });
        let orders = ranking.orders.iter().map(|order| OrderJson {
            settings: order.settings,
            order: order.order.iter().copied().map(name).collect(),
            f1: order.f1.clone(),
            holds: order.agrees,
        });
        let two = |difference: &TextDifference| {
            let [precision, recall] = &difference.means;
            let [first, second] = difference.texts.map(name);
            let mean = |mean| MeanDifferenceJson::new(ranking, difference, mean);
            TextDifferenceJson { first, second, precision: mean(precision), recall: mean(recall) }
        };
        Self {
            texts: texts.collect(),
            best: ranking.best(),
            differences: ranking.differences.iter().map(two).collect(),
            orders: orders.collect(),
        }
    }
}

impl MeanDifferenceJson {
    fn new(ranking: &TextRanking, difference: &TextDifference, mean: &MeanDifference) -> Self {
        let share = |i: usize, share: Option<&WordShare>| {
            let share = share?;
            let text = &ranking.texts[difference.texts[i]].analysis.side(mean.side).tokenized;
            let word = Word::new(text, &share.tokens);
            Some(WordShareJson { word, share: share.share, similarity: share.similarity })
        };
        let words = mean.words.iter().map(|word| WordDifferenceJson {
            contribution: word.contribution,
            first: share(0, word.words[0].as_ref()),
            second: share(1, word.words[1].as_ref()),
        });
        Self { difference: mean.total(), words: words.collect() }
    }
}
