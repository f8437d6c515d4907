//! `bertscope check`: exit codes, what it prints of a difference, and what it says of a file that is not an analysis.

use bertscope::metric::Pair;
use std::sync::Arc;

use bertscope::analysis::{Analyzer, Settings};
use bertscope::encoder::Layer;
use bertscope::models::{self, OpenOptions, ProgressMonitor};
use bertscope::report::export::{ExportOptions, Format, render};
use serde_json::Value;

use super::{CANDIDATE, Files, REFERENCE, SMALL, bertscope, score};

/// An analysis by the small model, exported as JSON.
fn exported() -> String {
    let model = models::open(
        Some(SMALL),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    )
    .unwrap();
    let analysis = Analyzer::new(Arc::new(model))
        .analyze(
            Pair {
                reference: REFERENCE,
                candidate: CANDIDATE,
            },
            Settings::plain(Layer(3)),
        )
        .unwrap();
    String::from_utf8(
        render(&analysis, Format::Json, &ExportOptions::default())
            .unwrap()
            .bytes,
    )
    .unwrap()
}

/// Exit code, standard output and standard error of `check`.
fn check(arguments: &[&str], input: &str) -> (i32, String, String) {
    let done = bertscope()
        .arg("check")
        .args(arguments)
        .write_stdin(input)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        done.status.code().unwrap(),
        text(done.stdout),
        text(done.stderr),
    )
}

/// The document with something in the place of a field.
fn with(document: &str, pointer: &str, value: Value) -> String {
    let mut json: Value = serde_json::from_str(document).unwrap();
    *json.pointer_mut(pointer).unwrap() = value;
    json.to_string()
}

#[test]
fn files_that_come_out_the_same_are_a_line_each_and_exit_code_0() {
    let files = Files::new();
    let document = exported();
    let (one, two) = (
        files.write("one.json", &document),
        files.write("two.json", format!("\u{feff}{document}")),
    );
    let (code, out, err) = check(&[&one, &two, "-"], &document);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    for (line, name) in lines.iter().zip([one.as_str(), &two, "standard input"]) {
        assert_eq!(*line, format!("{name}: identical"), "{out}");
    }
}

#[test]
fn a_difference_is_named_with_both_numbers_and_exit_code_1() {
    let files = Files::new();
    let document = exported();
    let same = files.write("same.json", &document);
    let changed = files.write("changed.json", with(&document, "/raw/f1", 0.125.into()));
    let (code, out, err) = check(&[&changed, &same], "");
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], format!("{changed}: 1 difference"));
    assert!(
        lines[1].starts_with("  raw.f1: 0.125 in the file, 0.")
            && lines[1].contains(" from its own numbers, off by ")
    );
    assert!(
        lines[2] == format!("{same}: identical") && lines.len() == 3,
        "{out}"
    );
}

#[test]
fn many_differences_are_counted_and_the_worst_ones_listed() {
    let files = Files::new();
    let moved = files.write("moved.json", with(&exported(), "/layer", 0.into()));
    let (code, out, _) = check(&[&moved], "");
    assert_eq!((code, out.lines().count()), (1, 12), "{out}");
    assert!(
        out.lines().last().unwrap().starts_with("  and ") && out.ends_with(" more\n"),
        "{out}"
    );
}

#[test]
fn the_tolerance_says_what_a_difference_is() {
    let document = exported();
    let f1 = serde_json::from_str::<Value>(&document).unwrap()["raw"]["f1"]
        .as_f64()
        .unwrap();
    let changed = with(&document, "/raw/f1", (f1 + 1e-4).into());
    assert_eq!(check(&["-"], &changed).0, 1);
    let (code, out, _) = check(&["-", "--tolerance", "1e-3"], &changed);
    assert_eq!(code, 0);
    assert!(
        out.contains("same within the tolerance; largest difference 1.0e-4, raw.f1"),
        "{out}"
    );
    for wrong in ["-1", "NaN", "x", "inf"] {
        assert_eq!(
            check(&["-", &format!("--tolerance={wrong}")], &changed).0,
            2
        );
    }
}

#[test]
fn another_model_can_be_named() {
    let files = Files::new();
    let folder = files.model("copy");
    let document = exported();
    assert_eq!(check(&["-", "--model", &folder], &document).0, 0);
    let (code, out, _) = check(&["-", "--model", "tests/fixtures/electra"], &document);
    assert_eq!(code, 1);
    assert!(
        out.contains("  model.tokenizer: ") && out.contains(" from the model\n"),
        "{out}"
    );
}

#[test]
fn the_weights_of_a_document_of_the_bundled_model_in_half_precision_are_named() {
    let document = bertscope()
        .args(["plot", "-r", REFERENCE, "-c", CANDIDATE, "--format", "json"])
        .output()
        .unwrap();
    let new = String::from_utf8(document.stdout).unwrap();
    let old = new.replace(",bundled)", ")");
    assert_ne!(old, new);
    let named = "made with the bundled model in half precision, as in earlier versions";
    assert!(!check(&["-"], &new).1.contains(named));
    let (code, out, _) = check(&["-"], &old);
    assert_eq!((code, out.contains(named)), (0, true), "{out}");
    let (code, out, _) = check(&["-"], &with(&old, "/raw/f1", 0.125.into()));
    assert_eq!((code, out.contains(named)), (1, true), "{out}");
    let line: Value = serde_json::from_str(&check(&["-", "--json"], &old).1).unwrap();
    assert!(line["weights"].as_str().unwrap().contains("half precision"));
}

