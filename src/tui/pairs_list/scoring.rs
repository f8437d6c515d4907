//! Chooses the pairs to score next, and stores their scores.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use super::{Basis, Batch, FIRST_BATCH, FilePair, KnownScore, PairsList, Scores, Sort};

/// Pairs that are scored together at most.
const LARGEST_BATCH: usize = 256;

/// Bytes of text after which a batch is closed, so that long texts do not keep the model for seconds.
const BATCH_BYTES: usize = 16 << 10;

/// How long a batch should take while the list is open, and while the user works in the inspector.
const IN_SIGHT: Duration = Duration::from_millis(160);
const BESIDE: Duration = Duration::from_millis(40);

impl PairsList {
    /// The scores of an item before the model has scored it: those of the file, if they were computed with the
    /// current settings, or where the file does not state any, with the initial ones.
    pub(super) fn known_before(&self, index: usize) -> KnownScore {
        let same = match (&self.score_settings, &self.basis, &self.first_basis) {
            (Some(fits), Some(basis), Some(first)) => fits.basis(basis, first),
            (Some(_), ..) => false,
            (None, basis, first) => basis == first,
        };
        match &self.items[index].row {
            Ok(pair) => pair.scores.filter(|_| same).map_or(KnownScore::NotYet, KnownScore::File),
            Err(why) => KnownScore::Refused(Arc::clone(why)),
        }
    }

    /// Changes what scores are computed with; earlier scores are dropped.
    pub fn set_basis(&mut self, basis: Basis) {
        self.first_basis.get_or_insert_with(|| basis.clone());
        self.basis = Some(basis);
        self.generation += 1;
        self.cursor = 0;
        self.batch = self.batch.min(FIRST_BATCH);
        for index in 0..self.items.len() {
            self.items[index].known = self.known_before(index);
        }
        self.count_done();
        self.refresh();
    }

    pub(super) fn count_done(&mut self) {
        self.done = self.items.iter().filter(|item| item.known != KnownScore::NotYet).count();
    }

    /// Takes in a batch's scores; those of an older basis are dropped. Where the user waits for them because the list is
    /// `in_sight`, the next batch may take longer.
    pub fn scored(&mut self, scores: Scores, in_sight: bool) {
        self.busy = false;
        if scores.generation != self.generation {
            return;
        }
        let wanted = if in_sight { IN_SIGHT } else { BESIDE };
        if scores.elapsed > wanted {
            self.batch = (self.batch / 2).max(1);
        } else if scores.elapsed < wanted / 2 {
            self.batch = (2 * self.batch).min(LARGEST_BATCH);
        }
        for (index, score) in scores.scores {
            if let Some(item) = self.items.get_mut(index) {
                self.done += usize::from(item.known == KnownScore::NotYet);
                item.known = score.map_or_else(KnownScore::Refused, KnownScore::Scored);
            }
        }
        if self.sort != Sort::File {
            self.refresh();
        }
    }

    /// The pairs to score next: those of the lines in sight first, then as they come.
    pub fn next_batch(&mut self, in_sight: Range<usize>) -> Option<Batch> {
        let settings = self.basis.as_ref()?.settings;
        let table = self.idf.table().cloned();
        let (mut pairs, mut bytes): (Vec<(usize, Arc<FilePair>)>, usize) = (Vec::new(), 0);
        let wanted = |index: usize| {
            let item = self.items.get(index).filter(|item| item.known == KnownScore::NotYet)?;
            item.row.as_ref().ok().map(|pair| (index, Arc::clone(pair)))
        };
        let mut take = |pair: (usize, Arc<FilePair>)| {
            bytes += pair.1.candidate.len() + pair.1.references.iter().map(String::len).sum::<usize>();
            pairs.push(pair);
            pairs.len() < self.batch && bytes < BATCH_BYTES
        };
        let visible = self.order.get(in_sight).unwrap_or_default();
        let mut room = visible.iter().filter_map(|index| wanted(*index)).all(&mut take);
        let mut cursor = self.cursor;
        while room && cursor < self.items.len() {
            if let Some(pair) = wanted(cursor).filter(|(index, _)| !visible.contains(index)) {
                room = take(pair);
            }
            cursor += 1;
        }
        self.cursor = cursor;
        self.busy = !pairs.is_empty();
        self.busy.then_some(Batch { generation: self.generation, settings, table, pairs })
    }
}
