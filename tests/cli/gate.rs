//! `--fail-under` and `--fail-on`: exit code 3, one sentence, and the output as without them.

use std::fmt::Write;

use serde_json::Value;

use super::{Files, SMALL, bertscope};

struct Outcome {
    code: i32,
    output: String,
    errors: String,
}

fn outcome(arguments: &[&str]) -> Outcome {
    let done = bertscope().args(arguments).output().unwrap();
    Outcome {
        code: done.status.code().unwrap(),
        output: String::from_utf8(done.stdout).unwrap(),
        errors: String::from_utf8(done.stderr).unwrap(),
    }
}

const REFERENCES: [&str; 8] = [
    "the weather is cold today",
    "a red lamp stands by the door",
    "two sailors mended the sail",
    "the ferry leaves at noon",
    "nobody has seen the key",
    "the bread is still warm",
    "we walked along the river",
    "the museum opens at nine",
];

/// Candidates of which so many are the references themselves; the others lack the last word.
fn candidates(equal: usize) -> Vec<String> {
    let mut candidates = Vec::new();
    for (number, reference) in REFERENCES.iter().enumerate() {
        let (start, _) = reference.rsplit_once(' ').unwrap();
        let text = if number < equal { reference } else { start };
        candidates.push(text.to_owned());
    }
    candidates
}

fn pairs(files: &Files, equal: usize) -> String {
    let mut table = String::from("reference\tcandidate\n");
    for (reference, candidate) in REFERENCES.iter().zip(candidates(equal)) {
        writeln!(table, "{reference}\t{candidate}").unwrap();
    }
    files.write("pairs.tsv", table)
}

#[test]
fn a_mean_below_its_limit_is_exit_code_3_and_one_sentence_and_changes_no_output() {
    let files = Files::new();
    let pairs = pairs(&files, 2);
    let rows = files.path("rows.tsv");
    let summary = files.path("summary.json");
    let score = |more: &[&str]| {
        let outputs = ["-o", rows.to_str().unwrap(), "--summary"];
        let summary = [summary.to_str().unwrap()];
        outcome(
            &[
                &["score", &pairs, "-m", SMALL],
                &outputs[..],
                &summary,
                more,
            ]
            .concat(),
        )
    };
    let written = || {
        (
            std::fs::read(&rows).unwrap(),
            std::fs::read(&summary).unwrap(),
        )
    };
    let without = score(&[]);
    let files_without = written();
    let means: Value = serde_json::from_slice(&files_without.1).unwrap();
    let f1 = means["f1"].as_f64().unwrap();
    let recall = means["recall"].as_f64().unwrap();

    let at_f1 = format!("f1={f1:.5},R={recall:.5}");
    let open = score(&["--fail-under", &at_f1]);
    assert_eq!((open.code, &*open.errors), (0, ""), "equal as printed");

    let limit = (f1 + 0.0001).to_string();
    let above = format!("F1={limit}");
    let closed = score(&["--fail-under", &above, "--fail-under", "R=1"]);
    assert_eq!(closed.code, 3);
    assert_eq!(
        closed.errors,
        format!(
            "bertscope: --fail-under: the mean F1 of 8 pairs is {f1:.5}, and the limit {limit}; the mean R of 8 pairs is \
             {recall:.5}, and the limit 1\n"
        )
    );
    assert_eq!((closed.output, written()), (without.output, files_without));
}

