//! The Python program, run by Python beside a stand-in for `bert_score` that takes the arguments of version 0.3.13 and no
//! others, and writes down what was asked of it.

use std::io::Write;
use std::process::{Command, Output};

use bertscope_analysis::{Analysis, Idf};
use bertscope_models::{BaselineSource, ModelIdentity};
use bertscope_report::export::Format;
use serde_json::{Value, json};

use super::{TestPair, rendered};

/// The constructor and `score` are declared as in bert_score 0.3.13, with its assertions.
const BERT_SCORE: &str = r#"
import json, os

class Number(float):
    def item(self):
        return float(self)

class Tokenizer:
    model_max_length = None

class BERTScorer:
    hash = "stand-in"
    def __init__(self, model_type=None, num_layers=None, batch_size=64, nthreads=4, all_layers=False, idf=False,
                 idf_sents=None, device=None, lang=None, rescale_with_baseline=False, baseline_path=None,
                 use_fast_tokenizer=False):
        assert lang is not None or model_type is not None
        assert not rescale_with_baseline or lang is not None
        self.asked = dict(model_type=model_type, num_layers=num_layers, idf=idf, device=device, lang=lang,
                          rescale_with_baseline=rescale_with_baseline, baseline_path=baseline_path)
        self.idf = idf
        self._idf_dict = self._baseline_vals = None
        self._tokenizer = Tokenizer()

    def score(self, cands, refs, verbose=False, batch_size=64, return_hash=False):
        assert not self.idf or self._idf_dict, "IDF weights are not computed"
        self.asked.update(candidates=cands, references=refs, baseline=self._baseline_vals,
                          max_length=self._tokenizer.model_max_length)
        if self.idf:
            self.asked["weights"] = [self._idf_dict[token] for token in (0, 2, 123456)]
        with open(os.environ["ASKED"], "w") as out:
            json.dump(self.asked, out)
        return [Number(x) for x in json.loads(os.environ["NUMBERS"])]
"#;

/// What a run printed, and what the stand-in was asked.
struct Run {
    output: Output,
    asked: Value,
}

/// Runs the program of an analysis, with these numbers for P, R and F1 from the stand-in; `None` without Python.
fn run(analysis: &Analysis, numbers: [f64; 3], arguments: &[&str]) -> Option<Run> {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("program.py", &rendered(analysis, Format::Python));
    write("torch.py", "def tensor(numbers):\n    return numbers\n");
    write("bert_score.py", BERT_SCORE);
    let asked = folder.path().join("asked.json");
    let numbers = numbers
        .map(|x| {
            if x.is_nan() {
                "NaN".to_owned()
            } else {
                x.to_string()
            }
        })
        .join(",");
    let mut python = Command::new("python3");
    // Warnings, such as those of the parser about a backslash, are errors.
    python
        .args(["-B", "-W", "error"])
        .arg(folder.path().join("program.py"))
        .args(arguments);
    python
        .env("ASKED", &asked)
        .env("NUMBERS", format!("[{numbers}]"))
        .env("PYTHONIOENCODING", "utf-8");
    match python.output() {
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            let asked =
                std::fs::read(asked).unwrap_or_else(|_| panic!("nothing was scored: {errors}"));
            assert_eq!(errors, "");
            Some(Run {
                output,
                asked: serde_json::from_slice(&asked).unwrap(),
            })
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            #[expect(
                clippy::disallowed_methods,
                reason = "past the test harness, which shows prints only if a test fails"
            )]
            std::io::stderr()
                .write_all(b"not tested: there is no python3 to run the exported program with\n")
                .unwrap();
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// The numbers that bertscope gave.
fn numbers(analysis: &Analysis) -> [f64; 3] {
    let score = analysis.score();
    score.numbers().map(|x| x.unwrap_or(f64::NAN))
}

#[test]
fn a_plain_pair_asks_for_its_texts_in_order_and_agrees() {
    let analysis = TestPair::example().analysis();
    let Some(run) = run(&analysis, numbers(&analysis), &[]) else {
        return;
    };
    assert_eq!(run.output.status.code(), Some(0));
    assert_eq!(
        (&run.asked["candidates"], &run.asked["references"]),
        (
            &json!(["it is freezing today"]),
            &json!(["the weather is cold today"])
        )
    );
    let plain = [
        "model_type",
        "num_layers",
        "idf",
        "device",
        "rescale_with_baseline",
        "baseline",
    ];
    let expected = json!([
        "sentence-transformers/all-MiniLM-L6-v2",
        6,
        false,
        "cpu",
        false,
        null
    ]);
    assert_eq!(json!(plain.map(|name| run.asked[name].clone())), expected);
    let printed = String::from_utf8(run.output.stdout).unwrap();
    for name in ["P ", "R ", "F1"] {
        assert!(
            printed
                .lines()
                .any(|line| line.starts_with(name) && line.contains("0.0e+00")),
            "{printed}"
        );
    }
    assert!(printed.contains("bert_score: stand-in\n"), "{printed}");
}

