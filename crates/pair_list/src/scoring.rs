//! Selects the pairs to score next, and stores their scores.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use crate::file_settings::FileSettings;
use crate::filter::Filter;
use crate::{
    Basis, Batch, BatchScores, FIRST_BATCH_PAIRS, FilePair, KnownScore, ListItem, PairsList,
    ScoreTriple, Sort,
};
use bertscope_analysis::{Analysis, Settings};
use bertscope_metric::{BaselineRow, Score};

/// Maximum number of pairs scored together.
const MAX_BATCH_PAIRS: usize = 256;

/// Bytes of text that complete a batch, so that long texts do not occupy the model for seconds.
pub(crate) const MAX_BATCH_BYTES: usize = 16 << 10;

/// Target time of a batch while the list is open, and while the user works in the inspector.
const OPEN_LIST_BATCH_TIME: Duration = Duration::from_millis(160);
const BACKGROUND_BATCH_TIME: Duration = Duration::from_millis(40);

impl PairsList {
    /// Whether the scores in the file have the current settings: the settings stated in the file, or else the initial
    /// ones.
    pub(crate) fn file_scores_hold(&self) -> bool {
        self.file_settings
            .hold(self.basis.as_ref(), self.first_basis.as_ref())
    }

    /// Compares how a pair was scored with how the scores in the file were: the settings may have the same names and not the
    /// same tables or weights behind them. Scores of the file that differ are not used from then on, and the words say why.
    pub fn check_file_scores(&mut self, analysis: &Analysis) -> Option<String> {
        let settings = self.basis.as_ref()?.settings;
        if !self.file_scores_match || settings != analysis.settings {
            return None;
        }
        let difference = self.file_settings.difference(&analysis.signature)?;
        self.file_settings = FileSettings::Unreachable;
        self.file_scores_match = false;
        self.cursor = 0;
        self.count_done();
        self.refresh();
        Some(format!(
            "The saved scores and those computed here {difference}. The list shows the latter."
        ))
    }

    pub fn known_score(&self, index: usize) -> KnownScore {
        let item = &self.items[index];
        match (self.file_scores(item), &item.computed) {
            (Some(numbers), _) => KnownScore::File(numbers),
            (None, None) => KnownScore::NotYet,
            (None, Some(Ok(raw))) => KnownScore::Scored(self.scaled(raw[0])),
            (None, Some(Err(why))) => KnownScore::Failed(Arc::clone(why)),
        }
    }

    /// The scores of a pair, if known; with several systems, those of the first.
    pub fn numbers(&self, index: usize) -> Option<ScoreTriple> {
        self.known_score(index).numbers()
    }

    /// The scores of a system's candidate, if known.
    pub fn scores_of_system(&self, index: usize, system: usize) -> Option<ScoreTriple> {
        if system == 0 {
            return self.numbers(index);
        }
        self.items
            .get(index)?
            .raw_scores()?
            .get(system)
            .map(|raw| self.scaled(*raw))
    }

    /// The scores in the file, while the settings are theirs.
    fn file_scores(&self, item: &ListItem) -> Option<ScoreTriple> {
        item.row
            .as_ref()
            .ok()?
            .scores
            .filter(|_| self.file_scores_match)
    }

    /// Raw scores on the current scale. The best of several references stays the best: a baseline is below 1, so
    /// rescaling preserves the order.
    pub(crate) fn scaled(&self, raw: Score) -> ScoreTriple {
        match self.rescaling_baseline() {
            Some(baseline) => raw.rescaled(&baseline).numbers(),
            None => raw.numbers(),
        }
    }

    /// The baseline, if scores are rescaled.
    pub(crate) fn rescaling_baseline(&self) -> Option<BaselineRow> {
        if self.basis.as_ref()?.settings.rescale {
            self.baseline
        } else {
            None
        }
    }

