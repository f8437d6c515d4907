//! Inverse document frequencies: rare tokens have higher weights.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::{Fingerprint, MetricError, Weights};

/// Document frequencies: in how many of `documents` texts each token id occurs.
///
/// `bert_score` counts over the references only, each token once per text, special tokens included; these therefore occur
/// in every text and have weight ln 1 = 0.
#[derive(Debug, Clone, Default)]
pub struct DocumentFrequencies {
    document_count: u64,
    counts: HashMap<u32, u64>,
    /// Computed once, because every score of a file names it.
    fingerprint: OnceLock<Fingerprint>,
}

impl PartialEq for DocumentFrequencies {
    fn eq(&self, other: &Self) -> bool {
        self.document_count == other.document_count && self.counts == other.counts
    }
}

impl Eq for DocumentFrequencies {}

impl DocumentFrequencies {
    /// Counts texts given as token ids, special tokens included.
    pub fn count<D: IntoIterator<Item = u32>>(documents: impl IntoIterator<Item = D>) -> Self {
        let mut table = Self::default();
        for document in documents {
            table.add(document);
        }
        table
    }

    /// Counts one more text.
    pub fn add(&mut self, document: impl IntoIterator<Item = u32>) {
        let mut ids: Vec<u32> = document.into_iter().collect();
        // A token counts once for each text, however often it occurs in it.
        ids.sort_unstable();
        ids.dedup();
        self.fingerprint = OnceLock::new();
        self.document_count += 1;
        for id in ids {
            *self.counts.entry(id).or_default() += 1;
        }
    }

    /// Adds the counts of two tables, as if all texts had been counted together. The order does not matter.
    #[must_use]
    pub fn merged(self, other: Self) -> Self {
        let mut larger = self;
        let mut smaller = other;
        // The smaller table goes into the larger one, which takes fewer steps.
        if larger.counts.len() < smaller.counts.len() {
            std::mem::swap(&mut larger, &mut smaller);
        }
        larger.fingerprint = OnceLock::new();
        larger.document_count += smaller.document_count;
        for (id, n) in smaller.counts {
            *larger.counts.entry(id).or_default() += n;
        }
        larger
    }

    /// A table from saved counts. A count above `documents` is clamped, so that no weight is negative.
    pub fn from_counts(documents: u64, counts: impl IntoIterator<Item = (u32, u64)>) -> Self {
        let counts = counts
            .into_iter()
            .map(|(id, n)| (id, n.min(documents)))
            .collect();
        Self {
            document_count: documents,
            counts,
            fingerprint: OnceLock::new(),
        }
    }

    /// The same table, limited to these ids: enough to weight one text. It keeps the fingerprint of the whole table.
    #[must_use]
    pub fn restricted(&self, ids: impl IntoIterator<Item = u32>) -> Self {
        let counts = ids.into_iter().map(|id| (id, self.frequency(id))).collect();
        Self {
            document_count: self.document_count,
            counts,
            fingerprint: OnceLock::from(self.fingerprint()),
        }
    }

    /// The fingerprint of N as a little-endian u64, and of each id with its df above 0, in order of id, as a u32 and a u64.
    pub fn fingerprint(&self) -> Fingerprint {
        *self.fingerprint.get_or_init(|| {
            let mut bytes = self.document_count.to_le_bytes().to_vec();
            // An id with df 0 has the weight of an id that is not listed.
            for (id, frequency) in self.entries().into_iter().filter(|(_, n)| *n > 0) {
                bytes.extend(id.to_le_bytes());
                bytes.extend(frequency.to_le_bytes());
            }
            Fingerprint::new(&bytes)
        })
    }

    /// N, the number of texts.
    pub fn document_count(&self) -> u64 {
        self.document_count
    }

    /// df, the number of texts with token `id`.
    pub fn frequency(&self, id: u32) -> u64 {
        self.counts.get(&id).copied().unwrap_or(0)
    }

    /// The counted ids with their frequencies, in order of id.
    pub fn entries(&self) -> Vec<(u32, u64)> {
        let mut entries: Vec<_> = self.counts.iter().map(|(&id, &n)| (id, n)).collect();
        entries.sort_unstable();
        entries
    }

    /// ln((N + 1) / (df + 1)), natural logarithm (Zhang et al. 2020, section 3, with `bert_score`'s plus-one smoothing).
    pub fn weight(&self, id: u32) -> f64 {
        ((self.document_count + 1) as f64 / (self.frequency(id) + 1) as f64).ln()
    }

    /// The weight of every token of a text, in order.
    ///
    /// # Errors
    /// None in practice: the weights of a table are finite and not negative.
    pub fn weights(&self, ids: impl IntoIterator<Item = u32>) -> Result<Weights, MetricError> {
        Weights::new(ids.into_iter().map(|id| self.weight(id).max(0.0)).collect())
    }
}
