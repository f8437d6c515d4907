//! `bertscope match`: the numbers of `score` for every pair, each text embedded once.

use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use super::{Files, SMALL, bertscope, numbers, score_json};

const REFERENCES: [&str; 6] = [
    "the ferry leaves at noon",
    "rain fell on the harbour",
    "nobody sold thirty lanterns, and the old keeper of the lighthouse closed the door behind the last visitor of the day",
    "",
    "the ferry leaves at noon",
    "the tide came in at night",
];

const CANDIDATES: [&str; 4] = [
    "the boat departs at midday",
    "it rained, and then it rained again on the harbour until the sailors closed every window of the house by the bay",
    "tide",
    "",
];

fn lines(texts: &[&str]) -> String {
    texts.join("\n") + "\n"
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    let done = bertscope().arg("match").args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        done.status.code().unwrap(),
        text(done.stdout),
        text(done.stderr),
    )
}

#[test]
fn every_pair_has_the_numbers_of_score_to_the_bit_and_in_the_matrix_within_a_millionth() {
    let files = Files::new();
    let references = files.write("r.txt", lines(&REFERENCES));
    for settings in [
        &[][..],
        &["--rescale", "--idf"],
        &["--idf", "bundled", "--layer", "2"],
        &["-m", SMALL, "--as", "torchmetrics"],
        &["-m", "tests/fixtures/t5"],
        &["-m", "tests/fixtures/roberta", "--idf"],
        &["-m", SMALL, "--long", "windows"],
    ] {
        // Counted over the product, the references would have other weights, unless there is one candidate.
        let counts_references = settings.last() == Some(&"--idf");
        let count = if counts_references {
            1
        } else {
            CANDIDATES.len()
        };
        let candidates = files.write("c.txt", lines(&CANDIDATES[..count]));
        let product: Vec<[&str; 2]> = CANDIDATES[..count]
            .iter()
            .flat_map(|candidate| REFERENCES.map(|reference| [reference, *candidate]))
            .collect();
        let side = |at: usize| lines(&product.iter().map(|pair| pair[at]).collect::<Vec<_>>());
        let pairs = [
            files.write("pairs-r.txt", side(0)),
            files.write("pairs-c.txt", side(1)),
        ];
        let scored = score_json(&[&["-r", &pairs[0], "-c", &pairs[1]], settings].concat());
        let matrix = files.path("matrix.tsv");
        let lists = ["-r", &references, "-c", &candidates, "--top", "6", "--json"];
        let written = ["--matrix", matrix.to_str().unwrap()];
        let (code, out, said) = run(&[&lists[..], &written, settings].concat());
        assert_eq!((code, &*said), (0, ""), "{settings:?}");
        let found: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(found["uncovered"], Value::Array(Vec::new()));
        assert_eq!(found["signature"], scored[0]["signature"]);
        let matrix = std::fs::read_to_string(&matrix).unwrap();
        let rows: Vec<Vec<&str>> = matrix
            .lines()
            .map(|row| row.split('\t').collect())
            .collect();
        assert_eq!(rows[0], ["candidate", "1", "2", "3", "4", "5", "6"]);
        for (c, candidate) in found["candidates"].as_array().unwrap().iter().enumerate() {
            let matches = candidate["matches"].as_array().unwrap();
            assert_eq!(matches.len(), REFERENCES.len());
            let mut last = (f64::INFINITY, 0);
            for (rank, found) in matches.iter().enumerate() {
                let line = found["line"].as_u64().unwrap() as usize;
                let scored = &scored[c * REFERENCES.len() + line - 1];
                assert_eq!(numbers(found), numbers(scored), "{settings:?} {c} {line}");
                let f1 = found["f1"].as_f64().unwrap();
                let listed: f64 = rows[c + 1][line].parse().unwrap();
                assert!((listed - f1).abs() <= 1.5e-6, "{settings:?} {listed} {f1}");
                assert_eq!(found["rank"].as_u64(), Some(rank as u64 + 1));
                // Of equal ones, the first in the file.
                assert!((-f1, line) > (-last.0, last.1), "{settings:?}");
                last = (f1, line);
            }
        }
    }
}

