//! What `bert_score` 0.3.13 answers, for the bundled model and for small random encoders.
//!
//! `tests/data/make_goldens.py` wrote the goldens. Tolerances: token ids equal; P, R and F1 within 2e-5, or 1e-6 with exactly the
//! same weights as the bundled ones; matrix cells within 1e-4. Every instruction set of this processor has to keep them.

use bertscope_metric::Pair;
use std::collections::BTreeMap;
use std::sync::Arc;

use bertscope_analysis::{Analyzer, Idf, Settings};
use bertscope_encoder::InstructionSet;
use bertscope_encoder::Layer;
use bertscope_metric::{BERT_SCORE_TOLERANCE, GivenWeights, Score, TokenWeights};
use bertscope_models::{
    BaselineSource, BaselineTable, FrequencyTable, Model, OpenOptions, ProgressMonitor, frequencies,
};
use serde::Deserialize;

const CELL: f32 = 1e-4;

#[derive(Deserialize)]
struct Golden {
    baseline_tsv: String,
    idf_corpus: Vec<String>,
    idf: BTreeMap<u32, f64>,
    idf_unseen: f64,
    tokens: BTreeMap<String, Tokens>,
    cases: Vec<Case>,
    multi: Vec<Multi>,
}

#[derive(Deserialize)]
struct Tokens {
    ids: Vec<u32>,
    pieces: Vec<String>,
}

/// P, R, F1; `None` is NaN.
type Numbers = [Option<f64>; 3];

#[derive(Deserialize)]
struct Case {
    name: String,
    layer: usize,
    reference: String,
    candidate: String,
    plain: Numbers,
    idf: Numbers,
    rescaled: Numbers,
    matrix: Option<Vec<Vec<f32>>>,
}

#[derive(Deserialize)]
struct Multi {
    name: String,
    layer: usize,
    references: Vec<String>,
    candidate: String,
    plain: Numbers,
    idf: Numbers,
    rescaled: Numbers,
}

fn golden(path: &str) -> Golden {
    let path = format!("{}/../../tests/{path}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn analyzer(model: &Arc<Model>, golden: &Golden) -> Analyzer {
    let corpus: Vec<&str> = golden.idf_corpus.iter().map(String::as_str).collect();
    let frequencies = frequencies::count(&corpus, &model.tokenizer).unwrap();
    let baseline = BaselineTable::parse(
        &golden.baseline_tsv,
        "golden".into(),
        BaselineSource::Custom,
    )
    .unwrap();
    let weights = TokenWeights::Counted(frequencies);
    Analyzer::new(Arc::clone(model))
        .with_frequencies(FrequencyTable {
            source: "golden".into(),
            tokenizer: None,
            weights,
        })
        .with_baselines(baseline)
}

fn ways(layer: usize) -> [(&'static str, Settings); 3] {
    let plain = Settings::plain(Layer(layer));
    [
        ("plain", plain),
        (
            "idf",
            Settings {
                idf: Idf::Table,
                ..plain
            },
        ),
        (
            "rescaled",
            Settings {
                rescale: true,
                ..plain
            },
        ),
    ]
}

fn assert_score(what: &str, ours: Score, theirs: Numbers, tolerance: f64) {
    // bert_score turns a NaN F1 into 0; ours is a number for the same reason.
    for (name, ours, theirs) in [
        ("P", ours.precision, theirs[0]),
        ("R", ours.recall, theirs[1]),
        ("F1", Some(ours.f1), theirs[2]),
    ] {
        match (ours, theirs) {
            (Some(a), Some(b)) => {
                assert!(
                    (a - b).abs() <= tolerance,
                    "{what}: {name} is {a}, bert_score has {b}"
                );
            }
            (None, None) => {}
            (a, b) => panic!("{what}: {name} is {a:?}, bert_score has {b:?}"),
        }
    }
}

#[expect(
    clippy::print_stdout,
    reason = "names the instruction set of a failure"
)]
fn check(model: Model, golden: &Golden, tolerance: f64) {
    let model = Arc::new(model);
    for set in InstructionSet::available() {
        println!("instruction set {}", set.name());
        set.run(|| check_scores(&model, golden, tolerance));
    }
}

fn check_scores(model: &Arc<Model>, golden: &Golden, tolerance: f64) {
    check_tokens(model, golden);
    check_weights(model, golden);
    check_given_weights(model, golden, tolerance);
    let mut analyzer = analyzer(model, golden);
    for case in &golden.cases {
        check_case(&mut analyzer, case, tolerance);
    }
    for case in &golden.multi {
        check_multi(&mut analyzer, case, tolerance);
    }
}

fn check_tokens(model: &Model, golden: &Golden) {
    for (text, tokens) in &golden.tokens {
        let ours = model.tokenizer.tokenize(text).unwrap();
        assert_eq!(ours.ids(), tokens.ids, "token ids of {text:?}");
        assert_eq!(
            ours.tokens.iter().map(|t| &t.piece).collect::<Vec<_>>(),
            tokens.pieces.iter().collect::<Vec<_>>()
        );
        for token in &ours.tokens {
            let is_unknown =
                matches!(&*token.piece, "[UNK]" | "<unk>") && token.text != token.piece;
            assert_eq!(token.unknown, is_unknown, "{token:?}");
        }
    }
}

