//! Several texts side by side: every candidate on every reference.

use bertscope_metric::Pair;
use std::sync::Arc;

use bertscope_analysis::{Analysis, Conventions, Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::compare::TextRanking;
use bertscope_explain::f1_difference::F1Share;
use bertscope_explain::mean_difference::{MeanDifference, WordDifference};
use bertscope_explain::{Explanation, KeptTexts, Question, TextComparison, Topic};
use bertscope_metric::{BERT_SCORE_TOLERANCE, Score, TokenWeights};
use bertscope_models::{BaselineSource, BaselineTable, FrequencyTable, frequencies};
use proptest::prelude::*;
use serde_json::Value;

use super::{analyzer, collect_partial_results, plain};

const REFERENCE: &str = "the ferry to the island leaves at noon";
const CANDIDATES: [&str; 3] = [
    "a boat for the islands departs at midday",
    "at noon the ferry leaves",
    "nobody likes to eat snow",
];

/// Kept texts, with the one on screen at a position among them.
fn kept(texts: &[&str], shown_at: usize) -> KeptTexts {
    let (before, after) = texts.split_at(shown_at.min(texts.len()));
    let Some((first, before)) = before.split_first() else {
        return after.iter().copied().map(Arc::from).collect();
    };
    // As a text that was the first until this one was swapped in.
    let mut kept: KeptTexts = [before, &[""], after]
        .concat()
        .into_iter()
        .map(Arc::from)
        .collect();
    assert_eq!(
        kept.swap(before.len(), Arc::from(*first)).as_deref(),
        Some("")
    );
    kept
}

fn comparison(answer: Explanation) -> TextComparison {
    match answer {
        Explanation::Compare(comparison) => comparison,
        other => panic!("{other:?}"),
    }
}

fn answers(settings: Settings, question: &Question) -> Vec<TextComparison> {
    let mut analyzer = analyzer();
    let analysis = Arc::new(
        analyzer
            .analyze(
                Pair {
                    reference: REFERENCE,
                    candidate: CANDIDATES[0],
                },
                settings,
            )
            .unwrap(),
    );
    collect_partial_results(&mut analyzer, &analysis, question, |_| true)
        .into_iter()
        .map(comparison)
        .collect()
}

fn comparisons(
    settings: Settings,
    candidates: &[&str],
    references: &[&str],
) -> Vec<TextComparison> {
    let (candidates, references) = (kept(candidates, 0), kept(references, 0));
    answers(
        settings,
        &Question {
            candidates,
            references,
            ..Question::new(Topic::Compare)
        },
    )
}

fn f1s(ranking: &TextRanking) -> Vec<f64> {
    ranking
        .texts
        .iter()
        .map(|compared| compared.score.f1)
        .collect()
}

#[test]
fn candidates_are_scored_on_the_reference_on_screen_under_every_setting() {
    for settings in [
        plain(),
        Settings {
            layer: Layer(4),
            idf: Idf::Table,
            rescale: true,
            conventions: Conventions::default(),
        },
    ] {
        let ranking = comparisons(settings, &CANDIDATES[1..], &[])
            .pop()
            .unwrap()
            .candidates;
        let mut analyzer = analyzer();
        let score = |analyzer: &mut bertscope_analysis::Analyzer, text: &str, settings| {
            analyzer
                .analyze(
                    Pair {
                        reference: REFERENCE,
                        candidate: text,
                    },
                    settings,
                )
                .unwrap()
                .score()
                .f1
        };
        assert_eq!(
            ranking.texts.iter().map(|c| c.kept).collect::<Vec<_>>(),
            [None, Some(0), Some(1)]
        );
        for (text, f1) in CANDIDATES.iter().zip(f1s(&ranking)) {
            assert!((score(&mut analyzer, text, settings) - f1).abs() < 2e-6);
        }
        assert_eq!(
            ranking
                .orders_by_layer()
                .map(|order| order.settings.layer.0)
                .collect::<Vec<_>>(),
            [0, 1, 2, 3, 4, 5, 6]
        );
        let other = if settings.idf == Idf::Off {
            Idf::Table
        } else {
            Idf::Off
        };
        assert_eq!(
            ranking
                .orders_by_idf()
                .map(|order| order.settings.idf)
                .collect::<Vec<_>>(),
            [other]
        );
        for order in ranking
            .orders_by_layer()
            .chain(ranking.orders_by_idf())
            .chain(ranking.other_scale())
        {
            for (text, f1) in CANDIDATES.iter().zip(&order.f1) {
                assert!(
                    (score(&mut analyzer, text, order.settings) - f1).abs() < 2e-6,
                    "{:?}",
                    order.settings
                );
            }
            assert_eq!(order.agrees, order.order == ranking.ranking());
        }
        // Every candidate is stretched with the same baseline.
        assert!(ranking.other_scale().unwrap().agrees);
        assert_eq!(ranking.winners()[2], [ranking.ranking()[0]]);
    }
}

/// The parts of every difference sum to it.
fn assert_sums(ranking: &TextRanking) {
    for difference in &ranking.differences {
        let pairs = difference.texts.map(|i| ranking.texts[i].analysis.score());
        let expected = [
            pairs[0]
                .precision
                .zip(pairs[1].precision)
                .map(|(a, b)| a - b),
            pairs[0].recall.zip(pairs[1].recall).map(|(a, b)| a - b),
        ];
        for (mean, expected) in difference.means.iter().zip(expected) {
            assert_eq!(mean.total(), expected);
            let is_mark = |word: &WordDifference| !word.word().contains(char::is_alphanumeric);
            let order = |word: &WordDifference| (is_mark(word), -word.contribution.abs());
            assert!(
                mean.words.is_sorted_by(|a, b| order(a) <= order(b)),
                "punctuation last"
            );
            let sum: f64 = mean.words.iter().map(|word| word.contribution).sum();
            if !mean.words.is_empty() {
                assert!((sum - expected.unwrap()).abs() < 1e-9, "{sum} {expected:?}");
            }
        }
        let sum = |part: fn(&F1Share) -> f64| difference.f1.iter().map(part).sum::<f64>();
        let sums = [
            sum(|share| share.means[0]),
            sum(|share| share.means[1]),
            sum(|share| share.f1),
        ];
        let f1 = pairs[0].f1 - pairs[1].f1;
        let explained = difference.f1.is_empty() || {
            let expected = [expected[0].unwrap(), expected[1].unwrap(), f1];
            sums.iter()
                .zip(expected)
                .all(|(sum, all)| (sum - all).abs() < 1e-6)
        };
        assert!(explained, "{sums:?} {expected:?} {f1}");
    }
}

#[test]
fn words_of_the_shared_text_contribute_their_weight_times_the_gap_between_their_similarities() {
    let settings = Settings {
        idf: Idf::Table,
        rescale: true,
        ..plain()
    };
    let answer = comparisons(settings, &CANDIDATES[1..2], &[CANDIDATES[1]])
        .pop()
        .unwrap();
    // Of candidates the reference is shared, and with it the words of recall; of references it is precision.
    for (ranking, mean) in [(answer.candidates, 1), (answer.references, 0)] {
        assert_sums(&ranking);
        assert!(!ranking.differences[0].f1.is_empty());
        let mean = &ranking.differences[0].means[mean];
        assert_eq!(mean.side, ranking.side.other());
        let weights = &ranking.texts[0].analysis.side(mean.side).weights;
        for word in &mean.words {
            let [Some(first), Some(second)] = &word.words else {
                panic!("{word:?}")
            };
            assert_eq!(first.tokens, second.tokens);
            let weight: f64 =
                weights.as_slice()[first.tokens.clone()].iter().sum::<f64>() / weights.sum();
            let gap = (first.similarity - second.similarity) * mean.rescaling_factor;
            assert!((word.contribution - weight * gap).abs() < 1e-12);
        }
    }
}

#[test]
fn a_word_of_one_of_the_texts_counts_on_its_side_alone_and_one_that_moved_counts_once() {
    let ranking = comparisons(plain(), &["the boat for islands at midday departs"], &[])
        .pop()
        .unwrap();
    let ranking = ranking.candidates;
    assert_sums(&ranking);
    let precision = &ranking.differences[0].means[0];
    let both = precision
        .words
        .iter()
        .filter(|word| word.words.iter().all(Option::is_some))
        .count();
    assert_eq!(
        (precision.words.len(), both),
        (8, 7),
        "“a” is in one of them; “departs” only moved"
    );
}

#[test]
fn a_full_stop_is_not_the_point_of_a_number_and_a_word_that_moved_is_the_same_word() {
    let mut analyzer = analyzer();
    let mut score = |candidate: &str| {
        analyzer
            .analyze(
                Pair {
                    reference: REFERENCE,
                    candidate,
                },
                plain(),
            )
            .unwrap()
    };
    let pairs = [
        score("the price, at noon, was 0.5 euros."),
        score("at noon it cost half a euro."),
    ];
    let precision = MeanDifference::compute(Side::Candidate, [&pairs[0], &pairs[1]]);
    let stops: Vec<_> = precision
        .words
        .iter()
        .filter(|word| word.word() == ".")
        .collect();
    let tokens = |i: usize| &pairs[i].candidate.tokenized.tokens;
    let [point, stop] = &stops[..] else {
        panic!("{stops:?}")
    };
    let (point, stop) = if point.words[1].is_none() {
        (point, stop)
    } else {
        (stop, point)
    };
    assert_eq!(
        (
            &point.words[1],
            point.words[0].as_ref().unwrap().tokens.end < tokens(0).len() - 2
        ),
        (&None, true)
    );
    let ends = [0, 1].map(|i| stop.words[i].as_ref().unwrap().tokens.end == tokens(i).len() - 1);
    assert_eq!(ends, [true, true], "both end their sentences");
    let noon = precision
        .words
        .iter()
        .find(|word| word.word() == "noon")
        .unwrap();
    assert!(noon.words.iter().all(Option::is_some));
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
        let question = Question { candidates: kept(candidates, shown_at), references: kept(references, shown_at), ..Question::new(Topic::Compare) };
        let answer = answers(Settings { idf, rescale, ..plain() }, &question).pop().unwrap();
        let ranking = if reference { answer.references } else { answer.candidates };
        prop_assert!(ranking.texts.iter().enumerate().all(|(i, compared)| compared.position == i));
        prop_assert_eq!(ranking.texts.iter().position(|c| c.kept.is_none()), Some(shown_at.min(texts.len())));
        prop_assert_eq!(ranking.differences.len(), texts.len());
        assert_sums(&ranking);
    }
}

