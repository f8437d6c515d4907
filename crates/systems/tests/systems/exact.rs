//! The exact randomisation test, against an enumeration of its own and against SciPy.

use bertscope_overlap::{BleuCounts, PairCounts};
use bertscope_systems::{
    Measure, MeasureChange, Resampling, SegmentScores, SegmentValue, Segments, SystemComparison,
};
use proptest::prelude::*;

fn compare(rows: &[[SegmentScores; 2]], measures: &[Measure]) -> SystemComparison {
    let mut segments = Segments::new(vec!["A".to_owned(), "B".to_owned()], measures);
    for (row, scores) in rows.iter().enumerate() {
        segments.push(row.to_string(), "", scores);
    }
    SystemComparison::compute(&segments, Resampling::default())
}

/// Two systems that differ in each of the 20 segments of each group.
fn compare_groups(groups: usize) -> SystemComparison {
    let mut segments = Segments::new(vec!["A".to_owned(), "B".to_owned()], &[]);
    for row in 0..20 * groups {
        let group = (row % groups).to_string();
        segments.push(row.to_string(), &group, &[0.5, 0.6].map(with_f1));
    }
    SystemComparison::compute(&segments, Resampling::default())
}

fn f1_change(systems: &[[f64; 2]]) -> MeasureChange {
    let rows: Vec<[SegmentScores; 2]> = systems.iter().map(|row| row.map(with_f1)).collect();
    compare(&rows, &[]).measure(Measure::F1).unwrap().changes[0]
}

fn with_f1(f1: f64) -> SegmentScores {
    SegmentScores {
        scores: [None, None, Some(f1)],
        ..SegmentScores::default()
    }
}

/// The share of all swaps of whole rows whose absolute difference is at least that without a swap.
fn enumerated<T: Copy>(rows: &[[T; 2]], difference: impl Fn(&[[T; 2]]) -> f64) -> f64 {
    let observed = difference(rows).abs();
    let mut extreme = 0_u32;
    for swaps in 0..1_u32 << rows.len() {
        let swapped: Vec<[T; 2]> = rows
            .iter()
            .enumerate()
            .map(|(row, [a, b])| {
                if swaps >> row & 1 == 1 {
                    [*b, *a]
                } else {
                    [*a, *b]
                }
            })
            .collect();
        extreme += u32::from(difference(&swapped).abs() >= observed - 1e-9);
    }
    f64::from(extreme) / f64::from(1_u32 << rows.len())
}

fn difference_of_means(rows: &[[f64; 2]]) -> f64 {
    rows.iter().map(|[a, b]| b - a).sum::<f64>() / rows.len() as f64
}

fn difference_of_bleu(rows: &[[BleuCounts; 2]]) -> f64 {
    let [a, b] = [0, 1].map(|system| {
        let mut counts = BleuCounts::default();
        for row in rows {
            counts += row[system];
        }
        counts.corpus().score
    });
    b - a
}

proptest! {
    #[test]
    fn p_counts_every_way_to_swap_the_scores(grid in prop::collection::vec((0_u8..8, 0_u8..8), 2..11)) {
        // Few values, so that segments are equal and differences cancel each other.
        let rows: Vec<[f64; 2]> = grid.iter().map(|(a, b)| [f64::from(*a) / 10.0, f64::from(*b) / 10.0]).collect();
        let change = f1_change(&rows);
        prop_assert!((change.p_randomisation.unwrap() - enumerated(&rows, difference_of_means)).abs() < 1e-12);
        let differing = grid.iter().filter(|(a, b)| a != b).count();
        prop_assert_eq!(change.exact_segments, Some(differing));
        prop_assert!(change.p_randomisation.unwrap() >= change.smallest_p(1000));
    }
}

#[test]
fn a_swap_of_bleu_swaps_the_counts_of_the_segment() {
    let words = [
        "the ferry leaves at dawn",
        "rain falls on quiet stalls",
        "old barns stand empty near the mill",
    ];
    let changed = [
        "the ferry left at dawn",
        "rain falls on stalls",
        "old barns stand empty by a mill",
    ];
    let mut counts = Vec::new();
    for row in 0..8 {
        let reference = words[row % 3];
        let candidates = if row % 4 == 0 {
            [reference, changed[row % 3]]
        } else {
            [changed[(row + 1) % 3], reference]
        };
        counts.push(candidates.map(|candidate| PairCounts::count(candidate, &[reference]).bleu));
    }
    let rows: Vec<[SegmentScores; 2]> = counts
        .iter()
        .map(|row| {
            row.map(|bleu| SegmentScores {
                others: vec![SegmentValue::Bleu(bleu)],
                ..SegmentScores::default()
            })
        })
        .collect();
    let change = compare(&rows, &[Measure::Bleu])
        .measure(Measure::Bleu)
        .unwrap()
        .changes[0];
    let expected = enumerated(&counts, difference_of_bleu);
    assert!(
        (change.p_randomisation.unwrap() - expected).abs() < 1e-12,
        "{change:?} {expected}"
    );
    assert_eq!(change.exact_segments, Some(8));
}

