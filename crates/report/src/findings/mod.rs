//! Findings over a file of pairs, of one system or several: the builder of every sheet.
//!
//! Read → compute → build → render: the program reads files and scores them, `bertscope_systems` computes, this builds a
//! [document](bertscope_sheet), and the renderers of [`bertscope_sheet`] write it. Verdicts, sentences and the limits
//! of rows are here. The forms of numbers are in [`crate::number`]; [`Measure`] says when a difference counts as 0, and
//! `bertscope_systems` how many words and segments are collected, because JSON has all of them.

pub mod agreement;
mod cells;
pub mod difference;
pub mod drivers;
mod examples;
mod figures;
pub mod gate;
pub mod group_means;
mod groups;
pub mod handout;
mod heatmap;
pub mod human;
pub mod identified;
mod list;
pub mod matched_lists;
pub mod means;
mod order;
mod page;
mod remarks;
mod report;
pub mod rows;
pub mod scored;
pub mod shuffle;
pub mod summary;
pub mod tsv;
pub mod verdict;

use serde::Serialize;

use crate::number::pluralized;
use bertscope_analysis::VERSION_NOTE;
use bertscope_printable::printable;
use bertscope_sheet::markdown::{escaped, render};
use bertscope_sheet::{Block, Cell, Sheet, Table};
use bertscope_systems::{Drivers, Histogram, Measure, SystemComparison};

pub use figures::{figure_file, figure_names};
pub use remarks::{NoteCounts, Remarks, Repeated, RepeatedTextsBuilder, SkippedSegments};
pub use report::{CorpusReport, ExampleAnalyses, ReportLimits, Segment, SystemOutput};
pub use scored::ScoredCandidate;
pub use summary::Summary;

/// Maximum number of systems in the summary of a list.
const MAX_LISTED_SYSTEMS: usize = 8;

/// The findings about systems over the same segments.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Findings {
    /// What the scores were computed with, in `bert_score`'s form.
    pub signature: String,
    /// Number of segments left out, because they could not be scored for every system.
    pub left_out: u64,
    #[serde(flatten)]
    pub remarks: Remarks,
    /// Name of the human scores, if they were requested; there may be none.
    #[serde(skip)]
    pub human: Option<String>,
    /// The command that computed them, as typed.
    #[serde(skip)]
    pub command: String,
    /// Whether to compare every pair of systems.
    #[serde(skip)]
    pub all_pairs: bool,
    #[serde(flatten)]
    pub comparison: SystemComparison,
    /// What drives their scores; `None` if only scores are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drivers: Option<Drivers>,
}

impl Findings {
    /// The verdicts, the means, and remarks on them.
    fn add_summary(&self, sheet: &mut Sheet) {
        let comparison = &self.comparison;
        let unit = unit(comparison);
        for system in 1..comparison.systems.len() {
            sheet.text(verdict::verdict(comparison, system, self.all_pairs));
        }
        sheet.notes(verdict::p_value_notes(comparison));
        sheet.push(means::table(comparison));
        sheet.notes(means::notes(comparison));
        if self.left_out > 0 {
            let left_out = pluralized(self.left_out, unit);
            sheet.note(format!("{left_out} left out: not scored for every system."));
        }
        for remark in self.remarks.lines(comparison.segments as u64, unit) {
            sheet.note(remark + ".");
        }
    }

    /// Differences of the systems, groups and agreement with people, each where there is any.
    fn add_comparisons(&self, sheet: &mut Sheet) {
        difference::add_section(sheet, &self.comparison, self.all_pairs);
        order::add(sheet, &self.comparison);
        groups::add_section(sheet, &self.comparison);
        human::add_section(sheet, &self.comparison, self.human.as_deref());
    }

    /// Everything, for `bertscope compare`.
    pub fn sheet(&self) -> Vec<Block> {
        let mut sheet = Sheet::default();
        self.add_summary(&mut sheet);
        self.add_comparisons(&mut sheet);
        drivers::add_section(&mut sheet, self, "compare");
        sheet.extend(self.provenance());
        sheet.blocks
    }

    /// What makes the numbers reproducible.
    pub fn provenance(&self) -> Vec<Block> {
        let signature = if self.signature.is_empty() {
            "not given with the scores"
        } else {
            &self.signature
        };
        let program = concat!("bertscope ", env!("CARGO_PKG_VERSION"));
        let rows = [
            ("Command", self.command.as_str()),
            ("Signature", signature),
            ("Program", program),
        ];
        let rows = rows.map(|(name, text)| vec![Cell::named(name), Cell::Code(text.to_owned())]);
        let mut sheet = Sheet::default();
        sheet.section("made", "Reproduce");
        sheet.push(Table::new(["", ""]).with_rows(rows));
        sheet.note(format!("{VERSION_NOTE}."));
        sheet.blocks
    }
}