#[test]
fn a_text_keeps_its_name_when_it_is_swapped_in_also_while_the_answer_is_partial() {
    let mut kept = kept(&CANDIDATES[1..], 1);
    let letters = |kept: &KeptTexts, shown: &str| {
        let question = Question {
            candidates: kept.clone(),
            ..Question::new(Topic::Compare)
        };
        let mut analyzer = analyzer();
        let analysis = Arc::new(
            analyzer
                .analyze(
                    Pair {
                        reference: REFERENCE,
                        candidate: shown,
                    },
                    plain(),
                )
                .unwrap(),
        );
        let answers = collect_partial_results(&mut analyzer, &analysis, &question, |_| true)
            .into_iter()
            .map(comparison);
        let name = |ranking: TextRanking| {
            ranking
                .texts
                .iter()
                .map(|c| (c.position, c.analysis.candidate.tokenized.text.to_string()))
                .collect()
        };
        answers
            .map(|answer| name(answer.candidates))
            .collect::<Vec<Vec<(usize, String)>>>()
    };
    let before = letters(&kept, CANDIDATES[0]);
    let shown = kept.swap(0, CANDIDATES[0].into()).unwrap();
    let after = letters(&kept, &shown);
    assert_eq!(before.last(), after.last());
    for partial in before.iter().chain(&after) {
        assert!(
            partial
                .iter()
                .all(|text| before.last().unwrap().contains(text))
        );
    }
}

