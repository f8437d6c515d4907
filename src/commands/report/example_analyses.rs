//! The analyses of the example pairs.

use super::super::systems::scoring::{Candidate, SystemScorer};
use bertscope_report::corpus::{CorpusReport, ExampleAnalyses, ExampleAnalysis, ExampleGroup, candidates_to_draw};

/// Maximum difference between a stored F1 and a computed one with the same settings.
const TOLERANCE: f64 = 1e-3;

/// Analyses every candidate with a picture, against the reference of the highest F1.
pub fn analyze_examples(
    scoring: &mut SystemScorer,
    report: &CorpusReport,
    telling: &[ExampleGroup],
) -> ExampleAnalyses {
    let places: Vec<(usize, usize)> = candidates_to_draw(telling).into_iter().collect();
    let candidate = |&(segment, system): &(usize, usize)| {
        let (segment, output) = (&report.segments[segment], &report.segments[segment].outputs[system]);
        Candidate { text: &output.candidate, references: &segment.references, human: output.human }
    };
    let candidates: Vec<Candidate<'_>> = places.iter().map(candidate).collect();
    let analyses = scoring.analyze(&candidates);
    let mut pictures = ExampleAnalyses::new();
    for ((segment, system), found) in places.into_iter().zip(analyses) {
        let known = report.segments[segment].outputs[system].f1();
        let picture: ExampleAnalysis = found.and_then(|(f1, analysis)| match known {
            Some(known) if (known - f1).abs() > TOLERANCE => Err(format!(
                "No heatmap: with the current settings, F1 is {f1:.5}. Give the options that the scores in the file were computed with."
            )),
            _ => Ok(analysis),
        });
        pictures.insert((segment, system), picture);
    }
    pictures
}
