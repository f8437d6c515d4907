//! `--explain`: the panels of the inspector without it.

use bertscope::explain::Topic;
use serde_json::Value;

use super::{CANDIDATE, Files, REFERENCE, bertscope, score, score_json};

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn every_question_has_an_answer_whose_rows_have_derivations() {
    let arguments = ["-r", REFERENCE, "-c", CANDIDATE, "--before", "it is cold today", "--against", REFERENCE];
    let lines = score_json(&[&arguments[..], &["--explain", "all"]].concat());
    let sections = lines[0]["explanations"].as_array().unwrap();
    let names: Vec<String> = Topic::ALL.iter().map(|t| t.name().to_owned()).collect();
    assert_eq!(sections.iter().map(|s| text(&s["topic"]).to_owned()).collect::<Vec<_>>(), names);
    for section in sections {
        let rows = section["rows"].as_array().unwrap();
        assert!(text(&section["lead"]).ends_with(['.', '!']) && !rows.is_empty(), "{section}");
        assert!(rows.iter().any(|row| row["how"].is_array()), "{section}");
        assert!(rows.iter().all(|row| text(&row["text"]).chars().count() <= 100), "{section}");
    }
}

#[test]
fn the_ledger_of_a_pair_stands_below_its_score() {
    let out = score(&["-r", REFERENCE, "-c", CANDIDATE, "--explain", "ledger"]);
    let at = |part: &str| out.find(part).unwrap_or_else(|| panic!("{part:?} is missing in\n{out}"));
    assert!(at("P 0.") < at("Why not 1.0?") && at("Why not 1.0?") < at("freezing"), "{out}");
}

#[test]
fn rows_of_a_file_are_explained_each_with_its_best_reference() {
    let files = Files::new();
    let pairs = files.write(
        "pairs.jsonl",
        format!("{{\"reference\": [\"far off\", \"{CANDIDATE}\"], \"candidate\": \"{CANDIDATE}\"}}\n").repeat(2),
    );
    let lines = score_json(&[&pairs, "--explain", "ledger,layers"]);
    assert_eq!(lines.len(), 2);
    for line in lines {
        let sections = line["explanations"].as_array().unwrap();
        assert_eq!(sections.len(), 2);
        assert!(text(&sections[0]["rows"][0]["text"]).starts_with("P 1.00000"), "{line}");
    }
    assert!(score_json(&[&pairs])[0].get("explanations").is_none(), "only where it was asked for");
}

#[test]
fn a_picture_in_words_has_the_explanation_below_it() {
    for (format, heading) in [
        ("text", "Why not 1.0?"),
        ("markdown", "**Why not 1.0?**"),
        ("html", "<h2>Why not 1.0?</h2>"),
        ("json", "\"Why not 1.0?\""),
    ] {
        let plot = |more: &[&str]| {
            let arguments = ["plot", "-r", REFERENCE, "-c", CANDIDATE, "--format", format];
            let done = bertscope().args(arguments).args(more).assert().success().stderr("");
            String::from_utf8(done.get_output().stdout.clone()).unwrap()
        };
        let explained = plot(&["--explain", "ledger"]);
        assert!(explained.contains(heading) && explained.contains("freezing"), "{explained}");
        assert!(!plot(&[]).contains("Why not"));
    }
}

#[test]
fn an_exported_analysis_with_explanations_is_checked_like_any_other() {
    let files = Files::new();
    let file = files.path("pair.json");
    let file = file.to_str().unwrap();
    bertscope().args(["plot", "-r", REFERENCE, "-c", CANDIDATE, "--explain", "ledger", "-o", file]).assert().success();
    bertscope().args(["check", file]).assert().success();
}

#[test]
fn a_question_that_does_not_exist_is_refused_with_those_that_do() {
    let done = bertscope().args(["score", "-r", "a", "-c", "b", "--explain", "ledger,why"]).assert().code(2);
    let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(said.contains("there is no explanation \"why\"") && said.contains("matches,ledger,drop"), "{said}");
}

#[test]
fn an_explanation_without_an_output_is_refused() {
    let files = Files::new();
    let said = |arguments: &[&str]| {
        let pair = ["-r", "a", "-c", "b", "--explain", "ledger"];
        let done = bertscope().args(arguments).args(pair).assert().code(2).stdout("");
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
    };
    for format in ["tsv", "csv", "summary"] {
        assert!(said(&["score", "-f", format]).contains("--explain has no place in a table; use --json"));
    }
    for ending in ["svg", "png", "py"] {
        let file = files.path(&format!("pair.{ending}"));
        assert!(said(&["plot", "-o", file.to_str().unwrap()]).contains("--explain has no place in a drawing"));
        assert!(!file.exists());
    }
}