#[test]
fn with_each_every_pair_has_the_limit_and_the_lowest_is_named() {
    let files = Files::new();
    let pairs = pairs(&files, 6);
    let score = |more: &[&str]| outcome(&[&["score", &*pairs, "-m", SMALL], more].concat());
    let rows = score(&["--json"]).output;
    let of_row = |row: &str| {
        serde_json::from_str::<Value>(row).unwrap()["f1"]
            .as_f64()
            .unwrap()
    };
    let scores: Vec<f64> = rows.lines().map(of_row).collect();
    let lowest = if scores[6] < scores[7] { 6 } else { 7 };
    let closed = score(&["--fail-under", "F1=0.99999", "--each"]);
    assert_eq!(closed.code, 3);
    assert_eq!(
        closed.errors,
        format!(
            "bertscope: --fail-under: F1 of 2 of 8 pairs is below 0.99999, and lowest in pair {} ({:.5})\n",
            lowest + 1,
            scores[lowest]
        )
    );
    let below = format!("F1={:.5}", scores[lowest] - 0.0001);
    assert_eq!(score(&["--fail-under", &below, "--each"]).code, 0);
}

#[test]
fn a_mean_of_no_pair_keeps_no_limit_and_bad_input_is_exit_code_2() {
    let files = Files::new();
    let broken = files.write("broken.tsv", "reference\tcandidate\na\ta\nb\n");
    let empty = files.write("empty.jsonl", "");
    bertscope()
        .args([
            "score",
            "-",
            "-m",
            SMALL,
            "--json",
            "--fail-under",
            "F1=0.5",
        ])
        .write_stdin("")
        .assert()
        .code(3)
        .stderr(
            "bertscope: --fail-under: the mean F1 of 0 pairs is undefined, and the limit 0.5\n",
        );
    let cases: [(&[&str], &str); 6] = [
        (&["score", &broken, "--fail-under", "F1=1"], "line 3"),
        (&["score", &empty, "--fail-under", "F1=1"], "empty.jsonl"),
        (
            &["score", &broken, "--fail-under", "F1=85"],
            "write P, R or F1 and a number of at most 1",
        ),
        (
            &["score", &broken, "--fail-under", "F2=0.85"],
            "write P, R or F1",
        ),
        (&["score", &broken, "--each"], "--fail-under"),
        (
            &["compare", &broken, "--fail-on", "drop=5"],
            "write loss, or drop= and a number from 0 to 1",
        ),
    ];
    for (arguments, part) in cases {
        let done = outcome(&[arguments, &["-m", SMALL]].concat());
        assert_eq!(done.code, 2, "{arguments:?}: {}", done.errors);
        assert!(done.errors.contains(part), "{}", done.errors);
        assert!(!done.errors.contains("below"), "{}", done.errors);
    }
}

/// A table with columns of candidates, each with so many equal to the references.
fn systems(files: &Files, segments: usize, equal: &[usize]) -> String {
    let columns: Vec<Vec<String>> = equal.iter().map(|equal| candidates(*equal)).collect();
    let mut rows = vec!["reference".to_owned()];
    rows.extend(REFERENCES[..segments].iter().map(|&text| text.to_owned()));
    for (number, column) in columns.iter().enumerate() {
        write!(rows[0], "\ts{number}").unwrap();
        for (row, candidate) in rows[1..].iter_mut().zip(column) {
            write!(row, "\t{candidate}").unwrap();
        }
    }
    files.write("systems.tsv", rows.join("\n"))
}

/// `compare` of the first systems of a table.
fn compare(table: &str, count: usize, more: &[&str]) -> Outcome {
    let mut arguments = vec!["compare".to_owned(), table.to_owned()];
    for number in 0..count {
        arguments.extend(["--candidate-column".to_owned(), format!("s{number}")]);
    }
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    arguments.extend(["-m", SMALL]);
    arguments.extend(more);
    outcome(&arguments)
}

