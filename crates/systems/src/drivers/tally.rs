//! Sums for each word over all segments, in bounded memory.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::word_kind::WordKind;
use super::{DrivingSegment, SegmentGains, WordDriver};

/// Words to keep. At twice as many, the half with the smaller amounts is merged.
const MAX_KEPT_WORDS: usize = 1 << 16;

/// Number of segments listed for each word, and for its gain or loss in one system.
const MAX_SEGMENTS: usize = 5;
const MAX_DIFFERENCES: usize = 3;

/// The totals of a word so far.
#[derive(Debug, Clone)]
struct WordTally {
    /// For each system.
    amounts: Vec<f64>,
    times: Vec<u64>,
    /// Segments that contribute most, largest first.
    segments: Vec<(Arc<str>, Vec<f64>)>,
    /// For each system except the first, the segments with the largest gains and the largest losses.
    differences: Vec<[Ranked; 2]>,
}

/// The segments with the largest numbers, largest first.
type Ranked = Vec<(Arc<str>, f64)>;

impl WordTally {
    fn new(systems: usize) -> Self {
        Self {
            amounts: vec![0.0; systems],
            times: vec![0; systems],
            segments: Vec::new(),
            differences: vec![Default::default(); systems.saturating_sub(1)],
        }
    }

    fn add(&mut self, amounts: &[f64], times: &[u64]) {
        self.amounts.iter_mut().zip(amounts).for_each(|(sum, amount)| *sum += amount);
        self.times.iter_mut().zip(times).for_each(|(sum, times)| *sum += times);
    }
}

/// Amount and number of occurrences, for each system.
type SystemTotals = (Vec<f64>, Vec<u64>);

/// Sums for each word and system.
#[derive(Debug, Clone)]
pub(super) struct Tally {
    systems: usize,
    entries: HashMap<(String, WordKind), WordTally>,
    /// Number of words that were merged.
    pub folded: u64,
}

impl Tally {
    pub fn new(systems: usize) -> Self {
        Self { systems, entries: HashMap::new(), folded: 0 }
    }

