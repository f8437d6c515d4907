//! A report on a file of pairs, for one system or several: the findings with examples, figures and a list of the pairs.
//!
//! Numbers are for all pairs. Texts are shown for the example pairs, with pictures, and in a list, which is a sample if
//! there are many.

use std::collections::BTreeMap;
use std::sync::Arc;

use bertscope_analysis::Analysis;
use bertscope_metric::Score;

use super::Findings;
use crate::export::origin::row_name;

/// A scored file and what was found in it.
#[derive(Debug, Clone, PartialEq)]
pub struct CorpusReport {
    /// The title above the report.
    pub title: String,
    /// What was found; its systems are those of [`Segment::outputs`].
    pub findings: Findings,
    /// All segments, in the order of the file.
    pub segments: Vec<Segment>,
    /// How many of them are shown.
    pub limits: ReportLimits,
    /// Pictures of the [candidates of the examples](Self::candidates_to_draw).
    pub pictures: ExampleAnalyses,
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
    pub group: Option<String>,
    /// Its references, at least one.
    pub references: Vec<String>,
    /// One candidate for each system.
    pub outputs: Vec<SystemOutput>,
}

/// A system's candidate for a segment, with its scores.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemOutput {
    pub candidate: String,
    /// Its score; `None` where it has none.
    pub score: Option<Score>,
    pub human: Option<f64>,
}

/// The analysis behind a picture, or a sentence that says why there is none.
pub type ExampleAnalysis = Result<Arc<Analysis>, String>;

/// The analyses of example candidates, by segment and system.
pub type ExampleAnalyses = BTreeMap<(usize, usize), ExampleAnalysis>;

impl CorpusReport {
    /// Names of the systems; the first is the baseline.
    pub fn systems(&self) -> &[String] {
        &self.findings.comparison.systems
    }
}

impl Segment {
    /// Its id; without one the number of its row.
    pub fn id(&self) -> String {
        self.id.clone().unwrap_or_else(|| self.row.to_string())
    }

    /// Its row, and its id if it has one.
    pub fn name(&self) -> String {
        row_name(self.row, self.id.as_deref())
    }

    pub fn f1(&self, system: usize) -> Option<f64> {
        self.outputs.get(system)?.f1()
    }
}

impl SystemOutput {
    /// A candidate with its precision, recall and F1; without F1 it has no score.
    pub fn new(
        candidate: &str,
        [precision, recall, f1]: [Option<f64>; 3],
        human: Option<f64>,
    ) -> Self {
        Self {
            candidate: candidate.to_owned(),
            score: f1.map(|f1| Score {
                precision,
                recall,
                f1,
            }),
            human,
        }
    }

    pub fn f1(&self) -> Option<f64> {
        self.score.map(|score| score.f1)
    }
}

#[cfg(test)]
pub mod tests {
    use super::super::Remarks;
    use super::*;
    use bertscope_systems::{Resampling, Segments, SystemComparison};

    /// A report of made-up texts: the F1 of each system's candidates, and human scores of the first system's.
    pub fn report(f1: &[&[f64]], human: &[f64]) -> CorpusReport {
        let output = |system: usize, i: usize| SystemOutput {
            candidate: format!("candidate {i} of {system}"),
            score: Some(Score {
                precision: Some(f1[system][i]),
                recall: Some(f1[system][i]),
                f1: f1[system][i],
            }),
            human: human.get(i).copied().filter(|_| system == 0),
        };
        let systems = (0..f1.len())
            .map(|i| char::from(b'A' + i as u8).to_string())
            .collect();
        let segment = |i: usize| Segment {
            row: i + 1,
            id: None,
            group: None,
            references: vec![format!("reference {i}")],
            outputs: (0..f1.len()).map(|system| output(system, i)).collect(),
        };
        CorpusReport {
            title: "Two systems".into(),
            findings: Findings {
                signature: "model_L6_no-idf_version=0.3.12".into(),
                left_out: 0,
                remarks: Remarks::default(),
                human: (!human.is_empty()).then(|| "rating".into()),
                command: "bertscope report pairs.tsv -o report.html".into(),
                all_pairs: false,
                comparison: SystemComparison::compute(
                    &Segments::new(systems, &[]),
                    Resampling::default(),
                ),
                drivers: None,
            },
            segments: (0..f1[0].len()).map(segment).collect(),
            limits: ReportLimits {
                examples: 6,
                listed: 3000,
                seed: 1,
            },
            pictures: BTreeMap::new(),
        }
    }
}
