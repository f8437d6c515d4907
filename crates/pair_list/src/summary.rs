//! The summary of the listed pairs: means, differences of systems, the distribution of the scores, and what drives them.

use crate::{Batch, ListItem, PairsList, ScoreTriple};
use bertscope_metric::BaselineRow;
use bertscope_report::findings::{self, ListSelection, Repeated, RepeatedTextsBuilder, drivers};
use bertscope_sheet::{Block, Table};
use bertscope_systems::{
    Drivers, DriversBuilder, Histogram, Measure, PairDrivers, Resampling, SegmentScores, Segments,
    SystemComparison,
};

/// Approximate number of bins in the histogram of one system's F1.
const BINS: usize = 20;

/// The summary of the listed pairs, and whether it is up to date.
#[derive(Debug, Clone, Default)]
pub struct Summaries {
    /// The revision: how often scores or the listed pairs have changed.
    revision: u64,
    /// Whether a summary is being computed.
    busy: bool,
    /// The newest summary.
    latest: Option<Summary>,
}

/// The numbers of the listed pairs that are scored.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The systems over these pairs; one without a name if the file has a single system. Without resamples until all
    /// pairs are scored, and if no test holds for the selected pairs.
    pub comparison: SystemComparison,
    /// F1 of the first system; `None` if no pair has one.
    pub f1_histogram: Option<Histogram>,
    /// Number of listed pairs without scores.
    pub missing: usize,
    /// The drivers of the scores of all pairs scored here, once all are; `None` if there are none.
    pub drivers: Option<Drivers>,
    /// The listed pairs with the texts of an earlier one, once all are scored; `None` if there are none.
    repeated: Option<Repeated>,
    /// How these pairs were selected.
    selection: ListSelection,
    revision: u64,
}

/// The input of a summary.
#[derive(Debug, Clone, PartialEq)]
pub struct SummaryJob {
    revision: u64,
    systems: Vec<String>,
    /// \[pairs × systems\].
    scores: Vec<ScoreTriple>,
    /// Human scores, \[pairs × systems\].
    human: Vec<Option<f64>>,
    missing: usize,
    resampling: Resampling,
    selection: ListSelection,
    repeated: Option<Repeated>,
    /// Whether all pairs of the file are scored.
    complete: bool,
    /// The generation of the scores behind the drivers.
    generation: u64,
    /// The baseline of the scores, if they are rescaled.
    baseline: Option<BaselineRow>,
}

impl SummaryJob {
    /// Computes the summary: 100,000 pairs of two systems take about a second.
    pub fn run(self, sums: &DriverSums) -> Summary {
        let mut segments = Segments::new(self.systems.clone(), &[]);
        let row: Vec<SegmentScores> = (self.scores.iter().zip(&self.human))
            .map(|(scores, human)| SegmentScores {
                scores: *scores,
                human: *human,
                others: Vec::new(),
            })
            .collect();
        for pair in row.chunks(self.systems.len().max(1)) {
            segments.push(String::new(), "", pair);
        }
        let f1 = (0..segments.len()).filter_map(|pair| segments.score(Measure::F1, 0, pair));
        Summary {
            f1_histogram: Histogram::from_scores(f1, BINS),
            comparison: SystemComparison::compute(&segments, self.resampling),
            missing: self.missing,
            drivers: self.drivers(sums),
            repeated: self.repeated,
            selection: self.selection,
            revision: self.revision,
        }
    }

    /// The drivers on the scale of the scores, once all pairs are scored.
    fn drivers(&self, sums: &DriverSums) -> Option<Drivers> {
        if !self.complete {
            return None;
        }
        let drivers = sums.finish(self.generation)?;
        Some(match &self.baseline {
            Some(baseline) => drivers.with_rescaled_words(baseline),
            None => drivers,
        })
    }
}

impl Summary {
    /// The words that drive the score of a single system, highest cost first, or the difference between a system and
    /// the first, by its index: largest first, gains and losses alike.
    pub fn words(&self, difference: usize) -> Table {
        let Some(drivers) = &self.drivers else {
            return Table::default();
        };
        let system = difference + 1;
        drivers::leading_words(
            drivers,
            self.comparison
                .systems
                .get(system)
                .map(|name| (system, name.as_str())),
        )
    }

    /// The findings, with the difference between a system and the first, by its index; `with_human` with the agreement
    /// with human scores.
    pub fn sheet(&self, difference: usize, with_human: bool) -> Vec<Block> {
        let mut blocks = findings::list_sheet(
            &self.comparison,
            difference,
            self.f1_histogram.as_ref(),
            with_human,
            self.selection,
        );
        if let Some(repeated) = &self.repeated {
            // The histogram stays last, because it is drawn in the room that is left.
            let at = blocks.len() - usize::from(matches!(blocks.last(), Some(Block::Histogram(_))));
            blocks.insert(at, Block::Note(repeated.line("pair") + "."));
        }
        blocks
    }
}