/// How the pairs of a list were selected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ListSelection {
    /// By nothing, or by what is known before scoring: a group, a text, an id.
    #[default]
    Unbiased,
    /// By a score or a difference of scores.
    ByScore,
    /// By marks or notes, which may have been made in sight of the scores.
    ByMark,
}

impl ListSelection {
    /// Why no test holds for these pairs, as a sentence: a test assumes that the outcome did not select them.
    pub fn no_test_reason(self) -> Option<&'static str> {
        match self {
            Self::Unbiased => None,
            Self::ByScore => Some("These pairs were selected by the score, so no test."),
            Self::ByMark => Some("These pairs were selected by marks or notes, so no test."),
        }
    }
}

/// The findings about a list of pairs that are still being scored: the means, the difference of one system from the
/// baseline, by its index, and its histogram; for one system that of its F1. `human` adds the agreement with people, unless
/// the scores or marks selected the pairs.
pub fn list_sheet(
    comparison: &SystemComparison,
    difference: usize,
    f1: Option<&Histogram>,
    human: bool,
    selection: ListSelection,
) -> Vec<Block> {
    let no_test = selection.no_test_reason();
    let change = comparison.differences.get(difference);
    let mut sheet = Sheet::default();
    if let Some(of) = change {
        sheet.text(match no_test {
            Some(reason) => verdict::untested_verdict(comparison, of.system, reason),
            None => verdict::verdict(comparison, of.system, false),
        });
    }
    let mut means = means::table(comparison);
    means.rows.truncate(MAX_LISTED_SYSTEMS);
    sheet.push(means);
    let systems = comparison.systems.len();
    if systems > MAX_LISTED_SYSTEMS {
        sheet.note(format!("and {} more systems", systems - MAX_LISTED_SYSTEMS));
    }
    sheet.notes(means::undefined(comparison));
    if let Some(of) = change {
        sheet.push(difference::table(comparison, of.system, &[Measure::F1]));
        let others = comparison.differences.len();
        let position = if others > 1 {
            format!(" (difference {} of {others})", difference + 1)
        } else {
            String::new()
        };
        sheet.text(difference::outcome(comparison, of) + &position);
    } else if let Some(reason) = no_test {
        sheet.note(reason);
    }
    if human && no_test.is_none() {
        sheet.extend(human::tables(comparison));
        sheet.notes(human::not_comparable(comparison));
    }
    sheet.extend(match change {
        Some(of) => difference::histogram(comparison, of),
        None => f1.map(|bins| cells::histogram("Pairs by F1", bins, false)),
    });
    sheet.blocks
}

/// Blocks as Markdown, below a title.
fn markdown(title: &str, blocks: &[Block]) -> String {
    let title = escaped(&printable(title));
    format!("## {title}\n\n{}", render(blocks))
}

/// The word for what is counted: the texts of one system are pairs, those of several are segments.
pub fn unit(comparison: &SystemComparison) -> &'static str {
    if comparison.systems.len() > 1 {
        "segment"
    } else {
        "pair"
    }
}

/// The word for what is counted, as the name of a column.
fn units_heading(comparison: &SystemComparison) -> &'static str {
    if comparison.systems.len() > 1 {
        "Segments"
    } else {
        "Pairs"
    }
}

/// A number of pairs or segments.
fn counted(comparison: &SystemComparison, n: usize) -> String {
    pluralized(n, unit(comparison))
}

/// Name of the difference of two systems.
fn minus(comparison: &SystemComparison, system: usize, baseline: usize) -> String {
    format!(
        "{} − {}",
        comparison.systems[system], comparison.systems[baseline]
    )
}

/// Whether an amount or a difference of F1 is above 0 when it is printed.
fn is_above_zero(amount: f64) -> bool {
    Measure::F1.direction(amount).is_gt()
}

/// The items with the largest keys, the largest first; of equal ones the earlier.
fn largest<T>(items: impl Iterator<Item = T>, key: impl Fn(&T) -> f64, most: usize) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_by(|a, b| key(b).total_cmp(&key(a)));
    items.truncate(most);
    items
}

/// Name of a group; `(none)` for the segments without a group.
fn group_name(name: &str) -> &str {
    if name.is_empty() { "(none)" } else { name }
}