#[test]
fn of_several_references_the_best_precision_recall_and_f1_count_each_for_itself() {
    let references = [
        "at midday a boat departs for the islands and comes back in the evening",
        "a boat",
    ];
    let answer = comparisons(plain(), &[], &references).pop().unwrap();
    let ranking = &answer.references;
    assert_eq!(
        (ranking.side, answer.candidates.texts.len()),
        (Side::Reference, 1)
    );
    let (best, scores) = (
        ranking.best(),
        ranking.texts.iter().map(|compared| compared.score),
    );
    let scores: Vec<Score> = scores.collect();
    assert_eq!(answer.candidates.texts[0].score, best);
    let [p, r, f1] = ranking.winners();
    assert_eq!(
        (scores[p[0]].precision, scores[r[0]].recall),
        (best.precision, best.recall)
    );
    assert!((scores[f1[0]].f1 - best.f1).abs() < f64::EPSILON);
    assert_ne!(p, r);
    assert_eq!(answer.best_references(0), [p, r, f1]);
}

/// The cases of `bert_score` with several references, each as a candidate that is kept beside another one.
#[test]
fn a_candidates_best_over_the_references_is_what_bert_score_gives_it_with_all_of_them() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/minilm_golden.json"
    );
    let golden: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let texts = |value: &Value| -> Vec<String> { serde_json::from_value(value.clone()).unwrap() };
    let corpus = texts(&golden["idf_corpus"]);
    let corpus: Vec<&str> = corpus.iter().map(String::as_str).collect();
    let tsv = golden["baseline_tsv"].as_str().unwrap();
    let mut analyzer = analyzer();
    let frequencies = frequencies::count(&corpus, &analyzer.model().tokenizer).unwrap();
    analyzer = analyzer
        .with_frequencies(FrequencyTable {
            source: "golden".into(),
            tokenizer: None,
            weights: TokenWeights::Counted(frequencies),
        })
        .with_baselines(
            BaselineTable::parse(tsv, "golden".into(), BaselineSource::Custom).unwrap(),
        );
    for case in golden["multi"].as_array().unwrap() {
        let references = texts(&case["references"]);
        let at_layer = Settings::plain(Layer(case["layer"].as_u64().unwrap() as usize));
        let ways = [
            ("plain", at_layer),
            (
                "idf",
                Settings {
                    idf: Idf::Table,
                    ..at_layer
                },
            ),
            (
                "rescaled",
                Settings {
                    rescale: true,
                    ..at_layer
                },
            ),
        ];
        for (way, settings) in ways {
            let shown = Pair {
                reference: references[0].as_str(),
                candidate: CANDIDATES[0],
            };
            let analysis = Arc::new(analyzer.analyze(shown, settings).unwrap());
            let question = Question {
                candidates: [Arc::from(case["candidate"].as_str().unwrap())]
                    .into_iter()
                    .collect(),
                references: references[1..]
                    .iter()
                    .map(|text| Arc::from(text.as_str()))
                    .collect(),
                ..Question::new(Topic::Compare)
            };
            let answer = comparison(
                collect_partial_results(&mut analyzer, &analysis, &question, |_| true)
                    .pop()
                    .unwrap(),
            );
            let Score {
                precision,
                recall,
                f1,
            } = answer.candidates.texts[1].score;
            for (ours, theirs) in [precision.unwrap(), recall.unwrap(), f1]
                .iter()
                .zip(case[way].as_array().unwrap())
            {
                let theirs = theirs.as_f64().unwrap();
                assert!(
                    (ours - theirs).abs() <= BERT_SCORE_TOLERANCE,
                    "{} {way}: {ours}, bert_score has {theirs}",
                    case["name"]
                );
            }
        }
    }
}

