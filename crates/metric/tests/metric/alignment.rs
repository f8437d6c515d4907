//! Properties of other alignments over the same matrix.

use bertscope_metric::Pair;
use bertscope_metric::alignment::{AlignmentKind, hub_tokens};
use bertscope_metric::{Alignment, GreedyMatches, Score, Similarity, Weights};
use proptest::collection::vec;
use proptest::prelude::*;

/// Rounding of a few sums of `f64`, and of the solver's whole numbers.
const ROUNDING: f64 = 1e-9;

#[derive(Debug, Clone)]
struct Parts {
    similarity: Similarity,
    candidate: Weights,
    reference: Weights,
}

impl Parts {
    fn weights(&self) -> Pair<&Weights> {
        Pair {
            reference: &self.reference,
            candidate: &self.candidate,
        }
    }

    fn align(&self, kind: AlignmentKind) -> Alignment {
        let matches = GreedyMatches::from_similarity(&self.similarity);
        Alignment::compute(kind, &self.similarity, &matches, self.weights()).unwrap()
    }

    fn score(&self, kind: AlignmentKind) -> Score {
        self.align(kind).score(self.weights()).unwrap()
    }

    /// P + R of pairs; an undefined number adds nothing.
    fn total(&self, pairs: &[(usize, usize)]) -> f64 {
        let (own, others) = (self.candidate.shares(), self.reference.shares());
        pairs
            .iter()
            .map(|&(c, r)| (own[c] + others[r]) * f64::from(self.similarity.get(c, r)))
            .sum()
    }
}

fn parts() -> impl Strategy<Value = Parts> {
    let cell = prop_oneof![(-4i8..=4).prop_map(|n| f32::from(n) / 4.0), -1.0f32..=1.0].boxed();
    let weight = prop_oneof![1 => Just(0.0), 3 => 0.01f64..10.0].boxed();
    (1usize..6, 1usize..6).prop_flat_map(move |(m, n)| {
        (
            vec(vec(cell.clone(), n), m),
            vec(weight.clone(), m),
            vec(weight.clone(), n),
        )
            .prop_map(|(rows, c, r)| Parts {
                similarity: Similarity::from_rows(&rows).unwrap(),
                candidate: Weights::new(c).unwrap(),
                reference: Weights::new(r).unwrap(),
            })
    })
}

/// Every one-to-one pairing of rows and columns.
fn all_ways(rows: usize, columns: usize) -> Vec<Vec<(usize, usize)>> {
    let mut ways = vec![vec![]];
    for c in 0..rows {
        let longer: Vec<_> = ways
            .iter()
            .flat_map(|way: &Vec<(usize, usize)>| {
                (0..columns)
                    .filter(|r| way.iter().all(|(_, taken)| taken != r))
                    .map(|r| [&way[..], &[(c, r)]].concat())
            })
            .collect();
        ways.extend(longer);
    }
    ways
}

fn sum(score: Score) -> f64 {
    score.precision.unwrap_or(0.0) + score.recall.unwrap_or(0.0)
}

