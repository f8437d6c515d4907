//! `golden.json`, which `golden.py` writes: the same resamples, so the same intervals and p-values.

use bertscope_overlap::PairCounts;
use bertscope_systems::{
    Interval, Measure, MeasureChange, Resampling, SegmentScores, SegmentValue, Segments,
    SystemComparison,
};
use serde::Deserialize;

/// Sums are taken in another order than numpy takes them.
const TOLERANCE: f64 = 1e-12;

/// `sacrebleu` computes resamples in f32.
const SINGLE: f64 = 1e-4;

#[derive(Deserialize)]
struct Golden {
    resamples: usize,
    seed: u64,
    numbers: Vec<Numbers>,
    overlap: Vec<Overlap>,
}

#[derive(Deserialize)]
struct Numbers {
    name: String,
    systems: [Vec<Option<f64>>; 2],
    expected: Expected,
}

#[derive(Deserialize)]
struct Expected {
    values: [f64; 2],
    intervals: [[f64; 2]; 2],
    difference: f64,
    interval: [f64; 2],
    p_bootstrap: f64,
    p_randomisation: f64,
    segments: usize,
}

#[derive(Deserialize)]
struct Overlap {
    references: Vec<String>,
    systems: [Vec<String>; 2],
    #[serde(rename = "BLEU")]
    bleu: Tests,
    #[serde(rename = "chrF2")]
    chrf: Tests,
}

#[derive(Deserialize)]
struct Tests {
    values: [f64; 2],
    bs: f64,
    ar: f64,
    half_interval: f64,
}

fn golden() -> Golden {
    serde_json::from_str(include_str!("../golden.json")).unwrap()
}

fn close(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{what}: {found}, expected {expected}"
    );
}

fn near(found: Option<Interval>, [low, high]: [f64; 2], what: &str) {
    let found = found.unwrap();
    close(found.low, low, TOLERANCE, what);
    close(found.high, high, TOLERANCE, what);
}

#[test]
fn means_intervals_and_p_values_are_those_of_numpy_with_the_same_resamples() {
    let golden = golden();
    for Numbers {
        name,
        systems,
        expected,
    } in golden.numbers
    {
        let mut segments = Segments::new(vec!["A".to_owned(), "B".to_owned()], &[]);
        for (row, (a, b)) in systems[0].iter().zip(&systems[1]).enumerate() {
            let scores = |x: &Option<f64>| SegmentScores {
                scores: [None, None, *x],
                ..SegmentScores::default()
            };
            segments.push(row.to_string(), "", &[scores(a), scores(b)]);
        }
        let resampling = Resampling {
            resamples: golden.resamples,
            seed: golden.seed,
        };
        let comparison = SystemComparison::compute(&segments, resampling);
        let f1 = comparison.measure(Measure::F1).unwrap();
        for (system, estimate) in f1.systems.iter().enumerate() {
            close(
                estimate.value.unwrap(),
                expected.values[system],
                TOLERANCE,
                &name,
            );
            near(estimate.interval, expected.intervals[system], &name);
            assert_eq!(estimate.segments, expected.segments, "{name}");
        }
        let MeasureChange {
            difference,
            interval,
            p_bootstrap,
            p_randomisation,
            ..
        } = f1.changes[0];
        close(difference.unwrap(), expected.difference, TOLERANCE, &name);
        near(interval, expected.interval, &name);
        close(p_bootstrap.unwrap(), expected.p_bootstrap, TOLERANCE, &name);
        close(
            p_randomisation.unwrap(),
            expected.p_randomisation,
            TOLERANCE,
            &name,
        );
    }
}

#[test]
fn the_p_values_of_bleu_and_chrf_are_those_of_sacrebleu() {
    let golden = golden();
    for overlap in golden.overlap {
        let mut segments = Segments::new(
            vec!["A".to_owned(), "B".to_owned()],
            &[Measure::Bleu, Measure::Chrf],
        );
        for (row, reference) in overlap.references.iter().enumerate() {
            let scores = overlap.systems.each_ref().map(|system| {
                let counts = PairCounts::count(&system[row], &[reference]);
                let others = vec![
                    SegmentValue::Bleu(counts.bleu),
                    SegmentValue::Chrf(counts.chrf),
                ];
                SegmentScores {
                    others,
                    ..SegmentScores::default()
                }
            });
            segments.push(row.to_string(), "", &scores);
        }
        let resampling = Resampling {
            resamples: golden.resamples,
            seed: golden.seed,
        };
        let comparison = SystemComparison::compute(&segments, resampling);
        for (measure, expected) in [(Measure::Bleu, overlap.bleu), (Measure::Chrf, overlap.chrf)] {
            let compared = comparison.measure(measure).unwrap();
            let what = measure.to_string();
            for (estimate, value) in compared.systems.iter().zip(expected.values) {
                close(estimate.value.unwrap(), value, TOLERANCE * 100.0, &what);
            }
            let interval = compared.systems[1].interval.unwrap();
            close(
                (interval.high - interval.low) / 2.0,
                expected.half_interval,
                SINGLE,
                &what,
            );
            // Of 1,000 resamples one may change sides where sacrebleu rounds to f32.
            close(
                compared.changes[0].p_bootstrap.unwrap(),
                expected.bs,
                0.0011,
                &what,
            );
            close(
                compared.changes[0].p_randomisation.unwrap(),
                expected.ar,
                0.0011,
                &what,
            );
        }
    }
}