#[test]
fn with_several_references_candidates_are_ranked_by_their_best_under_every_setting() {
    let references = [
        "a boat departs for the islands at midday",
        "nobody eats snow",
    ];
    let answer = comparisons(plain(), &CANDIDATES[1..], &references)
        .pop()
        .unwrap();
    let mut analyzer = analyzer();
    let mut best = |candidate: &str, settings: Settings| {
        let all = std::iter::once(REFERENCE).chain(references);
        let scores = all.map(|reference| {
            analyzer
                .analyze(
                    Pair {
                        reference,
                        candidate,
                    },
                    settings,
                )
                .unwrap()
                .score()
        });
        Score::max_each(scores).unwrap().f1
    };
    for (candidate, f1) in CANDIDATES.iter().zip(f1s(&answer.candidates)) {
        assert!((best(candidate, plain()) - f1).abs() < 2e-6);
    }
    assert_eq!(answer.candidates.orders_by_layer().count(), 7);
    for order in &answer.candidates.orders {
        for (candidate, f1) in CANDIDATES.iter().zip(&order.f1) {
            assert!(
                (best(candidate, order.settings) - f1).abs() < 2e-6,
                "{:?}",
                order.settings
            );
        }
    }
    let on_screen = answer.candidates.texts[0].analysis.score();
    assert!(
        answer.candidates.texts[0].score.f1 > on_screen.f1,
        "another reference is nearer than that on screen"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_grid_has_every_pair_and_the_best_of_a_row_is_at_least_each_of_its_numbers(
        texts in prop::collection::vec("(ferry|boat|the|noon|[a-z]{1,9}|,| ){0,8}", 4),
        shown_at in 0..3_usize,
        idf in prop::sample::select(vec![Idf::Off, Idf::Table]),
    ) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let (candidates, references) = (kept(&texts[..2], shown_at), kept(&texts[2..], shown_at));
        let question = Question { candidates, references, ..Question::new(Topic::Compare) };
        let (names, settings) = (question.references.with_shown(REFERENCE), Settings { idf, ..plain() });
        let answer = answers(settings, &question).pop().unwrap();
        let mut analyzer = analyzer();
        for (candidate, row) in question.candidates.with_shown(CANDIDATES[0]).into_iter().zip(&answer.pairs) {
            let texts = |pair: &Analysis| pair.reference.tokenized.text.to_string();
            prop_assert_eq!(row.iter().map(|pair| texts(pair)).collect::<Vec<_>>(), names.clone());
            for (reference, pair) in names.iter().zip(row) {
                let alone = analyzer.analyze(Pair { reference, candidate }, settings).unwrap();
                prop_assert!((alone.score().f1 - pair.score().f1).abs() < 2e-6);
            }
        }
        for (row, compared) in answer.pairs.iter().zip(&answer.candidates.texts) {
            for pair in row {
                for (best, each) in compared.score.numbers().into_iter().zip(pair.score().numbers()) {
                    prop_assert!(best.is_none() || best >= each);
                }
            }
            prop_assert_eq!(Some(compared.score), Score::max_each(row.iter().map(|pair| pair.score())));
        }
    }
}

