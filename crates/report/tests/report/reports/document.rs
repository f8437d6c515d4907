//! The JSON document: every number of the analysis is in it, and it is as the documentation describes it.

use bertscope_analysis::{Analysis, Analyzer, Conventions, Idf, Settings};
use bertscope_encoder::Layer;
use bertscope_metric::{BERT_SCORE_TOLERANCE, Pair};
use bertscope_models::{OpenOptions, ProgressMonitor, bundled};
use bertscope_report::export::Format;
use proptest::prelude::*;
use serde_json::Value;
use std::cell::RefCell;
use std::sync::Arc;

use super::rendered;

thread_local! {
    /// A small random model: its numbers mean nothing.
    static ANALYZER: RefCell<Analyzer> = RefCell::new(Analyzer::new(Arc::new(
        bertscope_models::open(
            Some(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/bert")),
            &OpenOptions::default(),
            &ProgressMonitor::silent(),
        )
        .unwrap(),
    )));
}

fn analysis(reference: &str, candidate: &str, settings: Settings) -> Analysis {
    let texts = Pair {
        reference,
        candidate,
    };
    ANALYZER.with_borrow_mut(|analyzer| analyzer.analyze(texts, settings).unwrap())
}

fn settings() -> impl Strategy<Value = Settings> {
    let idf = prop_oneof![Just(Idf::Off), Just(Idf::References)];
    (0usize..=4, idf).prop_map(|(layer, idf)| Settings {
        idf,
        ..Settings::plain(Layer(layer))
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
    fn a_document_has_every_text_and_number_and_cannot_steer_a_terminal(
        reference in texts(), candidate in texts(), settings in settings()
    ) {
        let analysis = analysis(&reference, &candidate, settings);
        let json = rendered(&analysis, Format::Json);
        prop_assert!(json.ends_with('\n') && json.trim_end_matches('\n').chars().all(|c| !c.is_control()));
        let document: Value = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(&document["candidate"]["text"], &candidate);
        prop_assert_eq!(&document["reference"]["text"], &reference);
        for (side, found) in [("candidate", &analysis.candidate), ("reference", &analysis.reference)] {
            let tokens = document[side]["tokens"].as_array().unwrap();
            prop_assert_eq!(tokens.len(), found.tokenized.tokens.len());
            for (token, found) in tokens.iter().zip(&found.tokenized.tokens) {
                prop_assert_eq!((&token["text"], &token["piece"]), (&found.text.as_str().into(), &found.piece.as_str().into()));
            }
        }
        for (c, row) in document["similarity"].as_array().unwrap().iter().enumerate() {
            for (r, cosine) in row.as_array().unwrap().iter().enumerate() {
                prop_assert_eq!((cosine.as_f64().unwrap() as f32).to_bits(), analysis.similarity.get(c, r).to_bits());
            }
        }
        for (c, found) in analysis.matches.candidate.iter().enumerate() {
            prop_assert_eq!(&document["matches"]["candidate"][c]["match"], &Value::from(found.token));
        }
        // As it is printed: `serde_json` reads a number less exactly than it writes one.
        let raw = format!("\"raw\":{}", serde_json::to_string(&analysis.raw).unwrap());
        prop_assert!(json.contains(&raw));
        prop_assert_eq!(&document["signature"], &analysis.signature);
    }
}

/// Whether two documents have the same fields and values, numbers within the tolerance.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            (one.as_f64().unwrap() - other.as_f64().unwrap()).abs() <= BERT_SCORE_TOLERANCE
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.keys().eq(other.keys())
                && one.iter().all(|(key, value)| is_same(value, &other[key]))
        }
        (one, other) => one == other,
    }
}

#[test]
fn the_example_of_the_documentation_is_what_the_bundled_model_gives() {
    let page = include_str!("../../../../../docs/analysis-format.md");
    let example = page
        .split_once("```json\n")
        .and_then(|(_, rest)| rest.split_once("```"))
        .unwrap()
        .0;
    let example: Value = serde_json::from_str(example).unwrap();
    let texts = Pair {
        reference: example["reference"]["text"].as_str().unwrap(),
        candidate: example["candidate"]["text"].as_str().unwrap(),
    };
    let settings = Settings {
        layer: Layer(6),
        idf: Idf::Table,
        rescale: true,
        conventions: Conventions::default(),
    };
    let analysis = Analyzer::new(Arc::new(bundled::model().unwrap()))
        .analyze(texts, settings)
        .unwrap();
    let document: Value = serde_json::from_str(&rendered(&analysis, Format::Json)).unwrap();
    assert!(is_same(&document, &example), "{document:#}");
}
