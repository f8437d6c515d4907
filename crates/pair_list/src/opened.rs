//! A file of pairs that was opened: its rows as they are read, its scores and its marks.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::file_start::FileStart;
use crate::rows::{RowBuilder, compare_lengths, human_score, kinds_column};
use crate::{FileRow, HumanScores, MarksFile, PairsList, PairsMessage};
use bertscope_analysis::{Idf, ScoreRequest, SettingsRequest};
use bertscope_kinds::WordList;
use bertscope_pairs::marks::marks_path;
use bertscope_pairs::provenance::ScoreProvenance;
use bertscope_pairs::saved_scores::FileScores;
use bertscope_pairs::{Input, OtherColumn, PairsError, Row, RowError, no_human_scores};

/// Number of rows in the first message and in the others: a screenful at once, and then few messages.
const FIRST_MESSAGE_ROWS: usize = 128;
const MESSAGE_ROWS: usize = 8192;

/// The rows of an opened file, not yet read.
pub struct OpenedPairs {
    pub file: PathBuf,
    /// Its rows, including those read so far.
    rows: Box<dyn Iterator<Item = Result<Row, PairsError>> + Send>,
    /// Whether there are scores, in the file or in another one.
    has_scores: bool,
    /// The settings of the scores in the file of pairs or of scores.
    provenance: Option<ScoreProvenance>,
    /// What follows from them for the start.
    start: FileStart,
    /// The marks file; `None` with `--no-marks`.
    pub marks: Option<MarksFile>,
    options: OpenPairsOptions,
}

/// Options for opening a file of pairs.
#[derive(Debug, Clone, Default)]
pub struct OpenPairsOptions {
    pub scores: Option<FileScores>,
    /// Whether to use IDF from the references of the file.
    pub file_idf: bool,
    /// Whether to ignore the marks file.
    pub no_marks: bool,
    /// Columns of human scores, one per system; empty if there are none.
    pub human: Vec<String>,
    /// Names of the systems, if there are several.
    pub systems: Vec<String>,
    pub filter: String,
    /// The words of the language among which words to look at are found.
    pub kind_words: Arc<WordList>,
}

impl OpenedPairs {
    /// Reads a file of pairs up to the first valid row, without which it is refused, and its marks file.
    pub fn open(
        input: &Input,
        file: PathBuf,
        options: OpenPairsOptions,
    ) -> Result<Self, PairsError> {
        let mut rows = input.rows()?;
        let mut first: VecDeque<Result<Row, PairsError>> = VecDeque::new();
        let mut found = false;
        let mut own = None;
        while !found || (own.is_none() && first.len() < FIRST_MESSAGE_ROWS) {
            match rows.next() {
                Some(Err(error)) if !found => return Err(error),
                Some(row) => {
                    if let Ok(Ok(pair)) = &row
                        && pair.missing.is_none()
                        && pair.unread_human.is_none()
                    {
                        found = true;
                        own = own.or_else(|| pair.scores.map(|_| pair.provenance.clone()));
                    }
                    first.push_back(row);
                }
                None => break,
            }
        }
        if !found {
            // The first invalid row shows what is wrong with all of them.
            let invalid: Vec<&RowError> = first
                .iter()
                .filter_map(|row| match row.as_ref().ok()? {
                    Ok(pair) => pair.unread_human.as_ref(),
                    Err(error) => Some(error),
                })
                .collect();
            return Err(match (no_human_scores(&invalid), invalid.first()) {
                (Some(problem), _) => PairsError::Row(problem),
                (None, Some(error)) => PairsError::Row(error.to_string()),
                (None, None) if !first.is_empty() => PairsError::Row(
                    "a text is missing in every pair, so --missing skip leaves none to score; --missing zero scores them 0"
                        .to_owned(),
                ),
                (None, None) => input.empty_error(),
            });
        }
        let has_scores = options.scores.is_some() || own.is_some();
        let provenance = options
            .scores
            .as_ref()
            .map_or(own.flatten(), |scores| scores.provenance().cloned());
        if let Some(scores) = &options.scores {
            compare_lengths(scores, input)?;
        }
        let marks = if options.no_marks {
            None
        } else {
            Some(MarksFile::read(marks_path(&file))?)
        };
        let rows = Box::new(first.into_iter().chain(rows));
        Ok(Self {
            file,
            rows,
            has_scores,
            provenance,
            start: FileStart::default(),
            marks,
            options,
        })
    }

