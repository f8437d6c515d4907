//! Properties of the metric, for any matrix.

// Where two numbers are compared exactly, the property is that they are bit-identical.
#![allow(clippy::float_cmp)]

use bertscope_metric::Pair;
use bertscope_metric::{
    BaselineRow, DocumentFrequencies, GreedyMatches, Match, MetricError, Score, Similarity,
    Vectors, Weights,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Rounding of a few sums of `f64`.
const ROUNDING: f64 = 1e-9;

/// The inputs of a score, as plain numbers that a test can rearrange.
#[derive(Debug, Clone)]
struct Parts {
    rows: Vec<Vec<f32>>,
    candidate: Vec<f64>,
    reference: Vec<f64>,
}

impl Parts {
    fn similarity(&self) -> Similarity {
        Similarity::from_rows(&self.rows).unwrap()
    }

    fn score(&self) -> Score {
        let weights = |w: &[f64]| Weights::new(w.to_vec()).unwrap();
        Score::from_similarity(
            &self.similarity(),
            Pair {
                reference: &weights(&self.reference),
                candidate: &weights(&self.candidate),
            },
        )
        .unwrap()
    }
}

/// Cosines; a coarse grid among them, so that ties are common.
fn cosine() -> impl Strategy<Value = f32> {
    prop_oneof![(-4i8..=4).prop_map(|n| f32::from(n) / 4.0), -1.0f32..=1.0]
}

/// Weights; zeros among them, as special tokens have.
fn weight() -> impl Strategy<Value = f64> {
    prop_oneof![1 => Just(0.0), 3 => 0.01f64..10.0]
}

fn parts_of(cell: impl Strategy<Value = f32> + Clone + 'static) -> impl Strategy<Value = Parts> {
    (1usize..7, 1usize..7).prop_flat_map(move |(candidates, references)| {
        (
            vec(vec(cell.clone(), references), candidates),
            vec(weight(), candidates),
            vec(weight(), references),
        )
            .prop_map(|(rows, candidate, reference)| Parts {
                rows,
                candidate,
                reference,
            })
    })
}

fn parts() -> impl Strategy<Value = Parts> {
    parts_of(cosine().boxed())
}

/// Vectors of any length in either sense, from the smallest numbers to the largest.
fn vectors() -> impl Strategy<Value = (Vectors, Vectors)> {
    (1usize..40, 1usize..5, 1usize..5).prop_flat_map(|(dimension, candidates, references)| {
        let vector = (vec(-1.0f32..1.0, dimension), -30i32..=30).prop_map(|(v, exponent)| {
            v.into_iter()
                .map(|x| x * 10f32.powi(exponent))
                .collect::<Vec<_>>()
        });
        let side =
            |count| vec(vector.clone(), count).prop_map(|rows| Vectors::from_rows(&rows).unwrap());
        (side(candidates), side(references))
    })
}

fn close(a: Score, b: Score) -> Result<(), TestCaseError> {
    let near = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() < ROUNDING,
        (a, b) => a == b,
    };
    // A harmonic mean near a pole (P close to -R) magnifies any rounding; there only P and R are compared.
    let pole = a
        .precision
        .zip(a.recall)
        .is_some_and(|(p, r)| (p + r).abs() < 1e-3);
    let same = near(a.precision, b.precision)
        && near(a.recall, b.recall)
        && (pole || near(Some(a.f1), Some(b.f1)));
    prop_assert!(same, "{a:?} and {b:?}");
    Ok(())
}

/// The expected match for these similarities, computed in another way than by the program.
fn assert_is_best(found: &Match, similarities: &[f32]) -> Result<(), TestCaseError> {
    let first_of_the_largest = |skip: Option<usize>| {
        let others = || {
            similarities
                .iter()
                .enumerate()
                .filter(|(i, _)| Some(*i) != skip)
        };
        let largest = others().map(|(_, s)| *s).fold(f32::NEG_INFINITY, f32::max);
        others().find(|(_, s)| **s == largest).map(|(i, s)| (i, *s))
    };
    prop_assert_eq!(
        Some((found.token, found.similarity)),
        first_of_the_largest(None)
    );
    prop_assert_eq!(
        found.runner_up.map(|r| (r.token, r.similarity)),
        first_of_the_largest(Some(found.token))
    );
    Ok(())
}

