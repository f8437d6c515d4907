//! Every setting ranked by its agreement with the human scores of the file: what is needed for it, and its computation
//! beside the list.

use std::ops::ControlFlow;
use std::sync::{Arc, Weak};
use std::time::Instant;

use crate::scoring::MAX_BATCH_BYTES;
use crate::{Basis, FileIdf, FilePair, PairScorer, PairsList};
use bertscope_analysis::{Analyzer, BulkPair, BulkSettings, Idf, Settings};
use bertscope_encoder::{KeptLayers, Layer};
use bertscope_metric::TokenWeights;
use bertscope_metric::correlation::MIN_PAIRS;
use bertscope_models::FrequencyTable;
use bertscope_overlap::PairCounts;
use bertscope_report::ScoredCandidate;
use bertscope_report::findings::agreement::{RankingRequest, SettingsRanking};
use bertscope_report::findings::scored::scores_of_all_settings;
use bertscope_systems::Coefficient;
use bertscope_systems::agreement::{JudgedPair, JudgedPairs, SystemPlace};

/// Maximum number of candidates scored together, so that a stop takes effect soon.
const MAX_BATCH_CANDIDATES: usize = 64;

/// What the two parts of the work count.
const SCORED: &str = "candidates scored at every layer";
const COMPARED: &str = "scores compared with the human scores";

/// The ranking of the settings of a list. Its job ends early when this is dropped.
#[derive(Debug, Clone)]
pub struct ListRanking {
    owner: Arc<()>,
    /// The settings against which the others are tested; raw scores have the same coefficients as rescaled ones.
    pub basis: Basis,
    pub status: RankingStatus,
}

#[derive(Debug, Clone)]
pub enum RankingStatus {
    Working(RankingProgress),
    Ready(Arc<FileRanking>),
    Failed(String),
}

#[derive(Debug, Clone, Copy)]
pub struct RankingProgress {
    /// What is counted, in the plural.
    pub unit: &'static str,
    pub done: usize,
    pub all: usize,
    start: Instant,
    pub seconds_left: u64,
}

#[derive(Debug)]
pub struct FileRanking {
    pub ranking: SettingsRanking,
    /// Number of candidates with a human score.
    pub judged: usize,
    /// Number of these that could not be scored.
    pub failed: usize,
}

/// The input of a ranking.
#[derive(Debug, Clone)]
pub struct RankingJob {
    /// Of the ranking for which it is done.
    pub owner: Weak<()>,
    settings: Settings,
    /// Document frequencies that replace the model's.
    table: Option<Arc<FrequencyTable>>,
    /// All pairs of the file, whose references are counted.
    pairs: Vec<Arc<FilePair>>,
    candidates: Vec<JudgedCandidate>,
    has_systems: bool,
}

impl PartialEq for RankingJob {
    fn eq(&self, other: &Self) -> bool {
        self.owner.ptr_eq(&other.owner)
    }
}

#[derive(Debug, Clone)]
struct JudgedCandidate {
    pair: Arc<FilePair>,
    /// Its segment is the index of the pair in the list.
    place: SystemPlace,
    human: f64,
}

type RankingReport<'a> = &'a mut dyn FnMut(RankingStatus) -> ControlFlow<()>;

impl RankingProgress {
    fn new(unit: &'static str, all: usize) -> Self {
        Self {
            unit,
            done: 0,
            all,
            start: Instant::now(),
            seconds_left: 0,
        }
    }

    fn advance(&mut self, by: usize) -> RankingStatus {
        self.done += by;
        let per_unit = self.start.elapsed().as_secs_f64() / self.done as f64;
        self.seconds_left = (per_unit * (self.all - self.done) as f64) as u64;
        RankingStatus::Working(*self)
    }
}

