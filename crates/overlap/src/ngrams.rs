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
    let mask = if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    };
    let all = items.iter().scan(0_u128, move |key, &item| {
        *key = ((*key << kind.bits()) | u128::from(item)) & mask;
        Some(*key)
    });
    all.skip(order.saturating_sub(1))
}

/// How often each n-gram occurs, in the order of their keys.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Counts(Vec<(u128, u32)>);

impl Counts {
    /// Counts the n-grams of a sequence.
    pub(crate) fn count(items: &[u32], order: usize, kind: ItemKind) -> Self {
        let mut keys: Vec<u128> = keys(items, order, kind).collect();
        keys.sort_unstable();
        Self(
            keys.chunk_by(|a, b| a == b)
                .map(|same| (same[0], same.len() as u32))
                .collect(),
        )
    }

    /// Number of shared n-grams of two texts, each counted as often as in the text that has fewer.
    pub(crate) fn shared(&self, other: &Self) -> u64 {
        let mut others = other.0.iter().peekable();
        let count = |(key, count): &(u128, u32)| {
            while others.next_if(|(other, _)| other < key).is_some() {}
            others
                .next_if(|(other, _)| other == key)
                .map_or(0, |(_, other)| u64::from(*count.min(other)))
        };
        self.0.iter().map(count).sum()
    }

    /// The union of n-grams of two texts, each counted as often as in the text that has more.
    pub(crate) fn max_each(&self, other: &Self) -> Self {
        let mut all: Vec<(u128, u32)> = self.0.iter().chain(&other.0).copied().collect();
        all.sort_unstable();
        Self(
            all.chunk_by(|a, b| a.0 == b.0)
                .map(|same| same[same.len() - 1])
                .collect(),
        )
    }
}

/// Number of n-grams in a sequence of `length` items.
pub(crate) fn ngram_count(length: usize, order: usize) -> u64 {
    (length + 1).saturating_sub(order) as u64
}