#[test]
fn numbers_that_differ_by_more_than_the_tolerance_are_reported_and_fail() {
    let analysis = TestPair::example().analysis();
    for (difference, code) in [(1.9e-5, 0), (2.1e-5, 1)] {
        for index in 0..3 {
            let mut other = numbers(&analysis);
            other[index] += difference;
            let Some(run) = run(&analysis, other, &[]) else {
                return;
            };
            assert_eq!(
                run.output.status.code(),
                Some(code),
                "{difference} at {index}"
            );
            assert_eq!(
                String::from_utf8_lossy(&run.output.stdout)
                    .matches("too much")
                    .count(),
                code as usize
            );
        }
    }
}

#[test]
fn weights_and_a_custom_baseline_reach_the_scorer_and_the_argument_names_the_model() {
    let analysis = TestPair::example()
        .with_idf()
        .with_baseline(BaselineSource::Custom, None)
        .analysis();
    let Some(run) = run(&analysis, numbers(&analysis), &["/models/mini"]) else {
        return;
    };
    assert_eq!(run.output.status.code(), Some(0));
    let names = [
        "model_type",
        "idf",
        "rescale_with_baseline",
        "baseline_path",
        "baseline",
    ];
    let expected = json!([
        "/models/mini",
        true,
        true,
        "BASELINE",
        [0.125, 0.25, 0.1875]
    ]);
    assert_eq!(json!(names.map(|name| run.asked[name].clone())), expected);
    // Token 0 is in all 999 texts, token 2 in 250, and the last one in none.
    let weights: Vec<f64> = serde_json::from_value(run.asked["weights"].clone()).unwrap();
    for (weight, expected) in weights
        .iter()
        .zip([0.0, (1000.0_f64 / 251.0).ln(), 1000.0_f64.ln()])
    {
        assert!((weight - expected).abs() < 1e-12, "{weights:?}");
    }
}

#[test]
fn a_published_baseline_is_looked_up_by_name_and_found_for_a_folder_too() {
    let mut pair = TestPair::example().with_baseline(BaselineSource::Published, Some("en"));
    pair.model = ModelIdentity::from_parts(
        "FacebookAI/roberta-large".into(),
        "hub".into(),
        None,
        "roberta".into(),
        String::new(),
    );
    let analysis = pair.analysis();
    for (arguments, model, table) in [
        (&[][..], "roberta-large", None),
        (&["/models/roberta"], "/models/roberta", Some(())),
    ] {
        let Some(run) = run(&analysis, numbers(&analysis), arguments) else {
            return;
        };
        assert_eq!(
            (run.output.status.code(), &run.asked["model_type"]),
            (Some(0), &json!(model))
        );
        assert_eq!(run.asked["lang"], json!("en"));
        let path = run.asked["baseline_path"].as_str();
        assert_eq!(
            path.map(|path| assert!(
                path.ends_with("rescale_baseline/en/roberta-large.tsv"),
                "{path}"
            )),
            table
        );
    }
}

#[test]
fn hostile_texts_arrive_as_they_are() {
    for (reference, candidate) in [
        ("a \"\"\" quote\\", "{brace} %s 'x'"),
        ("\\N{DASH} \\x41", "é 我 👍🏽 \u{202e}x\u{2028}y"),
        ("", "'''"),
    ] {
        let analysis = TestPair::new(reference, candidate).analysis();
        let Some(run) = run(&analysis, numbers(&analysis), &[]) else {
            return;
        };
        let sides =
            [&analysis.candidate, &analysis.reference].map(|side| side.tokenized.text.to_string());
        assert_eq!(
            (run.output.status.code(), &run.asked["candidates"]),
            (Some(0), &json!([sides[0]]))
        );
        assert_eq!(run.asked["references"], json!([sides[1]]));
    }
}

#[test]
fn a_number_that_does_not_exist_agrees_with_nan_only() {
    let mut pair = TestPair::example();
    let ids: Vec<u32> = pair.reference.iter().map(|token| token.id).collect();
    pair.frequencies = Some(bertscope_metric::DocumentFrequencies::count([ids]));
    pair.settings.idf = Idf::References;
    let analysis = pair.analysis();
    let ours = numbers(&analysis);
    assert!(ours[1].is_nan());
    for (recall, code) in [(f64::NAN, 0), (0.5, 1)] {
        let Some(run) = run(&analysis, [ours[0], recall, ours[2]], &[]) else {
            return;
        };
        assert_eq!(run.output.status.code(), Some(code));
        assert!(String::from_utf8_lossy(&run.output.stdout).contains("undefined"));
    }
}