    /// Starts with the settings of the scores, where the options ask for nothing else. The name of their model goes into the
    /// request; the settings are returned.
    pub fn use_settings_of_scores(&mut self, request: &mut ScoreRequest) -> SettingsRequest {
        if !self.has_scores {
            return SettingsRequest::default();
        }
        let name = self
            .options
            .scores
            .as_ref()
            .map_or(self.file.as_path(), |scores| Path::new(&scores.name));
        let name = name.file_name().unwrap_or_default().to_string_lossy();
        let Some(provenance) = &self.provenance else {
            self.start = FileStart::without_provenance(&name);
            return SettingsRequest::default();
        };
        self.start = FileStart::from_provenance(provenance, &name, request);
        let mut settings = self.start.request.settings;
        if request.settings.idf.is_some() {
            settings.idf = None;
        } else if settings.idf == Some(Idf::References) {
            self.options.file_idf = true;
            // Until the references are counted, which is after the first pair is on the screen.
            settings.idf = Some(Idf::Off);
        }
        // The model is opened with these two. A layer would be an error there if the model lacks it.
        if request.model_name().is_none() {
            request.model.clone_from(&self.start.request.model);
        }
        request.settings.conventions = request.settings.conventions.or(settings.conventions);
        settings
    }

    /// The list, without its rows.
    pub fn list(&self) -> PairsList {
        let marks = self
            .marks
            .as_ref()
            .map_or(Vec::new(), |marks| marks.marks.clone());
        let OpenPairsOptions {
            file_idf,
            human,
            systems,
            filter,
            ..
        } = &self.options;
        let mut list = PairsList::new(self.file.clone(), marks, *file_idf);
        list.human_scores = (!human.is_empty()).then(|| HumanScores::new(human.clone()));
        list.keeps_marks = self.marks.is_some();
        list.systems.clone_from(systems);
        list.filter.clone_from(filter);
        list.file_settings.clone_from(&self.start.scores);
        list.remarks.extend(self.start.remark.clone());
        list
    }

    /// Passes on the rows in chunks, until `give` returns false.
    pub fn read(self, mut give: impl FnMut(PairsMessage) -> bool) -> Result<(), String> {
        let options = self.options;
        let mut builder = RowBuilder {
            name: self.file.display().to_string(),
            scores: options.scores.as_ref(),
            provenance: self.provenance,
            mismatch: None,
        };
        let mut chunk = RowChunk::default();
        let mut ended = Ok(());
        for (number, row) in (1..).zip(self.rows) {
            let mut row = match row {
                Ok(row) => row,
                Err(error) => {
                    ended = Err(error.to_string());
                    break;
                }
            };
            for system in 0..options.human.len() {
                let pair = row.as_ref().ok();
                let human = pair.and_then(|pair| human_score(pair, system));
                chunk.human_scores.push(human);
            }
            let mut columns = Vec::new();
            if let Ok(pair) = &mut row {
                let kinds = kinds_column(pair, &options.kind_words);
                columns.append(&mut pair.others);
                columns.extend(kinds);
            }
            chunk.columns.push(columns);
            chunk.rows.push(builder.row(row, number));
            let full = if number <= FIRST_MESSAGE_ROWS {
                FIRST_MESSAGE_ROWS
            } else {
                MESSAGE_ROWS
            };
            if chunk.rows.len() >= full && !std::mem::take(&mut chunk).give_to(&mut give) {
                return Ok(());
            }
        }
        chunk.give_to(&mut give);
        ended?;
        match builder.mismatch {
            None => Ok(()),
            Some(why) => Err(format!("Not all scores of the file were used: {why}.")),
        }
    }
}

/// Rows that are passed on together.
#[derive(Default)]
struct RowChunk {
    rows: Vec<FileRow>,
    /// \[rows × systems\].
    human_scores: Vec<Option<f64>>,
    columns: Vec<Vec<OtherColumn>>,
}

impl RowChunk {
    /// Returns whether more rows are wanted.
    fn give_to(self, give: &mut impl FnMut(PairsMessage) -> bool) -> bool {
        // Before the rows, so that the rows are drawn with them.
        let has_human_scores = !self.human_scores.is_empty();
        (!has_human_scores || give(PairsMessage::HumanScores(self.human_scores)))
            && give(PairsMessage::Columns(self.columns))
            && give(PairsMessage::Rows(self.rows))
    }
}
