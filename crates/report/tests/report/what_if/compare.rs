//! Several texts side by side.

use bertscope_metric::Pair;
use std::sync::Arc;

use bertscope_analysis::{Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::compare::Contest;
use bertscope_explain::{Comparison, Explanation, KeptTexts, Question, Topic};
use bertscope_metric::Score;
use proptest::prelude::*;

use super::{analyzer, plain, told};

const REFERENCE: &str = "the ferry to the island leaves at noon";
const CANDIDATES: [&str; 3] =
    ["a boat for the islands departs at midday", "at noon the ferry leaves", "nobody likes to eat snow"];

/// Kept texts, with the one on screen at a position among them.
fn kept(texts: &[&str], shown_at: usize) -> KeptTexts {
    let (before, after) = texts.split_at(shown_at.min(texts.len()));
    let Some((first, before)) = before.split_first() else { return after.iter().copied().map(Arc::from).collect() };
    // As a text that was the first until this one was swapped in.
    let mut kept: KeptTexts = [before, &[""], after].concat().into_iter().map(Arc::from).collect();
    assert_eq!(kept.swap(before.len(), Arc::from(*first)).as_deref(), Some(""));
    kept
}

fn comparison(answer: Explanation) -> Comparison {
    match answer {
        Explanation::Compare(comparison) => comparison,
        other => panic!("{other:?}"),
    }
}

fn answers(settings: Settings, question: &Question) -> Vec<Comparison> {
    let mut analyzer = analyzer();
    let analysis =
        Arc::new(analyzer.analyze(Pair { reference: REFERENCE, candidate: CANDIDATES[0] }, settings).unwrap());
    told(&mut analyzer, &analysis, question, |_| true).into_iter().map(comparison).collect()
}

fn comparisons(settings: Settings, candidates: &[&str], references: &[&str]) -> Vec<Comparison> {
    let (candidates, references) = (kept(candidates, 0), kept(references, 0));
    answers(settings, &Question { candidates, references, ..Question::about(Topic::Compare) })
}

fn f1s(contest: &Contest) -> Vec<f64> {
    contest.contenders.iter().map(|contender| contender.analysis.score().f1).collect()
}

#[test]
fn candidates_are_scored_on_the_reference_on_screen_under_every_setting() {
    for settings in [plain(), Settings { layer: Layer(4), idf: Idf::Table, rescale: true }] {
        let contest = comparisons(settings, &CANDIDATES[1..], &[]).pop().unwrap().candidates.unwrap();
        let mut analyzer = analyzer();
        let score = |analyzer: &mut bertscope_analysis::Analyzer, text: &str, settings| {
            analyzer.analyze(Pair { reference: REFERENCE, candidate: text }, settings).unwrap().score().f1
        };
        assert_eq!(contest.contenders.iter().map(|c| c.kept).collect::<Vec<_>>(), [None, Some(0), Some(1)]);
        for (text, f1) in CANDIDATES.iter().zip(f1s(&contest)) {
            assert!((score(&mut analyzer, text, settings) - f1).abs() < 2e-6);
        }
        assert_eq!(contest.layers().map(|order| order.settings.layer.0).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6]);
        let other = if settings.idf == Idf::Off { Idf::Table } else { Idf::Off };
        assert_eq!(contest.weighings().map(|order| order.settings.idf).collect::<Vec<_>>(), [other]);
        for order in contest.layers().chain(contest.weighings()).chain(contest.other_scale()) {
            for (text, f1) in CANDIDATES.iter().zip(&order.f1) {
                assert!((score(&mut analyzer, text, order.settings) - f1).abs() < 2e-6, "{:?}", order.settings);
            }
            assert_eq!(order.holds, order.order == contest.ranking());
        }
        // Every candidate is stretched with the same baseline.
        assert!(contest.other_scale().unwrap().holds);
        assert_eq!(contest.winners[2], [contest.ranking()[0]]);
    }
}

/// The parts of every difference sum to it.
fn assert_sums(contest: &Contest) {
    for difference in &contest.differences {
        let pairs = difference.contenders.map(|i| contest.contenders[i].analysis.score());
        let expected = [
            pairs[0].precision.zip(pairs[1].precision).map(|(a, b)| a - b),
            pairs[0].recall.zip(pairs[1].recall).map(|(a, b)| a - b),
        ];
        for (mean, expected) in difference.means.iter().zip(expected) {
            assert_eq!(mean.total(), expected);
            assert!(mean.words.is_sorted_by(|a, b| a.contribution.abs() >= b.contribution.abs()));
            let sum: f64 = mean.words.iter().map(|word| word.contribution).sum();
            if !mean.words.is_empty() {
                assert!((sum - expected.unwrap()).abs() < 1e-9, "{sum} {expected:?}");
            }
        }
    }
}