#[test]
fn a_system_that_is_significantly_lower_or_lower_by_more_than_a_limit_is_exit_code_3() {
    let files = Files::new();
    // s1 is lower in all segments, s2 in one, s3 in none.
    let table = systems(&files, 8, &[8, 0, 7, 8]);
    let without = compare(&table, 4, &["-f", "tsv"]);
    let closed = compare(&table, 4, &["-f", "tsv", "--fail-on", "loss"]);
    assert_eq!(closed.code, 3, "{}", closed.errors);
    assert_eq!(closed.output, without.output);
    let errors = closed.errors;
    assert!(
        errors.starts_with("bertscope: --fail-on: F1 of s1 is 0."),
        "{errors}"
    );
    // 2 of 256 swaps, by 3 comparisons.
    assert!(
        errors.ends_with(
            " lower than that of s0, p = 0.0234 by exact randomisation with Holm's correction for 3 comparisons (loss)\n"
        ),
        "{errors}"
    );
    let drop = compare(&table, 4, &["--fail-on", "drop=0,loss"]).errors;
    assert!(drop.contains("(drop=0, loss); F1 of s2 is 0."), "{drop}");
    assert!(
        drop.contains("p = 1.0000") && drop.ends_with("(drop=0)\n"),
        "{drop}"
    );

    let open = compare(
        &systems(&files, 8, &[7, 8, 8, 7]),
        4,
        &["--fail-on", "loss,drop=0"],
    );
    assert_eq!((open.code, &*open.errors), (0, ""));
    assert_eq!(compare(&table, 3, &["--fail-on", "drop=0.99"]).code, 0);
}

#[test]
fn a_gate_that_could_never_close_is_exit_code_2() {
    let files = Files::new();
    let few = systems(&files, 5, &[8, 0]);
    let two = compare(&few, 2, &["--fail-on", "loss"]);
    assert_eq!(two.code, 2);
    assert!(
        two.errors.contains("--fail-on loss could never fail: over 5 segments, p by randomisation is at least 0.0625"),
        "{}",
        two.errors
    );
    assert_eq!(compare(&few, 2, &["--fail-on", "loss,drop=0.0001"]).code, 3);
    let corrected = systems(&files, 8, &[0, 8, 8, 8]);
    let all_pairs = compare(&corrected, 4, &["--fail-on", "loss", "--all-pairs"]);
    assert_eq!(
        all_pairs.code, 0,
        "6 · 2 ÷ 256 is below .05: {}",
        all_pairs.errors
    );
    let one = compare(&few, 1, &["--fail-on", "loss"]);
    assert!(
        one.code == 2 && one.errors.contains("there is only one; give at least two"),
        "{}",
        one.errors
    );
}

#[cfg(unix)]
#[test]
fn a_script_with_the_gate_releases_equal_outputs_and_stops_at_worse_ones() {
    let files = Files::new();
    let references = files.write("references.txt", REFERENCES.join("\n"));
    let last = files.path("last.jsonl");
    let run = |outputs: &[String]| {
        let outputs = files.write("outputs.txt", outputs.join("\n"));
        let new = files.path("new.jsonl");
        let mut script = std::process::Command::new("bash");
        script
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/gate.sh"))
            .args([&references, &outputs])
            .args([&last, &new])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("BERTSCOPE", env!("CARGO_BIN_EXE_bertscope"))
            .env("MODEL", SMALL);
        let done = script.output().unwrap();
        let errors = String::from_utf8(done.stderr).unwrap();
        (
            done.status.code(),
            String::from_utf8(done.stdout).unwrap(),
            errors,
        )
    };
    let released = files.write("released.txt", candidates(7).join("\n"));
    let save = [
        "score",
        "-r",
        &references,
        "-c",
        &released,
        "-m",
        SMALL,
        "--json",
        "--texts",
        "-o",
    ];
    bertscope().args(save).arg(&last).assert().success();

    assert_eq!(
        run(&candidates(7)),
        (Some(0), "released\n".into(), String::new())
    );
    assert_eq!(run(&candidates(8)).0, Some(0));
    let (code, output, errors) = run(&candidates(0));
    assert_eq!((code, &*output), (Some(3), ""));
    assert!(
        errors.contains("F1 of new is 0.") && errors.contains("lower than that of last"),
        "{errors}"
    );
    assert_eq!(errors.lines().count(), 1);
    assert_eq!(run(&candidates(8)[..7]).0, Some(2), "a line is missing");
}