#[test]
fn a_file_that_is_no_analysis_gets_a_sentence_and_exit_code_2() {
    let document = exported();
    let line = score(&["-r", REFERENCE, "-c", CANDIDATE, "--model", SMALL, "--json"]);
    let shape = with(&document, "/similarity", serde_json::json!([[0.5, 0.5]]));
    let ragged = with(&document, "/similarity/1", serde_json::json!([0.5]));
    let no_layer = document.replacen("\"layer\"", "\"lager\"", 1);
    let no_weight = document.replacen("\"weight\"", "\"wait\"", 1);
    let nan = document.replacen("\"f1\": 0.", "\"f1\": NaN, \"x\": 0.", 1);
    let infinite = document.replacen("\"f1\": 0.", "\"f1\": -Infinity, \"x\": 0.", 1);
    let huge = document.replacen("\"f1\": 0.", "\"f1\": 1e999, \"x\": 0.", 1);
    let elsewhere = document.replace(SMALL, "no/where");
    for (input, fragments) in [
        ("", &["it is empty"][..]),
        ("the weather", &["it is not JSON", "line 1"]),
        (
            "[1, 2]",
            &[
                "it is JSON, but not an exported analysis",
                "\"schema\": \"bertscope-analysis/1\"",
            ],
        ),
        ("{\"f1\": 1}", &["it is JSON, but not an exported analysis"]),
        (
            &line,
            &[
                "it is output of `bertscope score --json`",
                "exported as JSON",
            ],
        ),
        (
            &document.replacen("analysis/1", "analysis/2", 1),
            &["its schema is \"bertscope-analysis/2\"", "reads"],
        ),
        (
            &document[..document.len() / 2],
            &["it is incomplete: it ends at line ", "export it again"],
        ),
        (
            &format!("{document}{document}"),
            &["there is more text after the analysis"],
        ),
        (&no_layer, &["missing field `layer`"]),
        (&no_weight, &["missing field `weight`"]),
        (&nan, &["NaN, which is not a JSON number", "null"]),
        (&infinite, &["Infinity, which is not a JSON number"]),
        (&huge, &["1e999 is not a finite number"]),
        (
            &shape,
            &[
                "similarity has 1 rows of 2 numbers",
                "6 candidate and 7 reference tokens",
            ],
        ),
        (
            &ragged,
            &["similarity: row 1 has 1 numbers, but the first row has 7"],
        ),
        (
            &with(&document, "/layer", "six".into()),
            &["invalid type", "six"],
        ),
        (
            &with(&document, "/layer", 9.into()),
            &["no layer 9", "0 to 4"],
        ),
        (
            &elsewhere,
            &["there is no model folder \"./no/where\"", "--model"],
        ),
        (
            &with(&document, "/similarity/0/0", Value::Null),
            &["null is not a finite number"],
        ),
    ] {
        let (code, out, err) = check(&["-"], input);
        assert_eq!(
            (code, err.lines().count()),
            (2, 1),
            "{fragments:?}: {out}{err}"
        );
        assert!(err.starts_with("bertscope: standard input: "), "{err}");
        for fragment in fragments {
            assert!(err.contains(fragment), "no {fragment:?} in: {err}");
        }
    }
    let (code, out, err) = check(&["no-such.json"], "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("cannot read no-such.json"), "{err}");
}

#[test]
fn a_file_that_cannot_be_read_does_not_hide_the_others() {
    let files = Files::new();
    let document = exported();
    let good = files.write("good.json", &document);
    let bad = files.write("bad.json", with(&document, "/raw/f1", 0.5.into()));
    let (code, out, err) = check(&["missing.json", &bad, &good], "");
    assert_eq!(code, 2);
    assert!(
        out.contains("bad.json: 1 difference\n") && out.contains("good.json: identical\n"),
        "{out}"
    );
    assert!(
        err.contains("missing.json") && err.lines().count() == 1,
        "{err}"
    );
}

#[test]
fn without_its_model_a_file_is_still_compared_with_itself() {
    let lost = with(&exported().replace(SMALL, "lost"), "/raw/f1", 0.5.into());
    let (code, out, err) = check(&["-"], &lost);
    assert_eq!(code, 2);
    assert!(
        out.contains("raw.f1: 0.5 in the file")
            && err.contains("there is no model folder \"./lost\""),
        "{out}{err}"
    );
}

#[test]
fn for_machines_there_is_an_object_a_file() {
    let document = exported();
    let (_, out, _) = check(&["-", "--json"], &with(&document, "/raw/f1", 0.125.into()));
    let line: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&line["file"], &line["same"], &line["error"]),
        (&"standard input".into(), &false.into(), &Value::Null)
    );
    assert_eq!(line["differences"][0]["what"], "raw.f1");
    assert_eq!(line["differences"][0]["witness"], "itself");
    let (code, out, _) = check(&["-", "--json"], "{}");
    let line: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &line["same"]), (2, &Value::Null));
    assert!(
        line["error"]
            .as_str()
            .unwrap()
            .contains("it is JSON, but not an exported analysis")
    );
}

#[test]
fn nothing_in_a_file_can_steer_the_terminal() {
    let document = exported();
    let hostile = with(
        &document,
        "/candidate/tokens/1/text",
        "\u{1b}[31m\u{9b}2J\u{202e}".into(),
    );
    let (code, out, err) = check(&["-"], &hostile);
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(
        out.chars()
            .all(|c| c == '\n' || (!c.is_control() && c != '\u{202e}')),
        "{out:?}"
    );
    let (_, _, err) = check(
        &["-"],
        &with(&document, "/schema", "\u{1b}[31m\u{9b}".into()),
    );
    assert!(err.chars().all(|c| c == '\n' || !c.is_control()), "{err:?}");
}
