//! IDF weights by token id, as `bert_score` takes them.

use serde_json::{Value, json};

use super::{Files, SMALL, assert_near, bertscope, numbers, score, score_json};

/// Scores of `bert_score` 0.3.13 with `idf=dict`; `tests/data/make_given_weights.py` wrote them.
fn goldens() -> Vec<Value> {
    serde_json::from_str(include_str!("../data/given_weights.json")).unwrap()
}

fn pairs(files: &Files, pairs: &[Value]) -> String {
    files.write(
        "pairs.jsonl",
        pairs
            .iter()
            .map(Value::to_string)
            .collect::<Vec<_>>()
            .join("\n"),
    )
}

/// Exit code and standard error of scoring a pair with a file of weights.
fn refused(files: &Files, weights: &str) -> (i32, String) {
    let (pairs, weights) = (
        pairs(files, &[json!({"ref": "a cat", "hyp": "a dog"})]),
        files.write("w.json", weights),
    );
    let run = bertscope()
        .args(["score", &pairs, "-m", SMALL, "--idf", &weights])
        .output()
        .unwrap();
    (
        run.status.code().unwrap(),
        String::from_utf8(run.stderr).unwrap(),
    )
}

#[test]
fn given_weights_score_as_bert_scores_dictionary_does() {
    let files = Files::new();
    for golden in goldens() {
        let (texts, weights) = (
            golden["pairs"].as_array().unwrap(),
            files.write("w.json", golden["weights"].to_string()),
        );
        let folder = format!("tests/fixtures/{}", golden["model"].as_str().unwrap());
        let layer = golden["layer"].to_string();
        let lines = score_json(&[
            &pairs(&files, texts),
            "-m",
            &folder,
            "--layer",
            &layer,
            "--idf",
            &weights,
        ]);
        for (line, golden) in lines.iter().zip(texts) {
            assert_near(
                numbers(line),
                serde_json::from_value(golden["scores"].clone()).unwrap(),
            );
            assert!(
                line["signature"].as_str().unwrap().contains("_idf_"),
                "{line}"
            );
            assert!(
                line["signature"].as_str().unwrap().ends_with("-custom-idf"),
                "{line}"
            );
        }
    }
}

#[test]
fn a_wrong_key_or_weight_is_named_with_its_line() {
    let files = Files::new();
    for (weights, problem) in [
        (
            "{\"1\": 0.5,\n\"the\": 2}",
            "w.json, line 2: \"the\" is not a token id",
        ),
        (
            "{\"1\": 0.5,\n \"-7\": 2}",
            "w.json, line 2: \"-7\" is not a token id",
        ),
        ("{\"1\": NaN}", "w.json, line 1: expected value at line 1"),
        (
            "{\"1\": 1,\n\n\"2\": -0.5}",
            "w.json, line 3: \"2\" has a negative weight",
        ),
        (
            "{\"default\": -1}",
            "w.json, line 1: \"default\" has a negative weight",
        ),
        ("[1, 2]", "w.json, line 1: invalid type: sequence"),
        ("{\"1\": \"2\"}", "w.json, line 1: invalid type: string"),
    ] {
        let (code, message) = refused(&files, weights);
        assert_eq!(code, 2, "{weights}: {message}");
        assert!(
            message.contains(problem) && message.trim_end().lines().count() == 1,
            "{weights}: {message}"
        );
        assert!(
            message.contains("write finite weights from 0 by token id"),
            "{message}"
        );
    }
}

#[test]
fn a_token_without_a_weight_is_an_error_unless_there_is_a_default() {
    let files = Files::new();
    let (code, message) = refused(&files, "{\"0\": 1}");
    assert_eq!(code, 2);
    assert!(
        message.contains("the given weights have no token id "),
        "{message}"
    );
    assert!(
        message.contains("add it, or a \"default\" weight for all other ids"),
        "{message}"
    );
    let weights = files.write("w.json", "{\"default\": 1}");
    assert!(
        score(&["-r", "a cat", "-c", "a dog", "-m", SMALL, "--idf", &weights])
            .contains("-custom-idf")
    );
}

#[test]
fn every_export_and_explanation_says_that_the_weights_were_given() {
    let files = Files::new();
    let weights = files.write("w.json", "{\"2\": 0, \"3\": 0, \"default\": 2.5}");
    let plot = |format: &str| {
        let arguments = [
            "plot",
            "-r",
            "a cat sat",
            "-c",
            "a dog ran",
            "-m",
            SMALL,
            "--idf",
            &weights,
            "--format",
            format,
        ];
        let explain: &[&str] = if format == "python" {
            &[]
        } else {
            &["--explain", "idf,lenses"]
        };
        let done = bertscope().args(arguments).args(explain).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let text = plot("text");
    assert!(
        text.contains("w.json, given weights") && text.contains("given            2.50"),
        "{text}"
    );
    assert!(plot("python").contains("scorer._idf_dict = WEIGHTS"));
    let document: Value = serde_json::from_str(&plot("json")).unwrap();
    assert_eq!(
        (
            &document["idf"]["documents"],
            &document["idf"]["tokens"][0]["df"]
        ),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn a_stream_says_how_many_references_idf_was_counted_over() {
    let line = "{\"ref\":\"the ferry leaves\",\"hyp\":\"the boat departs\"}\n";
    let run = |input: &str| {
        let run = bertscope()
            .args(["score", "-", "--json", "--idf", "-m", SMALL])
            .write_stdin(input)
            .output()
            .unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    assert!(
        run(&line.repeat(3))
            .lines()
            .all(|row| row.contains("IDF was counted over the 3 references of this input alone."))
    );
    assert!(run(line).contains("IDF was counted over the 1 reference of this input alone."));
    let files = Files::new();
    let whole = files.write("pairs.jsonl", line.repeat(3));
    assert!(
        !score(&[&whole, "--json", "--idf", "-m", SMALL]).contains("counted over"),
        "a file is whole"
    );
}
