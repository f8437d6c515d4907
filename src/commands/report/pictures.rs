//! The analyses of the telling pairs.

use super::score::Scoring;
use bertscope_analysis::Job;
use bertscope_report::corpus::{CorpusReport, Picture, Pictures, Telling, pictured};

/// What a stored F1 may differ from the computed one by, and still be of the same settings.
const TOLERANCE: f64 = 1e-3;

/// Analyses every candidate that has a picture, against the reference that gives it the highest F1.
pub fn draw(scoring: &mut Scoring<'_>, report: &CorpusReport, telling: &[Telling]) -> Pictures {
    let places: Vec<(usize, usize)> = pictured(telling).into_iter().collect();
    let job = |&(segment, system): &(usize, usize)| {
        let segment = &report.segments[segment];
        Job { candidate: &segment.outputs[system].candidate, references: &segment.references }
    };
    let jobs: Vec<Job<'_>> = places.iter().map(job).collect();
    let analyses = scoring.each(&jobs, |scored| {
        scored.map(|scored| (scored.score().f1, scored.analyses[scored.best_reference()].clone()))
    });
    let mut pictures = Pictures::new();
    for ((segment, system), found) in places.into_iter().zip(analyses) {
        let known = report.segments[segment].outputs[system].f1();
        let picture: Picture = found.and_then(|(f1, analysis)| match known {
            Some(known) if (known - f1).abs() > TOLERANCE => Err(format!(
                "No heatmap: with the settings here F1 is {f1:.5}. Give the options that the scores of the file were made with."
            )),
            _ => Ok(analysis),
        });
        pictures.insert((segment, system), picture);
    }
    pictures
}
