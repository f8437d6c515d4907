//! Long texts in windows, against what `tests/data/make_windows.py` computed with transformers and torch alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use bertscope_analysis::{Analysis, Analyzer, Conventions, Note, Settings};
use bertscope_encoder::Layer;
use bertscope_metric::{BERT_SCORE_TOLERANCE, Pair};
use bertscope_models::{BaselineSource, BaselineTable, Model, OpenOptions, ProgressMonitor};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    layer: usize,
    /// Of the reference and the candidate.
    windows: [usize; 2],
    reference: String,
    candidate: String,
    /// P, R and F1.
    scores: [f64; 3],
}

fn open(name: &str) -> Arc<Model> {
    let path = format!("{}/../../tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    let fixture = || {
        bertscope_models::open(
            Some(&path),
            &OpenOptions::default(),
            &ProgressMonitor::silent(),
        )
    };
    Arc::new(
        if name == "minilm" {
            bertscope_models::bundled::model()
        } else {
            fixture()
        }
        .unwrap(),
    )
}

fn in_windows(model: &Arc<Model>, layer: Layer, [reference, candidate]: [&str; 2]) -> Analysis {
    let settings = Settings {
        conventions: Conventions::WINDOWS,
        ..Settings::plain(layer)
    };
    Analyzer::new(Arc::clone(model))
        .analyze(
            Pair {
                reference,
                candidate,
            },
            settings,
        )
        .unwrap()
}

#[test]
fn long_texts_score_as_windows_of_transformers_do() {
    let all: BTreeMap<String, Vec<Case>> =
        serde_json::from_str(include_str!("../../../../tests/data/windows_golden.json")).unwrap();
    assert_eq!(all.len(), 4);
    for (name, cases) in &all {
        let model = open(name);
        for case in cases {
            let analysis = in_windows(
                &model,
                Layer(case.layer),
                [&case.reference, &case.candidate],
            );
            let sides = [&analysis.reference, &analysis.candidate];
            let counts =
                sides.map(|side| side.tokenized.windows.map_or(1, |windows| windows.count()));
            assert_eq!(counts, case.windows, "{name}");
            assert_eq!(
                sides.map(|side| side.tokenized.truncated),
                [None; 2],
                "{name}"
            );
            let told = analysis
                .notes
                .iter()
                .filter(|note| matches!(note, Note::Windows { .. }))
                .count();
            assert_eq!(
                told,
                counts.iter().filter(|count| **count > 1).count(),
                "{name}: {:?}",
                analysis.notes
            );
            let score = analysis.raw;
            for (ours, theirs) in [score.precision.unwrap(), score.recall.unwrap(), score.f1]
                .iter()
                .zip(case.scores)
            {
                assert!(
                    (ours - theirs).abs() <= BERT_SCORE_TOLERANCE,
                    "{name}: {ours}, not {theirs}"
                );
            }
        }
    }
}

#[test]
fn texts_that_fit_have_the_same_vectors_and_scores_to_the_last_bit() {
    let model = open("bert");
    let words = |count: usize| vec!["a"; count].join(" ");
    for [reference, candidate] in [
        ["The ferry leaves at noon.", "The boat departs."],
        [&words(126), ""],
        ["", ""],
    ] {
        let windows = in_windows(&model, Layer(4), [reference, candidate]);
        let pair = Pair {
            reference,
            candidate,
        };
        let cut = Analyzer::new(Arc::clone(&model))
            .analyze(pair, Settings::plain(Layer(4)))
            .unwrap();
        assert_eq!(windows.similarity, cut.similarity);
        assert_eq!((windows.raw, &windows.notes), (cut.raw, &cut.notes));
        assert_eq!(windows.signature, format!("{}-windows", cut.signature));
    }
}

#[test]
fn a_book_is_cut_even_in_windows_and_says_so() {
    let analysis = in_windows(&open("bert"), Layer(0), [&"a ".repeat(20_000), "a"]);
    let cut = analysis.reference.tokenized.truncated.expect("it is cut");
    assert_eq!((cut.kept, cut.total), (16_384, 20_002));
    assert_eq!(analysis.reference.tokenized.tokens.len(), cut.kept);
}

#[test]
fn a_rescaled_score_says_that_its_baseline_knows_no_windows() {
    let settings = Settings {
        conventions: Conventions::WINDOWS,
        rescale: true,
        ..Settings::plain(Layer(6))
    };
    let noted = |analyzer: &mut Analyzer, reference: &str| {
        let analysis = analyzer
            .analyze(
                Pair {
                    reference,
                    candidate: "a ferry",
                },
                settings,
            )
            .unwrap();
        analysis.notes.contains(&Note::BaselineWithoutWindows)
    };
    let (mut analyzer, long) = (Analyzer::new(open("minilm")), "a ferry leaves ".repeat(200));
    assert!(noted(&mut analyzer, &long));
    assert!(!noted(&mut analyzer, "a ferry leaves"));
    let rows = "LAYER,P,R,F\n0,.1,.1,.1\n1,.1,.1,.1\n2,.1,.1,.1\n3,.1,.1,.1\n4,.1,.1,.1\n5,.1,.1,.1\n6,.1,.1,.1\n";
    let own = BaselineTable::parse(rows, "mine.csv".into(), BaselineSource::Custom).unwrap();
    assert!(
        !noted(&mut analyzer.with_baselines(own), &long),
        "a table of the user may know windows"
    );
}
