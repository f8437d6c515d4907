//! What `bertscope score` prints.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use bertscope::metric::BERT_SCORE_TOLERANCE;
use serde_json::Value;

use super::{
    CANDIDATE, Files, REFERENCE, SMALL, assert_near, bertscope, golden, numbers, score, score_json,
};

fn keys(object: &Value) -> BTreeSet<&str> {
    object
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn a_pair_is_a_line_of_numbers_and_a_signature() {
    let [p, r, f] = golden("weather", 6, "plain").map(Option::unwrap);
    let out = score(&["-r", REFERENCE, "-c", CANDIDATE]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    let fields: Vec<&str> = lines[0].split_whitespace().collect();
    for (pair, (name, theirs)) in fields.chunks(2).zip([("P", p), ("R", r), ("F1", f)]) {
        assert_eq!(pair[0], name);
        assert!(
            (pair[1].parse::<f64>().unwrap() - theirs).abs() < BERT_SCORE_TOLERANCE,
            "{out}"
        );
    }
    let version = env!("CARGO_PKG_VERSION");
    let signature = format!(
        "sentence-transformers/all-MiniLM-L6-v2_L6_no-idf_version=0.3.12(bertscope={version},bundled)"
    );
    assert_eq!(lines[1], signature);
    assert!(
        lines[2].contains("version=0.3.12 is what bert_score 0.3.13 reports as its version"),
        "{out}"
    );
}

#[test]
fn files_are_scored_line_by_line_with_the_mean_at_the_end() {
    let files = Files::new();
    let reference = files.write("r.txt", "the cat sat\na dog ran\n");
    let candidate = files.write("c.txt", "the cat sat\nsomething else\n");
    let out = score(&["-r", &reference, "-c", &candidate]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 5, "{out}");
    let f1 = |line: &str| {
        line.split("F1 ").nth(1).unwrap()[..7]
            .parse::<f64>()
            .unwrap()
    };
    assert!((f1(lines[0]) - 1.0).abs() < BERT_SCORE_TOLERANCE);
    assert!(
        (f1(lines[2]) - f1(lines[0]).midpoint(f1(lines[1]))).abs() < 1.1e-5,
        "{out}"
    );
    assert!(lines[2].ends_with("mean of 2 pairs"));
}

#[test]
fn json_has_the_promised_keys_and_no_others() {
    let out = score(&["-r", REFERENCE, "-c", CANDIDATE, "--json"]);
    assert_eq!(out.matches('\n').count(), 1, "one line: {out}");
    let line: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        keys(&line),
        BTreeSet::from(["precision", "recall", "f1", "raw", "signature"])
    );
    assert_eq!(
        keys(&line["raw"]),
        BTreeSet::from(["precision", "recall", "f1"])
    );
    let order = [
        "\"precision\"",
        "\"recall\"",
        "\"f1\"",
        "\"raw\"",
        "\"signature\"",
    ]
    .map(|key| out.find(key));
    assert!(order.is_sorted(), "{out}");
    assert_near(numbers(&line), golden("weather", 6, "plain"));
    assert_eq!(numbers(&line), numbers(&line["raw"]));
}

#[test]
fn json_lines_stand_in_input_order() {
    let files = Files::new();
    // More than are embedded together, with repetitions, so that batches and the cache are crossed.
    let names = ["weather", "cat", "cars", "negation", "order", "punct"];
    let golden_file = super::golden_file();
    let cases = golden_file["cases"].as_array().unwrap();
    let text = |name: &str, side: &str| {
        cases.iter().find(|case| case["name"] == name).unwrap()[side]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let order: Vec<&str> = (0..100)
        .map(|i| names[(i * i + i / 7) % names.len()])
        .collect();
    let column = |side: &str| {
        order
            .iter()
            .map(|name| text(name, side) + "\n")
            .collect::<String>()
    };
    let reference = files.write("r.txt", column("reference"));
    let candidate = files.write("c.txt", column("candidate"));
    let lines = score_json(&["-r", &reference, "-c", &candidate]);
    assert_eq!(lines.len(), order.len());
    for (line, name) in lines.iter().zip(order) {
        assert_near(numbers(line), golden(name, 6, "plain"));
    }
}

#[test]
fn details_add_tokens_similarities_and_matches() {
    let plain = &score_json(&["-r", REFERENCE, "-c", CANDIDATE])[0];
    let line = &score_json(&["-r", REFERENCE, "-c", CANDIDATE, "--details"])[0];
    let added: BTreeSet<_> = keys(line).difference(&keys(plain)).copied().collect();
    assert_eq!(
        added,
        BTreeSet::from([
            "candidate_tokens",
            "reference_tokens",
            "similarity",
            "matches"
        ])
    );

    let tokens = |side: &str| line[side].as_array().unwrap().clone();
    let (candidate, reference) = (tokens("candidate_tokens"), tokens("reference_tokens"));
    assert_eq!(
        (candidate.len(), reference.len()),
        (6, 7),
        "special tokens included"
    );
    for token in candidate.iter().chain(&reference) {
        assert_eq!(
            keys(token),
            BTreeSet::from(["id", "piece", "text", "start", "end", "special", "weight"])
        );
        assert_eq!(
            token["weight"],
            if token["special"] == true { 0.0 } else { 1.0 }
        );
    }
    let freezing = &candidate[3];
    assert_eq!(
        (&freezing["text"], &freezing["start"], &freezing["end"]),
        (&"freezing".into(), &6.into(), &14.into())
    );

    let rows = line["similarity"].as_array().unwrap();
    assert_eq!(rows.len(), candidate.len());
    assert!(
        rows.iter()
            .all(|row| row.as_array().unwrap().len() == reference.len())
    );
    assert_eq!(
        keys(&line["matches"]),
        BTreeSet::from(["candidate", "reference"])
    );
    for (side, count) in [
        ("candidate", candidate.len()),
        ("reference", reference.len()),
    ] {
        let matches = line["matches"][side].as_array().unwrap();
        assert_eq!(matches.len(), count);
        for (i, found) in matches.iter().enumerate() {
            assert_eq!(
                keys(found),
                BTreeSet::from(["token", "match", "similarity", "runner_up"])
            );
            let partner = found["match"].as_u64().unwrap() as usize;
            let (row, column) = if side == "candidate" {
                (i, partner)
            } else {
                (partner, i)
            };
            assert_eq!(found["token"], i);
            assert_eq!(found["similarity"], rows[row][column]);
        }
    }
    // Precision by hand: the mean over the candidate's words of what they match best.
    let best = line["matches"]["candidate"].as_array().unwrap()[1..5]
        .iter()
        .map(|m| m["similarity"].as_f64().unwrap());
    assert!((best.sum::<f64>() / 4.0 - line["precision"].as_f64().unwrap()).abs() < 1e-6);
}

#[test]
fn several_references_give_the_best_of_each_number() {
    let golden = super::golden_file();
    let case = golden["multi"]
        .as_array()
        .unwrap()
        .iter()
        .find(|c| c["name"] == "multi-2" && c["layer"] == 6)
        .unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (first, second, candidate) = (
        text(&case["references"][0]),
        text(&case["references"][1]),
        text(&case["candidate"]),
    );
    let lines = score_json(&["-r", &first, "-r", &second, "-c", &candidate]);
    assert_eq!(lines.len(), 1);
    assert_near(
        numbers(&lines[0]),
        [0, 1, 2].map(|i| case["plain"][i].as_f64()),
    );

    let alone = [first.as_str(), second.as_str()]
        .map(|r| numbers(&score_json(&["-r", r, "-c", &candidate])[0]));
    let best = [0, 1, 2].map(|i| Some(alone[0][i].unwrap().max(alone[1][i].unwrap())));
    assert_near(numbers(&lines[0]), best);
}

#[test]
fn a_note_on_one_of_several_references_names_it_and_rescaling_moves_the_zero_of_an_empty_text() {
    let note = |arguments: &[&str]| {
        let line = &score_json(arguments)[0];
        (
            line["note"].as_str().unwrap().to_owned(),
            numbers(line)[2].unwrap(),
        )
    };
    let (said, f1) = note(&["-r", "A ferry.", "-r", "", "-c", "A boat."]);
    assert_eq!(
        said,
        "Reference 2 of 2 has no words, so the score comes from the others."
    );
    assert!((f1 - 0.73355).abs() < 2e-5, "{f1}");
    let (said, f1) = note(&["-r", "", "-r", "", "-c", "A boat."]);
    assert_eq!(
        said,
        "The reference has no words, so precision, recall and F1 are 0 by convention."
    );
    assert_near([Some(f1); 3], [Some(0.0); 3]);
    let (said, f1) = note(&["-r", "A ferry.", "-c", "", "--rescale"]);
    assert_eq!(
        said,
        "The candidate has no words, so precision, recall and F1 are 0 by convention, before rescaling."
    );
    assert!((f1 + 0.12941).abs() < 2e-5, "{f1}");
    let summary = score(&["-r", "A ferry.", "-r", "", "-c", "A boat.", "-f", "summary"]);
    assert!(
        summary
            .contains("one of several references has no words, so the score comes from the others"),
        "{summary}"
    );
}

#[test]
fn explanations_of_one_of_several_references_name_it() {
    let references = ["-r", "It is cold.", "-r", "The ferry leaves at noon."];
    let candidate = ["-c", "The boat leaves at noon."];
    let out = score(
        &[
            &references[..],
            &candidate,
            &["--explain", "ledger,lenses,ruler,compare"],
        ]
        .concat(),
    );
    assert_eq!(out.matches(" (reference 2 of 2)\n").count(), 3, "{out}");
    // The best R is that of a short reference, the best P and F1 those of a long one.
    let mixed = score(&[
        "-r",
        "The central bank raised interest rates by half a percentage point on Thursday.",
        "-r",
        "Central bank cut rates.",
        "-c",
        "On Thursday the central bank cut interest rates by 50 basis points.",
        "--explain",
        "ledger",
    ]);
    assert!(
        mixed.contains("(reference 1 of 2; the score’s R is of reference 2)\n"),
        "{mixed}"
    );
    let alone = score(&[&references[2..], &candidate, &["--explain", "ledger"]].concat());
    assert!(!alone.contains("(reference"), "{alone}");
    let files = Files::new();
    for (name, expected) in [
        ("pair.md", " (reference 2 of 2)\n"),
        (
            "pair.py",
            "# Reference 2 of 2, the one with the highest F1;",
        ),
    ] {
        let path = files.path(name);
        let explain: &[&str] = if name == "pair.md" {
            &["--explain", "ledger"]
        } else {
            &[]
        };
        let done = bertscope()
            .arg("plot")
            .args(references)
            .args(candidate)
            .args(explain)
            .arg("-o")
            .arg(&path)
            .output()
            .unwrap();
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
        let written = std::fs::read_to_string(path).unwrap();
        assert!(written.contains(expected), "{name}: {written}");
    }
}

#[test]
fn references_in_several_files_belong_together_line_by_line() {
    let files = Files::new();
    let first = files.write("1.txt", "the cat sat\nnothing alike\n");
    let second = files.write("2.txt", "nothing alike\na dog ran\n");
    let candidate = files.write("c.txt", "the cat sat\na dog ran\n");
    for line in score_json(&["-r", &first, "-r", &second, "-c", &candidate]) {
        assert_near(numbers(&line), [Some(1.0); 3]);
    }
}

#[test]
fn line_ends_of_windows_and_a_byte_order_mark_are_no_part_of_a_text() {
    let files = Files::new();
    let plain = files.write("plain.txt", "the cat sat\n\na dog ran\n");
    let windows = files.write("windows.txt", "\u{feff}the cat sat\r\n\r\na dog ran");
    let of = |reference: &str| {
        score(&[
            "-r",
            reference,
            "-c",
            &plain,
            "--model",
            SMALL,
            "--json",
            "--details",
        ])
    };
    assert_eq!(of(&windows), of(&plain));
}

#[test]
fn a_text_may_begin_with_a_hyphen_and_may_be_empty() {
    let lines = score_json(&["-r", "-5 degrees", "-c", "--", "--model", SMALL]);
    assert!(numbers(&lines[0]).iter().all(Option::is_some));
    let empty = &score_json(&["-r", "a b", "-c", "", "--model", SMALL])[0];
    assert_eq!(numbers(empty), [Some(0.0); 3]);
    assert!(
        empty["note"]
            .as_str()
            .unwrap()
            .starts_with("The candidate has no words")
    );
}

#[test]
fn a_text_that_was_cut_is_noted_with_the_place() {
    let long = "a ".repeat(200);
    let line = &score_json(&["-r", &long, "-c", "a", "--model", SMALL])[0];
    let note = line["note"].as_str().unwrap();
    assert!(
        note.contains("reference was truncated to 128 of its 202 tokens")
            && note.contains("character 253"),
        "{note}"
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_is_as_good_as_a_file() {
    let line = score_json_from_stdin("the cat sat\n");
    assert_near(numbers(&line), [Some(1.0); 3]);
}

#[cfg(unix)]
fn score_json_from_stdin(text: &str) -> Value {
    let arguments = [
        "score",
        "-r",
        "/dev/stdin",
        "-c",
        "the cat sat",
        "--model",
        SMALL,
        "--json",
    ];
    let done = bertscope()
        .args(arguments)
        .write_stdin(text)
        .assert()
        .success();
    serde_json::from_slice(&done.get_output().stdout).unwrap()
}

#[test]
fn a_reader_that_has_had_enough_is_no_error() {
    let files = Files::new();
    let many = files.write("many.txt", "the cat sat\n".repeat(5000));
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_bertscope"))
        .args([
            "score", "-r", &many, "-c", &many, "--model", SMALL, "--json",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    drop(out);
    let done = child.wait_with_output().unwrap();
    assert!(line.starts_with("{\"precision\":"), "{line}");
    assert_eq!(
        (
            done.status.code(),
            String::from_utf8_lossy(&done.stderr).as_ref()
        ),
        (Some(0), "")
    );
}
