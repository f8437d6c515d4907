//! The JSON document: nothing is lost in it, and what was changed in it is found and named.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bertscope_analysis::{Analyzer, Conventions, Idf, Settings};
use bertscope_encoder::Layer;
use bertscope_metric::BERT_SCORE_TOLERANCE;
use bertscope_models::{BaselineSource, BaselineTable, OpenOptions, ProgressMonitor, bundled};
use bertscope_report::export::Format;
use bertscope_report::export::document::{Document, DocumentComparison, RecomputedFrom};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{TestPair, rendered, stable};

/// A small random model, with the bundled tables: its numbers mean nothing.
fn with_analyzer<T>(work: impl FnOnce(&mut Analyzer) -> T) -> T {
    static ANALYZER: OnceLock<Mutex<Analyzer>> = OnceLock::new();
    let analyzer = ANALYZER.get_or_init(|| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/bert");
        let model = bertscope_models::open(
            Some(folder),
            &OpenOptions::default(),
            &ProgressMonitor::silent(),
        )
        .unwrap();
        let table = "LAYER,P,R,F\n2,0.31,-0.2,0.305\n3,0.1,0.2,0.3\n";
        let baselines =
            BaselineTable::parse(table, "made up".into(), BaselineSource::Custom).unwrap();
        let frequencies = bundled::model()
            .unwrap()
            .frequencies
            .as_deref()
            .unwrap()
            .clone();
        Mutex::new(
            Analyzer::new(Arc::new(model))
                .with_baselines(baselines)
                .with_frequencies(frequencies),
        )
    });
    work(&mut analyzer.lock().unwrap_or_else(PoisonError::into_inner))
}

fn document(reference: &str, candidate: &str, settings: Settings) -> Document {
    with_analyzer(|analyzer| {
        Document::from_analysis(
            &analyzer
                .analyze(
                    bertscope_metric::Pair {
                        reference,
                        candidate,
                    },
                    settings,
                )
                .unwrap(),
        )
    })
}

fn compared(document: &Document, tolerance: f64, with_model: bool) -> DocumentComparison {
    let mut comparison = DocumentComparison::new(tolerance);
    comparison.add(
        document,
        &document.recompute().unwrap(),
        RecomputedFrom::Itself,
    );
    if with_model {
        let again = with_analyzer(|analyzer| document.recompute_with(analyzer).unwrap());
        comparison.add(document, &again, RecomputedFrom::Model);
    }
    comparison
}

fn settings() -> impl Strategy<Value = Settings> {
    let idf = prop_oneof![Just(Idf::Off), Just(Idf::Table), Just(Idf::References)];
    (0usize..=4, idf, any::<bool>()).prop_map(|(layer, idf, rescale)| Settings {
        layer: Layer(layer),
        idf,
        rescale,
        conventions: Conventions::default(),
    })
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just("the weather is cold today".to_owned()),
        Just("word ".repeat(300)),
        "[a-z ]{0,40}",
        "\\PC{0,20}",
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_document_is_read_as_it_was_written_and_computed_again_it_is_the_same(
        reference in texts(), candidate in texts(), settings in settings()
    ) {
        let document = document(&reference, &candidate, settings);
        let json = document.to_json();
        prop_assert!(json.chars().all(|c| c == '\n' || !c.is_control()));
        prop_assert_eq!(&Document::parse(&json).unwrap(), &document);
        prop_assert_eq!(compared(&document, 0.0, false).differences, []);
        prop_assert_eq!(compared(&document, BERT_SCORE_TOLERANCE, true).differences, []);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>()) {
        prop_assert!(Document::parse(&text).is_err());
    }
}

/// A document after something was put in the place of a field.
fn tampered(document: &Document, pointer: &str, value: Value) -> Document {
    let mut json: Value = serde_json::from_str(&document.to_json()).unwrap();
    *json
        .pointer_mut(pointer)
        .unwrap_or_else(|| panic!("no {pointer}")) = value;
    Document::parse(&json.to_string()).unwrap()
}