proptest! {
    #[test]
    fn the_greedy_alignment_is_the_metric(parts in parts()) {
        prop_assert_eq!(parts.score(AlignmentKind::Greedy), Score::from_similarity(&parts.similarity, Pair { reference: &parts.reference, candidate: &parts.candidate }).unwrap());
    }

    #[test]
    fn mutual_pairs_are_the_best_of_both_ways(parts in parts()) {
        let matches = GreedyMatches::from_similarity(&parts.similarity);
        let mutual = parts.align(AlignmentKind::Mutual);
        for c in 0..parts.candidate.len() {
            for r in 0..parts.reference.len() {
                prop_assert_eq!(mutual.symbol(c, r), matches.is_mutual(c, r).then_some('◆'));
            }
        }
    }

    #[test]
    fn one_to_one_matches_each_token_at_most_once(parts in parts()) {
        let one = parts.align(AlignmentKind::OneToOne);
        for (c, partner) in one.candidate.iter().enumerate() {
            if let Some(partner) = partner {
                prop_assert_eq!(one.reference[partner.token].map(|back| back.token), Some(c));
            }
        }
        let (own, others) = (one.candidate.iter().flatten().count(), one.reference.iter().flatten().count());
        prop_assert_eq!((own, others), (one.pairs().count(), own));
    }

    #[test]
    fn no_alignment_without_sharing_has_a_larger_sum_of_precision_and_recall(parts in parts()) {
        let one = sum(parts.score(AlignmentKind::OneToOne));
        let best = all_ways(parts.candidate.len(), parts.reference.len()).iter().map(|way| parts.total(way))
            .fold(0.0, f64::max);
        prop_assert!((one - best).abs() < ROUNDING, "{} and {}", one, best);
        prop_assert!(one >= sum(parts.score(AlignmentKind::Mutual)) - ROUNDING);
    }

    /// If each token's best match is its alone, all alignments agree.
    #[test]
    fn where_no_match_is_shared_all_alignments_score_the_same(
        order in Just((0..5usize).collect::<Vec<_>>()).prop_shuffle(), cells in vec(0.0f32..0.4, 25), best in vec(0.5f32..1.0, 5),
        weights in vec(0.1f64..9.0, 10),
    ) {
        let mut rows: Vec<Vec<f32>> = cells.chunks(5).map(<[f32]>::to_vec).collect();
        for (c, &r) in order.iter().enumerate() {
            rows[c][r] = best[c];
        }
        let parts = Parts {
            similarity: Similarity::from_rows(&rows).unwrap(),
            candidate: Weights::new(weights[..5].to_vec()).unwrap(),
            reference: Weights::new(weights[5..].to_vec()).unwrap(),
        };
        let greedy = parts.score(AlignmentKind::Greedy);
        prop_assert_eq!(greedy, parts.score(AlignmentKind::Mutual));
        prop_assert_eq!(greedy, parts.score(AlignmentKind::OneToOne));
        prop_assert_eq!(hub_tokens(&GreedyMatches::from_similarity(&parts.similarity).candidate, &parts.candidate), vec![]);
    }
}

#[test]
fn a_hub_is_wanted_by_several_tokens_that_have_weight() {
    let rows = [
        [0.9, 0.1, 0.2],
        [0.8, 0.3, 0.1],
        [0.7, 0.2, 0.6],
        [0.95, 0.9, 0.0],
    ];
    let matches = GreedyMatches::from_similarity(&Similarity::from_rows(&rows).unwrap());
    let found = hub_tokens(
        &matches.candidate,
        &Weights::new(vec![1.0, 1.0, 2.0, 0.0]).unwrap(),
    );
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].token, &found[0].chosen_by[..]),
        (0, &[0, 1, 2][..])
    );
    // The best matches of the reference's tokens are 3, 3 and 2; without weight none would count.
    assert_eq!(
        hub_tokens(&matches.reference, &Weights::uniform(3))[0].token,
        3
    );
    assert_eq!(
        hub_tokens(&matches.reference, &Weights::uniform(3))[0].chosen_by,
        [0, 1]
    );
    assert!(
        hub_tokens(
            &matches.reference,
            &Weights::new(vec![0.0, 1.0, 1.0]).unwrap()
        )
        .is_empty()
    );
}

#[test]
fn empty_sides_weightless_sides_and_huge_numbers_have_alignments_too() {
    let none = Similarity::new(vec![], 0, 3).unwrap();
    let one = Alignment::one_to_one(
        &none,
        Pair {
            reference: &Weights::uniform(3),
            candidate: &Weights::uniform(0),
        },
    )
    .unwrap();
    assert_eq!(
        one.score(Pair {
            candidate: &Weights::uniform(0),
            reference: &Weights::uniform(3)
        })
        .unwrap(),
        Score::ZERO
    );
    assert_eq!(one.pairs().count(), 0);

    let two = Similarity::from_rows(&[[0.5f32, 0.25], [0.5, 0.125]]).unwrap();
    let zero = Weights::new(vec![0.0, 0.0]).unwrap();
    let one = Alignment::one_to_one(
        &two,
        Pair {
            reference: &zero,
            candidate: &zero,
        },
    )
    .unwrap();
    assert_eq!(
        one.score(Pair {
            candidate: &zero,
            reference: &zero
        })
        .unwrap(),
        Score {
            precision: None,
            recall: None,
            f1: 0.0
        }
    );

    let huge = Similarity::from_rows(&[[f32::MAX, f32::MAX / 2.0], [f32::MAX, f32::MIN]]).unwrap();
    let heavy = Weights::new(vec![f64::MAX, f64::MAX]).unwrap();
    let one = Alignment::one_to_one(
        &huge,
        Pair {
            reference: &heavy,
            candidate: &heavy,
        },
    )
    .unwrap();
    assert_eq!(one.pairs().collect::<Vec<_>>(), [(0, 1), (1, 0)]);
    assert!(
        Alignment::one_to_one(
            &huge,
            Pair {
                reference: &heavy,
                candidate: &Weights::uniform(1)
            }
        )
        .is_err()
    );
}
