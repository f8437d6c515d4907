//! Agreement with human scores against mt-metrics-eval: `tests/agreement.py` says how the figures were made.

use bertscope_systems::agreement::{
    Coefficient, Coefficients, JudgedPair, JudgedPairs, JudgedSeries, PairedSeries, ScoreSource,
    SystemPlace, p_both, williams_p,
};
use bertscope_systems::{Interval, Resampling};
use serde_json::Value;

fn golden() -> Value {
    serde_json::from_str(include_str!("../agreement.json")).unwrap()
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

#[track_caller]
fn assert_close(value: f64, expected: &Value, tolerance: f64) {
    let expected = number(expected);
    assert!(
        (value - expected).abs() <= tolerance,
        "{value}, expected {expected}"
    );
}

/// The made candidates; without those of the gaps, if asked.
fn judged(golden: &Value, with_gaps: bool, with_systems: bool) -> JudgedPairs {
    let mut judged = JudgedPairs::default();
    let mut places = Vec::new();
    for row in golden["rows"].as_array().unwrap() {
        let [system, segment, human, first, second, third, gap] =
            std::array::from_fn(|column| number(&row[column]));
        if with_gaps && gap > 0.5 {
            continue;
        }
        places.push(SystemPlace {
            system: system as usize,
            segment: segment as usize,
        });
        let pair = JudgedPair {
            human,
            scores: vec![[Some(first), Some(second), Some(third)]],
            overlap: None,
            group: 0,
        };
        judged.add(pair, "");
    }
    if with_systems {
        judged.set_places(places);
    }
    judged
}

/// One of the three scores of all candidates, each of which stands alone.
fn series(golden: &Value, score: usize, count: usize) -> JudgedSeries {
    let rows = golden["rows"].as_array().unwrap();
    let rows = rows.iter().take(count);
    let scores = rows.clone().map(|row| number(&row[3 + score])).collect();
    JudgedSeries::new(scores, 5, rows.map(|row| number(&row[2])).collect())
}

#[test]
fn coefficients_and_the_order_of_systems_equal_those_of_mt_metrics_eval_also_with_gaps() {
    let golden = golden();
    for (name, with_gaps) in [("dense", false), ("gaps", true)] {
        let alone = judged(&golden, with_gaps, false);
        let in_segments = judged(&golden, with_gaps, true);
        for (number, source) in ScoreSource::of_setting(0).into_iter().enumerate() {
            let expected = &golden[name][number];
            let of_all = alone.agreement(source, None).mean.coefficients;
            for coefficient in Coefficient::ALL {
                let value = of_all.get(coefficient).unwrap();
                assert_close(value, &expected[coefficient.name()], 1e-9);
            }
            let within = in_segments.agreement(source, None).mean.coefficients;
            assert_eq!(within.correlation, of_all.correlation);
            assert_close(
                within.accuracy.unwrap(),
                &expected["accuracy_in_segments"],
                1e-9,
            );

            assert_eq!(alone.system_level(source), None);
            let level = in_segments.system_level(source).unwrap();
            let expected = &expected["system_level"];
            assert_eq!(level.system_pairs, 28);
            assert_eq!(
                level.left_out as u64,
                expected["left_out"].as_u64().unwrap()
            );
            assert_close(level.accuracy, &expected["accuracy"], 1e-9);
            assert_close(level.soft_accuracy, &expected["soft_accuracy"], 1e-9);
            if !with_gaps {
                let at_once = &golden["soft_accuracy_at_once"][number];
                assert_close(level.soft_accuracy, at_once, 1e-9);
            }
        }
    }
}

#[test]
fn tests_of_two_settings_equal_those_of_mt_metrics_eval_within_the_error_of_the_draws() {
    let golden = golden();
    let resampling = Resampling {
        resamples: 4000,
        ..Resampling::default()
    };
    let first = series(&golden, 0, usize::MAX);
    for (expected, score) in golden["tests"].as_array().unwrap().iter().zip([1, 2]) {
        let second = series(&golden, score, usize::MAX);
        for coefficient in [
            Coefficient::Pearson,
            Coefficient::Spearman,
            Coefficient::Kendall,
        ] {
            let paired = PairedSeries::new(&first, &second, coefficient).unwrap();
            let p = p_both(&[paired], coefficient, resampling).unwrap();
            // Theirs is one-sided: that the second one is better.
            let one_sided = number(&expected[coefficient.name()]["p"]);
            let two_sided = 2.0 * one_sided.min(1.0 - one_sided);
            assert!(
                (p - two_sided).abs() < 0.03,
                "{coefficient:?}: {p}, expected {two_sided}"
            );
        }
        let of = |series: &JudgedSeries| series.coefficients().correlation.pearson.unwrap();
        let between = between(&golden, score, usize::MAX);
        let p = williams_p(of(&first), of(&second), between, first.len()).unwrap();
        assert_close(p, &expected["williams"], 1e-9);
    }
    for expected in golden["williams"].as_array().unwrap() {
        let count = expected[0].as_u64().unwrap() as usize;
        let of = |score| {
            let of_score = series(&golden, score, count).coefficients();
            of_score.correlation.pearson.unwrap()
        };
        let p = williams_p(of(0), of(1), between(&golden, 1, count), count).unwrap();
        assert_close(p, &expected[1], 1e-9);
    }
    assert_eq!(williams_p(0.5, 0.5, 1.0, 100), None);
    assert_eq!(williams_p(0.5, 0.6, 0.7, 3), None);
}

/// Pearson's r of the first score and another one.
fn between(golden: &Value, score: usize, count: usize) -> f64 {
    let rows = golden["rows"].as_array().unwrap();
    let rows = rows.iter().take(count);
    let first: Vec<f64> = rows.clone().map(|row| number(&row[3])).collect();
    let second: Vec<f64> = rows.map(|row| number(&row[3 + score])).collect();
    bertscope_metric::correlation::pearson(&first, &second).unwrap()
}

#[test]
fn intervals_are_those_of_the_segments_that_numpy_draws() {
    let golden = golden();
    let series = series(&golden, 0, 100);
    let observed = series.coefficients();
    let drawn = series.resampled(&observed, Resampling::default());
    let intervals = observed.intervals(&drawn);
    for (coefficient, interval) in Coefficient::ALL.into_iter().zip(intervals) {
        let Interval { low, high } = interval.unwrap();
        let expected = &golden["intervals"][coefficient.name()];
        assert_close(low, &expected[0], 1e-9);
        assert_close(high, &expected[1], 1e-9);
    }
}

#[test]
fn too_many_comparisons_leave_out_the_accuracy_of_the_group_and_of_the_mean_also_within_segments() {
    let mut judged = JudgedPairs::default();
    for i in 0..3000 {
        let score = f64::from(i) / 3000.0;
        judged.add(judged_pair(score), if i < 2980 { "large" } else { "small" });
    }
    let source = ScoreSource::of_setting(0)[0];
    let resampling = Resampling {
        resamples: 10,
        ..Resampling::default()
    };
    let found = judged.agreement(source, Some(resampling));
    let accuracies = found.groups.iter().map(|of| of.coefficients.accuracy);
    assert_eq!(accuracies.collect::<Vec<_>>(), [None, Some(1.0)]);
    assert_eq!(found.mean.coefficients.accuracy, None);
    let has_interval = found.mean.intervals.map(|interval| interval.is_some());
    assert_eq!(has_interval, [true, true, true, false]);

    let places = (0..3000).map(|system| SystemPlace { system, segment: 0 });
    judged.set_places(places.collect());
    let accuracy = judged.pooled(source).accuracy;
    assert_eq!(accuracy, None);
}

#[test]
fn nothing_is_said_of_no_candidates_and_of_segments_with_one() {
    let source = ScoreSource::of_setting(0)[0];
    let empty = JudgedPairs::default().agreement(source, Some(Resampling::default()));
    assert_eq!(empty.mean.groups, 0);
    assert_eq!(
        JudgedPairs::default().pooled(source),
        Coefficients::default()
    );
    let mut judged = JudgedPairs::default();
    let mut places = Vec::new();
    for segment in 0..5 {
        judged.add(judged_pair(segment as f64 / 10.0), "");
        places.push(SystemPlace { system: 0, segment });
    }
    judged.set_places(places);
    let of_all = judged.agreement(source, Some(Resampling::default()));
    assert_eq!(of_all.mean.coefficients.accuracy, None);
    assert_eq!(judged.system_level(source), None);
}

/// A pair whose scores and human score are the same.
fn judged_pair(score: f64) -> JudgedPair {
    JudgedPair {
        human: score,
        scores: vec![[Some(score); 3]],
        overlap: None,
        group: 0,
    }
}