#[test]
fn what_was_changed_by_hand_is_found_without_the_model_and_named() {
    let settings = Settings {
        layer: Layer(2),
        idf: Idf::Table,
        rescale: true,
        conventions: Conventions::default(),
    };
    let document = document(
        "the weather is cold today",
        "it is freezing today",
        settings,
    );
    for (pointer, value, named) in [
        ("/raw/f1", json!(0.5), "raw.f1"),
        ("/raw/precision", json!(null), "raw.precision"),
        ("/rescaled/recall", json!(0.25), "rescaled.recall"),
        ("/rescaled", json!(null), "rescaled"),
        ("/baseline/precision", json!(0.5), "rescaled.precision"),
        ("/similarity/2/3", json!(0.999_999), "raw."),
        (
            "/matches/candidate/1/match",
            json!(0),
            "matches.candidate[1].match",
        ),
        (
            "/matches/candidate/1/match",
            json!(99),
            "matches.candidate[1].match",
        ),
        (
            "/matches/reference/2/similarity",
            json!(0.1),
            "matches.reference[2].similarity",
        ),
        (
            "/matches/candidate/3/runner_up",
            json!(null),
            "matches.candidate[3].runner_up",
        ),
        (
            "/candidate/tokens/1/weight",
            json!(3.5),
            "candidate.tokens[1].weight",
        ),
        ("/idf/documents", json!(12), "idf.tokens id "),
        ("/idf/tokens/3/df", json!(1), "idf.tokens id "),
        ("/settings/rescale", json!(false), "signature"),
        ("/layer", json!(3), "signature"),
        ("/signature", json!("roberta-large_L17"), "signature"),
    ] {
        let found = compared(
            &tampered(&document, pointer, value.clone()),
            BERT_SCORE_TOLERANCE,
            false,
        )
        .differences;
        assert!(
            found.iter().any(|d| d.what.starts_with(named)),
            "{pointer} = {value}: {found:#?}"
        );
        assert!(
            found.is_sorted_by_key(|d| -d.by.unwrap_or(f64::INFINITY)),
            "worst first: {found:#?}"
        );
    }
}

#[test]
fn what_is_consistent_but_not_what_the_model_gives_is_found_with_the_model() {
    let document = document(
        "the weather is cold today",
        "it is freezing today",
        Settings::plain(Layer(2)),
    );
    for (pointer, value, named) in [
        (
            "/reference/text",
            json!("the weather was cold today"),
            "reference.tokens",
        ),
        ("/candidate/tokens/2/id", json!(7), "candidate.tokens[2].id"),
        (
            "/candidate/tokens/2/piece",
            json!("was"),
            "candidate.tokens[2].piece",
        ),
        (
            "/candidate/tokens/2/end",
            json!(70),
            "candidate.tokens[2].end",
        ),
        (
            "/reference/truncated",
            json!({"kept": 5, "total": 9, "at": 3}),
            "reference.truncated",
        ),
        ("/similarity/0/0", json!(0.125), "similarity[0][0] ("),
        ("/layer", json!(1), "similarity["),
        (
            "/model/tokenizer",
            json!("0000000000000000"),
            "model.tokenizer",
        ),
    ] {
        let found = compared(
            &tampered(&document, pointer, value.clone()),
            BERT_SCORE_TOLERANCE,
            true,
        )
        .differences;
        let by_model = |d: &bertscope_report::export::document::FieldDifference| {
            d.witness == RecomputedFrom::Model
        };
        assert!(
            found
                .iter()
                .any(|d| by_model(d) && d.what.starts_with(named)),
            "{pointer} = {value}: {found:#?}"
        );
    }
}

#[test]
fn a_match_that_is_as_good_within_the_tolerance_is_no_difference() {
    let mut document = Document::from_analysis(&TestPair::example().analysis());
    let best = document.matches.candidate[2];
    let other = best.runner_up.unwrap().token;
    document.similarity[2][other] = best.similarity - 1e-6;
    let equal = document.recompute().unwrap();
    document.matches = equal.matches;
    document.raw = equal.raw;
    document.matches.candidate[2].partner = other;
    document.matches.candidate[2]
        .runner_up
        .as_mut()
        .unwrap()
        .token = best.partner;
    assert_eq!(
        compared(&document, BERT_SCORE_TOLERANCE, false).differences,
        []
    );
    assert_eq!(
        compared(&document, 0.0, false).differences.len(),
        1,
        "one is not the best"
    );
}

#[test]
fn the_example_of_the_documentation_is_what_the_bundled_model_gives() {
    let page = include_str!("../../../../../docs/analysis-format.md");
    let example = page
        .split_once("```json\n")
        .and_then(|(_, rest)| rest.split_once("```"))
        .unwrap()
        .0;
    let document = Document::parse(example).unwrap();
    let mut comparison = DocumentComparison::new(BERT_SCORE_TOLERANCE);
    comparison.add(
        &document,
        &document.recompute().unwrap(),
        RecomputedFrom::Itself,
    );
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    comparison.add(
        &document,
        &document.recompute_with(&mut analyzer).unwrap(),
        RecomputedFrom::Model,
    );
    assert_eq!(comparison.differences, []);
    assert_eq!(document.to_json(), example, "written as it stands there");
}

#[test]
fn the_document_has_a_line_for_each_token_match_and_row() {
    let pair = TestPair::example()
        .with_idf()
        .with_baseline(BaselineSource::Custom, None);
    insta::assert_snapshot!(stable(&rendered(&pair.analysis(), Format::Json)));
}