#[test]
fn a_reference_that_no_candidate_lists_has_its_best_candidate_and_all_formats_say_the_same() {
    let files = Files::new();
    let references = files.write("r.txt", lines(&REFERENCES));
    let candidates = files.write("c.txt", lines(&CANDIDATES[..3]));
    let lists = ["-r", &references, "-c", &candidates, "--top", "1"];
    let (_, json, _) = run(&[&lists[..], &["--json"]].concat());
    let found: Value = serde_json::from_str(&json).unwrap();
    let best: Vec<u64> = found["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|candidate| candidate["matches"][0]["line"].as_u64().unwrap())
        .collect();
    assert_eq!(best, [1, 2, 6]);
    let uncovered = found["uncovered"].as_array().unwrap();
    let listed: Vec<u64> = uncovered
        .iter()
        .map(|one| one["line"].as_u64().unwrap())
        .collect();
    assert_eq!(listed, [3, 4, 5]);
    // The same text as the first reference, which comes first.
    assert_eq!(uncovered[2]["candidate"], 1);
    let (_, tsv, _) = run(&[&lists[..], &["-f", "tsv"]].concat());
    let rows: Vec<&str> = tsv.lines().collect();
    assert_eq!(rows[0], "candidate\trank\treference\tprecision\trecall\tf1");
    let f1 = &found["candidates"][1]["matches"][0]["f1"];
    assert!(
        rows[2].starts_with("2\t1\t2\t") && rows[2].ends_with(&format!("\t{f1}")),
        "{rows:?}"
    );
    let (_, text, _) = run(&lists);
    for part in [
        "No candidate has 3 of 6 references among its best one:",
        "5  the ferry leaves at noon",
        "all-MiniLM-L6-v2_L6_no-idf",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn what_cannot_be_matched_is_one_sentence_and_nothing_is_written() {
    let files = Files::new();
    let references = files.write("r.txt", lines(&REFERENCES));
    let empty = files.write("empty.txt", "");
    let wrong = files.write("wrong.txt", b"a\n\xff\n");
    let long = files.write("long.txt", format!("a\n{}\n", "word ".repeat(600)));
    let old = files.write("old.tsv", "kept");
    for (arguments, problem) in [
        (&["-r", "-", "-c", "-"][..], "standard input"),
        (&["-r", &references, "-c", &empty], "empty"),
        (&["-r", &empty, "-c", &references], "empty"),
        (&["-r", &references, "-c", &wrong], "line 2"),
        (
            &["-r", &references, "-c", "no-such.txt"],
            "there is no file",
        ),
        (
            &["-r", &references, "-c", "a b", "--matrix", &references],
            "the input",
        ),
        (
            &["-r", "a b", "-c", &long, "--as", "torchmetrics"],
            "candidate 2 cannot be scored: torchmetrics does not truncate",
        ),
    ] {
        let with_output = [arguments, &["-o", &old]].concat();
        let (code, out, said) = run(&with_output);
        assert_eq!((code, &*out), (2, ""), "{arguments:?}");
        assert!(
            said.contains(problem) && said.lines().count() == 1,
            "{said}"
        );
        assert_eq!(std::fs::read_to_string(&old).unwrap(), "kept");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_the_candidates_that_are_done() {
    let files = Files::new();
    let references = files.write("r.txt", lines(&REFERENCES));
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_bertscope"))
        .args([
            "match",
            "-r",
            &references,
            "-c",
            "-",
            "-f",
            "tsv",
            "-m",
            SMALL,
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        use std::io::Write;
        // Until the program has ended.
        while writeln!(input, "the boat departs at midday").is_ok() {
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    std::thread::sleep(Duration::from_secs(4));
    let id = child.id().to_string();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(kill.unwrap().success());
    let done = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    let count = said
        .strip_prefix("bertscope: interrupted after ")
        .and_then(|rest| rest.strip_suffix(" candidates; the results are of these alone\n"));
    let count: usize = count.unwrap_or_else(|| panic!("{said}")).parse().unwrap();
    let out = String::from_utf8(done.stdout).unwrap();
    assert_eq!(out.lines().count(), 1 + 3 * count);
    assert_eq!(done.status.code(), None);
}
