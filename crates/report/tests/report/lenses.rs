//! Each lens against what the real package answers, for the bundled model and for small random encoders.
//!
//! `tests/data/make_lenses.py` wrote the goldens with `bert_score` 0.3.13, its fast tokenizers, torchmetrics 1.9.0 and
//! Hugging Face's evaluate (which it tested against `bert_score` itself), and those in `transformers5` with transformers
//! 5.23.0. Tolerances: token ids equal; P, R and F1 within 2e-5. A lens and `--as` are one: each score is computed both ways.

use bertscope_metric::Pair;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use bertscope_analysis::{Analyzer, Conventions, Idf, Program, Settings};
use bertscope_encoder::Layer;
use bertscope_explain::lens::{LensAnswer, LensKind, Lenses};
use bertscope_explain::{Explanation, Question, Topic, explain};
use bertscope_metric::{BERT_SCORE_TOLERANCE, Score, TokenWeights};
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

/// What `bert_score` with transformers 5 gives, by the names of the cases.
#[derive(Deserialize)]
struct Transformers5 {
    cases: HashMap<String, Transformers5Case>,
}

#[derive(Deserialize)]
struct Transformers5Case {
    ids: Option<[Vec<u32>; 2]>,
    #[serde(flatten)]
    scores: ExpectedScores,
}

/// P, R and F1, `None` for NaN; each way where the package has it.
#[derive(Default, Deserialize)]
struct ExpectedScores {
    plain: Option<[Option<f64>; 3]>,
    idf: Option<[Option<f64>; 3]>,
    rescaled: Option<[Option<f64>; 3]>,
    error: Option<String>,
}

fn fixture(name: &str) -> Model {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/fixtures")
        .join(name);
    bertscope_models::open(
        folder.to_str(),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    )
    .unwrap()
}

fn lenses(analyzer: &mut Analyzer, reference: &str, candidate: &str, settings: Settings) -> Lenses {
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
    [
        (ours.precision, theirs[0]),
        (ours.recall, theirs[1]),
        (Some(ours.f1), theirs[2]),
    ]
    .into_iter()
    .any(|pair| match pair {
        (Some(a), Some(b)) => (a - b).abs() > BERT_SCORE_TOLERANCE,
        (a, b) => a != b,
    })
}

