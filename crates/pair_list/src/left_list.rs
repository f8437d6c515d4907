//! How a list was left, for the next time that its file is opened.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{PairsList, Sort};

/// How a list was left. Every field is optional, as in the session file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LeftList {
    pub file: PathBuf,
    pub sort: Sort,
    pub reversed: bool,
    pub filter: String,
    pub only_marked: bool,
    /// The columns of human scores, one per system.
    pub human: Vec<String>,
    /// The pair, as an index.
    pub row: Option<usize>,
}

impl LeftList {
    /// Whether the list has the order of the file, and every pair.
    fn is_plain(&self) -> bool {
        let plain = Self {
            file: self.file.clone(),
            human: self.human.clone(),
            row: self.row,
            ..Self::default()
        };
        *self == plain
    }
}

impl PairsList {
    /// The path of the file from anywhere.
    pub fn path(&self) -> PathBuf {
        std::path::absolute(&self.file).unwrap_or_else(|_| self.file.clone())
    }

    /// How the list is left with this pair in use.
    pub fn leave(&self, row: Option<usize>) -> LeftList {
        if let Some(left) = &self.left {
            return left.clone();
        }
        LeftList {
            file: self.path(),
            sort: self.sort,
            reversed: self.reversed,
            filter: self.filter.clone(),
            only_marked: self.only_marked,
            human: self.human_columns().to_vec(),
            row,
        }
    }

    /// Restores the list as it was left, once the file has been read. What the command line or the user has chosen since then
    /// stays. Returns the pair that was in use, if it is still there.
    pub fn resume(&mut self) -> Option<usize> {
        let left = self.left.take()?;
        if self.human_scores.is_none() {
            for (system, column) in left.human.iter().enumerate() {
                self.use_human_column(system, column);
            }
        }
        let is_untouched = self.leave(None).is_plain();
        if is_untouched {
            self.filter.clone_from(&left.filter);
            self.only_marked = left.only_marked;
            if self.can_sort_by(left.sort) {
                (self.sort, self.reversed) = (left.sort, left.reversed);
            }
        }
        self.refresh();
        if is_untouched && !left.is_plain() {
            self.remarks
                .push("The order and the filter are those of the last session.".to_owned());
        }
        let row = left.row.filter(|_| self.selected_item() == self.current)?;
        self.select(row);
        self.pair(row).map(|_| row)
    }
}