#[test]
fn bleu_is_that_of_the_segments_in_which_it_is_defined() {
    let reference = "the ferry leaves at dawn";
    let counts = ["the ferry left at dawn", "the ferry leaves at dawn"]
        .map(|candidate| PairCounts::count(candidate, &[reference]).bleu);
    let defined = counts.map(SegmentValue::Bleu);
    let undefined = [SegmentValue::Number(None); 2];
    let rows = [defined, undefined, defined].map(|values| {
        values.map(|value| SegmentScores {
            others: vec![value],
            ..SegmentScores::default()
        })
    });
    let comparison = compare(&rows, &[Measure::Bleu]);
    let bleu = comparison.measure(Measure::Bleu).unwrap();
    for (estimate, segment) in bleu.systems.iter().zip(counts) {
        let mut corpus = segment;
        corpus += segment;
        assert_eq!(estimate.value, Some(corpus.corpus().score));
        assert_eq!(estimate.segments, 2);
    }
}

/// From SciPy 1.17.1: `permutation_test((a, b), lambda a, b, axis: (b - a).mean(axis=axis), permutation_type="samples",
/// n_resamples=numpy.inf, vectorized=True).pvalue`.
#[test]
fn p_is_that_of_permutation_test_of_scipy() {
    for (differences, expected) in SCIPY {
        let rows: Vec<[f64; 2]> = differences.iter().map(|d| [0.5, 0.5 + d]).collect();
        let p = f1_change(&rows).p_randomisation.unwrap();
        assert!((p - expected).abs() < 1e-12, "{p} instead of {expected}");
    }
}

const SCIPY: [(&[f64], f64); 4] = [
    (&[0.3, 0.31, 0.32, 0.33, 0.34], 0.0625),
    (&[0.1, -0.05, 0.2, 0.0, 0.07, 0.11, -0.02], 0.15625),
    (
        &[
            0.0715, 0.078, 0.0227, -0.0106, -0.0237, 0.0213, -0.0209, -0.0375, 0.028, 0.0253,
            0.0419, -0.0166,
        ],
        0.195_800_781_25,
    ),
    (
        &[
            0.0303, 0.0268, -0.0453, 0.0569, 0.046, 0.1495, 0.0401, 0.0228, 0.0916, 0.0399, 0.0755,
            0.0117, 0.0409, 0.0812, 0.0648, 0.0364,
        ],
        0.000_396_728_515_625,
    ),
];

#[test]
fn more_than_twenty_segments_that_differ_are_drawn_as_trials() {
    let rows = |differing: usize| -> Vec<[f64; 2]> {
        (0..40)
            .map(|row| [0.5, if row < differing { 0.6 } else { 0.5 }])
            .collect()
    };
    let exact = f1_change(&rows(20));
    assert_eq!(
        (exact.exact_segments, exact.p_randomisation),
        (Some(20), Some(2.0 / 1_048_576.0))
    );
    let drawn = f1_change(&rows(21));
    assert_eq!(
        (drawn.exact_segments, drawn.p_randomisation),
        (None, Some(1.0 / 1001.0))
    );
}

#[test]
fn many_groups_together_count_no_more_swaps_than_sixteen() {
    for (groups, exact) in [(16, Some(20)), (17, None)] {
        let comparison = compare_groups(groups);
        let change = &comparison.groups[0].comparison.measures[2].changes[0];
        assert_eq!(change.exact_segments, exact, "{groups} groups");
    }
    assert_eq!(compare_groups(1_500).max_exact_segments(), 13);
}

#[test]
fn the_default_number_of_resamples_lets_holm_find_a_difference() {
    for systems in 2..=32 {
        let pairs = (systems * (systems - 1) / 2) as f64;
        let resamples = Resampling::for_systems(systems).resamples;
        assert!(
            pairs / ((resamples + 1) as f64) < 0.05,
            "{systems} systems, {resamples}"
        );
    }
    assert_eq!(
        [1, 10, 11, 100].map(|systems| Resampling::for_systems(systems).resamples),
        [1000, 1000, 2000, 1000]
    );
}
