//! Sums for each word over all segments, in bounded memory.

use std::collections::HashMap;
use std::sync::Arc;

use strum::{EnumCount, VariantArray};

use super::word_filter::word_filter;
use super::word_kind::WordKind;
use super::{DrivingSegment, SegmentGains, WordDriver};
use crate::Measure;
use crate::largest::Largest;

/// Words to keep. At twice as many, the half with the smaller amounts is dropped.
const MAX_KEPT_WORDS: usize = 1 << 16;

/// Number of segments listed for each word, and for its gain or loss in one system.
const MAX_SEGMENTS: usize = 5;
const MAX_DIFFERENCES: usize = 3;

/// A word in a text of one system, with what it adds to the word's amount.
pub(super) struct Occurrence<'a> {
    pub system: usize,
    pub word: &'a str,
    pub kind: WordKind,
    pub amount: f64,
}

/// Amount and number of occurrences, for each system.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SystemTotals {
    pub amounts: Vec<f64>,
    pub times: Vec<u64>,
}

impl SystemTotals {
    fn new(systems: usize) -> Self {
        Self {
            amounts: vec![0.0; systems],
            times: vec![0; systems],
        }
    }

    fn add(&mut self, system: usize, amount: f64, times: u64) {
        self.amounts[system] += amount;
        self.times[system] += times;
    }

    /// Over all systems.
    fn amount(&self) -> f64 {
        self.amounts.iter().sum()
    }

    /// The amounts divided by this number.
    pub fn amounts_per(&self, number: f64) -> Vec<f64> {
        self.amounts.iter().map(|amount| amount / number).collect()
    }
}

/// The totals of a word, in one segment or in all of them.
#[derive(Debug, Clone)]
struct WordTotals {
    systems: SystemTotals,
    /// How often it has each kind.
    kinds: [u64; WordKind::COUNT],
}

impl WordTotals {
    fn new(systems: usize) -> Self {
        Self {
            systems: SystemTotals::new(systems),
            kinds: [0; WordKind::COUNT],
        }
    }

    fn add(&mut self, occurrence: &Occurrence<'_>) {
        self.systems.add(occurrence.system, occurrence.amount, 1);
        self.kinds[occurrence.kind as usize] += 1;
    }

    fn add_segment(&mut self, segment: &Self) {
        let SystemTotals { amounts, times } = &segment.systems;
        for (system, (amount, times)) in amounts.iter().zip(times).enumerate() {
            self.systems.add(system, *amount, *times);
        }
        for (count, times) in self.kinds.iter_mut().zip(segment.kinds) {
            *count += times;
        }
    }

    /// The kind that it most often has, of several the first in the order of tables.
    fn kind(&self) -> WordKind {
        let mut most_frequent = WordKind::Content;
        for kind in WordKind::VARIANTS {
            if self.kinds[*kind as usize] > self.kinds[most_frequent as usize] {
                most_frequent = *kind;
            }
        }
        most_frequent
    }
}

/// A word so far: its totals, and the segments to list.
#[derive(Debug, Clone)]
struct WordTally {
    totals: WordTotals,
    /// Segments that contribute most, over all systems, with the amount of each.
    segments: Largest<(Arc<str>, Vec<f64>), MAX_SEGMENTS>,
    /// One for each system except the first.
    differences: Vec<WordDifference>,
}

/// The segments in which a system's amount of a word differs most from that of the first system.
#[derive(Debug, Clone, Default)]
struct WordDifference {
    gained: Largest<Arc<str>, MAX_DIFFERENCES>,
    lost: Largest<Arc<str>, MAX_DIFFERENCES>,
}

impl WordTally {
    fn new(systems: usize) -> Self {
        Self {
            totals: WordTotals::new(systems),
            segments: Largest::default(),
            differences: vec![WordDifference::default(); systems.saturating_sub(1)],
        }
    }

    fn add_segment(&mut self, id: &Arc<str>, segment: WordTotals) {
        self.totals.add_segment(&segment);
        let amount = segment.systems.amount();
        let amounts = segment.systems.amounts;
        for (difference, other) in self.differences.iter_mut().zip(&amounts[1..]) {
            difference.add(id, amounts[0] - other);
        }
        self.segments.add(amount, || (Arc::clone(id), amounts));
    }

    fn amount(&self) -> f64 {
        self.totals.systems.amount()
    }

    /// The word as an entry, its amounts divided by `per`.
    fn to_driver(&self, word: &str, per: f64, column: &str) -> WordDriver {
        WordDriver {
            word: word.to_owned(),
            kind: self.totals.kind(),
            amounts: self.totals.systems.amounts_per(per),
            times: self.totals.systems.times.clone(),
            segments: self
                .segments
                .items()
                .map(|(id, amounts)| DrivingSegment {
                    id: id.to_string(),
                    amounts: amounts.clone(),
                })
                .collect(),
            differences: self
                .differences
                .iter()
                .map(|difference| SegmentGains {
                    gained: difference.gained.items().map(ToString::to_string).collect(),
                    lost: difference.lost.items().map(ToString::to_string).collect(),
                })
                .collect(),
            filter: word_filter(column, word),
        }
    }
}

