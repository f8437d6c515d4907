//! Every layer, IDF weights and the ruler: against analyses that are made one by one, and against plain counting.

// Where two numbers are compared exactly, that they are the same to the bit is what is claimed.
#![allow(clippy::float_cmp)]

use bertscope_metric::Pair;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use bertscope_analysis::{Analysis, Analyzer, Conventions, Idf, IdfSource, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::{
    Explanation, IdfWeights, Layers, Question, Ruler, Topic, explain, explain_whole,
};
use bertscope_metric::{BERT_SCORE_TOLERANCE, BaselineRow};
use bertscope_models::distribution::{
    LEVELS, Measure, Population, PopulationScores, ScoreHistogram, Weighting,
};
use bertscope_models::{Distribution, Model, bundled};
use bertscope_report::explanation::SheetSettings;
use bertscope_report::number::without_zero;
use bertscope_report::topics::sheet;
use proptest::collection::vec;
use proptest::prelude::*;

fn model() -> Arc<Model> {
    static MODEL: OnceLock<Arc<Model>> = OnceLock::new();
    Arc::clone(MODEL.get_or_init(|| Arc::new(bundled::model().unwrap())))
}

const PAIR: (&str, &str) = (
    "The ferry leaves the harbour at noon.",
    "At midday the old boat departs.",
);

fn settings() -> Vec<Settings> {
    let mut all = Vec::new();
    for layer in [0, 3, 6] {
        for idf in [Idf::Off, Idf::Table, Idf::References] {
            for rescale in [false, true] {
                all.push(Settings {
                    layer: Layer(layer),
                    idf,
                    rescale,
                    conventions: Conventions::default(),
                });
            }
        }
    }
    all
}

/// The whole answer to a question about a pair.
fn answer(analyzer: &mut Analyzer, analysis: &Arc<Analysis>, topic: Topic) -> Explanation {
    explain_whole(analyzer, analysis, &Question::new(topic))
        .unwrap()
        .unwrap()
}

fn layers(analyzer: &mut Analyzer, analysis: &Arc<Analysis>) -> Layers {
    let Explanation::Layers(layers) = answer(analyzer, analysis, Topic::Layers) else {
        panic!()
    };
    layers
}

fn weights(analyzer: &mut Analyzer, analysis: &Arc<Analysis>) -> IdfWeights {
    let Explanation::Idf(weights) = answer(analyzer, analysis, Topic::Idf) else {
        panic!()
    };
    weights
}

fn ruler(analyzer: &mut Analyzer, analysis: &Arc<Analysis>) -> Ruler {
    let Explanation::Ruler(ruler) = answer(analyzer, analysis, Topic::Ruler) else {
        panic!()
    };
    *ruler
}

/// Pairs that are no ordinary ones: empty sides, one word, two that are the same, more than 512 tokens.
fn odd_pairs() -> Vec<(String, String)> {
    let long = "the tide turns slowly and the lamps go out ".repeat(80);
    [
        ("", "a boat"),
        ("a boat", ""),
        ("", ""),
        ("boat", "ferry"),
        ("The same text.", "The same text."),
        ("e\u{1b}[31m\u{7}", "zß水\u{301}"),
        (&long, "a short one"),
        (&long, &long),
    ]
    .map(|(a, b)| (a.to_owned(), b.to_owned()))
    .to_vec()
}

/// The sweep of a pair against one analysis for each layer, made from nothing.
fn assert_sweep(reference: &str, candidate: &str, settings: Settings) -> Result<(), TestCaseError> {
    let mut analyzer = Analyzer::new(model());
    let analysis = Arc::new(
        analyzer
            .analyze(
                Pair {
                    reference,
                    candidate,
                },
                settings,
            )
            .unwrap(),
    );
    let found = layers(&mut analyzer, &analysis);
    prop_assert_eq!(found.rows.len(), 7);
    let mut partners = Vec::new();
    for (k, row) in found.rows.iter().enumerate() {
        let at = Settings {
            layer: Layer(k),
            ..settings
        };
        let alone = Analyzer::new(model())
            .analyze(
                Pair {
                    reference,
                    candidate,
                },
                at,
            )
            .unwrap();
        prop_assert_eq!(row.layer, Layer(k));
        prop_assert_eq!(row.raw, alone.raw, "layer {}", k);
        prop_assert_eq!(&row.similarity, &alone.similarity);
        prop_assert_eq!(row.rescaled, alone.rescaled.as_ref().map(|r| r.score));
        partners.push(alone.matches);
    }
    for one in &found.settled {
        let of = |k: usize| {
            let matches = &partners[k];
            let side = if one.side == Side::Candidate {
                &matches.candidate
            } else {
                &matches.reference
            };
            side[one.token].token
        };
        let scored = settings.layer.0;
        prop_assert!(
            (one.layer.0..=scored).all(|k| of(k) == one.best_match),
            "{:?}",
            one
        );
        prop_assert!(
            one.layer.0 == 0 || of(one.layer.0 - 1) != one.best_match,
            "{:?}",
            one
        );
        prop_assert!(analysis.side(one.side).weights.as_slice()[one.token] > 0.0);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_sweep_at_a_layer_is_the_score_of_an_analysis_at_that_layer_to_the_bit(
        reference in vec("[a-z]{1,7}", 0..9),
        candidate in vec("[a-z]{1,7}", 0..9),
        choice in 0usize..18,
    ) {
        assert_sweep(&reference.join(" "), &candidate.join(" "), settings()[choice])?;
    }

    #[test]
    fn quantiles_of_counted_scores_are_those_of_the_sorted_scores_and_never_descend(
        scores in vec(-0.3f64..1.0, 1..300),
    ) {
        let mut counts = ScoreHistogram::default();
        for score in &scores {
            counts.add(*score);
        }
        let quantiles = counts.quantiles().unwrap();
        let mut sorted = scores.clone();
        sorted.sort_by(f64::total_cmp);
        let mut before = f64::NEG_INFINITY;
        for level in LEVELS {
            let place = level * (sorted.len() - 1) as f64;
            let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
            let exact = low + place.fract() * (high - low);
            // Scores and quantiles are each rounded to 0.0001.
            prop_assert!((quantiles.value_at(level) - exact).abs() <= 1.01e-4, "{} {} {}", level, quantiles.value_at(level), exact);
            prop_assert!(quantiles.value_at(level) >= before);
            before = quantiles.value_at(level);
        }
        for x in scores {
            let below = scores_below(&sorted, x);
            let found = quantiles.share_below(x);
            prop_assert!((0.0..=1.0).contains(&found));
            // As far apart as two levels and one score may be.
            prop_assert!((found - below).abs() <= 0.0101 + 1.5 / sorted.len() as f64, "{} {} {}", x, found, below);
        }
        prop_assert_eq!((quantiles.share_below(-9.0), quantiles.share_below(9.0)), (0.0, 1.0));
    }
}

/// The share of scores below one of them.
fn scores_below(sorted: &[f64], x: f64) -> f64 {
    sorted.iter().filter(|score| **score < x - 1e-4).count() as f64 / sorted.len() as f64
}

#[test]
fn every_setting_sweeps_to_its_own_scores_and_odd_pairs_do_too() {
    for settings in settings() {
        assert_sweep(PAIR.0, PAIR.1, settings).unwrap();
    }
    for (reference, candidate) in odd_pairs() {
        assert_sweep(
            &reference,
            &candidate,
            Settings {
                layer: Layer(4),
                idf: Idf::Table,
                rescale: true,
                conventions: Conventions::default(),
            },
        )
        .unwrap();
    }
}

#[test]
fn layers_that_are_known_come_first_and_the_others_after_a_pass() {
    let mut analyzer = Analyzer::new(model());
    let analysis = Arc::new(
        analyzer
            .analyze(
                Pair {
                    reference: PAIR.0,
                    candidate: PAIR.1,
                },
                Settings::plain(Layer(2)),
            )
            .unwrap(),
    );
    let mut told = Vec::new();
    let mut tell = |answer| {
        let Explanation::Layers(layers) = answer else {
            panic!()
        };
        told.push(layers.rows.len());
        ControlFlow::Continue(())
    };
    explain(
        &mut analyzer,
        &analysis,
        &Question::new(Topic::Layers),
        &mut tell,
    )
    .unwrap();
    assert_eq!(told, [3, 7]);
    let mut told = 0;
    let mut stop = |_| {
        told += 1;
        ControlFlow::Break(())
    };
    explain(
        &mut analyzer,
        &analysis,
        &Question::new(Topic::Layers),
        &mut stop,
    )
    .unwrap();
    assert_eq!(told, 1, "the rest was cancelled");
}

#[test]
fn each_way_to_weigh_gives_what_an_analysis_with_it_gives_and_each_token_its_logarithm() {
    for settings in settings() {
        let mut analyzer = Analyzer::new(model());
        let analysis = Arc::new(
            analyzer
                .analyze(
                    Pair {
                        reference: PAIR.0,
                        candidate: PAIR.1,
                    },
                    settings,
                )
                .unwrap(),
        );
        let found = weights(&mut analyzer, &analysis);
        let ways: Vec<Idf> = found.choices.iter().map(|choice| choice.idf).collect();
        assert_eq!(ways, [Idf::Off, Idf::Table, Idf::References]);
        for choice in &found.choices {
            let other = Settings {
                idf: choice.idf,
                ..settings
            };
            let alone = Analyzer::new(model())
                .analyze(
                    Pair {
                        reference: PAIR.0,
                        candidate: PAIR.1,
                    },
                    other,
                )
                .unwrap();
            assert_eq!(
                (choice.raw, choice.score),
                (Some(alone.raw), Some(alone.score())),
                "{settings:?} {choice:?}"
            );
            assert_eq!(
                choice.document_count,
                alone.idf.as_ref().and_then(IdfSource::document_count)
            );
            let [(sum, all), _] = choice.sums;
            if let Some(p) = alone.raw.precision {
                assert!((sum / all - p).abs() < 1e-12);
            }
        }
        let table = model()
            .frequencies
            .as_ref()
            .unwrap()
            .weights
            .counted()
            .unwrap()
            .clone();
        for token in &found.tokens {
            let (n, df) = match settings.idf {
                Idf::References => (1, u64::from(!token.reference.is_empty())),
                _ => (table.document_count(), table.frequency(token.id)),
            };
            assert_eq!((found.document_count, token.frequency), (Some(n), Some(df)));
            assert_eq!(token.weight, ((n + 1) as f64 / (df + 1) as f64).ln());
        }
        assert!(
            found
                .tokens
                .windows(2)
                .all(|two| two[0].weight >= two[1].weight)
        );
        for side in [Side::Candidate, Side::Reference] {
            let mut places: Vec<usize> = found
                .tokens
                .iter()
                .flat_map(|token| {
                    if side == Side::Candidate {
                        &token.candidate
                    } else {
                        &token.reference
                    }
                })
                .copied()
                .collect();
            places.sort_unstable();
            assert!(
                places
                    .into_iter()
                    .eq(0..analysis.side(side).tokenized.tokens.len()),
                "every token once"
            );
        }
    }
}

#[test]
fn a_pair_lies_higher_the_more_it_is_alike_whether_rescaled_or_not() {
    let mut analyzer = Analyzer::new(model());
    let mut at = |candidate: &str, idf, rescale| {
        let settings = Settings {
            layer: Layer(6),
            idf,
            rescale,
            conventions: Conventions::default(),
        };
        let analysis = Arc::new(
            analyzer
                .analyze(
                    Pair {
                        reference: "A man is playing a flute.",
                        candidate,
                    },
                    settings,
                )
                .unwrap(),
        );
        ruler(&mut analyzer, &analysis)
    };
    let f1 = |ruler: &Ruler, scale: usize| ruler.populations[scale].share_below[2].unwrap();
    for idf in [Idf::Off, Idf::Table] {
        let apart = at(
            "The parliament will vote on the budget next week.",
            idf,
            false,
        );
        let near = at("Somebody plays the flute.", idf, false);
        let same = at("A man is playing a flute.", idf, false);
        assert!(apart.comparable && apart.weighting_table.is_some() == (idf == Idf::Table));
        for scale in 0..6 {
            assert!(f1(&apart, scale) <= f1(&near, scale) && f1(&near, scale) <= f1(&same, scale));
        }
        assert!(f1(&apart, 0) < 0.9 && f1(&near, 0) > 0.99 && f1(&same, 5) > 0.9);
        assert!(f1(&same, 5) < 1.0, "others are identical too");
        let rescaled = at("Somebody plays the flute.", idf, true);
        assert_eq!(
            rescaled.populations, near.populations,
            "ranks do not change"
        );
        assert!(rescaled.scaled(rescaled.raw[2].unwrap(), Measure::F1) < near.raw[2].unwrap());
    }
    let alone = at("Somebody plays the flute.", Idf::References, false);
    assert_eq!(
        (alone.comparable, alone.raw[1], alone.raw[2]),
        (false, None, None)
    );
}

#[test]
fn the_ruler_takes_random_pairs_of_the_length_of_the_pair_and_says_where_there_are_none() {
    let mut analyzer = Analyzer::new(model());
    // Words of one token each, and two special tokens.
    let text = |tokens: usize| vec!["boat"; tokens - 2].join(" ");
    for (candidate, reference, range, said) in [
        (3, 3, [6, 11], "shorter, 3 tokens; no random pairs"),
        (6, 11, [6, 11], "of 6 to 11 tokens, joined from sentences"),
        (
            11,
            13,
            [12, 22],
            "of 12 to 22 tokens, joined from sentences",
        ),
        (
            8,
            256,
            [12, 22],
            "has 8 tokens and the reference 256, so only F1",
        ),
        (
            40,
            20,
            [23, 45],
            "of 23 to 45 tokens, joined from sentences",
        ),
        (
            90,
            90,
            [46, 90],
            "of 46 to 90 tokens, joined from sentences",
        ),
        (
            362,
            362,
            [182, 362],
            "of 182 to 362 tokens, joined from sentences",
        ),
        (500, 300, [182, 362], "longer, 375 tokens, and longer"),
    ] {
        let pair = Pair {
            reference: &*text(reference),
            candidate: &*text(candidate),
        };
        for idf in [Idf::Off, Idf::Table] {
            let settings = Settings {
                idf,
                ..Settings::plain(Layer(6))
            };
            let analysis = Arc::new(analyzer.analyze(pair, settings).unwrap());
            let found = ruler(&mut analyzer, &analysis);
            assert_eq!(found.tokens, [candidate, reference]);
            let [low, high] = range;
            let random = found.random().unwrap();
            assert_eq!(random.population, Population::RandomOfLength { low, high });
            assert_eq!(found.compared().count(), 6);
            let explanation = Explanation::Ruler(Box::new(found));
            let lead = sheet(&explanation, &analysis, &SheetSettings::default()).lead;
            assert!(lead.contains(said), "{lead}");
        }
    }
}

#[test]
fn the_faq_lists_how_unrelated_texts_score_by_length_as_the_bundled_distribution_has_it() {
    let page = include_str!("../../../../../docs/faq.md");
    let known = bundled::distribution().unwrap();
    let own = model();
    let row = own.baselines.as_ref().unwrap().row(Layer(6)).unwrap();
    let rescaled = |x: f64| without_zero(BaselineRow::rescale(x, row.f1), 2);
    let mut lengths = 0;
    for scores in known.with_weighting(Weighting::Off) {
        let Population::RandomOfLength { low, high } = scores.population else {
            continue;
        };
        let f1 = scores.quantiles_at(Layer(6), Measure::F1).unwrap();
        let [median, high_score] = [0.5, 0.95].map(|share| rescaled(f1.value_at(share)));
        let expected = format!("| {low} to {high} | {median} | {high_score} |");
        assert!(page.contains(&expected), "{expected}");
        lengths += 1;
    }
    assert_eq!(lengths, 6);
}

#[test]
fn a_damaged_distribution_is_refused_with_its_line() {
    let whole = include_str!("../../../../../assets/minilm/baseline.distribution.tsv");
    assert!(Distribution::parse(whole, "d").is_ok());
    let lines: Vec<&str> = whole.lines().collect();
    let with = |i: usize, line: &str| {
        let mut lines = lines.clone();
        lines[i] = line;
        Distribution::parse(&lines.join("\n"), "d")
            .unwrap_err()
            .to_string()
    };
    for (i, line, problem) in [
        (
            0,
            "#bertscope-distribution 2",
            "line 1: this is not a distribution file",
        ),
        (
            6,
            "#levels 0 .5",
            "line 7: the levels must be increasing shares from 0 to 1",
        ),
        (
            7,
            "random\toff\t20000\t0\tP\t1 2",
            "line 8: expected one value for each level",
        ),
        (8, lines[9], "line 9: the layers must be in order from 0"),
        (
            10,
            "random\toff\tNaN",
            "line 11: expected six tab-separated columns",
        ),
        (31, lines[7], "line 32: "),
    ] {
        let said = with(i, line);
        assert!(said.starts_with("d, ") && said.contains(problem), "{said}");
    }
    let swapped = lines[7].replacen("653 831", "831 653", 1);
    assert!(with(7, &swapped).contains("values must not decrease from one level to the next"));
    assert!(
        Distribution::parse(&lines[..lines.len() - 1].join("\n"), "d").is_err(),
        "half a layer"
    );
    assert!(Distribution::parse("", "d").is_err());
}

/// As `tests/data/static_cosines.py` computes them.
#[test]
fn static_vectors_have_the_cosines_of_their_definition() {
    let mut analyzer = Analyzer::new(model());
    let pairs = [
        ("children", "kids", 0.77042),
        ("bank", "shore", 0.21137),
        ("hot", "cold", 0.37042),
        ("match", "match", 1.0),
    ];
    for (candidate, reference, expected) in pairs {
        let reference = format!("Far from the {reference}");
        let texts = Pair {
            reference: reference.as_str(),
            candidate,
        };
        let analysis = analyzer.analyze(texts, Settings::plain(Layer(6))).unwrap();
        let found = analyzer.static_similarity(&analysis).unwrap().get(1, 4);
        assert!(
            f64::from((found - expected).abs()) < BERT_SCORE_TOLERANCE,
            "{candidate}, {reference}: {found}"
        );
    }
}

#[test]
fn the_bundled_distribution_belongs_to_the_bundled_model_its_baseline_and_its_table() {
    let (known, model) = (bundled::distribution().unwrap(), model());
    assert_eq!(
        (&known.model, &known.tokenizer),
        (&model.name, &model.tokenizer.fingerprint())
    );
    let table = model.frequencies.as_ref().unwrap();
    assert!(known.has_table(
        &table.source,
        table.weights.counted().unwrap().document_count()
    ));
    for weighing in [Weighting::Off, Weighting::Table] {
        let spreads: Vec<_> = known.with_weighting(weighing).collect();
        let populations: Vec<_> = spreads.iter().map(|spread| spread.population).collect();
        let judged = |i: u8| Population::Judged {
            low: f64::from(i),
            high: f64::from(i + 1),
        };
        let by_length = [[6, 11], [12, 22], [23, 45], [46, 90], [91, 181], [182, 362]]
            .map(|[low, high]| Population::RandomOfLength { low, high });
        let all = [Population::Random]
            .into_iter()
            .chain((0..5).map(judged))
            .chain(by_length)
            .collect::<Vec<_>>();
        assert_eq!(populations, all);
        let median = |spread: &PopulationScores, layer: usize| {
            let quantiles = spread.quantiles_at(Layer(layer), Measure::F1);
            quantiles.unwrap().value_at(0.5)
        };
        let medians: Vec<f64> = spreads[..6]
            .iter()
            .map(|spread| median(spread, 6))
            .collect();
        assert!(
            medians.windows(2).all(|two| two[0] < two[1]),
            "more alike, higher: {medians:?}"
        );
        for layer in 0..=6 {
            let medians: Vec<f64> = spreads[6..]
                .iter()
                .map(|spread| median(spread, layer))
                .collect();
            assert!(
                medians.windows(2).all(|two| two[0] < two[1]),
                "longer, higher: {medians:?}"
            );
        }
    }
    let random = known.with_weighting(Weighting::Off).next().unwrap();
    assert_eq!(
        (random.pairs, random.quantiles_at(Layer(7), Measure::F1)),
        (20_000, None)
    );
    for layer in (0..=6).map(Layer) {
        let row = model.baselines.as_ref().unwrap().row(layer).unwrap();
        for (&measure, mean) in Measure::ALL.iter().zip([row.precision, row.recall, row.f1]) {
            let quantiles = random.quantiles_at(layer, measure).unwrap();
            // The mean is the area beside the quantiles. F1 has poles where P + R is nothing: its very ends count as what a
            // score can be.
            let at = |level: f64| quantiles.value_at(level).clamp(-1.0, 1.0);
            let area: f64 = LEVELS
                .windows(2)
                .map(|two| (two[1] - two[0]) * (at(two[0]) + at(two[1])) / 2.0)
                .sum();
            assert!((area - mean).abs() < 2e-3, "layer {layer}: {area} {mean}");
        }
    }
}
