//! `bertscope identify`: the settings of a printed number, and the command that prints it again.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{Files, SMALL, bertscope, golden_file, score};

fn run(arguments: &[&str]) -> (i32, String, String) {
    let done = bertscope()
        .arg("identify")
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        done.status.code().unwrap(),
        text(done.stdout),
        text(done.stderr),
    )
}

fn identified(arguments: &[&str]) -> Value {
    let (code, out, said) = run(&[arguments, &["--json"]].concat());
    assert_eq!((code, &*said), (0, ""), "{arguments:?}");
    serde_json::from_str(&out).unwrap()
}

fn settings(found: &Value) -> &[Value] {
    found["settings"].as_array().unwrap()
}

#[test]
fn a_number_of_bert_score_names_its_layer_among_few_others() {
    let golden = golden_file();
    let names = ["weather", "price", "lengths", "digits"];
    let cases = golden["cases"].as_array().unwrap().iter();
    let cases: Vec<&Value> = cases
        .filter(|case| names.iter().any(|name| case["name"] == *name))
        .filter(|case| case["layer"].as_u64().unwrap() % 3 == 2)
        .collect();
    assert!(cases.len() >= 8);
    for case in cases {
        let texts = [&case["reference"], &case["candidate"]].map(|text| text.as_str().unwrap());
        let printed = [2, 0, 1].map(|i| format!("{:.4}", case["plain"][i].as_f64().unwrap()));
        let numbers = printed.each_ref().map(String::as_str);
        let found = identified(&[&["-r", texts[0], "-c", texts[1]], &numbers[..]].concat());
        let is_it = |setting: &&Value| {
            setting["layer"] == case["layer"]
                && setting["idf"] == "off"
                && setting["rescale"] == false
                && setting["programs"]
                    .as_array()
                    .unwrap()
                    .contains(&"bert_score".into())
                && setting["measures"] == serde_json::json!(["f1", "precision", "recall"])
        };
        let listed = settings(&found);
        assert!(listed.iter().any(|setting| is_it(&setting)), "{found}");
        assert_eq!(found["agreeing"].as_u64(), Some(listed.len() as u64));
        assert!(
            found["by_chance"]["expected"].as_f64().unwrap() < 0.1,
            "{found}"
        );
    }
}

#[test]
fn the_settings_of_a_mean_are_found_and_their_command_prints_it() {
    let files = Files::new();
    let mut table = "system\thyp\tref\n".to_owned();
    for (candidate, reference) in [
        ("the boat departs at midday", "the ferry leaves at noon"),
        ("it RAINED on the harbour", "rain fell on the harbour"),
        ("thirty lanterns were sold", "nobody sold thirty lanterns"),
    ] {
        table += &["A", candidate, reference].join("\t");
        table += "\n";
    }
    let pairs = files.write("a table.tsv", table);
    let columns = ["--candidate-column", "hyp", "--reference-column=ref"];
    for asked in [
        &["--layer", "3"][..],
        &["--layer", "5", "--idf"],
        &["--layer", "4", "--rescale", "--idf", "bundled"],
        &["--layer", "6", "--rescale", "--as", "torchmetrics"],
    ] {
        let summary = files.path("summary.json");
        let summary = summary.to_str().unwrap();
        let file = [&*pairs, "-f", "summary", "--summary", summary];
        score(&[&file[..], &columns, asked].concat());
        let summary: Value =
            serde_json::from_str(&std::fs::read_to_string(summary).unwrap()).unwrap();
        let f1 = format!("{:.5}", summary["f1"].as_f64().unwrap());
        let found = identified(&[&[&*pairs, &f1][..], &columns].concat());
        let same: Vec<&Value> = settings(&found)
            .iter()
            .filter(|setting| setting["signature"] == summary["signature"])
            .collect();
        assert_eq!(same.len(), 1, "{asked:?} {found}");
        let program = env!("CARGO_BIN_EXE_bertscope");
        let folder = Path::new(program).parent().unwrap().to_str().unwrap();
        let path = format!("{folder}:{}", std::env::var("PATH").unwrap());
        let printed = Command::new("sh")
            .args(["-c", same[0]["command"].as_str().unwrap()])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("PATH", path)
            .output()
            .unwrap();
        let printed = String::from_utf8(printed.stdout).unwrap();
        assert!(printed.contains(&f1), "{f1} in {printed}");
    }
}

#[test]
fn without_an_agreeing_setting_the_nearest_are_said_and_programs_without_a_score_are_left_out() {
    let long = "word ".repeat(600);
    let pair = ["-r", &long, "-c", "a word", "-m", SMALL];
    let (code, out, said) = run(&[&pair[..], &["0.99999"]].concat());
    assert_eq!((code, &*said), (0, ""));
    for part in [
        "No setting of these models gives 0.99999, of ",
        "The nearest:",
        "By chance, about 0.00 of them would agree: ",
        "Left out: torchmetrics, at pair 1: torchmetrics does not truncate a text of 602 tokens",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
    // Only a text that is cut has other numbers in windows.
    assert!(
        out.lines().any(|line| line.ends_with("bert_score+windows")),
        "{out}"
    );
    let models = ["-m", SMALL, "-m", "tests/fixtures/roberta"];
    let found = identified(&[&["-r", "a b c", "-c", "a b d", "0.5"], &models[..]].concat());
    let one = identified(&["-r", "a b c", "-c", "a b d", "50", "-m", SMALL]);
    assert!(found["compared"].as_u64() > one["compared"].as_u64());
}

#[test]
fn a_question_without_a_number_or_a_pair_is_one_sentence() {
    for (arguments, problem) in [
        (&["0.9312"][..], "nothing to compare the number with"),
        (
            &["examples/pairs.tsv"],
            "there is no number to find: give it after the file, as in `bertscope identify examples/pairs.tsv 0.9312`",
        ),
        (&["-r", "a", "-c", "b", "0,93"], "0,93 is not a score"),
        (&["-r", "a", "-c", "b", "nan"], "nan is not a score"),
        (
            &["-r", "a", "-c", "b", ".1", ".2", ".3", ".4"],
            "4 numbers are given, and a pair has three at most; give some of P, R and F1",
        ),
        (&["no-such.tsv", "0.5"], "no such file"),
        (&["-r", "a", "0.5"], "--candidate"),
    ] {
        let (code, out, said) = run(arguments);
        assert_eq!((code, &*out), (2, ""), "{arguments:?}");
        assert!(said.contains(problem), "{said}");
    }
}