#[test]
fn equal_texts_share_a_victory_and_keep_their_order_everywhere() {
    let ranking = comparisons(plain(), &[CANDIDATES[0], ""], &[])
        .pop()
        .unwrap()
        .candidates;
    assert_eq!(ranking.winners(), [vec![0, 1], vec![0, 1], vec![0, 1]]);
    assert!(ranking.orders_by_layer().all(|order| order.agrees));
}

#[test]
fn a_partial_result_is_a_grid_of_fewer_texts_without_orders() {
    let told = comparisons(plain(), &CANDIDATES[1..], &["a boat"]);
    let sizes: Vec<_> = told
        .iter()
        .map(|grid| (grid.pairs.len(), grid.pairs[0].len()))
        .collect();
    assert_eq!(sizes, [(1, 2), (2, 2), (3, 2)]);
    for (i, grid) in told.iter().enumerate() {
        for ranking in [&grid.candidates, &grid.references] {
            assert_eq!(ranking.orders.is_empty(), i < 2);
        }
    }
    let alone = comparisons(plain(), &[], &[]);
    assert_eq!(alone.len(), 1);
    assert_eq!(
        (alone[0].pairs.len(), alone[0].candidates.orders.len()),
        (1, 0)
    );
}

#[test]
fn a_question_that_is_cancelled_scores_no_further_text() {
    let mut analyzer = analyzer();
    let analysis = Arc::new(
        analyzer
            .analyze(
                Pair {
                    reference: REFERENCE,
                    candidate: CANDIDATES[0],
                },
                plain(),
            )
            .unwrap(),
    );
    let (candidates, references) = (kept(&CANDIDATES[1..], 0), kept(&["a boat"], 0));
    let question = Question {
        candidates,
        references,
        ..Question::new(Topic::Compare)
    };
    assert_eq!(
        collect_partial_results(&mut analyzer, &analysis, &question, |answers| answers < 2).len(),
        2
    );
}