fn golden<T: for<'a> Deserialize<'a>>(name: &str) -> T {
    let path = format!(
        "{}/../../tests/lenses/{name}.json",
        env!("CARGO_MANIFEST_DIR")
    );
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn check(name: &str, model: Model) {
    let golden: Golden = self::golden(name);
    let transformers5: Transformers5 = self::golden(&format!("transformers5/{name}"));
    let model = Arc::new(model);
    // A table for each program, as each counts with its own tokens. transformers 5 stops at an empty text.
    let analyzer = |program: Program| {
        let corpus = golden.idf_corpus.iter().map(String::as_str);
        let corpus: Vec<&str> = corpus
            .filter(|text| program != Program::Transformers5 || !text.trim().is_empty())
            .collect();
        let frequencies = frequencies::count(&corpus, model.tokenizer_of(program.into())).unwrap();
        let baseline = BaselineTable::parse(
            &golden.baseline_tsv,
            "golden".into(),
            BaselineSource::Custom,
        )
        .unwrap();
        Analyzer::new(Arc::clone(&model))
            .with_frequencies(FrequencyTable {
                source: "golden".into(),
                tokenizer: None,
                weights: TokenWeights::Counted(frequencies),
            })
            .with_baselines(baseline)
    };
    let mut analyzers = [
        Program::BertScore,
        Program::Transformers5,
        Program::FastTokenizer,
        Program::TorchMetrics,
    ]
    .map(analyzer);
    let plain = Settings::plain(Layer(golden.layer));
    let ways = [
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
    ];
    let mut wrong = Vec::new();
    for case in &golden.cases {
        let none = Transformers5Case {
            ids: None,
            scores: ExpectedScores::default(),
        };
        let transformers5 = transformers5.cases.get(&case.name).unwrap_or(&none);
        for (program, ids) in [
            (Program::FastTokenizer, Some(&case.fast_ids)),
            (Program::Transformers5, transformers5.ids.as_ref()),
        ] {
            for (text, ids) in [&case.reference, &case.candidate]
                .into_iter()
                .zip(ids.into_iter().flatten())
            {
                let ours = model
                    .tokenizer_of(program.into())
                    .tokenize(text)
                    .unwrap()
                    .ids();
                if ours != *ids {
                    wrong.push(format!(
                        "{}: {} ids of {text:?} are {ours:?}, not {ids:?}",
                        case.name,
                        program.name()
                    ));
                }
            }
        }
        for (way, settings) in ways {
            let all = analyzers
                .each_mut()
                .map(|a| lenses(a, &case.reference, &case.candidate, settings));
            for (kind, golden) in [
                (LensKind::Program(Program::BertScore), &case.slow),
                (
                    LensKind::Program(Program::Transformers5),
                    &transformers5.scores,
                ),
                (LensKind::Program(Program::FastTokenizer), &case.fast),
                (LensKind::Program(Program::TorchMetrics), &case.torchmetrics),
                (LensKind::Evaluate, &case.slow),
                (LensKind::LastLayer, &case.last),
                (LensKind::NoSpecial, &case.no_special),
                (LensKind::SingleReferenceIdf, &case.own_idf),
            ] {
                let program = if let LensKind::Program(program) = kind {
                    program
                } else {
                    Program::default()
                };
                let ours = all[program as usize]
                    .lenses
                    .iter()
                    .find(|lens| lens.kind == kind)
                    .unwrap();
                let theirs = match way {
                    "plain" => golden.plain,
                    "idf" => golden.idf,
                    _ => golden.rescaled,
                };
                match (&ours.answer, theirs) {
                    (LensAnswer::Score(lens), Some(theirs)) => {
                        let score = lens
                            .scaled(settings.rescale)
                            .expect("a row for every layer");
                        if differ(score, theirs) {
                            wrong.push(format!(
                                "{} {kind:?} {way}: {score:?}, not {theirs:?}",
                                case.name
                            ));
                        }
                    }
                    (LensAnswer::Unavailable(_), None) if golden.error.is_some() => {}
                    (_, None) if golden.error.is_none() => {}
                    (answer, theirs) => {
                        wrong.push(format!(
                            "{} {kind:?} {way}: {answer:?}, not {theirs:?}",
                            case.name
                        ));
                    }
                }
                if let LensKind::Program(program) = kind {
                    let conventions = Conventions::from(program);
                    let layer = conventions
                        .default_layer(settings.layer, Layer(model.encoder.layer_count()));
                    let texts = Pair {
                        reference: &*case.reference,
                        candidate: &*case.candidate,
                    };
                    let analyzer = &mut analyzers[program as usize];
                    let own = analyzer
                        .analyze(
                            texts,
                            Settings {
                                layer,
                                conventions,
                                ..settings
                            },
                        )
                        .unwrap();
                    let as_default = analyzer
                        .analyze(texts, Settings { layer, ..settings })
                        .unwrap();
                    match &ours.answer {
                        LensAnswer::Score(lens) => {
                            assert_eq!(Some(own.score()), lens.scaled(settings.rescale));
                        }
                        LensAnswer::Unavailable(why) => {
                            assert_eq!(
                                (own.refusal(), own.score()),
                                (Some(&**why), as_default.score())
                            );
                            assert_eq!(own.signature, as_default.signature);
                        }
                        LensAnswer::Pending => panic!("every lens is computed"),
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
    for name in [
        "bert",
        "bert_cased_mlm",
        "distilbert",
        "mpnet",
        "electra",
        "roberta",
        "xlm_roberta",
        "deberta_v2",
        "t5",
    ] {
        check(name, fixture(name));
    }
}

#[test]
fn a_model_without_tokenizer_json_has_no_fast_lens_and_says_why() {
    let mut analyzer = Analyzer::new(Arc::new(fixture("albert")));
    let settings = Settings::plain(Layer(1));
    let lenses = lenses(
        &mut analyzer,
        "a boat by the shore",
        "the ferry at the coast",
        settings,
    );
    for program in [
        Program::Transformers5,
        Program::FastTokenizer,
        Program::TorchMetrics,
    ] {
        let kind = LensKind::Program(program);
        let lens = lenses.lenses.iter().find(|lens| lens.kind == kind).unwrap();
        assert!(
            matches!(&lens.answer, LensAnswer::Unavailable(why) if why.contains("no tokenizer.json")),
            "{lens:?}"
        );
    }
    assert!(lenses.score(LensKind::NoSpecial).is_some());
}
