//! The pairs of a file: which there are, in what order they are listed, what is known of their scores, and what somebody
//! noted about them. What happens to them is in [`super::update()`], what has to be read, scored or written in
//! [`super::pair_threads`].

mod drafts;
mod human;
mod marks;
mod order;
mod scoring;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::editor::Editor;
use super::pair_settings::Fits;
use crate::analysis::{Idf, Settings};
use crate::models::FrequencyTable;
use crate::pairs::marks::Mark;

/// Precision, recall and F1; `None` for one that does not exist.
pub type Numbers = [Option<f64>; 3];

/// A pair as the file has it.
#[derive(Debug, Clone, PartialEq)]
pub struct FilePair {
    /// What the file calls it, or its row's number.
    pub id: String,
    /// The candidate.
    pub candidate: String,
    /// The references, at least one.
    pub references: Vec<String>,
    /// Scores that came with it.
    pub scores: Option<Numbers>,
}

/// A row of a file: a pair, or a sentence that says why there is none.
pub type FileRow = Result<Arc<FilePair>, Arc<str>>;

/// What is known of a pair's scores.
#[derive(Debug, Clone, PartialEq)]
pub enum Known {
    /// Nothing yet.
    No,
    /// What the file says.
    File(Numbers),
    /// What the model says.
    Scored(Numbers),
    /// Why there are none.
    Refused(Arc<str>),
}

impl Known {
    /// The numbers, where there are any.
    #[must_use]
    pub fn numbers(&self) -> Option<Numbers> {
        match self {
            Self::File(numbers) | Self::Scored(numbers) => Some(*numbers),
            Self::No | Self::Refused(_) => None,
        }
    }
}

/// A line of the list.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The row.
    pub row: FileRow,
    /// Its scores.
    pub known: Known,
}

/// What the list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// As in the file.
    File,
    /// F1.
    F1,
    /// Precision.
    Precision,
    /// Recall.
    Recall,
    /// How far precision and recall are apart.
    Gap,
    /// What people say.
    Human,
    /// How far the place by F1 is from the place by what people say.
    Places,
}

impl Sort {
    /// The next one.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::File => Self::F1,
            Self::F1 => Self::Precision,
            Self::Precision => Self::Recall,
            Self::Recall => Self::Gap,
            Self::Gap => Self::Human,
            Self::Human => Self::Places,
            Self::Places => Self::File,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "file order",
            Self::F1 => "F1",
            Self::Precision => "P",
            Self::Recall => "R",
            Self::Gap => "|P−R|",
            Self::Human => "human",
            Self::Places => "F1 against human",
        }
    }

    /// Whether the worst has the largest number.
    fn largest_is_worst(self) -> bool {
        matches!(self, Self::Gap | Self::Places)
    }

    /// The number of a pair; none where it is not known, or not a score.
    #[must_use]
    pub fn of(self, known: &Known) -> Option<f64> {
        let [precision, recall, f1] = known.numbers()?;
        match self {
            Self::File | Self::F1 => f1,
            Self::Precision => precision,
            Self::Recall => recall,
            Self::Gap => Some((precision? - recall?).abs()),
            Self::Human | Self::Places => None,
        }
    }
}

/// A mark and a note.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tag {
    /// Whether the pair is marked.
    pub marked: bool,
    /// The note, perhaps empty.
    pub note: String,
}

/// Document frequencies over the references of the file.
#[derive(Debug, Clone, PartialEq)]
pub enum FileIdf {
    /// Not asked for.
    Off,
    /// Asked for, to be counted when the file is read and the model there.
    Wanted,
    /// Being counted, as the job with this number.
    Counting(u64),
    /// Counted.
    On(Arc<FrequencyTable>),
}

/// What scores are made with; other ones are not comparable.
#[derive(Debug, Clone, PartialEq)]
pub struct Basis {
    /// What opens the model.
    pub model: String,
    /// Layer, weights, rescaling.
    pub settings: Settings,
    /// Whether [`Idf::Table`] stands for the references of the file.
    pub file_idf: bool,
}

/// Pairs to be scored.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// What they are scored for; an answer for an older one is of no use.
    pub generation: u64,
    /// How.
    pub settings: Settings,
    /// Indices in the list, with the pairs.
    pub pairs: Vec<(usize, Arc<FilePair>)>,
}

/// What was on the screen before the file was opened.
#[derive(Debug, Clone, PartialEq)]
pub struct Own {
    /// The reference.
    pub reference: String,
    /// The candidate.
    pub candidate: String,
    /// The references that were kept.
    pub references: Vec<Arc<str>>,
    /// How tokens were weighed.
    pub idf: Idf,
}

/// What scores of a whole file are told the list.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    /// Of which batch.
    pub generation: u64,
    /// The scores, or the sentence why there are none, by index in the list.
    pub scores: Vec<(usize, Result<Numbers, Arc<str>>)>,
    /// How long they took.
    pub elapsed: Duration,
}

/// What the threads of the list report.
#[derive(Debug, Clone)]
pub enum PairsMessage {
    /// What people say of the next rows, before these come.
    Judged(Vec<Option<f64>>),
    /// Rows of the file, the next ones.
    Rows(Vec<FileRow>),
    /// The file is read; or a sentence why not to its end.
    Read(Result<(), String>),
    /// A batch is scored.
    Scored(Scores),
    /// The references are counted, as the job with this number; or why not.
    Counted(u64, Result<Arc<FrequencyTable>, String>),
}