#[test]
fn words_of_the_shared_text_contribute_their_weight_times_the_gap_between_their_similarities() {
    let settings = Settings { idf: Idf::Table, rescale: true, ..plain() };
    let answer = comparisons(settings, &CANDIDATES[1..2], &[CANDIDATES[1]]).pop().unwrap();
    // Of candidates the reference is shared, and with it the words of recall; of references it is precision.
    for (contest, mean) in [(answer.candidates.unwrap(), 1), (answer.references.unwrap(), 0)] {
        assert_sums(&contest);
        let mean = &contest.differences[0].means[mean];
        assert_eq!(mean.side, contest.side.other());
        let weights = &contest.contenders[0].analysis.side(mean.side).weights;
        for word in &mean.words {
            let [Some(first), Some(second)] = &word.words else { panic!("{word:?}") };
            assert_eq!(first.tokens, second.tokens);
            let weight: f64 = weights.as_slice()[first.tokens.clone()].iter().sum::<f64>() / weights.sum();
            let gap = (first.similarity - second.similarity) * mean.stretch;
            assert!((word.contribution - weight * gap).abs() < 1e-12);
        }
    }
}

#[test]
fn a_word_of_one_of_the_texts_counts_on_its_side_alone_and_one_that_moved_counts_once() {
    let contest = comparisons(plain(), &["the boat for islands at midday departs"], &[]).pop().unwrap();
    let contest = contest.candidates.unwrap();
    assert_sums(&contest);
    let precision = &contest.differences[0].means[0];
    let both = precision.words.iter().filter(|word| word.words.iter().all(Option::is_some)).count();
    assert_eq!((precision.words.len(), both), (8, 7), "“a” is in one of them; “departs” only moved");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_contributions_of_each_direction_sum_to_the_difference_of_its_number(
        texts in prop::collection::vec("(ferry|boat|the|islands|unhurriedly|noon|[a-z]{1,9}|,| ){0,12}", 3..=4),
        reference: bool,
        idf in prop::sample::select(vec![Idf::Off, Idf::Table, Idf::References]),
        rescale: bool,
        shown_at in 0..4_usize,
    ) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let (candidates, references) = if reference { (&[][..], &texts[..]) } else { (&texts[..], &[][..]) };
        let question = Question { candidates: kept(candidates, shown_at), references: kept(references, shown_at), ..Question::about(Topic::Compare) };
        let answer = answers(Settings { idf, rescale, ..plain() }, &question).pop().unwrap();
        let contest = answer.candidates.or(answer.references).unwrap();
        prop_assert!(contest.contenders.iter().enumerate().all(|(i, contender)| contender.position == i));
        prop_assert_eq!(contest.contenders.iter().position(|c| c.kept.is_none()), Some(shown_at.min(texts.len())));
        prop_assert_eq!(contest.differences.len(), texts.len());
        assert_sums(&contest);
    }
}

#[test]
fn a_text_keeps_its_letter_when_it_is_swapped_in_also_while_the_answer_is_partial() {
    let mut kept = kept(&CANDIDATES[1..], 1);
    let letters = |kept: &KeptTexts, shown: &str| {
        let question = Question { candidates: kept.clone(), ..Question::about(Topic::Compare) };
        let mut analyzer = analyzer();
        let analysis = Arc::new(analyzer.analyze(Pair { reference: REFERENCE, candidate: shown }, plain()).unwrap());
        let answers = told(&mut analyzer, &analysis, &question, |_| true).into_iter().map(comparison);
        let name = |contest: Contest| {
            contest.contenders.iter().map(|c| (c.position, c.analysis.candidate.tokenized.text.to_string())).collect()
        };
        answers.map(|answer| name(answer.candidates.unwrap())).collect::<Vec<Vec<(usize, String)>>>()
    };
    let before = letters(&kept, CANDIDATES[0]);
    let shown = kept.swap(0, CANDIDATES[0].into()).unwrap();
    let after = letters(&kept, &shown);
    assert_eq!(before.last(), after.last());
    for partial in before.iter().chain(&after) {
        assert!(partial.iter().all(|text| before.last().unwrap().contains(text)));
    }
}

#[test]
fn of_several_references_the_best_precision_recall_and_f1_count_each_for_itself() {
    let references = ["at midday a boat departs for the islands and comes back in the evening", "a boat"];
    let contest = comparisons(plain(), &[], &references).pop().unwrap().references.unwrap();
    assert_eq!(contest.side, Side::Reference);
    let scores: Vec<Score> = contest.contenders.iter().map(|contender| contender.analysis.score()).collect();
    assert_eq!(contest.best, Score::best(scores.iter().copied()).unwrap());
    let [p, r, f1] = &contest.winners;
    assert_eq!((scores[p[0]].precision, scores[r[0]].recall), (contest.best.precision, contest.best.recall));
    assert!((scores[f1[0]].f1 - contest.best.f1).abs() < f64::EPSILON);
    assert_ne!(p, r);
}

#[test]
fn equal_texts_share_a_victory_and_keep_their_order_everywhere() {
    let contest = comparisons(plain(), &[CANDIDATES[0], ""], &[]).pop().unwrap().candidates.unwrap();
    assert_eq!(contest.winners, [vec![0, 1], vec![0, 1], vec![0, 1]]);
    assert!(contest.layers().all(|order| order.holds));
}

#[test]
fn partial_results_come_first_and_without_kept_texts_there_are_none() {
    let told = comparisons(plain(), &CANDIDATES[1..], &["a boat"]);
    assert_eq!(told.len(), 3);
    assert!(told[0].candidates.as_ref().unwrap().orders.is_empty() && told[0].references.is_none());
    assert!(!told[1].candidates.as_ref().unwrap().orders.is_empty());
    assert!(told[2].references.is_some());
    assert_eq!(comparisons(plain(), &[], &[]), [Comparison { candidates: None, references: None }]);
}
