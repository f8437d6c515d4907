//! The best references of each candidate, and the references that no candidate covers.

use serde::Serialize;

use crate::number::pluralized;
use bertscope_metric::Score;
use bertscope_sheet::label::fit;
use bertscope_sheet::{Block, Cell, Row, Sheet, Table, tsv};

/// Columns of a text beside its numbers.
const TEXT_WIDTH: u16 = 56;

/// Candidates and references that were all scored with each other. Lines are counted from 1.
#[derive(Debug, Default, Serialize)]
pub struct MatchedLists {
    /// What the scores were computed with, in `bert_score`'s form.
    pub signature: String,
    /// How many references each candidate lists, if there are as many.
    pub top: usize,
    /// How many texts have more tokens than the model takes.
    pub truncated: u64,
    /// How many references there are.
    pub references: usize,
    pub candidates: Vec<MatchedCandidate>,
    /// The references that no candidate lists.
    pub uncovered: Vec<UncoveredReference>,
}

#[derive(Debug, Serialize)]
pub struct MatchedCandidate {
    pub line: usize,
    #[serde(skip)]
    pub text: String,
    /// Its best references, that of the highest F1 first.
    pub matches: Vec<MatchedReference>,
}

#[derive(Debug, Serialize)]
pub struct MatchedReference {
    /// From 1.
    pub rank: usize,
    pub line: usize,
    #[serde(skip)]
    pub text: String,
    #[serde(flatten)]
    pub score: Score,
}

#[derive(Debug, Serialize)]
pub struct UncoveredReference {
    pub line: usize,
    #[serde(skip)]
    pub text: String,
    /// The line of the candidate with the highest F1.
    pub candidate: usize,
    pub f1: f64,
}

/// A text as the name of its row, after the number of its line.
fn named(line: usize, text: &str) -> Cell {
    Cell::named(format!("{line}  {}", fit(text, TEXT_WIDTH)))
}

impl MatchedLists {
    pub fn sheet(&self) -> Vec<Block> {
        let mut table = Table::new(["candidate and its best references", "P", "R", "F1"]);
        for candidate in &self.candidates {
            table.push(Row::new([named(candidate.line, &candidate.text)]));
            for found in &candidate.matches {
                let mut cells = vec![named(found.line, &found.text)];
                cells.extend(found.score.numbers().map(Cell::mean));
                table.push(Row::new(cells).indented(1));
            }
        }
        let mut sheet = Sheet::default();
        sheet.push(table);
        self.add_uncovered(&mut sheet);
        if self.truncated > 0 {
            sheet.note(format!(
                "{} cut, because the model takes no more tokens.",
                pluralized(self.truncated, "text")
            ));
        }
        sheet.note(&self.signature);
        sheet.blocks
    }

    fn add_uncovered(&self, sheet: &mut Sheet) {
        let all = pluralized(self.references, "reference");
        let listed = match self.top {
            1 => "best one".to_owned(),
            top => format!("best {top}"),
        };
        if self.uncovered.is_empty() {
            sheet.text(format!(
                "No reference is left out: each is among the {listed} of some candidate."
            ));
            return;
        }
        sheet.text(format!(
            "No candidate has {} of {all} among its {listed}:",
            self.uncovered.len()
        ));
        let mut table = Table::new(["", "best F1", "of candidate"]);
        for reference in &self.uncovered {
            table.push(Row::new([
                named(reference.line, &reference.text),
                Cell::mean(Some(reference.f1)),
                Cell::count(reference.candidate),
            ]));
        }
        sheet.push(table);
    }

    /// A row for each match, for programs.
    pub fn tsv(&self) -> String {
        let columns = [
            "candidate",
            "rank",
            "reference",
            "precision",
            "recall",
            "f1",
        ];
        let mut table = Table::new(columns);
        for candidate in &self.candidates {
            for found in &candidate.matches {
                let mut cells = vec![
                    Cell::count(candidate.line),
                    Cell::count(found.rank),
                    Cell::count(found.line),
                ];
                cells.extend(found.score.numbers().map(Cell::mean));
                table.push(Row::new(cells));
            }
        }
        tsv::table(&table)
    }
}