/// What the list asks of its threads.
#[derive(Debug, Clone, PartialEq)]
pub enum PairsEffect {
    /// Score a batch.
    Score(Batch),
    /// Count the references of these pairs, as the job with this number.
    Count(u64, Vec<Arc<FilePair>>),
    /// Weigh by this table, everywhere; `None` is the model's own.
    Weigh(Option<Arc<FrequencyTable>>),
    /// Write the marks file.
    Save(Vec<Mark>),
}

/// The list of pairs.
#[derive(Debug, Clone)]
pub struct PairsList {
    /// The file.
    pub file: PathBuf,
    /// All rows, in the order of the file.
    pub items: Vec<Item>,
    /// Whether more rows come.
    pub reading: bool,
    /// Why the file could not be read to its end.
    pub broken: Option<String>,
    /// Whether the list is in sight.
    pub open: bool,
    /// What was typed to filter.
    pub filter: Editor,
    /// Whether only pairs with a mark or a note are listed.
    pub only_marked: bool,
    /// What it is sorted by.
    pub sort: Sort,
    /// Whether the order is turned round: the best first.
    pub turned: bool,
    /// Indices of the items that are listed, in order.
    pub order: Vec<usize>,
    /// Position in the order of the selected line.
    pub selected: usize,
    /// The pair on the screen.
    pub current: Option<usize>,
    /// Its texts as the text boxes have what is in the file.
    pub shown: [String; 2],
    /// Text boxes of other pairs in which somebody wrote, by index.
    pub drafts: BTreeMap<usize, [Editor; 2]>,
    /// What was on the screen before the first pair.
    pub own: Option<Own>,
    /// Where the last jump to the next worst led.
    pub jumped: Option<usize>,
    /// What people say, by index; `None` where there is no such column.
    pub judgements: Option<Vec<Option<f64>>>,
    /// How far places by F1 and by what people say are apart, as a part of all, where that is what is sorted by.
    apart: Vec<Option<f64>>,
    /// Marks and notes, by index.
    pub tags: BTreeMap<usize, Tag>,
    /// Those of the marks file whose pair is not found, or not yet.
    pub unplaced: Vec<Mark>,
    /// How many rows can not be used.
    pub bad: usize,
    /// How many items at the end are no rows but marks whose pair is not in the file any more.
    pub lost: usize,
    /// What is to be said when the file is read.
    pub remarks: Vec<String>,
    /// The note that is being written.
    pub note: Option<Editor>,
    /// Document frequencies over the references.
    pub idf: FileIdf,
    /// What the scores were made with.
    pub basis: Option<Basis>,
    /// What they were made with first: scores of the file stand for these.
    first_basis: Option<Basis>,
    /// What the scores of the file were made with, where it says so.
    pub fits: Option<Fits>,
    /// Whether marks and notes are kept.
    pub keeps_marks: bool,
    /// Number of the newest basis, and of the newest job.
    pub generation: u64,
    /// Whether a batch is being scored.
    pub busy: bool,
    /// Items before this one are scored or asked for.
    cursor: usize,
    /// Pairs in the next batch.
    batch: usize,
    /// How many items have a score or will never have one.
    pub done: usize,
}

impl PairsList {
    /// A list whose rows are still to come; `marks` are those of its marks file.
    #[must_use]
    pub fn new(file: PathBuf, marks: Vec<Mark>, file_idf: bool) -> Self {
        Self {
            file,
            items: Vec::new(),
            reading: true,
            broken: None,
            open: true,
            filter: Editor::new(""),
            only_marked: false,
            sort: Sort::File,
            turned: false,
            order: Vec::new(),
            selected: 0,
            current: None,
            shown: [const { String::new() }; 2],
            drafts: BTreeMap::new(),
            own: None,
            jumped: None,
            judgements: None,
            apart: Vec::new(),
            tags: BTreeMap::new(),
            unplaced: marks,
            bad: 0,
            lost: 0,
            remarks: Vec::new(),
            note: None,
            idf: if file_idf { FileIdf::Wanted } else { FileIdf::Off },
            basis: None,
            first_basis: None,
            fits: None,
            keeps_marks: true,
            generation: 0,
            busy: false,
            cursor: 0,
            batch: scoring::FIRST_BATCH,
            done: 0,
        }
    }

    /// The file's name without its folder.
    #[must_use]
    pub fn name(&self) -> String {
        self.file.file_name().unwrap_or(self.file.as_os_str()).to_string_lossy().into_owned()
    }

    /// How many rows the file has.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.items.len() - self.lost
    }

    /// The pair that keys speak of: the selected one, or the one on the screen.
    #[must_use]
    pub fn target(&self) -> Option<usize> {
        if self.open { self.selected_item() } else { self.current }
    }

    /// Takes in the next rows.
    pub fn take_in(&mut self, rows: Vec<FileRow>) {
        let first = self.items.len();
        self.bad += rows.iter().filter(|row| row.is_err()).count();
        self.items.extend(rows.into_iter().map(|row| Item { known: Known::No, row }));
        for index in first..self.items.len() {
            self.items[index].known = self.known_before(index);
        }
        self.count_done();
        let there = self.items.len();
        let new: Vec<Mark> =
            self.unplaced.extract_if(.., |mark| (first..there).contains(&(mark.row.wrapping_sub(1)))).collect();
        for mark in new {
            let index = mark.row - 1;
            if self.is_of(&mark, index) { self.place(index, mark) } else { self.unplaced.push(mark) }
        }
        self.refresh();
    }
}
