//! Inputs at the edge: identical systems, one segment, none, numbers that do not exist.

use bertscope_systems::{
    Measure, MeasureComparison, Resampling, SegmentScores, SegmentValue, Segments, SystemComparison,
};

type Row = [[Option<f64>; 2]; 2];

/// Two systems, each with F1 and a human score.
fn compared(rows: &[Row]) -> SystemComparison {
    let mut segments = Segments::new(vec!["A".to_owned(), "B".to_owned()], &[]);
    for (row, systems) in rows.iter().enumerate() {
        let scores = systems.map(|[f1, human]| SegmentScores {
            scores: [f1; 3],
            human,
            ..SegmentScores::default()
        });
        segments.push((row + 1).to_string(), "", &scores);
    }
    SystemComparison::compute(&segments, Resampling::default())
}

fn f1(a: f64, b: f64) -> Row {
    [[Some(a), None], [Some(b), None]]
}

#[test]
fn identical_systems_differ_by_0_with_p_1_and_are_called_identical() {
    let comparison = compared(&[f1(0.1, 0.1), f1(0.7, 0.7), f1(0.3, 0.3)]);
    let difference = &comparison.differences[0];
    assert!(difference.identical && difference.histogram.is_none());
    assert_eq!(
        (difference.wins, difference.ties, difference.losses),
        (0, 3, 0)
    );
    for measure in &comparison.measures {
        let change = measure.changes[0];
        assert_eq!(
            (
                change.difference,
                change.p_bootstrap,
                change.p_randomisation
            ),
            (Some(0.0), Some(1.0), Some(1.0))
        );
    }
}

#[test]
fn one_segment_has_a_difference_and_no_interval_or_p_value() {
    let comparison = compared(&[f1(0.5, 0.75)]);
    let change = comparison.measure(Measure::F1).unwrap().changes[0];
    assert_eq!((change.difference, change.interval), (Some(0.25), None));
    assert_eq!((change.p_bootstrap, change.p_randomisation), (None, None));
    assert_eq!(comparison.measures[2].systems[0].interval, None);
}

#[test]
fn no_segment_has_no_numbers() {
    let comparison = compared(&[]);
    assert!(
        comparison
            .measures
            .iter()
            .all(|measure| measure.systems.iter().all(|e| e.value.is_none()))
    );
    assert!(comparison.human.is_none() && comparison.differences[0].identical);
}

#[test]
fn two_segments_that_both_improve_are_no_proof() {
    let comparison = compared(&[f1(0.5, 0.6), f1(0.5, 0.61)]);
    // Half of the four ways to swap give the same difference.
    let p = comparison.measure(Measure::F1).unwrap().changes[0]
        .p_randomisation
        .unwrap();
    assert!((0.4..0.6).contains(&p), "{p}");
}

#[test]
fn a_number_that_is_undefined_for_one_system_is_left_out_for_both() {
    let comparison = compared(&[
        f1(0.5, 0.6),
        [[None, None], [Some(0.9), None]],
        f1(0.1, 0.2),
    ]);
    let measure = comparison.measure(Measure::F1).unwrap();
    let values: Vec<_> = measure
        .systems
        .iter()
        .map(|e| (e.value.map(|v| (v * 1e6).round() / 1e6), e.segments))
        .collect();
    assert_eq!(values, [(Some(0.3), 2), (Some(0.4), 2)]);
    assert!(!serde_json::to_string(&comparison).unwrap().contains("NaN"));
}

#[test]
fn preferences_count_only_segments_in_which_both_have_a_human_score() {
    let judged =
        |a: f64, b: f64, human: [Option<f64>; 2]| [[Some(a), human[0]], [Some(b), human[1]]];
    let comparison = compared(&[
        judged(0.5, 0.6, [Some(1.0), Some(2.0)]),
        judged(0.5, 0.6, [Some(2.0), Some(1.0)]),
        judged(0.5, 0.5, [Some(2.0), Some(1.0)]),
        judged(0.5, 0.6, [None, Some(1.0)]),
        judged(0.5, 0.6, [Some(1.0), Some(1.0)]),
    ]);
    let human = comparison.human.unwrap();
    let preferences = human.preferences[0];
    assert_eq!(
        (
            preferences.preferred,
            preferences.agreed,
            preferences.undecided
        ),
        (3, 1, 1)
    );
    assert_eq!(
        (human.systems[0].judged, human.systems[0].mean),
        (4, Some(1.5))
    );
}

#[test]
fn a_group_is_a_comparison_of_its_own_and_an_order_that_turns_round_does_not_hold() {
    let mut segments = Segments::new(vec!["A".to_owned(), "B".to_owned()], &[Measure::RougeL]);
    for (row, group) in ["de", "cs", "de"].into_iter().enumerate() {
        let system = |f1: f64, rouge: f64| SegmentScores {
            scores: [Some(f1); 3],
            others: vec![bertscope_systems::SegmentValue::Number(Some(rouge))],
            ..SegmentScores::default()
        };
        segments.push(
            row.to_string(),
            group,
            &[system(0.5, 0.6), system(0.6, 0.5)],
        );
    }
    let comparison = SystemComparison::compute(
        &segments,
        Resampling {
            resamples: 50,
            seed: 1,
        },
    );
    let groups: Vec<_> = comparison
        .groups
        .iter()
        .map(|g| (&*g.name, g.comparison.segments))
        .collect();
    assert_eq!(groups, [("de", 2), ("cs", 1)]);
    let holds: Vec<bool> = comparison
        .measures
        .iter()
        .map(|measure| measure.agrees)
        .collect();
    assert_eq!(holds, [true, true, true, false]);
}

