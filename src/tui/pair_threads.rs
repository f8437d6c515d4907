//! What a list of pairs does beside the inspector: a thread that reads the file, and one that scores and counts with an
//! analyzer of its own.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

pub use super::marks_file::MarksFile;
use super::message::Message;
use super::pair_scorer::Scorer;
use super::pairs_list::{Batch, FilePair, FileRow, PairsEffect, PairsList, PairsMessage};
use super::worker::Worker;
use crate::analysis::Analyzer;
use crate::encoder::{Keep, Layer};
use crate::models::FrequencyTable;
use crate::pairs::scores::KnownScores;
use crate::pairs::{Input, PairsError, Row};

/// Rows in the first message and in the others: a screenful at once, and then few messages.
const FIRST: usize = 128;
const MORE: usize = 8192;

/// Rows of a file that was opened, before anything else is done with them.
pub struct OpenedPairs {
    /// The file.
    pub file: PathBuf,
    /// Its rows, the first ones among them.
    rows: Box<dyn Iterator<Item = Result<Row, PairsError>> + Send>,
    /// Scores that were computed before.
    known: Vec<KnownScores>,
    /// What was noted before.
    pub marks: MarksFile,
    /// Whether tokens are to be weighed by the references of the file.
    pub file_idf: bool,
}

impl OpenedPairs {
    /// Looks at a file of pairs as far as the first one that can be used, and at the marks beside it.
    ///
    /// # Errors
    /// [`PairsError`] when there is no pair in it, or it or the marks can not be read.
    pub fn open(input: &Input, file: PathBuf, known: Vec<KnownScores>, file_idf: bool) -> Result<Self, PairsError> {
        let mut rows = input.rows()?;
        let mut first = VecDeque::new();
        while first.back().is_none_or(|row| matches!(row, Ok(Err(_)))) {
            match rows.next() {
                Some(Err(error)) => return Err(error),
                Some(row) => first.push_back(row),
                None => break,
            }
        }
        match first.pop_back() {
            None => return Err(PairsError::EmptyTable(file.display().to_string())),
            Some(Ok(Err(bad))) => {
                // The first bad row says what is wrong with all of them.
                let sentence = first.into_iter().find_map(|row| row.ok()?.err()).unwrap_or(bad).sentence;
                return Err(PairsError::Row(sentence));
            }
            Some(good) => first.push_back(good),
        }
        let marks = MarksFile::read(crate::pairs::marks::beside(&file))?;
        Ok(Self { file, rows: Box::new(first.into_iter().chain(rows)), known, marks, file_idf })
    }

    /// The list, without its rows.
    #[must_use]
    pub fn list(&self) -> PairsList {
        PairsList::new(self.file.clone(), self.marks.marks.clone(), self.file_idf)
    }

    /// All rows, for those who do not read beside something else; and a sentence where they ended early.
    pub fn all(self) -> (Vec<FileRow>, Result<(), String>) {
        let mut all = Vec::new();
        let read = self.read(|rows| {
            all.extend(rows);
            true
        });
        (all, read)
    }

    /// Gives the rows in pieces, until nobody wants them.
    fn read(self, mut give: impl FnMut(Vec<FileRow>) -> bool) -> Result<(), String> {
        let Self { rows, known, .. } = self;
        let (mut piece, mut number) = (Vec::with_capacity(FIRST), 0);
        let mut misfit = None;
        let mut ended = Ok(());
        for row in rows {
            let row = match row {
                Ok(row) => row,
                Err(error) => {
                    ended = Err(error.to_string());
                    break;
                }
            };
            let scores = known.get(number);
            number += 1;
            piece.push(file_row(row, number, scores, &mut misfit));
            if piece.len() >= if number <= FIRST { FIRST } else { MORE } && !give(std::mem::take(&mut piece)) {
                return Ok(());
            }
        }
        give(piece);
        if ended.is_ok() && !known.is_empty() && known.len() != number {
            misfit.get_or_insert_with(|| format!("the scores have {} rows and the pairs {number}", known.len()));
        }
        ended?;
        misfit.map_or(Ok(()), |why| Err(format!("not all scores of the other file were used: {why}")))
    }
}