fn check_weights(model: &Model, golden: &Golden) {
    let corpus: Vec<&str> = golden.idf_corpus.iter().map(String::as_str).collect();
    let table = frequencies::count(&corpus, &model.tokenizer).unwrap();
    for (&id, &weight) in &golden.idf {
        if id != u32::MAX {
            assert!((table.weight(id) - weight).abs() < 1e-12, "IDF of {id}");
        }
    }
    assert!((table.weight(u32::MAX) - golden.idf_unseen).abs() < 1e-12);
}

/// With `bert_score`'s dictionary, given as it is.
fn check_given_weights(model: &Arc<Model>, golden: &Golden, tolerance: f64) {
    let weights = TokenWeights::Given(GivenWeights::new(
        golden.idf.clone(),
        Some(golden.idf_unseen),
    ));
    let table = FrequencyTable {
        source: "weights.json".into(),
        tokenizer: None,
        weights,
    };
    let mut given = Analyzer::new(Arc::clone(model)).with_frequencies(table);
    for case in &golden.cases {
        let settings = Settings {
            idf: Idf::Table,
            ..Settings::plain(Layer(case.layer))
        };
        let pair = Pair {
            reference: &*case.reference,
            candidate: &*case.candidate,
        };
        let analysis = given.analyze(pair, settings).unwrap();
        assert_score(
            &format!("{} layer {} given", case.name, case.layer),
            analysis.score(),
            case.idf,
            tolerance,
        );
    }
}

fn check_case(analyzer: &mut Analyzer, case: &Case, tolerance: f64) {
    for (way, settings) in ways(case.layer) {
        let theirs = match way {
            "plain" => case.plain,
            "idf" => case.idf,
            _ => case.rescaled,
        };
        let pair = Pair {
            reference: &*case.reference,
            candidate: &*case.candidate,
        };
        let analysis = analyzer.analyze(pair, settings).unwrap();
        assert_score(
            &format!("{} layer {} {way}", case.name, case.layer),
            analysis.score(),
            theirs,
            tolerance,
        );
        if let (Some(matrix), "plain") = (&case.matrix, way) {
            assert_eq!(analysis.similarity.candidate_tokens(), matrix.len());
            for (c, row) in matrix.iter().enumerate() {
                for (r, &cell) in row.iter().enumerate() {
                    let ours = analysis.similarity.get(c, r);
                    assert!(
                        (ours - cell).abs() < CELL,
                        "{} cell {c},{r}: {ours} and {cell}",
                        case.name
                    );
                }
            }
        }
    }
}

fn check_multi(analyzer: &mut Analyzer, case: &Multi, tolerance: f64) {
    for (way, settings) in ways(case.layer) {
        let theirs = match way {
            "plain" => case.plain,
            "idf" => case.idf,
            _ => case.rescaled,
        };
        let scores: Vec<_> = case
            .references
            .iter()
            .map(|reference| {
                let pair = Pair {
                    reference: reference.as_str(),
                    candidate: &*case.candidate,
                };
                analyzer.analyze(pair, settings).unwrap().score()
            })
            .collect();
        assert_score(
            &format!("{} layer {} {way}", case.name, case.layer),
            Score::max_each(scores).unwrap(),
            theirs,
            tolerance,
        );
    }
}

fn folder(name: &str) -> Model {
    let path = format!("{}/../../tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    bertscope_models::open(
        Some(&path),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    )
    .unwrap()
}

#[test]
fn the_bundled_model_scores_as_bert_score_does_with_the_published_weights() {
    let model = bertscope_models::bundled::model().unwrap();
    check(
        model,
        &golden("data/minilm_golden.json"),
        BERT_SCORE_TOLERANCE,
    );
}

#[test]
fn the_bundled_model_scores_as_bert_score_does_with_the_bundled_weights() {
    let model = bertscope_models::bundled::model().unwrap();
    check(model, &golden("data/minilm_packed_golden.json"), 1e-6);
}

macro_rules! families {
    ($($test:ident: $fixture:literal)*) => {
        $(
            #[test]
            fn $test() {
                check(folder($fixture), &golden(&format!("fixtures/{}/golden.json", $fixture)), BERT_SCORE_TOLERANCE);
            }
        )*
    };
}

families! {
    bert_scores_as_bert_score_does_in_every_case: "bert"
    an_old_checkpoint_with_gamma_beta_and_a_head_scores_as_bert_score_does: "bert_cased_mlm"
    roberta_scores_as_bert_score_does_in_every_case: "roberta"
    xlm_roberta_scores_as_bert_score_does_in_every_case: "xlm_roberta"
    distilbert_scores_as_bert_score_does_in_every_case: "distilbert"
    electra_scores_as_bert_score_does_in_every_case: "electra"
    mpnet_scores_as_bert_score_does_in_every_case: "mpnet"
    albert_scores_as_bert_score_does_in_every_case: "albert"
    deberta_v1_scores_as_bert_score_does_in_every_case: "deberta"
    deberta_v2_scores_as_bert_score_does_in_every_case: "deberta_v2"
    deberta_v2_with_a_convolution_scores_as_bert_score_does: "deberta_v2_conv"
    t5_scores_as_bert_score_does_in_every_case: "t5"
    t5_with_a_gated_inner_layer_scores_as_bert_score_does: "t5_gated"
    modernbert_scores_as_bert_score_does_in_every_case: "modernbert"
}