impl RankingJob {
    /// Reports the progress, and in the end the ranking. The pairs are embedded once, at all layers.
    pub fn run(&self, analyzer: &Analyzer, mut report: impl FnMut(RankingStatus)) {
        let ranked = self.rank(analyzer, &mut |status| {
            report(status);
            if self.owner.strong_count() == 0 {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        match ranked {
            Ok(None) => {}
            Ok(Some(ranking)) => report(RankingStatus::Ready(Arc::new(ranking))),
            Err(reason) => report(RankingStatus::Failed(reason)),
        }
    }

    /// `None` if it was broken off.
    fn rank(
        &self,
        base: &Analyzer,
        report: RankingReport<'_>,
    ) -> Result<Option<FileRanking>, String> {
        let last = Layer(base.model().encoder.layer_count());
        let layers: Vec<Layer> = (0..=last.0).map(Layer).collect();
        let scorer = PairScorer::new(base.clone_for_many(KeptLayers::UpTo(last)));
        let mut opposite = None;
        if self.settings.idf == Idf::Off {
            // The name of the table is not shown.
            opposite = Some(scorer.count(&self.pairs, self.settings.conventions, "")?);
        }
        let weights = opposite.as_ref().map(|table| &table.weights);
        let analyzer = scorer.into_analyzer(self.table.clone());
        let Some(judged) = self.score(analyzer, &layers, weights, report) else {
            return Ok(None);
        };
        let chosen = self.settings.layer.min(last).0;
        let request = RankingRequest {
            by: Coefficient::Pearson,
            idf: self.settings.idf != Idf::Off,
        };
        let count = SettingsRanking::score_count(layers.len());
        let mut progress = RankingProgress::new(COMPARED, count);
        let ranking = SettingsRanking::compute(&judged, layers, chosen, request, &mut || {
            report(progress.advance(1))
        });
        Ok(ranking.map(|ranking| FileRanking {
            ranking,
            judged: self.candidates.len(),
            failed: self.candidates.len() - judged.len(),
        }))
    }

    /// `None` if it was broken off.
    fn score(
        &self,
        mut analyzer: Analyzer,
        layers: &[Layer],
        weights: Option<&TokenWeights>,
        report: RankingReport<'_>,
    ) -> Option<JudgedPairs> {
        let wanted = BulkSettings {
            settings: self.settings,
            layers,
            references: None,
        };
        let mut judged = JudgedPairs::default();
        let mut places = Vec::new();
        let mut progress = RankingProgress::new(SCORED, self.candidates.len());
        while progress.done < self.candidates.len() {
            let batch = batch_of(&self.candidates[progress.done..]);
            let jobs: Vec<BulkPair<'_>> = batch.iter().map(JudgedCandidate::bulk_pair).collect();
            let scores = analyzer.analyze_many(&jobs, wanted, |index, analyses| {
                let layers: Vec<ScoredCandidate> =
                    analyses?.into_iter().map(ScoredCandidate::new).collect();
                let scores = scores_of_all_settings(&layers, weights);
                let scores = scores.map_err(|error| error.to_string())?;
                let BulkPair {
                    candidate,
                    references,
                } = jobs[index];
                let overlap = PairCounts::count(candidate, references).scores();
                Ok::<_, String>(JudgedPair::new(batch[index].human, &scores, Some(overlap)))
            });
            for (candidate, pair) in batch.iter().zip(scores) {
                // The list says why a pair has no scores.
                if let Ok(pair) = pair {
                    judged.add(pair, "");
                    places.push(candidate.place);
                }
            }
            if report(progress.advance(batch.len())).is_break() {
                return None;
            }
        }
        if self.has_systems {
            judged.set_places(places);
        }
        Some(judged)
    }
}

/// The candidates at the start that are scored together: the hidden states of all layers are in memory.
fn batch_of(candidates: &[JudgedCandidate]) -> &[JudgedCandidate] {
    let mut bytes = 0;
    let mut count = 0;
    for candidate in candidates.iter().take(MAX_BATCH_CANDIDATES) {
        let pair = candidate.bulk_pair();
        bytes += pair.candidate.len() + pair.references.iter().map(String::len).sum::<usize>();
        if count > 0 && bytes > MAX_BATCH_BYTES {
            break;
        }
        count += 1;
    }
    &candidates[..count]
}

impl JudgedCandidate {
    fn bulk_pair(&self) -> BulkPair<'_> {
        BulkPair {
            candidate: self.pair.candidate_for(self.place.system),
            references: &self.pair.references,
        }
    }
}

impl PairsList {
    /// Why nothing can be ranked yet, as a sentence.
    pub fn ranking_problem(&self) -> Option<String> {
        if self.reading {
            return Some("The file is still being read.".to_owned());
        }
        if self.human_scores.is_none() {
            return Some(
                "No human scores, which say what is good and what is bad. Add a column with a score for each candidate, and \
                 open the file with --human COLUMN; h in the list chooses a column that is in the file."
                    .to_owned(),
            );
        }
        let judged = self.judged_candidates().take(MIN_PAIRS).count();
        if judged < MIN_PAIRS {
            return Some(format!(
                "A correlation needs at least {MIN_PAIRS} candidates with a human score, and a test many more: here are {judged}."
            ));
        }
        if matches!(self.idf, FileIdf::Requested | FileIdf::Counting { .. }) {
            return Some("The references are being counted for IDF.".to_owned());
        }
        None
    }

    fn raw_basis(&self) -> Option<Basis> {
        let mut basis = self.basis.clone()?;
        basis.settings.rescale = false;
        Some(basis)
    }

    /// Drops a ranking whose tests are against other settings than the current ones, when the user asks for one.
    pub fn forget_old_ranking(&mut self) {
        let basis = self.raw_basis();
        self.ranking
            .take_if(|ranking| Some(&ranking.basis) != basis.as_ref());
    }

    /// The next input to rank, unless the ranking is known or under way. A setting that is chosen from the ranking does not
    /// change it, but another model does.
    pub fn next_ranking(&mut self) -> Option<RankingJob> {
        let basis = self.raw_basis()?;
        if let Some(ranking) = &self.ranking
            && ranking.basis.model == basis.model
        {
            return None;
        }
        if self.ranking_problem().is_some() {
            return None;
        }
        let settings = basis.settings;
        let owner = Arc::new(());
        let candidates: Vec<JudgedCandidate> = self.judged_candidates().collect();
        let progress = RankingProgress::new(SCORED, candidates.len());
        self.ranking = Some(ListRanking {
            owner: Arc::clone(&owner),
            basis,
            status: RankingStatus::Working(progress),
        });
        let rows = self.items.iter().filter_map(|item| item.row.as_ref().ok());
        Some(RankingJob {
            owner: Arc::downgrade(&owner),
            settings,
            table: self.idf.table().cloned(),
            pairs: rows.cloned().collect(),
            candidates,
            has_systems: self.systems.len() > 1,
        })
    }

    fn judged_candidates(&self) -> impl Iterator<Item = JudgedCandidate> {
        let systems = self.systems.len().max(1);
        let places = (0..self.items.len()).flat_map(move |row| {
            (0..systems).map(move |system| SystemPlace {
                system,
                segment: row,
            })
        });
        places.filter_map(|place| {
            Some(JudgedCandidate {
                human: self.human_score(place.segment, place.system)?,
                pair: Arc::clone(self.pair(place.segment)?),
                place,
            })
        })
    }

    /// Stores the status of a ranking, if it is still wanted.
    pub fn set_ranking_status(&mut self, owner: &Weak<()>, status: RankingStatus) {
        if let Some(ranking) = &mut self.ranking
            && owner.ptr_eq(&Arc::downgrade(&ranking.owner))
        {
            ranking.status = status;
        }
    }

    /// Gives up a ranking that is under way.
    pub fn stop_ranking(&mut self) {
        self.ranking
            .take_if(|ranking| matches!(ranking.status, RankingStatus::Working(_)));
    }
}