/// A row as the list has it. Scores of another file belong to it unless that file calls their row something else.
fn file_row(row: Row, number: usize, known: Option<&KnownScores>, misfit: &mut Option<String>) -> FileRow {
    let pair = row.map_err(|bad| Arc::from(bad.sentence))?;
    let id = pair.id.map_or_else(|| number.to_string(), |id| id.to_string());
    let mut scores = pair.scores;
    match known {
        Some(KnownScores { id: Some(other), .. }) if *other != id => {
            misfit.get_or_insert_with(|| format!("row {number} is {id:?} here and {other:?} there"));
        }
        Some(known) => scores = known.scores.or(scores),
        None => {}
    }
    Ok(Arc::new(FilePair { id, candidate: pair.candidate, references: pair.references, scores }))
}

/// What the scoring thread is told.
enum Order {
    /// Use this analyzer, which is not meant for many pairs.
    Use(Box<Analyzer>),
    /// Weigh by this table.
    Weigh(Option<Arc<FrequencyTable>>),
    Score(Batch),
    Count(u64, Vec<Arc<FilePair>>),
}

/// The threads of a list, and its marks file.
pub struct PairThreads {
    orders: Sender<Order>,
    marks: MarksFile,
    name: String,
}

impl PairThreads {
    /// Begins to read. Rows and scores come as messages.
    #[must_use]
    pub fn start(opened: OpenedPairs, messages: Sender<Message>) -> Self {
        let (orders, receiver) = channel();
        let name = opened.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let marks = opened.marks.clone();
        let (told, source) = (messages.clone(), name.clone());
        std::thread::spawn(move || work(&receiver, &told, &source));
        std::thread::spawn(move || {
            let tell = |message| messages.send(Message::Pairs(message)).is_ok();
            let read = catch_unwind(AssertUnwindSafe(|| opened.read(|rows| tell(PairsMessage::Rows(rows)))));
            let bug =
                || Err("the file can not be read on, and that is a bug in bertscope; please report it".to_owned());
            tell(PairsMessage::Read(read.unwrap_or_else(|_| bug())));
        });
        Self { orders, marks, name }
    }

    /// Another model does the scoring from here on.
    pub fn replace(&self, analyzer: &Analyzer) {
        // The thread ends only with this.
        let _ = self.orders.send(Order::Use(Box::new(analyzer.like(Keep::Only(Layer(0))))));
    }

    /// Does what the list asks for.
    ///
    /// # Errors
    /// A sentence that says why marks were not written.
    pub fn carry_out(&mut self, effect: PairsEffect, worker: &Worker) -> Result<(), String> {
        let order = match effect {
            PairsEffect::Score(batch) => Order::Score(batch),
            PairsEffect::Count(number, pairs) => Order::Count(number, pairs),
            PairsEffect::Weigh(table) => {
                worker.weigh(table.clone());
                Order::Weigh(table)
            }
            // At once and not on a thread, so that nothing is left to be written when the program ends.
            PairsEffect::Save(marks) => {
                return self
                    .marks
                    .write(marks)
                    .map_err(|why| format!("Marks of {} were not written: {why}", self.name));
            }
        };
        let _ = self.orders.send(order);
        Ok(())
    }

    /// Before the program ends: where the marks are that could not be written; see [`MarksFile::rescue`].
    pub fn rescue(&mut self) -> Option<String> {
        self.marks.rescue()
    }
}

fn work(orders: &Receiver<Order>, messages: &Sender<Message>, name: &str) {
    let mut scorer: Option<Scorer> = None;
    for order in orders {
        let answer = match (order, &mut scorer) {
            (Order::Use(analyzer), scorer) => {
                *scorer = Some(Scorer::new(*analyzer));
                continue;
            }
            (Order::Weigh(table), Some(scorer)) => {
                scorer.weigh(table);
                continue;
            }
            (Order::Score(batch), Some(scorer)) => PairsMessage::Scored(scorer.score(&batch)),
            (Order::Count(number, pairs), Some(scorer)) => PairsMessage::Counted(number, scorer.count(&pairs, name)),
            (_, None) => continue,
        };
        if messages.send(Message::Pairs(answer)).is_err() {
            return;
        }
    }
}