#[test]
fn what_contradicts_the_order_has_a_p_value_and_what_is_undefined_contradicts_nothing() {
    let others = [0, 1, 2].map(|layer| Measure::F1AtLayer { layer, idf: false });
    let mut segments = Segments::new(vec!["A".to_owned(), "B".to_owned()], &others);
    for i in 0..12 {
        let wave = f64::from(i % 3) / 100.0;
        // B is better by F1, surely worse at layer 0, worse in the mean by chance at layer 1, and unknown at layer 2.
        let row = [
            (0.5, [0.5, if i == 0 { 0.9 } else { 0.5 }]),
            (0.6 + wave, [0.4 + wave, 0.5]),
        ];
        let row = row.map(|(f1, at)| SegmentScores {
            scores: [Some(f1); 3],
            others: [Some(at[0]), Some(at[1]), None]
                .map(SegmentValue::Number)
                .to_vec(),
            ..SegmentScores::default()
        });
        segments.push(i.to_string(), "", &row);
    }
    let comparison = SystemComparison::compute(&segments, Resampling::default());
    let [sure, chance, unknown] = others.map(|other| comparison.measure(other).unwrap());
    let p = |measure: &MeasureComparison| {
        measure
            .reversed
            .iter()
            .find_map(|pair| pair.change.p_randomisation)
    };
    assert!(p(sure).unwrap() < 0.05 && p(chance).unwrap() > 0.5 && p(unknown).is_none());
    assert_eq!(
        [sure, chance, unknown].map(|measure| (measure.agrees, measure.is_defined())),
        [(false, true), (false, true), (true, false)]
    );
}

#[test]
fn of_three_systems_a_measure_names_the_pair_that_it_reverses_and_tests_that_pair() {
    let other = Measure::F1AtLayer {
        layer: 0,
        idf: false,
    };
    let mut segments = Segments::new(["A", "B", "C"].map(str::to_owned).to_vec(), &[other]);
    for i in 0..12 {
        let wave = f64::from(i % 3) / 100.0;
        // By F1 A < B < C; the other measure surely puts B above C, and both above A.
        let row =
            [(0.5, 0.5), (0.6 + wave, 0.8), (0.7, 0.7 + wave)].map(|(f1, at)| SegmentScores {
                scores: [Some(f1); 3],
                others: vec![SegmentValue::Number(Some(at))],
                ..SegmentScores::default()
            });
        segments.push(i.to_string(), "", &row);
    }
    let comparison = SystemComparison::compute(&segments, Resampling::default());
    let [pair] = &*comparison.measure(other).unwrap().reversed else {
        panic!("one pair")
    };
    assert_eq!((pair.baseline, pair.system), (1, 2));
    assert!(pair.change.difference.unwrap() < 0.0 && pair.change.p_randomisation.unwrap() < 0.05);
    let pairs: Vec<_> = comparison
        .pairs
        .iter()
        .map(|pair| (pair.baseline, pair.system))
        .collect();
    assert_eq!(pairs, [(0, 1), (0, 2), (1, 2)]);
    let f1 = comparison.measure(Measure::F1).unwrap();
    assert_eq!(
        [comparison.pairs[0].change, comparison.pairs[1].change],
        f1.changes[..]
    );
    for pair in &comparison.pairs {
        assert!(pair.p_holm >= pair.change.p_randomisation && pair.p_holm.unwrap() <= 1.0);
    }
}

#[test]
fn a_difference_that_prints_as_0_is_no_win_no_preference_and_no_other_order() {
    let other = Measure::F1AtLayer {
        layer: 0,
        idf: false,
    };
    let mut segments = Segments::new(vec!["A".to_owned(), "B".to_owned()], &[other]);
    for i in 0..10 {
        let row = [(0.5, 1.0), (0.5 + 4e-6, 2.0)].map(|(f1, human)| SegmentScores {
            scores: [Some(f1); 3],
            human: Some(human),
            others: vec![SegmentValue::Number(Some(1.0 - f1))],
        });
        segments.push(i.to_string(), "", &row);
    }
    let comparison = SystemComparison::compute(&segments, Resampling::default());
    let difference = &comparison.differences[0];
    assert_eq!(
        (
            difference.wins,
            difference.ties,
            difference.losses,
            difference.identical
        ),
        (0, 10, 0, false)
    );
    assert!(difference.largest_gains.is_empty() && difference.histogram.is_none());
    assert!(comparison.measures.iter().all(|measure| measure.agrees));
    let preferences = comparison.human.unwrap().preferences[0];
    assert_eq!(
        (
            preferences.preferred,
            preferences.agreed,
            preferences.undecided
        ),
        (10, 0, 10)
    );
    for (measure, least) in [(Measure::F1, 5e-6), (Measure::Bleu, 0.005)] {
        assert!(measure.direction(least).is_gt() && measure.direction(-least).is_lt());
        assert!(measure.direction(0.999 * least).is_eq());
    }
}

fn p_of_f1(rows: &[Row]) -> f64 {
    let comparison = compared(rows);
    let change = &comparison.measure(Measure::F1).unwrap().changes[0];
    change.p_randomisation.unwrap()
}

#[test]
fn copies_of_all_segments_make_the_p_value_smaller_and_a_single_copy_may_make_it_larger() {
    let gaps = [0.1, 0.08, 0.07, -0.02, 0.05, 0.03, -0.04, 0.06, 0.02, 0.01];
    let segments = gaps.map(|gap| f1(0.5, 0.5 + gap));
    let once = p_of_f1(&segments);
    assert!(p_of_f1(&[segments, segments].concat()) < once / 2.0);
    // The seventh segment contradicts the others.
    assert!(p_of_f1(&[&segments[..], &segments[6..7]].concat()) > once);
}
