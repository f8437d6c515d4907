//! The analyses of the example pairs.

use std::sync::Arc;

use super::super::systems::scoring::{Candidate, SystemScorer};
use bertscope_analysis::Analysis;
use bertscope_report::findings::{CorpusReport, ExampleAnalyses};

/// Maximum difference between a stored F1 and a computed one with the same settings.
const TOLERANCE: f64 = 1e-3;

/// Analyses every candidate with a picture, against the reference of the highest F1.
pub fn analyze_examples(scoring: &mut SystemScorer, report: &CorpusReport) -> ExampleAnalyses {
    let places: Vec<(usize, usize)> = report.candidates_to_draw().into_iter().collect();
    let candidate = |&(segment, system): &(usize, usize)| {
        let (segment, output) = (&report.segments[segment], &report.segments[segment].outputs[system]);
        Candidate { text: &output.candidate, references: &segment.references, human: output.human }
    };
    let candidates: Vec<Candidate<'_>> = places.iter().map(candidate).collect();
    let analyses = scoring.analyze(&candidates);
    let picture = |((segment, system), found): ((usize, usize), Result<(f64, Analysis), String>)| {
        let known = report.segments[segment].outputs[system].f1();
        let picture = found.and_then(|(f1, analysis)| match known {
            Some(known) if (known - f1).abs() > TOLERANCE => Err(format!(
                "No heatmap: with the current settings, F1 is {f1:.5}. Give the options that the scores in the file were computed with."
            )),
            _ => Ok(Arc::new(analysis)),
        });
        ((segment, system), picture)
    };
    places.into_iter().zip(analyses).map(picture).collect()
}
