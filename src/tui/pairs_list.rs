//! The pairs of a file: which there are, in what order they are listed, what is known of their scores, and what somebody
//! noted about them. What happens to them is in [`super::update()`], what has to be read, scored or written in
//! [`super::pair_threads`].

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;

use super::editor::Editor;
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
            Self::Gap => Self::File,
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
        }
    }

    /// Whether the worst has the largest number.
    fn largest_is_worst(self) -> bool {
        self == Self::Gap
    }

    /// The number of a pair; none where it is not known.
    #[must_use]
    pub fn of(self, known: &Known) -> Option<f64> {
        let [precision, recall, f1] = known.numbers()?;
        match self {
            Self::File | Self::F1 => f1,
            Self::Precision => precision,
            Self::Recall => recall,
            Self::Gap => Some((precision? - recall?).abs()),
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

/// Pairs that are scored together at first, at least and at most.
const FIRST_BATCH: usize = 8;
const LARGEST_BATCH: usize = 256;

/// Bytes of text after which a batch is closed, so that long texts do not keep the model for seconds.
const BATCH_BYTES: usize = 16 << 10;

/// How long a batch should take while the list is in sight, and while somebody works in the inspector.
const IN_SIGHT: Duration = Duration::from_millis(160);
const BESIDE: Duration = Duration::from_millis(40);

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
    /// Its texts as the text boxes had them when it came.
    pub shown: [String; 2],
    /// What was on the screen before the first pair.
    pub own: Option<Own>,
    /// Where the last jump to the next worst led.
    pub jumped: Option<usize>,
    /// Marks and notes, by index.
    pub tags: BTreeMap<usize, Tag>,
    /// Those of the marks file whose pair is not found, or not yet.
    pub unplaced: Vec<Mark>,
    /// The note that is being written.
    pub note: Option<Editor>,
    /// Document frequencies over the references.
    pub idf: FileIdf,
    /// What the scores were made with.
    pub basis: Option<Basis>,
    /// What they were made with first: scores of the file stand for these.
    first_basis: Option<Basis>,
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
            sort: Sort::File,
            turned: false,
            order: Vec::new(),
            selected: 0,
            current: None,
            shown: [const { String::new() }; 2],
            own: None,
            jumped: None,
            tags: BTreeMap::new(),
            unplaced: marks,
            note: None,
            idf: if file_idf { FileIdf::Wanted } else { FileIdf::Off },
            basis: None,
            first_basis: None,
            generation: 0,
            busy: false,
            cursor: 0,
            batch: FIRST_BATCH,
            done: 0,
        }
    }

    /// The file's name without its folder.
    #[must_use]
    pub fn name(&self) -> String {
        self.file.file_name().unwrap_or(self.file.as_os_str()).to_string_lossy().into_owned()
    }

    /// Takes in the next rows.
    pub fn take_in(&mut self, rows: Vec<FileRow>) {
        let first = self.items.len();
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

    /// There are no more rows. Marks whose pair stands elsewhere now are put there.
    pub fn ended(&mut self, broken: Option<String>) {
        self.reading = false;
        self.broken = broken;
        if self.unplaced.is_empty() {
            return;
        }
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, item) in self.items.iter().enumerate() {
            if let Ok(pair) = &item.row {
                places.entry(&pair.candidate).or_default().push(index);
            }
        }
        let mut found = Vec::new();
        for (number, mark) in self.unplaced.iter().enumerate() {
            let free = |index: &&usize| {
                self.is_of(mark, **index)
                    && !self.tags.contains_key(*index)
                    && found.iter().all(|(_, taken)| taken != *index)
            };
            if let Some(index) = places.get(&*mark.candidate).and_then(|all| all.iter().find(free)) {
                found.push((number, *index));
            }
        }
        for (number, index) in found.into_iter().rev() {
            let mark = self.unplaced.remove(number);
            self.place(index, mark);
        }
    }

    fn is_of(&self, mark: &Mark, index: usize) -> bool {
        let pair = self.items.get(index).and_then(|item| item.row.as_ref().ok());
        pair.is_some_and(|pair| pair.candidate == mark.candidate && pair.references.first() == Some(&mark.reference))
    }

    fn place(&mut self, index: usize, mark: Mark) {
        self.tags.insert(index, Tag { marked: mark.marked, note: mark.note });
    }

    /// All marks as they are to be written, in the order of the file.
    #[must_use]
    pub fn marks(&self) -> Vec<Mark> {
        let mark = |(index, tag): (&usize, &Tag)| {
            let pair = self.items.get(*index)?.row.as_ref().ok()?;
            Some(Mark {
                row: index + 1,
                id: pair.id.clone(),
                reference: pair.references.first().cloned().unwrap_or_default(),
                candidate: pair.candidate.clone(),
                marked: tag.marked,
                note: tag.note.clone(),
            })
        };
        let mut marks: Vec<Mark> = self.tags.iter().filter_map(mark).chain(self.unplaced.iter().cloned()).collect();
        marks.sort_by_key(|mark| mark.row);
        marks
    }

    /// Changes mark or note of a pair; whether there is such a pair.
    pub fn tag(&mut self, index: usize, change: impl FnOnce(&mut Tag)) -> bool {
        if !self.items.get(index).is_some_and(|item| item.row.is_ok()) {
            return false;
        }
        let mut tag = self.tags.remove(&index).unwrap_or_default();
        change(&mut tag);
        if tag != Tag::default() {
            self.tags.insert(index, tag);
        }
        true
    }

    /// What is known of an item without the model: the scores of the file stand for the settings it was opened with.
    fn known_before(&self, index: usize) -> Known {
        let same = self.basis == self.first_basis;
        match &self.items[index].row {
            Ok(pair) => pair.scores.filter(|_| same).map_or(Known::No, Known::File),
            Err(why) => Known::Refused(Arc::clone(why)),
        }
    }

    /// Scores are made with something else from here on: those that were made are forgotten.
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

    fn count_done(&mut self) {
        self.done = self.items.iter().filter(|item| item.known != Known::No).count();
    }

    /// Takes in a batch's scores; those of an older basis are dropped.
    pub fn scored(&mut self, scores: Scores) {
        self.busy = false;
        if scores.generation != self.generation {
            return;
        }
        let wanted = if self.open { IN_SIGHT } else { BESIDE };
        if scores.elapsed > wanted {
            self.batch = (self.batch / 2).max(1);
        } else if scores.elapsed < wanted / 2 {
            self.batch = (2 * self.batch).min(LARGEST_BATCH);
        }
        for (index, score) in scores.scores {
            if let Some(item) = self.items.get_mut(index) {
                self.done += usize::from(item.known == Known::No);
                item.known = score.map_or_else(Known::Refused, Known::Scored);
            }
        }
        if self.sort != Sort::File {
            self.refresh();
        }
    }

    /// The pairs to score next: those of the lines in sight first, then as they come.
    pub fn next_batch(&mut self, in_sight: Range<usize>) -> Option<Batch> {
        let settings = self.basis.as_ref()?.settings;
        let (mut pairs, mut bytes): (Vec<(usize, Arc<FilePair>)>, usize) = (Vec::new(), 0);
        let wanted = |index: usize| {
            let item = self.items.get(index).filter(|item| item.known == Known::No)?;
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
        self.busy.then_some(Batch { generation: self.generation, settings, pairs })
    }

    /// The order and the filter anew; the selected line stays the same pair where it is still listed.
    pub fn refresh(&mut self) {
        let selected = self.selected_item();
        let typed = self.filter.text().trim().to_lowercase();
        let words: Vec<&str> = typed.split_whitespace().collect();
        self.order = if words.is_empty() {
            (0..self.items.len()).collect()
        } else {
            let note = |index: usize| self.tags.get(&index).map_or("", |tag| tag.note.as_str());
            let notes: BTreeMap<usize, &str> = self.tags.keys().map(|index| (*index, note(*index))).collect();
            let matching = |(index, item): (usize, &Item)| {
                matches(item, notes.get(&index).unwrap_or(&""), &words).then_some(index)
            };
            self.items.par_iter().enumerate().filter_map(matching).collect()
        };
        let (sort, down) = (self.sort, self.turned != self.sort.largest_is_worst());
        if sort == Sort::File {
            if self.turned {
                self.order.reverse();
            }
        } else {
            // What has no number comes last, whichever way the others are sorted.
            let key =
                |index: &usize| sort.of(&self.items[*index].known).map_or(f64::INFINITY, |x| if down { -x } else { x });
            self.order.par_sort_by(|a, b| key(a).total_cmp(&key(b)).then(a.cmp(b)));
        }
        let place = selected.and_then(|item| self.order.iter().position(|index| *index == item));
        self.selected = place.unwrap_or(self.selected).min(self.order.len().saturating_sub(1));
    }

    /// The item of the selected line.
    #[must_use]
    pub fn selected_item(&self) -> Option<usize> {
        self.order.get(self.selected).copied()
    }

    /// Selects the line of an item, where it is listed.
    pub fn select(&mut self, item: usize) {
        self.selected = self.order.iter().position(|index| *index == item).unwrap_or(self.selected);
    }

    /// Moves the selection by lines.
    pub fn step(&mut self, by: i16) {
        let last = self.order.len().saturating_sub(1);
        self.selected = self.selected.min(last).saturating_add_signed(by.into()).min(last);
    }

    /// Moves the selection to the first or last line.
    pub fn end(&mut self, last: bool) {
        self.selected = if last { self.order.len().saturating_sub(1) } else { 0 };
    }

    /// The pair after (or before) the one on the screen in the order of the list; bad rows are passed over. Where the one
    /// on the screen is not listed, the first one.
    #[must_use]
    pub fn neighbour(&self, forward: bool) -> Option<usize> {
        let good = |index: &&usize| self.items[**index].row.is_ok();
        let here = self.current.and_then(|current| self.order.iter().position(|index| *index == current));
        match here {
            None => self.order.iter().find(good),
            Some(here) if forward => self.order[here + 1..].iter().find(good),
            Some(here) => self.order[..here].iter().rev().find(good),
        }
        .copied()
    }

    /// The next worst listed pair after `from` by what the list is sorted by (F1 in file order); the worst where there is
    /// no `from`. `None` when there is none, or none whose score is known.
    #[must_use]
    pub fn worst_after(&self, from: Option<usize>) -> Option<usize> {
        let badness = |index: usize| {
            let number = self.sort.of(&self.items[index].known)?;
            Some(if self.sort.largest_is_worst() { -number } else { number })
        };
        let before = from.and_then(|index| Some((badness(index)?, index)));
        let later = |place: (f64, usize), than: (f64, usize)| place.0.total_cmp(&than.0).then(place.1.cmp(&than.1));
        let places = self.order.iter().filter_map(|index| Some((badness(*index)?, *index)));
        places
            .filter(|place| before.is_none_or(|before| later(*place, before).is_gt()))
            .min_by(|a, b| later(*a, *b))
            .map(|(_, index)| index)
    }
}

/// Whether every word stands somewhere in the texts or the name of an item, or in its note.
fn matches(item: &Item, note: &str, words: &[&str]) -> bool {
    let mut texts = vec![note.to_lowercase()];
    match &item.row {
        Ok(pair) => {
            let own = [&pair.id, &pair.candidate].into_iter().chain(&pair.references);
            texts.extend(own.map(|text| text.to_lowercase()));
        }
        Err(why) => texts.push(why.to_lowercase()),
    }
    words.iter().all(|word| texts.iter().any(|text| text.contains(word)))
}
