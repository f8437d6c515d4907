//! Sums for each word over all segments, in bounded memory.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::word_kind::WordKind;
use super::{DrivingSegment, SegmentGains, WordDriver};
use crate::Measure;
use crate::largest::Largest;

/// Words to keep. At twice as many, the half with the smaller amounts is dropped.
const MAX_KEPT_WORDS: usize = 1 << 16;

/// Number of segments listed for each word, and for its gain or loss in one system.
const MAX_SEGMENTS: usize = 5;
const MAX_DIFFERENCES: usize = 3;

/// Amount and number of occurrences, for each system.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SystemTotals {
    pub amounts: Vec<f64>,
    pub times: Vec<u64>,
}

/// How often a word has each kind.
type KindCounts = [u64; WordKind::ALL.len()];

/// The totals of a word so far.
#[derive(Debug, Clone)]
struct WordTally {
    totals: SystemTotals,
    kinds: KindCounts,
    /// Segments that contribute most, over all systems.
    segments: Largest<(Arc<str>, Vec<f64>), MAX_SEGMENTS>,
    /// For each system except the first, the segments with the largest gains and the largest losses.
    differences: Vec<[Largest<Arc<str>, MAX_DIFFERENCES>; 2]>,
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
}

impl WordTally {
    fn new(systems: usize) -> Self {
        Self {
            totals: SystemTotals::new(systems),
            kinds: KindCounts::default(),
            segments: Largest::default(),
            differences: vec![Default::default(); systems.saturating_sub(1)],
        }
    }

    /// Adds a segment.
    fn add(&mut self, id: &Arc<str>, here: SystemTotals, kinds: KindCounts) {
        self.kinds
            .iter_mut()
            .zip(kinds)
            .for_each(|(sum, times)| *sum += times);
        for (system, (amount, times)) in here.amounts.iter().zip(&here.times).enumerate() {
            self.totals.add(system, *amount, *times);
        }
        for (sides, amount) in self.differences.iter_mut().zip(&here.amounts[1..]) {
            let gain = here.amounts[0] - amount;
            for (side, gain) in sides.iter_mut().zip([gain, -gain]) {
                if Measure::F1.direction(gain).is_gt() {
                    side.add(gain, || id.clone());
                }
            }
        }
        self.segments
            .add(here.amount(), || (id.clone(), here.amounts));
    }

    /// The kind that it most often has.
    fn kind(&self) -> WordKind {
        let kinds = WordKind::ALL.into_iter().rev();
        kinds
            .max_by_key(|kind| self.kinds[*kind as usize])
            .unwrap_or(WordKind::Content)
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
            kinds: vec![SystemTotals::new(systems); WordKind::ALL.len()],
            folded: 0,
        }
    }

    /// Adds a segment: each occurrence of a word as system, word, kind and amount.
    pub fn add<'a>(
        &mut self,
        id: &Arc<str>,
        occurrences: impl Iterator<Item = (usize, &'a str, WordKind, f64)>,
    ) {
        let systems = self.systems();
        let mut here: HashMap<&str, (SystemTotals, KindCounts)> = HashMap::new();
        for (system, word, kind, amount) in occurrences {
            self.kinds[kind as usize].add(system, amount, 1);
            let empty = || (SystemTotals::new(systems), KindCounts::default());
            let (totals, kinds) = here.entry(word).or_insert_with(empty);
            totals.add(system, amount, 1);
            kinds[kind as usize] += 1;
        }
        for (word, (here, kinds)) in here {
            self.words
                .entry(word.to_owned())
                .or_insert_with(|| WordTally::new(systems))
                .add(id, here, kinds);
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
        let mut amounts: Vec<f64> = self
            .words
            .values()
            .map(|word| word.totals.amount())
            .collect();
        let (_, least, _) = amounts.select_nth_unstable_by(MAX_KEPT_WORDS, |a, b| b.total_cmp(a));
        self.words.retain(|_, word| word.totals.amount() > *least);
        self.folded += (before - self.words.len()) as u64;
    }

    /// Amounts and occurrences of a kind, over all words.
    pub fn kind_totals(&self, kind: WordKind) -> &SystemTotals {
        &self.kinds[kind as usize]
    }

    /// The leading words: for each system the `most` with the largest amounts, and for each except the first the `most`
    /// whose amounts differ most from the first's. Amounts are divided by `per`.
    pub fn top_words(&self, most: usize, per: f64, column: &str) -> Vec<WordDriver> {
        let mut words: Vec<(&String, &WordTally)> = self.words.iter().collect();
        words.sort_by_key(|(word, _)| *word);
        let mut chosen = vec![false; words.len()];
        let by_amount = (0..self.systems()).map(|system| (system, false));
        let by_difference = (1..self.systems()).map(|system| (system, true));
        for (system, difference) in by_amount.chain(by_difference) {
            let weight = |word: &WordTally| {
                let base = if difference {
                    word.totals.amounts[0]
                } else {
                    0.0
                };
                (word.totals.amounts[system] - base).abs()
            };
            let mut order: Vec<usize> = (0..words.len()).collect();
            order.sort_by(|a, b| weight(words[*b].1).total_cmp(&weight(words[*a].1)));
            order
                .into_iter()
                .take(most)
                .for_each(|index| chosen[index] = true);
        }
        let driving = |(id, amounts): &(Arc<str>, Vec<f64>)| DrivingSegment {
            id: id.to_string(),
            amounts: amounts.clone(),
        };
        let ids = |largest: &Largest<Arc<str>, MAX_DIFFERENCES>| {
            largest.items().map(ToString::to_string).collect()
        };
        let driver = |(word, tally): (&String, &WordTally)| WordDriver {
            word: word.clone(),
            kind: tally.kind(),
            amounts: tally
                .totals
                .amounts
                .iter()
                .map(|amount| amount / per)
                .collect(),
            times: tally.totals.times.clone(),
            segments: tally.segments.items().map(driving).collect(),
            differences: tally
                .differences
                .iter()
                .map(|[gained, lost]| SegmentGains {
                    gained: ids(gained),
                    lost: ids(lost),
                })
                .collect(),
            filter: word_filter(column, word),
        };
        let mut drivers: Vec<WordDriver> = words
            .into_iter()
            .zip(chosen)
            .filter(|(_, chosen)| *chosen)
            .map(|(word, _)| driver(word))
            .collect();
        let largest = |word: &WordDriver| {
            word.amounts
                .iter()
                .copied()
                .fold(f64::NEG_INFINITY, f64::max)
        };
        drivers.sort_by(|a, b| largest(b).total_cmp(&largest(a)));
        drivers
    }
}

/// The filter that finds pairs with a whole word in `bertscope open`.
fn word_filter(column: &str, word: &str) -> String {
    format!("{column}~{}", quoted(word))
}

/// Quotes a name or value for a filter, with inner quotes doubled, if it would be split otherwise.
pub fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains(|c: char| c.is_whitespace() || matches!(c, '"' | '=' | ':' | '~' | '<' | '>'))
    {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    } else {
        text.into()
    }
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
                std::iter::once((0, text.as_str(), WordKind::Content, amount)),
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