proptest! {
    #[test]
    fn every_match_is_the_first_of_the_best_and_the_runner_up_the_first_best_of_the_rest(parts in parts()) {
        let similarity = parts.similarity();
        let matches = GreedyMatches::from_similarity(&similarity);
        prop_assert_eq!((matches.candidate.len(), matches.reference.len()), (parts.rows.len(), parts.rows[0].len()));
        for (c, found) in matches.candidate.iter().enumerate() {
            assert_is_best(found, similarity.row(c))?;
        }
        for (r, found) in matches.reference.iter().enumerate() {
            assert_is_best(found, &similarity.column(r).collect::<Vec<_>>())?;
        }
    }

    #[test]
    fn precision_and_recall_exchange_when_the_sides_do(parts in parts()) {
        let similarity = parts.similarity().transposed();
        let [candidate, reference] = [&parts.reference, &parts.candidate].map(|w| Weights::new(w.clone()).unwrap());
        let exchanged = Score::from_similarity(&similarity, Pair { reference: &reference, candidate: &candidate }).unwrap();
        let score = parts.score();
        prop_assert_eq!((exchanged.precision, exchanged.recall), (score.recall, score.precision));
        prop_assert_eq!(exchanged.f1, score.f1);
    }

    #[test]
    fn f1_lies_between_precision_and_recall_when_these_are_positive(parts in parts_of(0.001f32..=1.0)) {
        let score = parts.score();
        if let (Some(p), Some(r)) = (score.precision, score.recall) {
            prop_assert!(score.f1 >= p.min(r) - ROUNDING && score.f1 <= p.max(r) + ROUNDING, "{score:?}");
        }
    }

    #[test]
    fn only_the_proportions_of_weights_matter(parts in parts(), factor in 0.001f64..1000.0) {
        let scaled = |w: &[f64]| w.iter().map(|w| w * factor).collect();
        let other = Parts { candidate: scaled(&parts.candidate), reference: scaled(&parts.reference), ..parts.clone() };
        close(parts.score(), other.score())?;
    }

    #[test]
    fn the_order_of_tokens_does_not_matter(
        (parts, rows, columns) in parts().prop_flat_map(|parts| {
            let order = |n: usize| Just((0..n).collect::<Vec<_>>()).prop_shuffle();
            let (rows, columns) = (order(parts.candidate.len()), order(parts.reference.len()));
            (Just(parts), rows, columns)
        })
    ) {
        let shuffled = Parts {
            rows: rows.iter().map(|c| columns.iter().map(|r| parts.rows[*c][*r]).collect()).collect(),
            candidate: rows.iter().map(|c| parts.candidate[*c]).collect(),
            reference: columns.iter().map(|r| parts.reference[*r]).collect(),
        };
        close(parts.score(), shuffled.score())?;
    }

    #[test]
    fn no_finite_input_ever_gives_nan(parts in parts_of(prop::num::f32::NORMAL.boxed()), extreme in 0usize..4) {
        let weights = [0.0, 5e-324, 1e-300, f64::MAX][extreme];
        let same = |w: &[f64]| vec![weights; w.len()];
        for parts in [Parts { candidate: same(&parts.candidate), reference: same(&parts.reference), ..parts.clone() }, parts] {
            let score = parts.score();
            let defined = |w: &[f64]| w.iter().any(|w| *w > 0.0);
            prop_assert_eq!(score.precision.map(f64::is_finite), defined(&parts.candidate).then_some(true));
            prop_assert_eq!(score.recall.map(f64::is_finite), defined(&parts.reference).then_some(true));
            prop_assert!(score.f1.is_finite());
        }
    }

    #[test]
    fn a_number_that_is_not_finite_is_refused_wherever_it_stands(
        parts in parts(), place in any::<prop::sample::Index>(), kind in 0usize..3
    ) {
        let (rows, cols) = (parts.rows.len(), parts.rows[0].len());
        let mut values = parts.rows.concat();
        let at = place.index(values.len());
        values[at] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY][kind];
        let refused = MetricError::NotFinite { row: at / cols, col: at % cols };
        prop_assert_eq!(Similarity::new(values.clone(), rows, cols), Err(refused.clone()));
        prop_assert_eq!(Vectors::new(values, rows, cols), Err(refused));
    }

    #[test]
    fn a_cosine_lies_within_one_and_is_symmetric((a, b) in vectors()) {
        let there = Similarity::cosine(a.clone(), b.clone()).unwrap();
        prop_assert!(there.range().is_some_and(|(low, high)| low >= -1.0 - 1e-5 && high <= 1.0 + 1e-5));
        prop_assert_eq!(there.transposed(), Similarity::cosine(b, a).unwrap());
    }

    #[test]
    fn a_vector_of_any_size_has_cosine_one_with_itself_and_zero_with_nothing((a, _) in vectors()) {
        let nothing = Vectors::new(vec![0.0; a.dimension()], 1, a.dimension()).unwrap();
        let itself = Similarity::cosine(a.clone(), a.clone()).unwrap();
        for i in 0..a.count() {
            let expected = if a.row(i).iter().all(|x| *x == 0.0) { 0.0 } else { 1.0 };
            prop_assert!((itself.get(i, i) - expected).abs() < 1e-5, "{:?}", a.row(i));
        }
        prop_assert_eq!(Similarity::cosine(a, nothing).unwrap().range(), Some((0.0, 0.0)));
    }

    #[test]
    fn rescaling_keeps_one_sends_the_baseline_to_zero_and_keeps_the_order(
        b in -0.99f64..0.99, x in -1.0f64..1.0, y in -1.0f64..1.0
    ) {
        prop_assert_eq!(BaselineRow::rescale(1.0, b), 1.0);
        prop_assert_eq!(BaselineRow::rescale(b, b), 0.0);
        let (low, high) = (x.min(y), x.max(y));
        prop_assert!(BaselineRow::rescale(low, b) <= BaselineRow::rescale(high, b));
    }

    #[test]
    fn precision_recall_and_f1_are_rescaled_each_with_its_own_baseline(parts in parts(), row in [-0.9f64..0.9, -0.9f64..0.9, -0.9f64..0.9]) {
        let score = parts.score();
        let rescaled = score.rescaled(&BaselineRow::new(row[0], row[1], row[2]).unwrap());
        prop_assert_eq!(rescaled.precision, score.precision.map(|p| (p - row[0]) / (1.0 - row[0])));
        prop_assert_eq!(rescaled.recall, score.recall.map(|r| (r - row[1]) / (1.0 - row[1])));
        prop_assert_eq!(rescaled.f1, (score.f1 - row[2]) / (1.0 - row[2]));
    }

    #[test]
    fn another_reference_never_lowers_a_defined_score(scores in vec(parts().prop_map(|p| p.score()), 2..6)) {
        let before = Score::max_each(scores[..scores.len() - 1].iter().copied()).unwrap();
        let after = Score::max_each(scores.iter().copied()).unwrap();
        let numbers: [fn(&Score) -> Option<f64>; 3] = [|s| s.precision, |s| s.recall, |s| Some(s.f1)];
        for number in numbers {
            prop_assert_eq!(number(&after).is_none(), scores.iter().any(|s| number(s).is_none()));
            if let Some(after) = number(&after) {
                prop_assert!(number(&before).is_some_and(|before| before <= after));
                prop_assert!(scores.iter().any(|s| number(s) == Some(after)));
            }
        }
    }

    #[test]
    fn idf_is_ln_n_plus_one_for_the_unseen_zero_for_the_ubiquitous_and_falls_with_frequency(
        documents in vec(vec(0u32..12, 0..8), 1..20)
    ) {
        const EVERYWHERE: u32 = 99;
        let n = documents.len() as f64;
        let table = DocumentFrequencies::count(documents.iter().map(|d| [d.as_slice(), &[EVERYWHERE]].concat()));
        prop_assert_eq!(table.document_count(), documents.len() as u64);
        prop_assert_eq!(table.weight(1000), (n + 1.0).ln());
        prop_assert_eq!(table.weight(EVERYWHERE), 0.0);
        let holding = |id: u32| documents.iter().filter(|d| d.contains(&id)).count() as u64;
        for a in 0..12 {
            prop_assert_eq!(table.frequency(a), holding(a), "each document counts once");
            prop_assert!(table.weight(a) >= 0.0);
            for b in 0..12 {
                prop_assert_eq!(holding(a) < holding(b), table.weight(a) > table.weight(b));
            }
        }
        prop_assert_eq!(DocumentFrequencies::from_counts(table.document_count(), table.entries()), table);
    }
}

#[test]
fn no_score_at_all_has_no_best() {
    assert_eq!(Score::max_each([]), None);
}
