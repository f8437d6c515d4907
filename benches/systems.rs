//! Resampling alone: intervals and both p-values of two systems.
//!
//! `cargo bench --bench systems`. The target is a second for 1,000 resamples of 100,000 segments on two cores.

use bertscope::systems::numpy_rng::NumpyRng;
use bertscope::systems::{Resampling, SegmentScores, Segments, SystemComparison};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Two systems with only P, R and F1.
fn segments(count: usize) -> Segments {
    let mut generator = NumpyRng::new(1);
    let mut segments = Segments::new(vec!["A".to_owned(), "B".to_owned()], &[]);
    for row in 0..count {
        let mut scores = || {
            let number = Some(f64::from(generator.below(1_000_000)) / 1e6);
            SegmentScores {
                scores: [number; 3],
                ..SegmentScores::default()
            }
        };
        segments.push(row.to_string(), "", &[scores(), scores()]);
    }
    segments
}

/// 1,000 bootstrap resamples and as many randomisation trials; the argument is the number of segments.
#[divan::bench(args = [2_800, 100_000], sample_count = 9)]
fn compare(bencher: Bencher, count: usize) {
    let segments = segments(count);
    bencher.bench_local(|| SystemComparison::compute(black_box(&segments), Resampling::default()));
}