    /// Changes the basis of the scores. Scores with another basis are dropped, unless only the scale changes.
    pub fn set_basis(&mut self, basis: Basis) {
        self.first_basis.get_or_insert_with(|| basis.clone());
        let mut before = self.basis.take();
        if let Some(before) = &mut before {
            before.settings.rescale = basis.settings.rescale;
        }
        if before.as_ref() != Some(&basis) {
            self.items.iter_mut().for_each(ListItem::forget);
            self.baseline = None;
            self.generation += 1;
            self.batch = self.batch.min(FIRST_BATCH_PAIRS);
        }
        self.basis = Some(basis);
        // Where scores of the file were valid, pairs may have none from the model.
        self.cursor = 0;
        self.file_scores_match = self.file_scores_hold();
        self.count_done();
        self.refresh();
    }

    pub(crate) fn count_done(&mut self) {
        self.done = self.items.iter().filter(|item| !self.waits(item)).count();
        self.scores_changed();
    }

    /// Whether an item has no scores yet.
    fn waits(&self, item: &ListItem) -> bool {
        item.computed.is_none() && self.file_scores(item).is_none()
    }

    /// Counts ranks when all scores are known, or earlier if the list is sorted by them.
    pub(crate) fn scores_changed(&mut self) {
        self.ranks_stale = true;
        if self.done == self.items.len() {
            self.refresh_ranks();
        }
    }

    /// Stores the scores of a batch; drops those with an older basis. If the user is waiting because the list is
    /// `in_sight`, the next batch may take longer.
    pub fn on_batch_scored(&mut self, scores: BatchScores, in_sight: bool) {
        self.busy = false;
        if scores.generation != self.generation {
            return;
        }
        let wanted = if in_sight {
            OPEN_LIST_BATCH_TIME
        } else {
            BACKGROUND_BATCH_TIME
        };
        if scores.elapsed > wanted {
            self.batch = (self.batch / 2).max(1);
        } else if scores.elapsed < wanted / 2 {
            self.batch = (2 * self.batch).min(MAX_BATCH_PAIRS);
        }
        self.baseline = scores.baseline.or(self.baseline);
        for (index, score) in scores.scores {
            let Some(item) = self.items.get(index) else {
                continue;
            };
            self.done += usize::from(self.waits(item));
            self.items[index].computed = Some(score);
        }
        self.scores_changed();
        if self.sort == Sort::File && !Filter::compares(&self.filter) {
            self.on_listed_changed();
        } else {
            self.refresh();
        }
    }

    /// The pairs to score next: first those of the visible lines, then the others in order.
    pub fn next_batch(&mut self, in_sight: Range<usize>) -> Option<Batch> {
        let settings = Settings {
            rescale: false,
            ..self.basis.as_ref()?.settings
        };
        let table = self.idf.table().cloned();
        let visible = self.order.get(in_sight).unwrap_or_default();
        let mut pairs: Vec<(usize, Arc<FilePair>)> = Vec::new();
        let mut bytes = 0;
        let mut rest = self.cursor..self.items.len();
        let mut indices = visible.iter().copied().chain(rest.by_ref());
        while pairs.len() < self.batch
            && bytes < MAX_BATCH_BYTES
            && let Some(index) = indices.next()
        {
            if let Some(pair) = self.waiting_pair(index)
                && pairs.iter().all(|(taken, _)| *taken != index)
            {
                let texts = pair.candidates().chain(&pair.references);
                bytes += texts.map(String::len).sum::<usize>();
                pairs.push((index, pair));
            }
        }
        self.cursor = rest.start;
        self.busy = !pairs.is_empty();
        if !self.busy {
            return None;
        }
        Some(Batch {
            generation: self.generation,
            settings,
            table,
            pairs,
        })
    }

    fn waiting_pair(&self, index: usize) -> Option<Arc<FilePair>> {
        let item = self.items.get(index)?;
        self.pair(index).filter(|_| self.waits(item)).cloned()
    }
}
