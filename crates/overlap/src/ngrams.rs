//! N-grams of numbered items: words by their numbers, characters by their code points.

/// The bits of an item, and therefore the number of items in a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemKind {
    /// Up to 4 words.
    Words,
    /// Up to 6 characters, of 21 bits each.
    Characters,
}

impl ItemKind {
    const fn bits(self) -> usize {
        match self {
            Self::Words => 32,
            Self::Characters => 21,
        }
    }
}

/// The n-grams of a sequence in order, each packed into one number.
pub(crate) fn keys(items: &[u32], order: usize, kind: ItemKind) -> impl Iterator<Item = u128> + '_ {
    let width = kind.bits() * order;
    // Four words fill the number: a shift by all of its bits would overflow.
    let mask = if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    };
    // Each key is the one before it without its first item and with one more at its end.
    let keys = items.iter().scan(0_u128, move |key, &item| {
        *key = ((*key << kind.bits()) | u128::from(item)) & mask;
        Some(*key)
    });
    // The first keys are of fewer items.
    keys.skip(order.saturating_sub(1))
}

/// How often each n-gram occurs, in the order of their keys.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Counts(Vec<NgramCount>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct NgramCount {
    key: u128,
    count: u32,
}

impl Counts {
    /// Counts the n-grams of a sequence.
    pub(crate) fn count(items: &[u32], order: usize, kind: ItemKind) -> Self {
        let mut keys: Vec<u128> = keys(items, order, kind).collect();
        keys.sort_unstable();
        let mut counts = Vec::new();
        for equal in keys.chunk_by(|a, b| a == b) {
            counts.push(NgramCount {
                key: equal[0],
                count: equal.len() as u32,
            });
        }
        Self(counts)
    }

    /// Number of shared n-grams of two texts, each counted as often as in the text that has fewer.
    pub(crate) fn shared(&self, other: &Self) -> u64 {
        let mut shared = 0;
        let mut others = other.0.iter().peekable();
        for ngram in &self.0 {
            // Both are sorted, so one pass over the two finds all.
            while let Some(other) = others.next_if(|other| other.key <= ngram.key) {
                if other.key == ngram.key {
                    shared += u64::from(ngram.count.min(other.count));
                }
            }
        }
        shared
    }

    /// The union of n-grams of two texts, each counted as often as in the text that has more.
    pub(crate) fn max_each(&self, other: &Self) -> Self {
        let mut all: Vec<NgramCount> = self.0.iter().chain(&other.0).copied().collect();
        all.sort_unstable();
        let equal = all.chunk_by(|a, b| a.key == b.key);
        // Of equal n-grams, the larger count is sorted last.
        Self(equal.map(|equal| equal[equal.len() - 1]).collect())
    }
}

/// Number of n-grams in a sequence of `length` items.
pub(crate) fn ngram_count(length: usize, order: usize) -> u64 {
    (length + 1).saturating_sub(order) as u64
}