    /// Adds a segment: each occurrence of a word as system, word, kind and amount.
    pub fn add<'a>(&mut self, id: &Arc<str>, occurrences: impl Iterator<Item = (usize, &'a str, WordKind, f64)>) {
        let systems = self.systems;
        let mut here: HashMap<(&str, WordKind), SystemTotals> = HashMap::new();
        for (system, word, kind, amount) in occurrences {
            let (amounts, times) = here.entry((word, kind)).or_insert_with(|| (vec![0.0; systems], vec![0; systems]));
            amounts[system] += amount;
            times[system] += 1;
        }
        for ((word, kind), (amounts, times)) in here {
            let entry = self.entries.entry((word.to_owned(), kind)).or_insert_with(|| WordTally::new(amounts.len()));
            entry.add(&amounts, &times);
            for (system, sides) in entry.differences.iter_mut().enumerate() {
                let gain = amounts[0] - amounts[system + 1];
                for (side, gain) in sides.iter_mut().zip([gain, -gain]).filter(|(_, gain)| *gain > 0.0) {
                    let place = side.partition_point(|(_, known)| *known >= gain);
                    if place < MAX_DIFFERENCES {
                        side.insert(place, (id.clone(), gain));
                        side.truncate(MAX_DIFFERENCES);
                    }
                }
            }
            let weight = spread(&amounts);
            let place = entry.segments.partition_point(|(_, known)| spread(known) >= weight);
            if place < MAX_SEGMENTS {
                entry.segments.insert(place, (id.clone(), amounts));
                entry.segments.truncate(MAX_SEGMENTS);
            }
        }
        if self.entries.len() >= 2 * MAX_KEPT_WORDS {
            self.fold();
        }
    }

    /// Merges the half of the words with the smaller amounts into one entry for each kind, under the empty word.
    fn fold(&mut self) {
        let mut weights: Vec<f64> = self.entries.values().map(|entry| entry.amounts.iter().sum()).collect();
        let (_, least, _) = weights.select_nth_unstable_by(MAX_KEPT_WORDS, |a, b| b.total_cmp(a));
        let least = *least;
        let small: Vec<((String, WordKind), WordTally)> = self
            .entries
            .extract_if(|(word, _), entry| !word.is_empty() && entry.amounts.iter().sum::<f64>() <= least)
            .collect();
        self.folded += small.len() as u64;
        for ((_, kind), entry) in small {
            let all = self.entries.entry((String::new(), kind)).or_insert_with(|| WordTally::new(entry.amounts.len()));
            all.add(&entry.amounts, &entry.times);
        }
    }

    /// Amounts and occurrences of each kind, over all words.
    pub fn kind_totals(&self, wanted: WordKind) -> SystemTotals {
        let mut all = WordTally::new(self.systems);
        // In a fixed order, so that a repeated run gives the same last digit.
        let mut entries: Vec<_> = self.entries.iter().filter(|((_, kind), _)| *kind == wanted).collect();
        entries.sort_by_key(|(key, _)| *key);
        for (_, entry) in entries {
            all.add(&entry.amounts, &entry.times);
        }
        (all.amounts, all.times)
    }

    /// The leading words: for each system the `most` with the largest amounts, and for each except the first the `most`
    /// whose amounts differ most from the first's. Amounts are divided by `per`.
    pub fn top_words(&self, most: usize, per: f64, column: &str) -> Vec<WordDriver> {
        let mut keys: Vec<(&(String, WordKind), &WordTally)> =
            self.entries.iter().filter(|((word, _), _)| !word.is_empty()).collect();
        keys.sort_by_key(|(key, _)| *key);
        let mut chosen = vec![false; keys.len()];
        let by_amount = (0..self.systems).map(|system| (system, false));
        let by_difference = (1..self.systems).map(|system| (system, true));
        for (system, difference) in by_amount.chain(by_difference) {
            let weight = |entry: &WordTally| {
                let base = if difference { entry.amounts[0] } else { 0.0 };
                (entry.amounts[system] - base).abs()
            };
            let mut order: Vec<usize> = (0..keys.len()).collect();
            order.sort_by(|a, b| weight(keys[*b].1).total_cmp(&weight(keys[*a].1)));
            order.into_iter().take(most).for_each(|index| chosen[index] = true);
        }
        let driving = |id: &Arc<str>, amounts: &[f64]| DrivingSegment { id: id.to_string(), amounts: amounts.to_vec() };
        let ids = |ranked: &Ranked| ranked.iter().map(|(id, _)| id.to_string()).collect();
        let scaled = |amounts: &[f64]| amounts.iter().map(|amount| amount / per).collect::<Vec<_>>();
        let driver = |((word, kind), entry): (&(String, WordKind), &WordTally)| WordDriver {
            word: word.clone(),
            kind: *kind,
            amounts: scaled(&entry.amounts),
            times: entry.times.clone(),
            segments: entry.segments.iter().map(|(id, amounts)| driving(id, amounts)).collect(),
            differences: entry
                .differences
                .iter()
                .map(|[gained, lost]| SegmentGains { gained: ids(gained), lost: ids(lost) })
                .collect(),
            filter: word_filter(column, word),
        };
        let mut drivers: Vec<WordDriver> =
            keys.into_iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(key, _)| driver(key)).collect();
        drivers.sort_by(|a, b| largest(&b.amounts).total_cmp(&largest(&a.amounts)));
        drivers
    }
}

/// The contribution of a segment: its amount for one system, the spread of amounts for several.
fn spread(amounts: &[f64]) -> f64 {
    match amounts {
        [one] => *one,
        several => largest(several) - several.iter().copied().fold(f64::INFINITY, f64::min),
    }
}

fn largest(amounts: &[f64]) -> f64 {
    amounts.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// The filter that finds pairs with a whole word in `bertscope open`.
fn word_filter(column: &str, word: &str) -> String {
    format!("{column}~{}", quoted(word))
}

/// Quotes a name or value for a filter, with inner quotes doubled, if it would be split otherwise.
pub fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains(|c: char| c.is_whitespace() || matches!(c, '"' | '=' | ':' | '~' | '<' | '>')) {
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
            tally.add(&"1".into(), std::iter::once((0, text.as_str(), WordKind::Content, amount)));
            assert!(tally.entries.len() < 2 * MAX_KEPT_WORDS);
        }
        assert_eq!(tally.kind_totals(WordKind::Content), (vec![words as f64 + 4.0], vec![words as u64]));
        assert!(tally.folded > 0);
        let leading = tally.top_words(1, 1.0, "candidate");
        assert_eq!((&*leading[0].word, &*leading[0].filter), ("w7", "candidate~w7"));
    }
}
