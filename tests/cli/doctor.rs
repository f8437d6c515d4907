//! `bertscope doctor`: a page for a bug report, with nothing of the user on it.

use assert_cmd::Command;
use bertscope::encoder::InstructionSet;
use serde_json::Value;

use super::{Files, bertscope, golden_file, models};

/// The program, in an environment with secrets and a home folder of its own, where nothing is broken.
fn doctor(files: &Files) -> Command {
    let home = files.path("alice-home");
    std::fs::create_dir_all(home.join("state/bertscope")).unwrap();
    let mut command = bertscope();
    command
        .arg("doctor")
        .env("HOME", &home)
        .env("XDG_STATE_HOME", home.join("state"))
        .env("HF_HUB_CACHE", home.join("hub"))
        .env("HF_TOKEN", "hf_secret")
        .env("HF_ENDPOINT", "https://me:secret@hub.test/path")
        .env("HTTPS_PROXY", "http://me:secret@proxy.test:3128")
        .env_remove("BERTSCOPE_INSTRUCTION_SET")
        .env_remove("BERTSCOPE_PYTHON");
    command
}

fn page(command: &mut Command) -> Value {
    let done = command.arg("--json").output().unwrap();
    serde_json::from_slice(&done.stdout).unwrap()
}

#[test]
fn nothing_is_broken_and_every_instruction_set_is_tested_and_the_user_is_not_named() {
    let files = Files::new();
    let done = doctor(&files).assert().success().stderr("");
    let text = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert!(text.starts_with("Nothing is broken.\n"), "{text}");
    for set in InstructionSet::available() {
        let tested = text
            .lines()
            .find(|line| line.starts_with(&format!("{} ", set.name())));
        assert!(
            tested.unwrap().contains(" 6 pairs within 0.00000"),
            "{text}"
        );
    }
    for said in [
        "https://hub.test/path",
        "http://proxy.test:3128",
        "yes, by HF_HUB_OFFLINE",
        "~/hub (does not exist)",
        "~/state/bertscope",
        "not a terminal",
    ] {
        assert!(text.contains(said), "{said} in {text}");
    }
    for secret in ["secret", "alice", "me:"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

#[test]
fn models_and_sessions_are_listed_with_what_is_wrong_and_the_exit_code_says_so() {
    let files = Files::new();
    let state = files.path("alice-home/state/bertscope");
    std::fs::create_dir_all(&state).unwrap();
    std::fs::write(state.join("session.json"), "{\"reference\": \"private\"").unwrap();
    std::fs::write(state.join("session-2.json"), "{\"reference\": \"private\"}").unwrap();
    for day in [26, 27] {
        let name = format!("panic-2026-11-{day}T154500Z.txt");
        std::fs::write(state.join(name), "private").unwrap();
    }
    let hub = models::cache(&files);
    let mut command = doctor(&files);
    command.env("HF_HUB_CACHE", hub);
    let page = page(&mut command);
    let sections = &page["sections"];
    let models = &sections["Model cache"];
    assert_eq!(
        models["half/a-model"],
        "incomplete: its tokenizer is missing"
    );
    assert!(
        models["roberta-large"].as_str().unwrap().ends_with(" kB"),
        "{models}"
    );
    assert_eq!(sections["Sessions"]["session.json"], "is damaged in line 1");
    assert_eq!(sections["Sessions"]["session-2.json"], "valid");
    assert_eq!(
        sections["Sessions"]["panic reports"],
        "2, the newest panic-2026-11-27T154500Z.txt"
    );
    assert_eq!(page["problems"].as_array().unwrap().len(), 1, "{page}");
    assert!(!page.to_string().contains("private"));
    command
        .assert()
        .code(1)
        .stderr("bertscope: found 1 problem\n");
    let files = std::fs::read_dir(&state).unwrap().count();
    assert_eq!(files, 4, "no file was created");
}

#[test]
fn a_wrong_variable_is_one_problem() {
    let files = Files::new();
    for (name, value, said) in [
        (
            "BERTSCOPE_INSTRUCTION_SET",
            "avx9",
            "BERTSCOPE_INSTRUCTION_SET is \"avx9\"",
        ),
        ("HF_ENDPOINT", "hub.test", "correct or unset HF_ENDPOINT"),
        (
            "HTTPS_PROXY",
            "gopher://me:secret@x",
            "HTTPS_PROXY is not a valid proxy URL",
        ),
        (
            "BERTSCOPE_PYTHON",
            "0.0.1 3.12.1",
            "the Python module has version 0.0.1",
        ),
    ] {
        let page = page(doctor(&files).env(name, value));
        let problems = page["problems"].as_array().unwrap();
        assert_eq!(problems.len(), 1, "{page}");
        assert!(problems[0].as_str().unwrap().contains(said), "{page}");
    }
}

#[test]
fn the_pairs_of_the_self_test_have_the_numbers_of_bert_score() {
    let table = include_str!("../../src/commands/doctor/golden.tsv");
    let golden = golden_file();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let cases = golden["cases"].as_array().unwrap();
        let case = cases
            .iter()
            .find(|case| case["name"] == fields[0] && case["layer"] == 6)
            .unwrap();
        assert_eq!(
            [&case["reference"], &case["candidate"]],
            [fields[1], fields[2]]
        );
        for (theirs, ours) in case["plain"].as_array().unwrap().iter().zip(&fields[3..]) {
            assert_eq!(theirs.as_f64(), ours.parse().ok(), "{line}");
        }
    }
}
