//! Left out of the matching, and deleted from the text.

use std::ops::Range;
use std::sync::Arc;

use bertscope_analysis::{Analysis, Conventions, Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::leave_one_out::delete_tokens;
use bertscope_explain::omission::{DeletionState, Omission, score_without_tokens};
use bertscope_explain::{Explanation, Omissions, Question, Topic};
use bertscope_metric::{GreedyMatches, Score, Similarity, Weights};
use bertscope_report::explanation::SheetSettings;
use bertscope_report::topics::sheet;
use proptest::collection::vec;
use proptest::prelude::*;

use super::{TestPair, analyzer, collect_partial_results, plain};

const REFERENCE: &str = "the ferry to the island leaves at noon";
const CANDIDATE: &str = "a boat departs for the islands, unhurriedly, at midday";

#[derive(Debug, Clone)]
struct Parts {
    rows: Vec<Vec<f32>>,
    weights: [Vec<f64>; 2],
}

impl Parts {
    fn weights(&self) -> [Weights; 2] {
        self.weights
            .clone()
            .map(|weights| Weights::new(weights).unwrap())
    }

    fn score(&self) -> Score {
        let [candidate, reference] = self.weights();
        let values = self.rows.concat();
        let matrix = Similarity::new(values, candidate.len(), reference.len()).unwrap();
        Score::from_similarity(
            &matrix,
            bertscope_metric::Pair {
                reference: &reference,
                candidate: &candidate,
            },
        )
        .unwrap()
    }

    /// The smaller matrix, made by hand.
    fn without_tokens(&self, side: Side, gone: &Range<usize>) -> Self {
        let mut parts = self.clone();
        match side {
            Side::Candidate => drop(parts.rows.drain(gone.clone())),
            Side::Reference => parts
                .rows
                .iter_mut()
                .for_each(|row| drop(row.drain(gone.clone()))),
        }
        drop(parts.weights[usize::from(side == Side::Reference)].drain(gone.clone()));
        parts
    }

    fn omission_score(&self, side: Side, gone: &Range<usize>) -> Score {
        let [candidate, reference] = self.weights();
        let matrix = Similarity::from_rows(&self.rows).unwrap();
        score_without_tokens(
            &matrix,
            &GreedyMatches::from_similarity(&matrix),
            bertscope_metric::Pair {
                reference: &reference,
                candidate: &candidate,
            },
            side,
            gone,
        )
        .unwrap()
    }
}

fn parts() -> impl Strategy<Value = Parts> {
    let cell = prop_oneof![(-4i8..=4).prop_map(|n| f32::from(n) / 4.0), -1.0f32..=1.0];
    let weight = prop_oneof![1 => Just(0.0), 3 => 0.01f64..10.0];
    (1usize..8, 1usize..8).prop_flat_map(move |(rows, columns)| {
        (
            vec(vec(cell.clone(), columns), rows),
            vec(weight.clone(), rows),
            vec(weight.clone(), columns),
        )
            .prop_map(|(rows, candidate, reference)| Parts {
                rows,
                weights: [candidate, reference],
            })
    })
}

proptest! {
    #[test]
    fn leaving_out_is_to_the_bit_the_score_of_the_smaller_matrix(parts in parts(), at in 0usize..64, len in 1usize..4) {
        for (side, tokens) in [(Side::Candidate, parts.rows.len()), (Side::Reference, parts.rows[0].len())] {
            let start = at % tokens;
            let gone = start..(start + len).min(tokens);
            prop_assert_eq!(parts.omission_score(side, &gone), parts.without_tokens(side, &gone).score());
        }
    }

    #[test]
    fn a_token_without_weight_that_is_no_best_match_changes_nothing(mut parts in parts(), at in 0usize..64) {
        let matches = GreedyMatches::from_similarity(&Similarity::from_rows(&parts.rows).unwrap());
        for (side, tokens, others) in [
            (Side::Candidate, parts.rows.len(), &matches.reference),
            (Side::Reference, parts.rows[0].len(), &matches.candidate),
        ] {
            let token = at % tokens;
            if others.iter().all(|found| found.token != token) {
                parts.weights[usize::from(side == Side::Reference)][token] = 0.0;
                prop_assert_eq!(parts.omission_score(side, &(token..token + 1)), parts.score());
            }
        }
    }

    #[test]
    fn the_whole_answer_is_made_of_such_scores_and_counts_whose_partner_a_word_is(
        pair in (vec(0u32..12, 3..8), vec(0u32..12, 3..8), vec(-1.0f32..1.0, 64))
            .prop_map(|(candidate, reference, cells)| TestPair { candidate, reference, cells }),
        rescaled: bool,
    ) {
        let analysis = pair.analysis(true, rescaled);
        let all = Omissions::compute(&analysis).unwrap();
        prop_assert_eq!(all.words.len(), pair.candidate.len() + pair.reference.len());
        let weighty = all.words.iter().filter(|word| word.weight > 0.0).count();
        prop_assert_eq!(all.words.iter().map(|word| word.match_count).sum::<usize>(), weighty);
        prop_assert_eq!(all.scaled(all.raw), analysis.score());
        prop_assert_eq!(all.change(all.raw).f1, 0.0);
    }
}

#[test]
fn a_word_goes_with_one_of_its_two_blanks_and_a_piece_alone() {
    let text = analyzer()
        .analyze(
            bertscope_metric::Pair {
                reference: "x",
                candidate: " cold, unhurriedly cold",
            },
            plain(),
        )
        .unwrap()
        .candidate
        .tokenized;
    let words = bertscope_explain::words::word_ranges(&text);
    let lacking: Vec<_> = words
        .iter()
        .map(|word| delete_tokens(&text, word.clone()))
        .collect();
    let expected = [
        None,
        Some(" , unhurriedly cold"),
        Some(" cold unhurriedly cold"),
        Some(" cold, cold"),
        Some(" cold, unhurriedly"),
        None,
    ];
    assert_eq!(lacking, expected.map(|text| text.map(str::to_owned)));
    let pieces = words.iter().find(|word| word.len() > 1).unwrap();
    let first = &text.tokens[pieces.start];
    let rest = " cold, unhurriedly cold".replacen(&first.text, "", 1);
    assert_eq!(
        delete_tokens(&text, pieces.start..pieces.start + 1),
        Some(rest)
    );
}

fn drop_question() -> Question {
    Question::new(Topic::Drop)
}

fn omissions(answer: &Explanation) -> &Omissions {
    let Explanation::Drop(omissions) = answer else {
        panic!("{answer:?}")
    };
    omissions
}

fn each(all: &Omissions) -> impl Iterator<Item = &Omission> {
    all.words
        .iter()
        .flat_map(|word| std::iter::once(word).chain(&word.pieces))
}

/// Asks about a pair, and scores every text that lacks something once more, alone.
fn agrees_with_scoring_the_shorter_text(reference: &str, candidate: &str, settings: Settings) {
    let mut analyzer = analyzer();
    let analysis = Arc::new(
        analyzer
            .analyze(
                bertscope_metric::Pair {
                    reference,
                    candidate,
                },
                settings,
            )
            .unwrap(),
    );
    let answers = collect_partial_results(&mut analyzer, &analysis, &drop_question(), |_| true);
    let last = omissions(answers.last().unwrap());
    assert_eq!(last.waiting_count(), 0);
    let mut known = 0;
    for omission in each(last) {
        let own = &analysis.side(omission.side).tokenized;
        let Some(shorter) = delete_tokens(own, omission.tokens.clone()) else {
            assert_eq!(omission.deletion, DeletionState::Impossible);
            continue;
        };
        let alone = match omission.side {
            Side::Candidate => analyzer.analyze(
                bertscope_metric::Pair {
                    reference,
                    candidate: &shorter,
                },
                settings,
            ),
            Side::Reference => analyzer.analyze(
                bertscope_metric::Pair {
                    reference: &shorter,
                    candidate,
                },
                settings,
            ),
        };
        let (alone, told) = (alone.unwrap().raw, omission.deletion.raw().unwrap());
        let close =
            |a: Option<f64>, b: Option<f64>| a.zip(b).map_or(a == b, |(a, b)| (a - b).abs() < 2e-6);
        assert!(
            close(alone.precision, told.precision),
            "{shorter}: {alone:?} {told:?}"
        );
        assert!(
            close(alone.recall, told.recall),
            "{shorter}: {alone:?} {told:?}"
        );
        assert!(
            close(Some(alone.f1), Some(told.f1)),
            "{shorter}: {alone:?} {told:?}"
        );
        known += 1;
    }
    assert!(known > 10);
}

#[test]
fn deleting_is_scoring_the_text_without_the_word_under_every_setting() {
    agrees_with_scoring_the_shorter_text(REFERENCE, CANDIDATE, plain());
    agrees_with_scoring_the_shorter_text(
        REFERENCE,
        CANDIDATE,
        Settings {
            rescale: true,
            ..plain()
        },
    );
    agrees_with_scoring_the_shorter_text(
        REFERENCE,
        CANDIDATE,
        Settings {
            layer: Layer(2),
            idf: Idf::Table,
            rescale: true,
            conventions: Conventions::default(),
        },
    );
}

#[test]
fn idf_over_the_reference_is_counted_anew_where_the_reference_lacks_a_word() {
    agrees_with_scoring_the_shorter_text(
        REFERENCE,
        CANDIDATE,
        Settings {
            idf: Idf::References,
            ..plain()
        },
    );
}

fn analysis(reference: &str, candidate: &str) -> (bertscope_analysis::Analyzer, Arc<Analysis>) {
    let mut analyzer = analyzer();
    let analysis = Arc::new(
        analyzer
            .analyze(
                bertscope_metric::Pair {
                    reference,
                    candidate,
                },
                plain(),
            )
            .unwrap(),
    );
    (analyzer, analysis)
}

#[test]
fn results_with_fixed_vectors_come_first_then_words_and_then_pieces() {
    let (mut analyzer, analysis) = analysis(&[REFERENCE; 5].join(". "), &[CANDIDATE; 5].join(". "));
    let answers = collect_partial_results(&mut analyzer, &analysis, &drop_question(), |_| true);
    let all: Vec<_> = answers.iter().map(omissions).collect();
    assert!(all.len() > 3);
    let special = each(all[0])
        .filter(|omission| omission.deletion == DeletionState::Impossible)
        .count();
    assert_eq!(special, 4);
    assert_eq!(all[0].waiting_count() + special, each(all[0]).count());
    for pair in all.windows(2) {
        assert!(pair[1].waiting_count() < pair[0].waiting_count());
        let words_wait = pair[1]
            .words
            .iter()
            .any(|word| word.deletion == DeletionState::Waiting);
        let piece = |omission: &&Omission| !omission.pieces.is_empty();
        let known = pair[1]
            .words
            .iter()
            .filter(piece)
            .flat_map(|word| &word.pieces);
        assert!(
            !words_wait
                || known
                    .filter(|piece| piece.deletion != DeletionState::Waiting)
                    .count()
                    == 0
        );
    }
}

#[test]
fn a_cancelled_computation_stops_after_the_current_batch() {
    let long = "one word after the other ".repeat(200);
    let (mut analyzer, analysis) = analysis(&long, CANDIDATE);
    assert_eq!(analysis.reference.tokenized.tokens.len(), 512);
    let answers =
        collect_partial_results(&mut analyzer, &analysis, &drop_question(), |told| told < 2);
    assert_eq!(answers.len(), 2);
    let [first, second] = [omissions(&answers[0]), omissions(&answers[1])];
    assert!(first.waiting_count() > second.waiting_count() && second.waiting_count() > 0);
    assert!(each(first).all(|omission| omission.fixed_score.f1.is_finite()));
}

#[test]
fn without_its_only_word_a_mean_does_not_exist_and_the_empty_text_scores_0_by_convention() {
    let (mut analyzer, analysis) = analysis(REFERENCE, "ferry");
    let answers = collect_partial_results(&mut analyzer, &analysis, &drop_question(), |_| true);
    let last = omissions(answers.last().unwrap());
    let ferry = last
        .words
        .iter()
        .find(|word| word.side == Side::Candidate && word.weight > 0.0)
        .unwrap();
    assert_eq!(
        (ferry.fixed_score.precision, ferry.fixed_score.f1),
        (None, 0.0)
    );
    assert!(ferry.fixed_score.recall.is_some());
    assert_eq!(
        ferry.deletion,
        DeletionState::Scored {
            raw: Score::ZERO,
            empty: true
        }
    );
    let change = last.change(ferry.fixed_score);
    assert_eq!((change.precision, change.f1), (None, -analysis.raw.f1));
}

#[test]
fn of_a_pair_that_scores_0_by_convention_nothing_can_be_dropped() {
    let (mut analyzer, analysis) = analysis("", CANDIDATE);
    let answers = collect_partial_results(&mut analyzer, &analysis, &drop_question(), |_| true);
    assert_eq!(answers.len(), 1);
    assert!(omissions(&answers[0]).words.is_empty());
}

#[test]
fn of_a_long_pair_the_words_with_the_largest_effect_are_embedded_and_the_sheet_counts_the_others() {
    let long: Vec<String> = (0..400).map(|i| format!("word{i}")).collect();
    let (mut analyzer, analysis) = analysis(&long.join(" "), &long.concat());
    let answers = collect_partial_results(&mut analyzer, &analysis, &drop_question(), |_| false);
    let all = omissions(&answers[0]);
    assert!(all.skipped_count() > 0 && all.waiting_count() > 0);
    let effects = |state: DeletionState| {
        let words = all.words.iter().filter(move |word| word.deletion == state);
        words.map(|word| all.change(word.fixed_score).f1.abs())
    };
    let least = effects(DeletionState::Waiting).fold(f64::INFINITY, f64::min);
    assert!(effects(DeletionState::Skipped).all(|effect| effect <= least));
    assert_eq!(
        all.skipped_count() + all.waiting_count(),
        each(all)
            .filter(|one| one.deletion != DeletionState::Impossible)
            .count()
    );
    let lead = sheet(&answers[0], &analysis, &SheetSettings::default()).lead;
    assert!(
        lead.contains(&format!(
            "{} shorter texts were not embedded",
            all.skipped_count()
        )),
        "{lead}"
    );
}
