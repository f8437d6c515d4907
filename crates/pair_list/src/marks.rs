//! Marks and annotations: matches those of the marks file with their pairs, collects those to write, and states the row
//! that an export comes from.

use crate::{ListItem, PairsList, Tag};
use bertscope_analysis::Note;
use bertscope_pairs::marks::Mark;
use bertscope_report::PairOrigin;
use bertscope_report::number::pluralized;
use std::collections::HashMap;
use std::fmt::Write;

impl PairsList {
    /// Handles the end of the rows. Marks follow pairs that have moved; the others are listed at the end.
    pub fn finish_reading(&mut self, broken: Option<String>) {
        self.reading = false;
        self.read_error = broken;
        self.remark_quotes();
        self.find_moved();
        // A row that was not read may contain the pair.
        if self.read_error.is_none() && !self.unmatched_marks.is_empty() {
            self.list_lost();
        }
        self.refresh();
    }

    /// Says how many pairs have the quotes of a table.
    fn remark_quotes(&mut self) {
        let pairs = self.items.iter().filter_map(|item| item.row.as_ref().ok());
        let count = pairs.filter(|pair| pair.looks_quoted).count();
        if count > 0 {
            let pairs = pluralized(count as u64, "pair");
            self.remarks
                .push(format!("{pairs}: {}.", Note::LooksQuoted.kind()));
        }
    }

    /// Lists marks whose pair is not in the file at the end, where the filter finds their notes, and reports them.
    fn list_lost(&mut self) {
        self.orphaned_marks = self.unmatched_marks.len();
        for mark in &self.unmatched_marks {
            let mut words = "no longer in the file:".to_owned();
            if mark.marked {
                words += " ●";
            }
            if !mark.note.is_empty() {
                let _ = write!(words, " ¶ {}", mark.note);
            }
            let _ = write!(words, " “{}” for “{}”", mark.candidate, mark.reference);
            self.items.push(ListItem::new(Err(words.into())));
        }
        self.count_done();
        let name = self.name();
        let words = match self.orphaned_marks {
            1 => format!(
                "1 mark belongs to a pair that is no longer in {name}; it is kept at the end of the list."
            ),
            n => {
                format!(
                    "{n} marks belong to pairs that are no longer in {name}; they are kept at the end of the list."
                )
            }
        };
        self.remarks.push(words);
    }

    fn find_moved(&mut self) {
        if self.unmatched_marks.is_empty() {
            return;
        }
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, item) in self.items.iter().enumerate() {
            if let Ok(pair) = &item.row {
                places.entry(&pair.candidate).or_default().push(index);
            }
        }
        let mut found = Vec::new();
        for (number, mark) in self.unmatched_marks.iter().enumerate() {
            let alike = places.get(&*mark.candidate).into_iter().flatten();
            for index in alike {
                let is_taken =
                    self.tags.contains_key(index) || found.iter().any(|(_, taken)| taken == index);
                if !is_taken && self.matches_mark(mark, *index) {
                    found.push((number, *index));
                    break;
                }
            }
        }
        for (number, index) in found.into_iter().rev() {
            let mark = self.unmatched_marks.remove(number);
            self.attach_mark(index, mark);
        }
    }

    pub(crate) fn matches_mark(&self, mark: &Mark, index: usize) -> bool {
        self.pair(index).is_some_and(|pair| {
            pair.candidate == mark.candidate && pair.references.first() == Some(&mark.reference)
        })
    }

    pub(crate) fn attach_mark(&mut self, index: usize, mark: Mark) {
        self.tags.insert(
            index,
            Tag {
                marked: mark.marked,
                note: mark.note,
            },
        );
    }

    /// All marks to write, in file order. `changed` is the tag that a pair has while its note is being written.
    pub fn marks(&self, changed: Option<(usize, Tag)>) -> Vec<Mark> {
        let mut tags = self.tags.clone();
        tags.extend(changed);
        tags.retain(|_, tag| *tag != Tag::default());
        let mut marks = Vec::new();
        for (index, tag) in tags {
            if let Some(pair) = self.pair(index) {
                marks.push(Mark {
                    row: index + 1,
                    id: pair.id.clone(),
                    reference: pair.references.first().cloned().unwrap_or_default(),
                    candidate: pair.candidate.clone(),
                    marked: tag.marked,
                    note: tag.note,
                });
            }
        }
        marks.extend(self.unmatched_marks.iter().cloned());
        marks.sort_by_key(|mark| mark.row);
        marks
    }

    /// Changes the mark or annotation of a pair; returns whether there is such a pair.
    pub fn update_tag(&mut self, index: usize, change: impl FnOnce(&mut Tag)) -> bool {
        if self.pair(index).is_none() {
            return false;
        }
        let mut tag = self.tags.remove(&index).unwrap_or_default();
        change(&mut tag);
        if tag != Tag::default() {
            self.tags.insert(index, tag);
        }
        if self.only_marked {
            self.refresh();
        }
        true
    }
}

impl PairsList {
    /// The row in the file, with its mark and annotation; `None` if it cannot be scored.
    pub fn origin(&self, index: usize) -> Option<PairOrigin> {
        let pair = self.pair(index)?;
        let tag = self.tags.get(&index).cloned().unwrap_or_default();
        let row = index + 1;
        Some(PairOrigin {
            file: self.name(),
            row,
            id: (pair.id != row.to_string()).then(|| pair.id.clone()),
            human: self.human_score(index, 0),
            columns: self
                .columns
                .values_in_row(index)
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            reference: None,
            edited: false,
            marked: tag.marked,
            note: tag.note,
        })
    }

    /// The row of the pair on the screen, whose text boxes have these texts. A human score belongs to the file's
    /// candidate; an edited candidate has none.
    pub fn origin_on_screen(&self, [reference, candidate]: [&str; 2]) -> Option<PairOrigin> {
        let current = self.current?;
        let origin = self.origin(current)?;
        let pair = self.pair(current)?;
        // As the text box shows them, without line breaks.
        let at = if reference == self.shown[0] {
            Some(0)
        } else {
            pair.references.iter().position(|text| text == reference)
        };
        let edited = at.is_none() || candidate != self.shown[1];
        let all = pair.references.len();
        Some(PairOrigin {
            edited,
            human: origin.human.filter(|_| candidate == self.shown[1]),
            reference: at.filter(|_| all > 1).map(|at| (at + 1, all)),
            ..origin
        })
    }
}
