#![doc = include_str!("../README.md")]

pub mod columns;
pub mod facts;
pub mod file_settings;
mod file_start;
mod filter;
mod human_scores;
mod left_list;
pub mod list_text;
mod marked_pairs;
mod marks;
mod marks_file;
mod messages;
mod opened;
mod order;
mod other_columns;
mod pair;
mod ranking;
mod ranks;
mod rows;
mod scorer;
mod scoring;
mod summary;
mod systems;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use unicode_width::UnicodeWidthStr;

use bertscope_metric::BaselineRow;
use bertscope_pairs::OtherColumn;
use bertscope_pairs::marks::Mark;
use file_settings::FileSettings;

pub use human_scores::HumanScores;
pub use left_list::LeftList;
pub use marked_pairs::{MarkedPair, MarkedPairs};
pub use marks_file::MarksFile;
pub use messages::{Basis, Batch, BatchScores, BeforePairs, FileIdf, PairsEffect, PairsMessage};
pub use opened::{OpenPairsOptions, OpenedPairs};
pub use other_columns::{KINDS_COLUMN, OtherColumns};
pub use pair::{FilePair, FileRow, KnownScore, ListItem, RawScores, ScoreTriple, Sort, Tag};
pub use ranking::{FileRanking, ListRanking, RankingJob, RankingProgress, RankingStatus};
pub use ranks::Ranks;
pub use scorer::PairScorer;
pub use summary::{DriverSums, Summaries, Summary, SummaryJob};
pub use systems::SystemMeans;

/// Initial number of pairs scored together.
const FIRST_BATCH_PAIRS: usize = 8;

/// Longest id that counts for the width of the id column.
const MAX_ID_WIDTH: usize = 24;

#[derive(Debug, Clone, Default)]
pub struct PairsList {
    pub file: PathBuf,
    /// All rows, in the order of the file.
    pub items: Vec<ListItem>,
    /// Whether more rows follow.
    pub reading: bool,
    /// Why the file could not be read to its end.
    pub read_error: Option<String>,
    /// The text of the filter.
    pub filter: String,
    /// Whether only pairs with a mark or an annotation are listed.
    pub only_marked: bool,
    /// The sort column.
    pub sort: Sort,
    /// Whether the order is reversed: best first.
    pub reversed: bool,
    /// Indices of the listed items, in order.
    pub order: Vec<usize>,
    /// Position of the selected line in the order.
    pub selected: usize,
    /// The pair on the screen.
    pub current: Option<usize>,
    /// The texts of that pair in the file, as the text boxes show them.
    pub shown: [String; 2],
    /// The screen before the first pair was opened.
    pub before: Option<BeforePairs>,
    /// The pair reached by the last jump to the next worst pair.
    pub last_jump: Option<usize>,
    /// Human scores; `None` without such a column.
    pub human_scores: Option<HumanScores>,
    pub columns: OtherColumns,
    /// Names of the systems, if there are several.
    pub systems: Vec<String>,
    /// The system that the list is sorted and ranked by.
    pub system: usize,
    /// Width of the widest id on the screen, up to 24 columns.
    pub id_width: u16,
    /// The systems over the listed pairs scored so far; `None` without any, or with a single system.
    pub system_means: Option<SystemMeans>,
    pub summaries: Summaries,
    /// Every setting by its agreement with the human scores, once it was asked for.
    pub ranking: Option<ListRanking>,
    /// Ranks by F1 and by human score, by index.
    ranks: Vec<Option<Ranks>>,
    /// Whether scores have changed since the ranks were counted.
    ranks_stale: bool,
    /// Marks and annotations, by index.
    pub tags: BTreeMap<usize, Tag>,
    /// Marks whose pair has not been found yet.
    pub unmatched_marks: Vec<Mark>,
    /// Number of rows that cannot be scored.
    pub failed: usize,
    /// Number of items at the end that are not rows but marks whose pair is no longer in the file.
    pub orphaned_marks: usize,
    /// How the list was left in the last session, until the file has been read.
    pub left: Option<LeftList>,
    /// Messages to show when the file has been read.
    pub remarks: Vec<String>,
    /// Document frequencies over the references.
    pub idf: FileIdf,
    /// The basis of the scores.
    pub basis: Option<Basis>,
    /// The baseline for raw scores, once the model has scored a batch; `None` if there is no baseline.
    baseline: Option<BaselineRow>,
    /// Whether the scores in the file have the current settings.
    file_scores_match: bool,
    /// The initial basis: that of the file's scores.
    first_basis: Option<Basis>,
    /// The settings of the scores in the file.
    pub file_settings: FileSettings,
    /// Whether marks and annotations are kept.
    pub keeps_marks: bool,
    /// Number of the newest basis, and of the newest job.
    pub generation: u64,
    /// Whether a batch is being scored.
    pub busy: bool,
    /// Items before this one are scored or requested.
    cursor: usize,
    /// Pairs in the next batch.
    batch: usize,
    /// Number of items with a score, or that will never have one.
    pub done: usize,
}

impl PairsList {
    /// A list whose rows are not read yet; `marks` are those of its marks file.
    pub fn new(file: PathBuf, marks: Vec<Mark>, file_idf: bool) -> Self {
        Self {
            file,
            reading: true,
            unmatched_marks: marks,
            idf: if file_idf {
                FileIdf::Requested
            } else {
                FileIdf::Off
            },
            keeps_marks: true,
            batch: FIRST_BATCH_PAIRS,
            ..Self::default()
        }
    }

    /// The file name without its folder.
    pub fn name(&self) -> String {
        self.file
            .file_name()
            .unwrap_or(self.file.as_os_str())
            .to_string_lossy()
            .into_owned()
    }

    /// Lists what a filter selects.
    pub fn set_filter(&mut self, filter: &str) {
        if self.filter != filter {
            filter.clone_into(&mut self.filter);
            self.refresh();
        }
    }

    /// The pair of an item; `None` if there is no such item, or it cannot be scored.
    pub fn pair(&self, index: usize) -> Option<&Arc<FilePair>> {
        self.items.get(index)?.row.as_ref().ok()
    }

    pub fn rows(&self) -> usize {
        self.items.len() - self.orphaned_marks
    }

    /// Adds the other columns of the next rows.
    pub fn add_columns(&mut self, rows: Vec<Vec<OtherColumn>>) {
        self.columns.add(rows, self.items.len());
    }

    pub fn add_rows(&mut self, rows: Vec<FileRow>) {
        let first = self.items.len();
        self.failed += rows.iter().filter(|row| row.is_err()).count();
        for pair in rows.iter().flatten() {
            let width = pair.id.width().min(MAX_ID_WIDTH) as u16;
            self.id_width = self.id_width.max(width);
        }
        self.items.extend(rows.into_iter().map(ListItem::new));
        self.file_scores_match = self.file_scores_hold();
        self.count_done();
        let there = self.items.len();
        let new: Vec<Mark> = self
            .unmatched_marks
            .extract_if(.., |mark| {
                (first..there).contains(&(mark.row.wrapping_sub(1)))
            })
            .collect();
        for mark in new {
            let index = mark.row - 1;
            if self.matches_mark(&mark, index) {
                self.attach_mark(index, mark);
            } else {
                self.unmatched_marks.push(mark);
            }
        }
        self.refresh();
    }

    /// Whether these texts differ from those of the pair on the screen in the file.
    pub fn differs(&self, texts: [&str; 2]) -> bool {
        texts != self.shown.each_ref().map(String::as_str)
    }
}
