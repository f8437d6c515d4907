//! Several texts side by side.

use bertscope_metric::Pair;
use std::sync::Arc;

use bertscope_analysis::{Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::compare::Contest;
use bertscope_explain::{Comparison, Explanation, Question, Topic};
use bertscope_metric::Score;

use super::{analyzer, plain, told};

const REFERENCE: &str = "the ferry to the island leaves at noon";
const CANDIDATES: [&str; 3] =
    ["a boat for the islands departs at midday", "at noon the ferry leaves", "nobody likes to eat snow"];

fn comparisons(settings: Settings, candidates: &[&str], references: &[&str]) -> Vec<Comparison> {
    let mut analyzer = analyzer();
    let analysis =
        Arc::new(analyzer.analyze(Pair { reference: REFERENCE, candidate: CANDIDATES[0] }, settings).unwrap());
    let kept = |texts: &[&str]| texts.iter().map(|text| Arc::from(*text)).collect();
    let question =
        Question { candidates: kept(candidates), references: kept(references), ..Question::about(Topic::Compare) };
    let comparison = |answer| match answer {
        Explanation::Compare(comparison) => comparison,
        other => panic!("{other:?}"),
    };
    told(&mut analyzer, &analysis, &question, |_| true).into_iter().map(comparison).collect()
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

#[test]
fn the_words_that_tell_the_candidates_apart_come_first() {
    let contest = comparisons(plain(), &CANDIDATES[1..], &[]).pop().unwrap().candidates.unwrap();
    assert_eq!(contest.words.len(), 8);
    assert!(contest.words.is_sorted_by(|a, b| a.spread >= b.spread));
    for word in &contest.words {
        for (contender, similarity) in contest.contenders.iter().zip(&word.similarities) {
            let found = contender.analysis.matches.reference[word.tokens.start].similarity;
            assert_eq!(*similarity, Some(f64::from(found)));
        }
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
