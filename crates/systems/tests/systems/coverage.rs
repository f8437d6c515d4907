//! Whether intervals and p-values keep their promise over many made-up corpora.

use bertscope_systems::numpy_rng::NumpyRng;
use bertscope_systems::{Interval, Measure, Resampling, SegmentScores, Segments, SystemComparison};

/// Corpora.
const CORPORA: u64 = 400;

/// Segments of each.
const SEGMENTS: usize = 60;

/// A number about normal: the sum of twelve even ones.
fn normal(generator: &mut NumpyRng) -> f64 {
    (0..12)
        .map(|_| f64::from(generator.below(1 << 30)) / f64::from(1 << 30))
        .sum::<f64>()
        - 6.0
}

/// Two systems whose true difference is `gap`.
fn compared(seed: u64, gap: f64) -> SystemComparison {
    compared_over(seed, gap, 0.1)
}

/// The same over segments that differ in how hard they are by `hardness`; each score also varies by .05 of its own.
fn compared_over(seed: u64, gap: f64, hardness: f64) -> SystemComparison {
    let mut generator = NumpyRng::new(seed);
    let mut segments = Segments::new(vec!["A".to_owned(), "B".to_owned()], &[]);
    for row in 0..SEGMENTS {
        let hard = 0.7 + hardness * normal(&mut generator);
        let [a, b] = [hard, hard + gap].map(|mean| {
            let f1 = Some(mean + 0.05 * normal(&mut generator));
            SegmentScores {
                scores: [None, None, f1],
                ..SegmentScores::default()
            }
        });
        segments.push(row.to_string(), "", &[a, b]);
    }
    SystemComparison::compute(
        &segments,
        Resampling {
            resamples: 300,
            seed,
        },
    )
}

#[test]
fn an_interval_covers_the_true_difference_about_95_times_of_100() {
    let gap = 0.01;
    let covers = |seed: &u64| {
        let comparison = compared(*seed, gap);
        let interval = comparison.measure(Measure::F1).unwrap().changes[0]
            .interval
            .unwrap();
        interval.low <= gap && gap <= interval.high
    };
    let share = (0..CORPORA).filter(covers).count() as f64 / CORPORA as f64;
    // A percentile interval of 60 segments is a little short; the standard error of 400 corpora is 0.011.
    assert!((0.90..=0.98).contains(&share), "{share}");
}

#[test]
fn without_a_difference_few_p_values_are_below_5_in_100() {
    let ps = |seed: u64| {
        let change = compared(seed, 0.0).measure(Measure::F1).unwrap().changes[0];
        [change.p_bootstrap.unwrap(), change.p_randomisation.unwrap()]
    };
    let ps: Vec<[f64; 2]> = (1000..1000 + CORPORA).map(ps).collect();
    let share = |test: usize| ps.iter().filter(|p| p[test] < 0.05).count() as f64 / CORPORA as f64;
    let (bootstrap, randomisation) = (share(0), share(1));
    assert!(
        randomisation < 0.08 && randomisation > 0.02,
        "{randomisation}"
    );
    // The bootstrap centres absolute differences, which makes its p-values small: that is Koehn's test as sacrebleu has it.
    assert!((0.08..0.15).contains(&bootstrap), "{bootstrap}");
    // However small the difference, at least the resamples above their mean count.
    assert!(ps.iter().all(|p| p[0] < 0.5), "{ps:?}");
}

fn width(interval: Option<Interval>) -> f64 {
    let interval = interval.unwrap();
    interval.high - interval.low
}

#[test]
fn a_difference_varies_less_than_the_means_only_where_the_scores_correlate_above_a_half() {
    for (hardness, is_less) in [(0.1, true), (0.025, false)] {
        let comparison = compared_over(1, 0.01, hardness);
        let f1 = comparison.measure(Measure::F1).unwrap();
        let difference = width(f1.changes[0].interval);
        let mean = width(f1.systems[0].interval);
        assert_eq!(
            difference < mean,
            is_less,
            "{hardness}: {difference} {mean}"
        );
    }
}
