//! The sentence vector, against sentence-transformers. `tests/data/make_pooled.py` wrote the goldens.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use bertscope_analysis::{Analysis, Analyzer, Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::{Explanation, Question, SentenceVectors, Topic, explain_whole};
use bertscope_metric::{BERT_SCORE_TOLERANCE, Pair};
use bertscope_models::{Model, OpenOptions, Pooling, ProgressMonitor, bundled};
use bertscope_report::explanation::SheetSettings;
use bertscope_report::topics::sheet;
use bertscope_sheet::columns::sheet_text;
use serde::Deserialize;

#[derive(Deserialize)]
pub struct Golden {
    pairs: BTreeMap<String, [String; 2]>,
    /// modules.json and the configuration of each pooling, as sentence-transformers saves them.
    pub files: BTreeMap<String, BTreeMap<String, String>>,
    /// By model, pooling and pair.
    cosines: BTreeMap<String, BTreeMap<String, BTreeMap<String, f64>>>,
}

pub fn golden() -> Golden {
    serde_json::from_str(include_str!("../../../../../tests/data/pooled_golden.json")).unwrap()
}

/// A small random encoder in a folder with these further files.
pub fn small(fixture: &str, files: &BTreeMap<String, String>) -> Arc<Model> {
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/fixtures")
        .join(fixture);
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    for (file, content) in files {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    let name = folder.path().to_str().unwrap();
    Arc::new(
        bertscope_models::open(
            Some(name),
            &OpenOptions::default(),
            &ProgressMonitor::silent(),
        )
        .unwrap(),
    )
}

pub fn analyze(
    analyzer: &mut Analyzer,
    [reference, candidate]: [&str; 2],
    settings: Settings,
) -> Arc<Analysis> {
    Arc::new(
        analyzer
            .analyze(
                Pair {
                    reference,
                    candidate,
                },
                settings,
            )
            .unwrap(),
    )
}

pub fn answer(analyzer: &mut Analyzer, analysis: &Arc<Analysis>) -> (Explanation, SentenceVectors) {
    let answer = explain_whole(analyzer, analysis, &Question::new(Topic::Pooled))
        .unwrap()
        .unwrap();
    let Explanation::Pooled(vectors) = &answer else {
        panic!()
    };
    let vectors = (**vectors).clone();
    (answer, vectors)
}

fn page_text(answer: &Explanation, analysis: &Analysis) -> String {
    sheet_text(&sheet(answer, analysis, &SheetSettings::default()), 160).join("\n")
}

/// A pair of the bundled model.
fn bundled_pair(texts: [&str; 2], settings: Settings) -> (String, SentenceVectors) {
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    let analysis = analyze(&mut analyzer, texts, settings);
    let (answer, vectors) = answer(&mut analyzer, &analysis);
    (page_text(&answer, &analysis), vectors)
}

pub const FERRY: [&str; 2] = ["The ferry leaves at noon.", "The boat departs at midday."];

fn plain() -> Settings {
    Settings::plain(Layer(6))
}

/// Asserts that every partition of the pairs of tokens sums to the cosine.
fn assert_sums(vectors: &SentenceVectors, what: &str) {
    let (Some(sum), Some(cosine)) = (vectors.contributions.as_ref(), vectors.cosine) else {
        return;
    };
    let [rows, columns] = [Side::Candidate, Side::Reference].map(|side| {
        vectors
            .texts
            .side(side)
            .tokens
            .iter()
            .map(|token| token.special)
    });
    let pairs = || {
        rows.clone().enumerate().flat_map(|(c, a)| {
            columns
                .clone()
                .enumerate()
                .map(move |(r, b)| (c, r, a || b))
        })
    };
    let all: f64 = pairs().map(|(c, r, _)| sum.pair(c, r)).sum();
    let special: f64 = pairs()
        .filter(|(.., special)| *special)
        .map(|(c, r, _)| sum.pair(c, r))
        .sum();
    assert!(
        (all - cosine).abs() < 2e-6 && (special - sum.special).abs() < 2e-6,
        "{what}: {all} {special} {cosine}"
    );
    for side in [Side::Candidate, Side::Reference] {
        let words: f64 = sum
            .words
            .side(side)
            .iter()
            .map(|word| word.contribution)
            .sum();
        assert!((words - cosine).abs() < 1e-9, "{what}: {words} {cosine}");
    }
}

#[test]
fn the_cosine_is_that_of_sentence_transformers_and_the_sum_of_its_contributions() {
    let golden = golden();
    let mut count = 0;
    for (name, modes) in &golden.cosines {
        for (mode, cosines) in modes {
            let model = match &**name {
                "minilm" => Arc::new(bundled::model().unwrap()),
                fixture => small(fixture, &golden.files[mode]),
            };
            let mut analyzer = Analyzer::new(Arc::clone(&model));
            for (pair, expected) in cosines {
                let texts = &golden.pairs[pair];
                // Whatever layer is scored.
                let settings = Settings::plain(Layer(count % 2 + 1));
                let analysis = analyze(&mut analyzer, [&texts[0], &texts[1]], settings);
                let (_, vectors) = answer(&mut analyzer, &analysis);
                let what = format!("{name}, {mode}, {pair}");
                let cosine = vectors.cosine.unwrap();
                assert!(
                    (cosine - expected).abs() < BERT_SCORE_TOLERANCE,
                    "{what}: {cosine} instead of {expected}"
                );
                assert_eq!(
                    vectors.contributions.as_ref().is_none(),
                    ["max", "cls"].contains(&&**mode),
                    "{what}"
                );
                assert_sums(&vectors, &what);
                count += 1;
            }
        }
    }
    assert_eq!(count, 18 * golden.pairs.len());
}

#[test]
fn a_third_of_a_cosine_comes_from_special_tokens() {
    let (page, vectors) = bundled_pair(FERRY, plain());
    let cosine = vectors.cosine.unwrap();
    assert!(
        (cosine - 0.721_735_6).abs() < BERT_SCORE_TOLERANCE,
        "{cosine}"
    );
    assert!((vectors.contributions.as_ref().unwrap().special / cosine - 0.34).abs() < 0.005);
    insta::assert_snapshot!(page);
}

#[test]
fn the_cosine_without_a_word_is_that_of_the_means_of_the_other_hidden_states() {
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    let analysis = analyze(&mut analyzer, FERRY, plain());
    let (_, vectors) = answer(&mut analyzer, &analysis);
    let embedded = analyzer.last_hidden_states(&analysis).unwrap();
    let [candidate, reference] = [&embedded.candidate, &embedded.reference]
        .map(|text| text.hidden.vectors_at(Layer(6)).unwrap());
    let mean = |all: &bertscope_metric::Vectors, skip: &std::ops::Range<usize>| -> Vec<f64> {
        let rows: Vec<_> = (0..all.count()).filter(|i| !skip.contains(i)).collect();
        let sum = |d: usize| rows.iter().map(|&i| f64::from(all.row(i)[d])).sum::<f64>();
        (0..all.dimension())
            .map(|d| sum(d) / rows.len() as f64)
            .collect()
    };
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    for word in &vectors.contributions.as_ref().unwrap().words.reference {
        let (u, v) = (mean(&candidate, &(0..0)), mean(&reference, &word.tokens));
        let cosine = dot(&u, &v) / (dot(&u, &u) * dot(&v, &v)).sqrt();
        assert!((cosine - word.without.unwrap()).abs() < 1e-9, "{word:?}");
    }
}

#[test]
fn the_page_says_what_distinguishes_the_cosine_from_the_score() {
    let with_idf = Settings {
        layer: Layer(3),
        idf: Idf::Table,
        rescale: true,
        ..plain()
    };
    let (page, vectors) = bundled_pair(FERRY, with_idf);
    for part in [
        "of the last layer, 6:",
        "IDF weights do not enter",
        "rescaled, of the best matches",
    ] {
        assert!(page.contains(part), "{page}");
    }
    assert_eq!(vectors, bundled_pair(FERRY, plain()).1);
    let long = "one more word and ".repeat(80);
    let (page, _) = bundled_pair([&long, "a short text"], plain());
    assert!(
        page.starts_with("The cosine of the sentence vectors is 0."),
        "{page}"
    );
    assert!(
        page.contains("! sentence-transformers truncates texts to 256 tokens"),
        "{page}"
    );
    assert!(!bundled_pair(FERRY, plain()).0.contains("truncates"));
}

#[test]
fn a_pooling_that_is_no_sum_of_tokens_has_a_cosine_without_contributions() {
    let golden = golden();
    let pages = ["max", "cls"].map(|mode| {
        let mut analyzer = Analyzer::new(small("bert", &golden.files[mode]));
        let analysis = analyze(&mut analyzer, FERRY, Settings::plain(Layer(4)));
        let (answer, _) = answer(&mut analyzer, &analysis);
        page_text(&answer, &analysis)
    });
    assert!(
        pages[0].contains("not a sum over pairs") && !pages[0].contains("pairs that add most"),
        "{}",
        pages[0]
    );
    assert!(
        pages[1].contains("one pair of tokens makes the cosine."),
        "{}",
        pages[1]
    );
    assert!(!pages[1].contains('×'), "{}", pages[1]);
}

#[test]
fn a_model_that_computes_its_vector_otherwise_gets_a_reason_and_no_number() {
    let modules =
        golden().files["mean"]["modules.json"].replace("normalize.Normalize", "dense.Dense");
    let mut analyzer = Analyzer::new(small(
        "bert",
        &BTreeMap::from([("modules.json".to_owned(), modules)]),
    ));
    let analysis = analyze(&mut analyzer, FERRY, Settings::plain(Layer(4)));
    let (answer, vectors) = answer(&mut analyzer, &analysis);
    assert_eq!(
        page_text(&answer, &analysis),
        "The model applies the module Dense, which bertscope does not compute."
    );
    let data = serde_json::to_value(&vectors).unwrap();
    assert!(
        data["cosine"].is_null() && data["pooling"].is_null() && data["reason"].is_string(),
        "{data}"
    );
}

#[test]
fn a_model_without_modules_is_pooled_as_sentence_transformers_pools_it() {
    let mut analyzer = Analyzer::new(small("bert", &BTreeMap::new()));
    let analysis = analyze(&mut analyzer, FERRY, Settings::plain(Layer(4)));
    let (answer, vectors) = answer(&mut analyzer, &analysis);
    assert_eq!(vectors.pooling.pooling, Ok(Pooling::Mean));
    let page = page_text(&answer, &analysis);
    assert!(
        page.contains("A vector is the mean hidden state of the last layer, 4:"),
        "{page}"
    );
    assert!(
        page.contains("The model has no modules.json, so the vector is the mean."),
        "{page}"
    );
}