impl Summaries {
    /// The newest summary, possibly of an earlier revision.
    pub fn latest(&self) -> Option<&Summary> {
        self.latest.as_ref()
    }

    /// Marks the summary as out of date because scores or the listed pairs have changed.
    pub(crate) fn invalidate(&mut self) {
        self.revision += 1;
    }

    /// Drops a summary of an earlier revision, when the user asks for one.
    pub fn forget_old(&mut self) {
        self.latest
            .take_if(|latest| latest.revision != self.revision);
    }

    /// Stores a summary.
    pub fn set_latest(&mut self, summary: Summary) {
        self.busy = false;
        self.latest = Some(summary);
    }
}

impl PairsList {
    /// The next input to summarise: the listed pairs with scores of all systems, unless their summary is up to date or
    /// under way.
    pub fn next_summary(&mut self) -> Option<SummaryJob> {
        let revision = self.summaries.revision;
        let is_known = self
            .summaries
            .latest
            .as_ref()
            .is_some_and(|latest| latest.revision == revision);
        if is_known || self.summaries.busy {
            return None;
        }
        let systems = self.system_names();
        let mut scores = Vec::with_capacity(self.order.len() * systems.len());
        let mut human = Vec::new();
        // Resamples are drawn by position, so pairs are in file order: sorting the list changes no number.
        let mut listed = self.order.clone();
        listed.sort_unstable();
        for &index in &listed {
            self.add_scores_of_all(index, &mut scores);
            // None of a pair without scores.
            for system in 0..scores.len() - human.len() {
                human.push(self.human_score(index, system));
            }
        }
        let missing = self.order.len() - scores.len() / systems.len();
        if scores.is_empty() {
            self.summaries.latest = None;
            return None;
        }
        let complete = !self.reading && self.done == self.items.len();
        let selection = self.selection();
        let mut resampling = Resampling::for_systems(systems.len());
        // Resamples of a large file take a second, and more pairs arrive with each batch.
        if !complete || selection.no_test_reason().is_some() {
            resampling.resamples = 0;
        }
        // Copies matter to intervals, which appear once all pairs are scored.
        let repeated = if complete {
            self.repeated_texts(&listed)
        } else {
            None
        };
        self.summaries.busy = true;
        Some(SummaryJob {
            revision,
            systems,
            scores,
            human,
            missing,
            resampling,
            selection,
            repeated,
            complete,
            generation: self.generation,
            baseline: self.rescaling_baseline(),
        })
    }

    /// The pairs with the texts of an earlier one among some pairs of the file.
    fn repeated_texts(&self, listed: &[usize]) -> Option<Repeated> {
        let mut repeated = RepeatedTextsBuilder::default();
        for &index in listed {
            if let Some(pair) = self.pair(index) {
                let candidates: Vec<&String> = pair.candidates().collect();
                repeated.add(index as u64 + 1, (&pair.references, candidates));
            }
        }
        repeated.found
    }

    /// Adds the scores of a pair, one entry per system; nothing while a score is missing.
    fn add_scores_of_all(&self, index: usize, all: &mut Vec<ScoreTriple>) {
        if self.systems.len() < 2 {
            all.extend(self.numbers(index));
        } else if let Some(raw) = self.items.get(index).and_then(ListItem::raw_scores)
            && raw.len() == self.systems.len()
        {
            all.extend(raw.iter().map(|raw| self.scaled(*raw)));
        }
    }
}

/// The sums over all pairs scored with the current settings. Memory does not grow with the number of pairs.
#[derive(Debug, Clone, Default)]
pub struct DriverSums {
    /// The generation of the newest batch, with its sums; the list drops older scores.
    builder: Option<(u64, DriversBuilder)>,
    systems: usize,
}

impl DriverSums {
    /// Adds a pair of a batch, one entry per system.
    pub fn add(&mut self, batch: &Batch, id: &str, pair: Vec<PairDrivers>) {
        let generation = batch.generation;
        let (_, sums) = match &mut self.builder {
            Some(newest) if newest.0 == generation => newest,
            older => {
                self.systems = pair.len();
                let names = vec![String::new(); pair.len()];
                older.insert((generation, DriversBuilder::new(names)))
            }
        };
        if pair.len() == self.systems {
            let pair: Vec<_> = pair.into_iter().map(|drivers| (drivers, None)).collect();
            sums.add(id, &pair);
        }
    }

    /// The drivers of the scores; `None` before a pair of this generation was scored.
    pub fn finish(&self, generation: u64) -> Option<Drivers> {
        let (_, sums) = self.builder.as_ref().filter(|(of, _)| *of == generation)?;
        Some(sums.clone().finish())
    }
}
