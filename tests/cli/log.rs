//! `--log FILE`: what happened in a run, and no text.

use super::{Files, bertscope, score};

/// What nobody may find in a log.
const REFERENCE: &str = "Zebras graze beside quiet rivers";
const CANDIDATE: &str = "Quaggas drank nearby yesterday";

/// The words of the texts in a log.
fn words_in(log: &str) -> Vec<&'static str> {
    let words = REFERENCE.split(' ').chain(CANDIDATE.split(' '));
    words.filter(|word| log.contains(word)).collect()
}

/// The events of the last run in a log, without their times.
fn events(log: &str) -> Vec<&str> {
    let (_, last) = log.rsplit_once("Z  bertscope ").unwrap();
    let lines = last.lines().skip(1);
    lines
        .map(|line| line.split_once(" s  ").unwrap().1)
        .collect()
}

#[test]
fn a_log_has_options_by_name_files_models_and_jobs_and_each_run_is_appended() {
    let files = Files::new();
    let pairs = files.write(
        "pairs.tsv",
        format!("reference\tcandidate\n{REFERENCE}\t{CANDIDATE}\n"),
    );
    let output = files.path("scores.tsv");
    let log = files.path("run.log");
    score(&[
        "-r",
        REFERENCE,
        "-c",
        CANDIDATE,
        "--log",
        log.to_str().unwrap(),
    ]);
    bertscope()
        .arg("--log")
        .arg(&log)
        .arg("score")
        .arg(&pairs)
        .args(["--rescale", "-o"])
        .arg(&output)
        .assert()
        .success();
    let log = std::fs::read_to_string(log).unwrap();
    assert_eq!(log.matches("Z  bertscope 0.1.0, commit ").count(), 2);
    assert!(log.contains("runs bertscope score --reference --candidate\n"));
    let events = events(&log);
    for (event, expected) in events.iter().zip([
        "runs bertscope score --rescale --output".to_owned(),
        format!("reads {pairs}"),
    ]) {
        assert_eq!(*event, expected);
    }
    for expected in [
        "opened the model sentence-transformers/all-MiniLM-L6-v2",
        "worked on 1 row for ",
        &format!("wrote {}", output.display()),
    ] {
        let is_there = events.iter().any(|event| event.starts_with(expected));
        assert!(is_there, "{expected} in {log}");
    }
    assert_eq!(events.last(), Some(&"ends"));
    assert!(words_in(&log).is_empty(), "{log}");
}

#[test]
fn no_error_brings_a_text_into_a_log_and_log_texts_does() {
    let files = Files::new();
    let log = files.path("run.log");
    let json =
        format!("{{\"reference\": [\"{REFERENCE}\"], \"candidate\": {{\"{CANDIDATE}\": 1}}}}\n");
    let pairs = [
        files.write("nested.jsonl", &json),
        files.write("broken.jsonl", format!("\"{REFERENCE}\"\n{REFERENCE}\n")),
        files.write("short.tsv", format!("reference\tcandidate\n{REFERENCE}\n")),
        files.write(
            "names.tsv",
            format!("{REFERENCE}\tx\ty\n{CANDIDATE}\tx\ty\n"),
        ),
        files.write(
            "human.tsv",
            format!("reference\tcandidate\thuman\na\tb\t{CANDIDATE}\n"),
        ),
    ];
    let mut runs: Vec<Vec<&str>> = vec![
        vec!["score", "-r", REFERENCE, "-c", CANDIDATE, "--layer", "99"],
        vec![
            "score",
            "-r",
            REFERENCE,
            "-c",
            "-",
            "--baseline",
            "none.csv",
        ],
        vec![
            "plot",
            "-r",
            REFERENCE,
            "-c",
            CANDIDATE,
            "-o",
            "/no/such/folder/x.svg",
        ],
        vec!["open", "-r", REFERENCE, "-c", CANDIDATE],
        vec!["compare", "-r", REFERENCE, "-c", CANDIDATE, "-c", REFERENCE],
        vec!["match", "-r", REFERENCE, "-c", CANDIDATE],
        vec!["identify", "-r", REFERENCE, "-c", CANDIDATE],
        vec!["-r", REFERENCE, "-c", CANDIDATE],
    ];
    for file in &pairs {
        runs.push(vec!["score", "--human", "human", file]);
        runs.push(vec!["score", file]);
        runs.push(vec!["lesson", file]);
    }
    for run in &runs {
        bertscope()
            .args(run)
            .arg("--log")
            .arg(&log)
            .output()
            .unwrap();
    }
    let written = std::fs::read_to_string(&log).unwrap();
    assert!(written.contains("says: "), "{written}");
    assert!(
        words_in(&written).is_empty(),
        "{:?} in {written}",
        words_in(&written)
    );

    bertscope()
        .args(["score", "-r", REFERENCE, "-c", CANDIDATE, "--log-texts"])
        .arg("--log")
        .arg(&log)
        .assert()
        .success();
    let written = std::fs::read_to_string(&log).unwrap();
    assert_eq!(words_in(&written).len(), 9, "{written}");
}

#[test]
fn a_log_that_is_another_file_of_the_command_or_cannot_be_written_is_refused_untouched() {
    let files = Files::new();
    let content = format!("{REFERENCE}\t{CANDIDATE}\n");
    let pairs = files.write("pairs.tsv", &content);
    let pairs = &*pairs;
    let output = files.path("scores.tsv");
    let output = output.to_str().unwrap();
    for (arguments, said) in [
        (
            vec!["--log", pairs],
            "pairs.tsv is the input; choose another name",
        ),
        (
            vec!["-o", output, "--log", output],
            "scores.tsv is given for two outputs",
        ),
        (
            vec!["--log", "/no/such/folder/x.log"],
            "there is no folder /no/such/folder",
        ),
        (
            vec!["--log", "/dev/null"],
            "/dev/null is not an ordinary file",
        ),
        (vec!["--log", "run.log.gz"], "would not be a .gz file"),
        (vec!["--log-texts"], "--log-texts needs --log FILE"),
    ] {
        let done = bertscope()
            .args(["score", pairs])
            .args(&arguments)
            .assert()
            .code(2);
        let error = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(
            error.contains(said) && error.lines().count() == 1,
            "{error}"
        );
    }
    assert_eq!(std::fs::read_to_string(pairs).unwrap(), content);
    assert!(!files.path("scores.tsv").exists());
}
