//! A comparison as JSON: the names of texts stand for their indices.

use serde::{Serialize, Serializer};

use super::{TextComparison, TextRanking};
use crate::f1_difference::F1Share;
use crate::mean_difference::MeanDifference;
use bertscope_analysis::Idf;
use bertscope_encoder::Layer;
use bertscope_metric::Score;

#[derive(Serialize)]
struct ComparisonJson<'a> {
    /// Null if there is only one.
    candidates: Option<RankingJson<'a>>,
    references: Option<RankingJson<'a>>,
    grid: GridJson<'a>,
}

#[derive(Serialize)]
struct RankingJson<'a> {
    texts: Vec<RankedTextJson<'a>>,
    best: Score,
    differences: Vec<DifferenceJson<'a>>,
    orders: Vec<OrderJson<'a>>,
}

#[derive(Serialize)]
struct RankedTextJson<'a> {
    letter: String,
    text: &'a str,
    /// Whether it is the one on screen.
    scored: bool,
    #[serde(flatten)]
    score: Score,
    raw: Score,
}

#[derive(Serialize)]
struct DifferenceJson<'a> {
    first: String,
    second: String,
    precision: &'a MeanDifference,
    recall: &'a MeanDifference,
    f1: &'a [F1Share],
}

#[derive(Serialize)]
struct OrderJson<'a> {
    layer: Layer,
    idf: Idf,
    rescale: bool,
    order: Vec<String>,
    f1: &'a [f64],
    holds: bool,
}

/// Every candidate on every reference.
#[derive(Serialize)]
struct GridJson<'a> {
    references: Vec<NamedTextJson<'a>>,
    candidates: Vec<GridRowJson<'a>>,
    winners: WinnersJson,
}

#[derive(Serialize)]
struct NamedTextJson<'a> {
    name: String,
    text: &'a str,
}

/// A candidate on every reference.
#[derive(Serialize)]
struct GridRowJson<'a> {
    #[serde(flatten)]
    candidate: NamedTextJson<'a>,
    best: Score,
    pairs: Vec<GridCellJson>,
}

#[derive(Serialize)]
struct GridCellJson {
    reference: String,
    #[serde(flatten)]
    score: Score,
    raw: Score,
}

/// The names of the candidates with the highest best score.
#[derive(Serialize)]
struct WinnersJson {
    precision: Vec<String>,
    recall: Vec<String>,
    f1: Vec<String>,
}

impl Serialize for TextComparison {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let json = ComparisonJson {
            candidates: RankingJson::of_several(&self.candidates),
            references: RankingJson::of_several(&self.references),
            grid: GridJson::new(self),
        };
        json.serialize(to)
    }
}

impl<'a> RankingJson<'a> {
    fn of_several(ranking: &'a TextRanking) -> Option<Self> {
        if ranking.texts.len() < 2 {
            return None;
        }
        Some(Self {
            texts: texts(ranking),
            best: ranking.best(),
            differences: differences(ranking),
            orders: orders(ranking),
        })
    }
}

fn texts(ranking: &TextRanking) -> Vec<RankedTextJson<'_>> {
    let ranked = ranking.texts.iter().enumerate();
    ranked
        .map(|(i, text)| RankedTextJson {
            letter: ranking.name(i),
            text: ranking.text(i),
            scored: text.kept.is_none(),
            score: text.analysis.score(),
            raw: text.analysis.raw,
        })
        .collect()
}

fn differences(ranking: &TextRanking) -> Vec<DifferenceJson<'_>> {
    let differences = ranking.differences.iter();
    differences
        .map(|difference| DifferenceJson {
            first: ranking.name(difference.texts[0]),
            second: ranking.name(difference.texts[1]),
            precision: &difference.means[0],
            recall: &difference.means[1],
            f1: &difference.f1,
        })
        .collect()
}

fn orders(ranking: &TextRanking) -> Vec<OrderJson<'_>> {
    let orders = ranking.orders.iter();
    orders
        .map(|order| OrderJson {
            layer: order.settings.layer,
            idf: order.settings.idf,
            rescale: order.settings.rescale,
            order: names(ranking, &order.order),
            f1: &order.f1,
            holds: order.agrees,
        })
        .collect()
}

impl<'a> GridJson<'a> {
    fn new(comparison: &'a TextComparison) -> Self {
        let candidates = &comparison.candidates;
        let references = &comparison.references;
        let [precision, recall, f1] = candidates.winners();
        Self {
            references: (0..references.texts.len())
                .map(|i| NamedTextJson::new(references, i))
                .collect(),
            candidates: (0..candidates.texts.len())
                .map(|i| GridRowJson::new(comparison, i))
                .collect(),
            winners: WinnersJson {
                precision: names(candidates, &precision),
                recall: names(candidates, &recall),
                f1: names(candidates, &f1),
            },
        }
    }
}

impl<'a> NamedTextJson<'a> {
    fn new(ranking: &'a TextRanking, i: usize) -> Self {
        Self {
            name: ranking.name(i),
            text: ranking.text(i),
        }
    }
}

impl<'a> GridRowJson<'a> {
    fn new(comparison: &'a TextComparison, candidate: usize) -> Self {
        let pairs = &comparison.pairs[candidate];
        Self {
            candidate: NamedTextJson::new(&comparison.candidates, candidate),
            best: comparison.candidates.texts[candidate].score,
            pairs: pairs
                .iter()
                .enumerate()
                .map(|(reference, pair)| GridCellJson {
                    reference: comparison.references.name(reference),
                    score: pair.score(),
                    raw: pair.raw,
                })
                .collect(),
        }
    }
}

fn names(ranking: &TextRanking, texts: &[usize]) -> Vec<String> {
    texts.iter().map(|&i| ranking.name(i)).collect()
}
