//! Each lens against what the real package answers, for the bundled model and for small random encoders.
//!
//! `tests/data/make_lenses.py` wrote the goldens with `bert_score` 0.3.13, its fast tokenizers, torchmetrics 1.9.0 and
//! Hugging Face's evaluate (which it tested against `bert_score` itself). Tolerances: token ids equal; P, R and F1 within 2e-5.

use bertscope_metric::Pair;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use bertscope_analysis::{Analyzer, Idf, Settings};
use bertscope_encoder::Layer;
use bertscope_explain::lens::{LensAnswer, LensKind, Lenses};
use bertscope_explain::{Explanation, Question, Topic, explain};
use bertscope_metric::{BERT_SCORE_TOLERANCE, DocumentFrequencies, Score, TokenWeights};
use bertscope_models::{
    BaselineSource, BaselineTable, FrequencyTable, Model, OpenOptions, ProgressMonitor, frequencies,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Golden {
    layer: usize,
    baseline_tsv: String,
    idf_corpus: Vec<String>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    reference: String,
    candidate: String,
    fast_ids: [Vec<u32>; 2],
    slow: ExpectedScores,
    fast: ExpectedScores,
    last: ExpectedScores,
    torchmetrics: ExpectedScores,
    no_special: ExpectedScores,
    own_idf: ExpectedScores,
}

/// P, R and F1, `None` for NaN; each way where the package has it.
#[derive(Deserialize)]
struct ExpectedScores {
    plain: Option<[Option<f64>; 3]>,
    idf: Option<[Option<f64>; 3]>,
    rescaled: Option<[Option<f64>; 3]>,
    error: Option<String>,
}

fn fixture(name: &str) -> Model {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures").join(name);
    bertscope_models::open(folder.to_str(), &OpenOptions::default(), &ProgressMonitor::silent()).unwrap()
}

fn lenses(analyzer: &mut Analyzer, reference: &str, candidate: &str, settings: Settings) -> Lenses {
    let analysis = Arc::new(analyzer.analyze(Pair { reference, candidate }, settings).unwrap());
    let mut last = None;
    let question = Question::new(Topic::Lenses);
    explain(analyzer, &analysis, &question, &mut |told| {
        last = Some(told);
        ControlFlow::Continue(())
    })
    .unwrap();
    match last {
        Some(Explanation::Lenses(lenses)) => lenses,
        other => panic!("{other:?}"),
    }
}

fn differ(ours: Score, theirs: [Option<f64>; 3]) -> bool {
    [(ours.precision, theirs[0]), (ours.recall, theirs[1]), (Some(ours.f1), theirs[2])].into_iter().any(|pair| {
        match pair {
            (Some(a), Some(b)) => (a - b).abs() > BERT_SCORE_TOLERANCE,
            (a, b) => a != b,
        }
    })
}

fn check(name: &str, model: Model) {
    let path = format!("{}/../../tests/lenses/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let golden: Golden = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let model = Arc::new(model);
    let corpus: Vec<&str> = golden.idf_corpus.iter().map(String::as_str).collect();
    let fast = model.fast_tokenizer.get().unwrap().unwrap();
    // A table for each package, as each counts with its own tokens; torchmetrics does not strip texts.
    let by = |tokenizer| frequencies::count(&corpus, tokenizer).unwrap();
    let whole = corpus.iter().map(|text| fast.tokenize_untruncated(text).unwrap().ids());
    let analyzer = |frequencies| {
        let baseline = BaselineTable::parse(&golden.baseline_tsv, "golden".into(), BaselineSource::Custom).unwrap();
        Analyzer::new(Arc::clone(&model))
            .with_frequencies(FrequencyTable {
                source: "golden".into(),
                tokenizer: None,
                weights: TokenWeights::Counted(frequencies),
            })
            .with_baselines(baseline)
    };
    let [mut slow, mut by_fast, mut by_whole] =
        [by(&model.tokenizer), by(fast), DocumentFrequencies::count(whole)].map(analyzer);
    let plain = Settings::plain(Layer(golden.layer));
    let ways = [
        ("plain", plain),
        ("idf", Settings { idf: Idf::Table, ..plain }),
        ("rescaled", Settings { rescale: true, ..plain }),
    ];
    let mut wrong = Vec::new();
    for case in &golden.cases {
        for (text, ids) in [&case.reference, &case.candidate].into_iter().zip(&case.fast_ids) {
            let ours = fast.tokenize(text).unwrap().ids();
            if ours != *ids {
                wrong.push(format!("{}: fast ids of {text:?} are {ours:?}, not {ids:?}", case.name));
            }
        }
        for (way, settings) in ways {
            let [slow, fast, whole] = [&mut slow, &mut by_fast, &mut by_whole]
                .map(|analyzer| lenses(analyzer, &case.reference, &case.candidate, settings));
            for (kind, golden) in [
                (LensKind::BertScore, &case.slow),
                (LensKind::Evaluate, &case.slow),
                (LensKind::FastTokenizer, &case.fast),
                (LensKind::TorchMetrics, &case.torchmetrics),
                (LensKind::LastLayer, &case.last),
                (LensKind::NoSpecial, &case.no_special),
                (LensKind::SingleReferenceIdf, &case.own_idf),
            ] {
                let ours = match kind {
                    LensKind::FastTokenizer => &fast,
                    LensKind::TorchMetrics => &whole,
                    _ => &slow,
                };
                let ours = ours.lenses.iter().find(|lens| lens.kind == kind).unwrap();
                let theirs = match way {
                    "plain" => golden.plain,
                    "idf" => golden.idf,
                    _ => golden.rescaled,
                };
                match (&ours.answer, theirs) {
                    (LensAnswer::Score(lens), Some(theirs)) => {
                        let score = lens.scaled(settings.rescale).expect("a row for every layer");
                        if differ(score, theirs) {
                            wrong.push(format!("{} {kind:?} {way}: {score:?}, not {theirs:?}", case.name));
                        }
                    }
                    (LensAnswer::Unavailable(_), None) if golden.error.is_some() => {}
                    (_, None) if golden.error.is_none() => {}
                    (answer, theirs) => {
                        wrong.push(format!("{} {kind:?} {way}: {answer:?}, not {theirs:?}", case.name));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
}

#[test]
fn lenses_of_the_bundled_model_are_what_the_packages_give() {
    check("minilm", bertscope_models::bundled::model().unwrap());
}

#[test]
fn lenses_of_small_encoders_are_what_the_packages_give() {
    for name in ["bert", "bert_cased_mlm", "mpnet", "electra", "roberta", "xlm_roberta", "deberta_v2", "t5"] {
        check(name, fixture(name));
    }
}

#[test]
fn a_model_without_tokenizer_json_has_no_fast_lens_and_says_why() {
    let mut analyzer = Analyzer::new(Arc::new(fixture("albert")));
    let settings = Settings::plain(Layer(1));
    let lenses = lenses(&mut analyzer, "a boat by the shore", "the ferry at the coast", settings);
    for kind in [LensKind::FastTokenizer, LensKind::TorchMetrics] {
        let lens = lenses.lenses.iter().find(|lens| lens.kind == kind).unwrap();
        assert!(matches!(&lens.answer, LensAnswer::Unavailable(why) if why.contains("no tokenizer.json")), "{lens:?}");
    }
    assert!(lenses.score(LensKind::NoSpecial).is_some());
}