impl WordDifference {
    /// Adds a segment in which the system gains this much over the first one, or loses if it is below 0.
    fn add(&mut self, id: &Arc<str>, gain: f64) {
        let direction = Measure::F1.direction(gain);
        if direction.is_gt() {
            self.gained.add(gain, || Arc::clone(id));
        } else if direction.is_lt() {
            self.lost.add(-gain, || Arc::clone(id));
        }
    }
}

/// Sums for each word and system.
#[derive(Debug, Clone)]
pub(super) struct Tally {
    words: HashMap<String, WordTally>,
    /// The totals of each kind, over all words.
    kinds: Vec<SystemTotals>,
    /// Number of words that were dropped.
    pub folded: u64,
}

impl Tally {
    pub fn new(systems: usize) -> Self {
        Self {
            words: HashMap::new(),
            kinds: vec![SystemTotals::new(systems); WordKind::COUNT],
            folded: 0,
        }
    }

    /// Adds the occurrences of all systems in a segment.
    pub fn add<'a>(&mut self, id: &Arc<str>, occurrences: impl Iterator<Item = Occurrence<'a>>) {
        let systems = self.systems();
        // A word lists segments by what it has in them as a whole, so its occurrences are summed first.
        let mut words: HashMap<&str, WordTotals> = HashMap::new();
        for occurrence in occurrences {
            self.kinds[occurrence.kind as usize].add(occurrence.system, occurrence.amount, 1);
            if occurrence.kind == WordKind::EmptyText {
                continue;
            }
            words
                .entry(occurrence.word)
                .or_insert_with(|| WordTotals::new(systems))
                .add(&occurrence);
        }
        for (text, segment) in words {
            self.words
                .entry(text.to_owned())
                .or_insert_with(|| WordTally::new(systems))
                .add_segment(id, segment);
        }
        if self.words.len() >= 2 * MAX_KEPT_WORDS {
            self.fold();
        }
    }

    fn systems(&self) -> usize {
        self.kinds[0].amounts.len()
    }

    /// Drops the half of the words with the smaller amounts.
    fn fold(&mut self) {
        let before = self.words.len();
        let mut amounts: Vec<f64> = self.words.values().map(WordTally::amount).collect();
        let (_, limit, _) = amounts.select_nth_unstable_by(MAX_KEPT_WORDS, |a, b| b.total_cmp(a));
        // Strictly above: of many words with the same amount, all go, so that memory stays bounded.
        self.words.retain(|_, word| word.amount() > *limit);
        self.folded += (before - self.words.len()) as u64;
    }

    /// Amounts and occurrences of a kind, over all words.
    pub fn kind_totals(&self, kind: WordKind) -> &SystemTotals {
        &self.kinds[kind as usize]
    }

    /// The leading words: for each system the `count` with the largest amounts, and for each except the first the `count`
    /// whose amounts differ most from the first's. Amounts are divided by `per`.
    pub fn top_words(&self, count: usize, per: f64, column: &str) -> Vec<WordDriver> {
        // By name first, because a hash map has another order in each run, and the sorts below keep the order of equals.
        let mut words: Vec<(&String, &WordTally)> = self.words.iter().collect();
        words.sort_by_key(|(text, _)| *text);
        let mut is_chosen = vec![false; words.len()];
        for system in 0..self.systems() {
            choose_largest(count, &mut is_chosen, |index| {
                words[index].1.totals.systems.amounts[system]
            });
            if system > 0 {
                choose_largest(count, &mut is_chosen, |index| {
                    let amounts = &words[index].1.totals.systems.amounts;
                    amounts[system] - amounts[0]
                });
            }
        }
        let mut drivers = Vec::new();
        for ((text, tally), is_chosen) in words.into_iter().zip(is_chosen) {
            if is_chosen {
                drivers.push(tally.to_driver(text, per, column));
            }
        }
        drivers.sort_by(|a, b| largest_amount(b).total_cmp(&largest_amount(a)));
        drivers
    }
}

/// Marks the words with the largest absolute numbers; of equal ones the first.
fn choose_largest(count: usize, is_chosen: &mut [bool], number: impl Fn(usize) -> f64) {
    let mut order: Vec<usize> = (0..is_chosen.len()).collect();
    order.sort_by(|a, b| number(*b).abs().total_cmp(&number(*a).abs()));
    for index in order.into_iter().take(count) {
        is_chosen[index] = true;
    }
}

/// The largest amount of a system.
fn largest_amount(word: &WordDriver) -> f64 {
    let amounts = word.amounts.iter().copied();
    amounts.fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded_and_the_sums_of_a_kind_stay_exact() {
        let mut tally = Tally::new(1);
        let words = 3 * MAX_KEPT_WORDS;
        for word in 0..words {
            let text = format!("w{word}");
            let amount = if word == 7 { 5.0 } else { 1.0 };
            tally.add(
                &"1".into(),
                std::iter::once(Occurrence {
                    system: 0,
                    word: &text,
                    kind: WordKind::Content,
                    amount,
                }),
            );
            assert!(tally.words.len() < 2 * MAX_KEPT_WORDS);
        }
        let totals = SystemTotals {
            amounts: vec![words as f64 + 4.0],
            times: vec![words as u64],
        };
        assert_eq!(*tally.kind_totals(WordKind::Content), totals);
        assert!(tally.folded > 0);
        let leading = tally.top_words(1, 1.0, "candidate");
        assert_eq!(
            (&*leading[0].word, &*leading[0].filter),
            ("w7", "candidate~w7")
        );
    }
}
