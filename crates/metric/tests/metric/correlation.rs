//! Correlation with human scores, compared with SciPy 1.17 (`pearsonr`, `spearmanr`, `kendalltau`).

use bertscope_metric::correlation::{Correlation, rank_pairs};
use proptest::prelude::*;

fn assert_is(x: &[f64], y: &[f64], expected: [f64; 3]) {
    let Correlation {
        pearson,
        spearman,
        kendall,
    } = Correlation::between(x, y);
    for (ours, theirs) in [pearson, spearman, kendall].into_iter().zip(expected) {
        assert!(
            (ours.unwrap() - theirs).abs() < 1e-12,
            "{ours:?} instead of {theirs}"
        );
    }
}

#[test]
#[expect(clippy::unreadable_literal, reason = "as SciPy prints them")]
fn the_three_coefficients_are_those_of_scipy() {
    assert_is(
        &[0.5, 1.25, -3.0, 4.0, 2.0],
        &[1.0, 0.0, -2.0, 5.5, 3.0],
        [0.9292215724623201, 0.8999999999999998, 0.7999999999999999],
    );
    assert_is(
        &[1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0],
        &[2.0, 1.0, 1.0, 3.0, 3.0, 3.0, 5.0],
        [0.8422753512685723, 0.8270760267212819, 0.7431605356175384],
    );
    assert_is(
        &[
            0.0, 0.3, -0.3, -0.9, -0.5, -1.0, 0.1, 1.3, -0.5, -0.6, 0.5, 0.4, 0.1, -0.9, -0.0, 0.7,
            -1.3, -0.5, -1.9, -1.3, -1.8, -0.2, -1.3, 0.3, 0.2,
        ],
        &[
            -0.2, -2.4, -0.7, -0.5, -0.1, -2.0, -0.4, -0.3, -1.1, 0.8, -0.6, 0.2, 0.9, -1.0, -0.1,
            0.5, -0.6, -1.5, -0.9, 0.7, -2.4, 0.8, -0.5, -0.5, 2.1,
        ],
        [0.32745258627748625, 0.3463321495899588, 0.2504321321138806],
    );
    assert_is(
        &[1000000001.0, 1000000002.0, 1000000003.0, 1000000004.5],
        &[0.1, 0.4, 0.2, 0.9],
        [0.8468569824045376, 0.7999999999999999, 0.6666666666666669],
    );
}

#[test]
fn what_does_not_vary_or_has_fewer_than_three_pairs_agrees_with_nothing() {
    for (x, y) in [
        (&[][..], &[][..]),
        (&[1.0], &[2.0]),
        (&[1.0, 2.0], &[3.0, 4.0]),
        (&[1.0, 1.0, 1.0], &[1.0, 2.0, 4.0]),
        (&[1.0, 2.0, 4.0], &[3.0, 3.0, 3.0]),
    ] {
        let Correlation {
            pearson,
            spearman,
            kendall,
        } = Correlation::between(x, y);
        assert_eq!(
            (pearson, spearman, kendall),
            (None, None, None),
            "{x:?} {y:?}"
        );
    }
}

#[test]
fn scores_that_print_equal_are_ties_and_agree_with_nothing_if_all_do() {
    let human = [5.0, 4.0, 3.0, 2.0, 1.0, 1.0];
    let noise = [1.0, 0.999_999_9, 1.000_000_1, 0.999_999_8, 1.0, 0.999_999_7];
    // A mean of 0.1 is not exactly 0.1.
    for scores in [noise, [0.1; 6]] {
        let Correlation {
            pearson,
            spearman,
            kendall,
        } = Correlation::of_scores(&scores, 5, &human);
        assert_eq!((pearson, spearman, kendall), (None, None, None));
    }
    let with_a_tie = [0.7, 0.600_000_1, 0.600_000_2, 0.4, 0.3, 0.2];
    let of_scores = Correlation::of_scores(&with_a_tie, 5, &human);
    assert_eq!(
        of_scores.spearman,
        Correlation::between(&[0.7, 0.6, 0.6, 0.4, 0.3, 0.2], &human).spearman
    );
    assert_eq!(
        of_scores.pearson,
        Correlation::between(&with_a_tie, &human).pearson
    );
    let by_score: Vec<f64> = rank_pairs(&with_a_tie, 5, &human)
        .iter()
        .map(|ranks| ranks.score)
        .collect();
    assert_eq!(by_score, [6.0, 4.5, 4.5, 3.0, 2.0, 1.0]);
    // Where people rate all alike, no score ranks higher than they do.
    assert!(rank_pairs(&with_a_tie, 5, &[4.0; 6]).is_empty());
}

proptest! {
    #[test]
    fn ranks_do_not_care_how_far_apart_numbers_are(pairs in prop::collection::vec((-50i32..50, -50i32..50), 2..60)) {
        let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().map(|(x, y)| (f64::from(*x), f64::from(*y))).unzip();
        let stretched: Vec<f64> = x.iter().map(|x| (x / 20.0).exp()).collect();
        let (a, b) = (Correlation::between(&x, &y), Correlation::between(&stretched, &y));
        let near = |a: Option<f64>, b: Option<f64>| a.is_none() == b.is_none() && (a.unwrap_or(0.0) - b.unwrap_or(0.0)).abs() < 1e-12;
        prop_assert!(near(a.spearman, b.spearman) && near(a.kendall, b.kendall));
        let turned = Correlation::between(&x.iter().map(|x| -x).collect::<Vec<_>>(), &y);
        for (a, b) in [(a.pearson, turned.pearson), (a.spearman, turned.spearman), (a.kendall, turned.kendall)] {
            prop_assert!(near(a, b.map(|b| -b)));
            prop_assert!(a.is_none_or(|a| (-1.0..=1.0).contains(&a)));
        }
    }
}
