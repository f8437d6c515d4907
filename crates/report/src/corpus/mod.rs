//! A report on a file of pairs, for one system or several: an HTML page, Markdown for an appendix, figures.
//!
//! Numbers are for all pairs. Texts are shown for the example pairs, with pictures, and in a list, which is a sample if
//! there are many.

mod agreement;
mod example_selection;
mod html;
mod list;
mod markdown;
mod report_figures;
mod shuffle;

use std::collections::BTreeMap;

use bertscope_analysis::Analysis;
use bertscope_metric::Score;
use bertscope_systems::{Drivers, SystemComparison};

use crate::figures::Figure;
use crate::systems::Remarks;

pub use example_selection::{Example, ExampleEvidence, ExampleGroup, ExampleReason, candidates_to_draw};

/// Shown in place of a score that does not exist.
pub const UNSCORED: &str = "not scored";

/// A scored file.
#[derive(Debug, Clone, PartialEq)]
pub struct CorpusReport {
    /// The title above the report.
    pub title: String,
    /// The command that created it, as typed.
    pub command: String,
    /// What makes the scores reproducible.
    pub signature: String,
    /// Names of the systems, at least one; the first is the baseline.
    pub systems: Vec<String>,
    /// Name of the human scores; `None` if there are none.
    pub human: Option<String>,
    /// All segments, in the order of the file.
    pub segments: Vec<Segment>,
    /// How many of them are shown.
    pub limits: ReportLimits,
}

/// How much of a file a report shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportLimits {
    /// Examples for each selection criterion.
    pub examples: usize,
    /// Segments in the list, at most.
    pub listed: usize,
    /// The seed of everything that is drawn at random.
    pub seed: u64,
}

/// A segment with the candidate of each system.
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    /// Its row in the file, from 1.
    pub row: usize,
    /// Its id, where it has one.
    pub id: Option<String>,
    /// Its group, such as a language pair.
    pub group: Option<String>,
    /// Its references, at least one.
    pub references: Vec<String>,
    /// One candidate for each system.
    pub outputs: Vec<SystemOutput>,
}

/// A system's candidate for a segment, with its scores.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemOutput {
    /// The candidate.
    pub candidate: String,
    /// Its score; `None` where it has none.
    pub score: Option<Score>,
    /// Its human score.
    pub human: Option<f64>,
}

/// The picture of a candidate, or a sentence that says why there is none.
pub type ExampleAnalysis = Result<Analysis, String>;

/// Pictures of example candidates, by segment and system.
pub type ExampleAnalyses = BTreeMap<(usize, usize), ExampleAnalysis>;

/// The results that a report presents.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// Means with intervals, differences of the systems, groups.
    pub comparison: SystemComparison,
    /// Remarks on pairs.
    pub remarks: Remarks,
    /// What drives the scores; `None` if the pairs were not analysed.
    pub drivers: Option<Drivers>,
    /// The example pairs.
    pub examples: Vec<ExampleGroup>,
    /// Their pictures.
    pub example_analyses: ExampleAnalyses,
}

impl CorpusReport {
    /// The example pairs.
    #[must_use]
    pub fn select_examples(&self) -> Vec<ExampleGroup> {
        example_selection::choose_examples(self)
    }

    /// The page, complete in one file.
    #[must_use]
    pub fn html(&self, findings: &Findings) -> String {
        html::page(self, findings)
    }

    /// The report as Markdown.
    #[must_use]
    pub fn markdown(&self, findings: &Findings) -> String {
        markdown::page(self, findings)
    }

    /// The figures.
    #[must_use]
    pub fn figures(&self, comparison: &SystemComparison) -> Vec<Figure> {
        report_figures::figures(self, comparison)
    }
}

/// File names, without extension, that the figures over so many systems may have.
#[must_use]
pub fn figure_names(systems: usize) -> Vec<String> {
    let people = (0..systems).map(|system| report_figures::human_score_figure_name(system, systems));
    report_figures::NAMES.iter().map(|name| (*name).to_owned()).chain(people).collect()
}

impl Segment {
    /// Its id; without one the number of its row.
    #[must_use]
    pub fn id(&self) -> String {
        self.id.clone().unwrap_or_else(|| self.row.to_string())
    }

    /// Its row, and its id if it has one.
    #[must_use]
    pub fn name(&self) -> String {
        self.id.as_ref().map_or_else(|| format!("row {}", self.row), |id| format!("row {}, {id}", self.row))
    }
}

impl SystemOutput {
    /// Its F1.
    #[must_use]
    pub fn f1(&self) -> Option<f64> {
        self.score.map(|score| score.f1)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A report of made-up texts: the F1 of each system's candidates, and human scores of the first system's.
    pub fn report(f1: &[&[f64]], human: &[f64]) -> CorpusReport {
        let output = |system: usize, i: usize| SystemOutput {
            candidate: format!("candidate {i} of {system}"),
            score: Some(Score { precision: Some(f1[system][i]), recall: Some(f1[system][i]), f1: f1[system][i] }),
            human: human.get(i).copied().filter(|_| system == 0),
        };
        let segment = |i: usize| Segment {
            row: i + 1,
            id: None,
            group: None,
            references: vec![format!("reference {i}")],
            outputs: (0..f1.len()).map(|system| output(system, i)).collect(),
        };
        CorpusReport {
            title: "Two systems".into(),
            command: "bertscope report pairs.tsv -o report.html".into(),
            signature: "model_L6_no-idf_version=0.3.12".into(),
            systems: (0..f1.len()).map(|i| char::from(b'A' + i as u8).to_string()).collect(),
            human: (!human.is_empty()).then(|| "rating".into()),
            segments: (0..f1[0].len()).map(segment).collect(),
            limits: ReportLimits { examples: 6, listed: 3000, seed: 1 },
        }
    }
}
