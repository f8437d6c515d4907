//! The rows of the page.

use bertscope_analysis::Side;
use bertscope_explain::TextComparison;
use bertscope_explain::compare::{TextOrder, TextRanking};

#[derive(Clone, Copy)]
pub(super) enum Row {
    Blank,
    /// Above the candidates.
    Candidates,
    /// Index among the candidates.
    Candidate(usize),
    /// Its text.
    CandidateText(usize),
    /// Above a candidate on each reference.
    References(usize),
    /// A candidate on a reference.
    Pair(usize, usize),
    /// The text of a reference.
    ReferenceText(usize),
    /// The best of several references, for the one candidate.
    Best,
    OrderHeading(Side),
    Layers(Side),
    /// Index among the orders.
    Order(Side, usize),
    /// With several candidates and references, the text of the other side for which differences are shown.
    Differences(Side),
    /// Precision or recall of two texts.
    Mean(Side, MeanAt),
    /// The difference of the two.
    Total(Side, MeanAt),
    /// Index among the words of the difference.
    Word(Side, MeanAt, usize),
}

/// One of the means of one of the differences, by their indices.
#[derive(Clone, Copy)]
pub(super) struct MeanAt {
    pub difference: usize,
    pub mean: usize,
}

/// The rows of a comparison, in order.
pub(super) fn rows(comparison: &TextComparison) -> Vec<Row> {
    let (candidates, references) = (comparison.candidates.texts.len(), comparison.references.texts.len());
    let mut rows = Vec::new();
    if candidates > 1 {
        rows.push(Row::Candidates);
        rows.extend((0..candidates).flat_map(|i| [Row::Candidate(i), Row::CandidateText(i)]));
        rows.extend(orders(&comparison.candidates));
    }
    if references > 1 {
        for i in 0..candidates {
            rows.extend((!rows.is_empty()).then_some(Row::Blank));
            rows.push(Row::References(i));
            // The texts are the same for every candidate.
            let text = |j: usize| (i == 0).then_some(Row::ReferenceText(j));
            rows.extend((0..references).flat_map(|j| std::iter::once(Row::Pair(i, j)).chain(text(j))));
        }
    }
    if references > 1 && candidates == 1 {
        rows.push(Row::Best);
        rows.extend(orders(&comparison.references));
    }
    for ranking in [&comparison.candidates, &comparison.references] {
        if candidates > 1 && references > 1 {
            rows.extend([Row::Blank, Row::Differences(ranking.side)]);
        }
        rows.extend(differences(ranking));
    }
    rows
}

/// The order by F1, and the settings under which it does not hold.
fn orders(ranking: &TextRanking) -> Vec<Row> {
    if ranking.orders.is_empty() {
        return Vec::new();
    }
    let side = ranking.side;
    let place = |order: &TextOrder| ranking.orders.iter().position(|other| std::ptr::eq(other, order));
    let others = ranking
        .orders_by_layer()
        .filter(|order| !order.agrees)
        .chain(ranking.orders_by_idf())
        .chain(ranking.other_scale());
    let others = others.filter_map(place).map(|order| Row::Order(side, order));
    [Row::Blank, Row::OrderHeading(side), Row::Layers(side)].into_iter().chain(others).collect()
}

/// The differences of the pair on screen.
fn differences(ranking: &TextRanking) -> Vec<Row> {
    let mut rows = Vec::new();
    for (i, difference) in ranking.differences.iter().enumerate() {
        for (mean, words) in difference.means.iter().map(|mean| &mean.words).enumerate() {
            let (side, at) = (ranking.side, MeanAt { difference: i, mean });
            rows.extend([Row::Blank, Row::Mean(side, at), Row::Total(side, at)]);
            rows.extend((0..words.len()).map(|word| Row::Word(side, at, word)));
        }
    }
    rows
}
