//! Collects what drives the scores, segment by segment.

use std::sync::Arc;

use bertscope_kinds::DifferenceKind;
use strum::VariantArray;

use super::disagreement::DisagreementBuilder;
use super::lengths::LengthEffectBuilder;
use super::tally::{Occurrence, Tally};
use super::{
    Costs, DifferenceDriver, Drivers, KindDriver, PairDrivers, WordCost, WordDriver, WordKind,
};

/// Maximum number of words listed for each system, and for each difference.
const MAX_WORDS: usize = 25;

/// Collects drivers segment by segment; call [`Self::finish`] at the end.
#[derive(Debug, Clone)]
pub struct DriversBuilder {
    systems: Vec<String>,
    segments: u64,
    segments_with_precision: u64,
    segments_with_recall: u64,
    segments_with_texts: u64,
    empty: Vec<u64>,
    precision: Tally,
    recall: Tally,
    to_special: Tally,
    hubs: Tally,
    kinds: Tally,
    lengths: Vec<LengthEffectBuilder>,
    judged: Vec<DisagreementBuilder>,
}

impl DriversBuilder {
    pub fn new(systems: Vec<String>) -> Self {
        let count = systems.len();
        Self {
            segments: 0,
            segments_with_precision: 0,
            segments_with_recall: 0,
            segments_with_texts: 0,
            empty: vec![0; count],
            precision: Tally::new(count),
            recall: Tally::new(count),
            to_special: Tally::new(count),
            hubs: Tally::new(count),
            kinds: Tally::new(count),
            lengths: vec![LengthEffectBuilder::default(); count],
            judged: vec![DisagreementBuilder::default(); count],
            systems,
        }
    }

    /// Adds a segment: its id, and for each system the drivers of its pair and its human score.
    pub fn add(&mut self, id: &str, row: &[(PairDrivers, Option<f64>)]) {
        self.segments += 1;
        // The id is shared by all words that list the segment.
        let shared: Arc<str> = id.into();
        // As in the means, a segment counts where all systems have the number.
        if is_defined(row, 0) {
            self.segments_with_precision += 1;
            self.precision
                .add(&shared, occurrences(row, |pair| &pair.precision));
        }
        if is_defined(row, 1) {
            self.segments_with_recall += 1;
            self.recall
                .add(&shared, occurrences(row, |pair| &pair.recall));
        }
        // Beside an empty text, every token is matched to a special token, and every number is missing: that says nothing of
        // a system. What is compared is counted where all systems have it.
        if row.iter().all(|(pair, _)| !pair.is_empty) {
            self.segments_with_texts += 1;
            self.hubs.add(&shared, occurrences(row, |pair| &pair.hubs));
            self.to_special
                .add(&shared, occurrences(row, |pair| &pair.to_special));
            self.kinds.add(&shared, kind_occurrences(row));
        }
        for (system, (pair, human)) in row.iter().enumerate() {
            self.empty[system] += u64::from(pair.is_empty);
            self.lengths[system].add(id, pair);
            if let Some(human) = human {
                self.judged[system].add(id, pair, *human);
            }
        }
    }

    pub fn finish(self) -> Drivers {
        let segments_with_texts = self.segments_with_texts.max(1) as f64;
        Drivers {
            segments: self.segments,
            segments_with_texts: self.segments_with_texts,
            empty: self.empty,
            precision: Costs::from_tally(
                &self.precision,
                self.segments_with_precision,
                "candidate",
            ),
            recall: Costs::from_tally(&self.recall, self.segments_with_recall, "reference"),
            // Numbers of matches, not costs: they are sums over all segments.
            to_special: self.to_special.top_words(MAX_WORDS, 1.0, ""),
            hubs: self.hubs.top_words(MAX_WORDS, 1.0, ""),
            kinds: self
                .kinds
                .top_words(MAX_WORDS, segments_with_texts, "kinds")
                .into_iter()
                .filter_map(DifferenceDriver::from_word)
                .collect(),
            lengths: self
                .lengths
                .iter()
                .map(LengthEffectBuilder::finish)
                .collect(),
            disagreements: self
                .judged
                .iter()
                .enumerate()
                .filter_map(|(system, judged)| judged.finish(system))
                .collect(),
            systems: self.systems,
        }
    }
}

/// Whether P, R or F1, by its index, is defined for every system.
fn is_defined(row: &[(PairDrivers, Option<f64>)], score: usize) -> bool {
    row.iter().all(|(pair, _)| pair.scores[score].is_some())
}

/// The words of one list of the pair of each system.
fn occurrences(
    row: &[(PairDrivers, Option<f64>)],
    list: fn(&PairDrivers) -> &[WordCost],
) -> impl Iterator<Item = Occurrence<'_>> {
    row.iter().enumerate().flat_map(move |(system, (pair, _))| {
        list(pair).iter().map(move |cost| Occurrence {
            system,
            word: &cost.word,
            kind: cost.kind,
            amount: cost.amount,
        })
    })
}

/// The kinds of differences of the pair of each system. A tally counts words; the name of a kind is one.
fn kind_occurrences(row: &[(PairDrivers, Option<f64>)]) -> impl Iterator<Item = Occurrence<'_>> {
    row.iter().enumerate().flat_map(|(system, (pair, _))| {
        pair.kinds.iter().map(move |(kind, cost)| Occurrence {
            system,
            word: kind.name(),
            kind: WordKind::Content,
            amount: *cost,
        })
    })
}

impl DifferenceDriver {
    /// The totals of a kind that was counted as the word that is its name.
    fn from_word(counted: WordDriver) -> Option<Self> {
        let kind = DifferenceKind::ALL
            .iter()
            .copied()
            .find(|kind| kind.name() == counted.word)?;
        Some(Self {
            kind,
            amounts: counted.amounts,
            times: counted.times,
            segments: counted.segments,
            filter: counted.filter,
        })
    }
}

impl Costs {
    /// Amounts are divided by the number of segments; `column` is the one that has the words.
    fn from_tally(tally: &Tally, segments: u64, column: &str) -> Self {
        let per = segments.max(1) as f64;
        let mut kinds = Vec::new();
        for kind in WordKind::VARIANTS {
            let totals = tally.kind_totals(*kind);
            if totals.times.iter().any(|times| *times > 0) {
                kinds.push(KindDriver {
                    kind: *kind,
                    amounts: totals.amounts_per(per),
                    times: totals.times.clone(),
                });
            }
        }
        Self {
            segments,
            kinds,
            words: tally.top_words(MAX_WORDS, per, column),
            folded: tally.folded,
        }
    }
}
