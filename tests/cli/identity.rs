//! What made a number is part of its signature, and scores that were made differently are not compared.

use serde_json::Value;

use super::{Files, bertscope};

const TABLE: &str = "ref\tA\tB\n\
    the ferry leaves at noon\tthe boat departs at midday\tthe ferry leaves at noon\n\
    rain fell on the harbour\tit rained\train fell on a harbour\n";

/// The same rows in another order.
const REORDERED: &str = "ref\tA\tB\n\
    rain fell on the harbour\tit rained\train fell on a harbour\n\
    the ferry leaves at noon\tthe boat departs at midday\tthe ferry leaves at noon\n";

/// Scores a column of the table with more arguments; the path of the scores.
fn scored(files: &Files, table: &str, column: &str, arguments: &[&str]) -> String {
    let table = files.write("table.tsv", table);
    let output = files.path(&format!("{column}.jsonl"));
    let output = output.to_str().unwrap().to_owned();
    let fixed = [
        &table,
        "--json",
        "--candidate-column",
        column,
        "-o",
        &output,
    ];
    bertscope()
        .arg("score")
        .args(fixed)
        .args(arguments)
        .assert()
        .success();
    output
}

/// Compares the scores of two files, which must succeed or be refused in one sentence; the output or the sentence.
fn compared(command: &[&str], first: &str, second: &str) -> (i32, String) {
    let done = bertscope()
        .args(command)
        .args(["--scores", first, "--scores", second])
        .output()
        .unwrap();
    let code = done.status.code().unwrap();
    let text = if code == 0 { done.stdout } else { done.stderr };
    (code, String::from_utf8(text).unwrap())
}

#[test]
fn scores_that_were_made_differently_are_refused_with_the_part_that_differs() {
    let files = Files::new();
    let low = files.write("low.tsv", "LAYER,P,R,F\n6,0.3,0.3,0.3\n");
    let high = files.write("high.tsv", "LAYER,P,R,F\n6,0.3,0.3,0.4\n");
    let corpus = files.write("corpus.txt", "the ferry\nrain\n");
    let reordered = files.write("reordered.txt", "rain\nthe ferry\n");
    let other = files.write("other.txt", "the ferry\nsun\n");
    let weights = files.write("weights.json", "{\"101\": 0, \"default\": 2}");
    let others = files.write("others.json", "{\"101\": 0, \"default\": 3}");
    let cases: [(&[&str], &[&str], &str); 10] = [
        (
            &["--baseline", &low],
            &["--baseline", &high],
            "different baselines (",
        ),
        (
            &["--baseline", &low],
            &["--rescale"],
            "different baselines (",
        ),
        (&["--rescale"], &["--rescale"], ""),
        (&["--rescale"], &[], "on different scales (rescaled, raw)"),
        (
            &["--idf", &corpus],
            &["--idf", &other],
            "different IDF tables (",
        ),
        (
            &["--idf", &corpus],
            &["--idf", "bundled"],
            "different IDF tables (",
        ),
        (&["--idf", &corpus], &["--idf", &reordered], ""),
        (
            &["--idf", &weights],
            &["--idf", &others],
            "different IDF tables (",
        ),
        (
            &["--idf", &corpus],
            &[],
            "weighted differently (IDF, no IDF)",
        ),
        (
            &["--layer", "5"],
            &["--layer", "6"],
            "different layers (5, 6)",
        ),
    ];
    for (one, two, part) in cases {
        let first = scored(&files, TABLE, "A", one);
        let second = scored(&files, TABLE, "B", two);
        let (code, text) = compared(&["compare"], &first, &second);
        let expected = if part.is_empty() { 0 } else { 2 };
        assert_eq!(code, expected, "{one:?} {two:?} {text}");
        assert!(
            text.contains(part) && !text.contains("do not identify"),
            "{text}"
        );
        assert_eq!(code == 2, text.contains("; score them again"), "{text}");
    }
    let first = scored(&files, TABLE, "A", &["--rescale", "--texts"]);
    let second = scored(&files, TABLE, "B", &["--baseline", &low, "--texts"]);
    let report = files.path("report.html");
    let (code, text) = compared(&["report", "-o", report.to_str().unwrap()], &first, &second);
    assert!(
        code == 2 && text.contains("different baselines ("),
        "{text}"
    );
}

#[test]
fn idf_over_references_is_identified_whatever_the_order_of_the_rows() {
    let files = Files::new();
    let signature = |table: &str, column: &str| {
        let path = scored(&files, table, column, &["--idf"]);
        let text = std::fs::read_to_string(path).unwrap();
        let line: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        line["signature"].as_str().unwrap().to_owned()
    };
    let first = signature(TABLE, "A");
    assert!(first.contains(",bundled,idf="), "{first}");
    assert_eq!(signature(REORDERED, "B"), first);
    let (two_lines, _) = TABLE.trim_end().rsplit_once('\n').unwrap();
    assert_ne!(signature(two_lines, "A"), first);
}

/// Changes a bit in the middle of a tensor.
fn change_tensor(bytes: &mut [u8]) {
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let header: Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    let mut tensors = header.as_object().unwrap().values();
    let offsets = tensors
        .find_map(|tensor| tensor["data_offsets"].as_array())
        .unwrap();
    let middle = offsets
        .iter()
        .map(|offset| offset.as_u64().unwrap())
        .sum::<u64>()
        / 2;
    bytes[8 + length + middle as usize] ^= 1;
}

#[test]
fn the_files_of_a_folder_are_identified_and_a_copy_of_them_is_the_same() {
    let files = Files::new();
    let original = files.model("original");
    let copy = files.model("copy");
    let first = scored(&files, TABLE, "A", &["--model", &original]);
    let second = scored(&files, TABLE, "B", &["--model", &copy]);
    let (code, text) = compared(&["compare"], &first, &second);
    assert_eq!(code, 0, "{text}");

    for name in ["model.safetensors", "config.json", "tokenizer_config.json"] {
        let path = files.path("original").join(name);
        let before = std::fs::read(&path).unwrap();
        let mut after = before.clone();
        match name {
            "model.safetensors" => change_tensor(&mut after),
            _ => after.push(b' '),
        }
        std::fs::write(&path, after).unwrap();
        let second = scored(&files, TABLE, "B", &["--model", &original]);
        std::fs::write(&path, before).unwrap();
        let (code, text) = compared(&["compare"], &first, &second);
        assert_eq!(code, 2, "{name}: {text}");
        let part = "different weights of a model (weights=";
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn scores_with_a_signature_of_another_form_are_joined_with_a_remark() {
    let files = Files::new();
    let line = |id: u32, f1: f64, signature: &str| {
        format!("{{\"id\":{id},\"f1\":{f1},\"signature\":\"{signature}\"}}\n")
    };
    let file = |name: &str, signature: &str| {
        files.write(
            name,
            [line(1, 0.5, signature), line(2, 0.6, signature)].concat(),
        )
    };
    let official = "m_L6_no-idf_version=0.3.12(hug_trans=4.46.3)-rescaled";
    for (one, two, parts) in [
        ("s", "s", "model and settings"),
        (official, official, "weights and baseline"),
        (
            official,
            "m_L6_no-idf_version=0.3.12(bertscope=0.1.0,weights=1a2b3c4d,baseline=77aa0000)-rescaled",
            "weights and baseline",
        ),
    ] {
        let (code, text) = compared(&["compare"], &file("a.jsonl", one), &file("b.jsonl", two));
        assert!(
            code == 0 && text.contains(&format!("not identify {parts}")),
            "{text}"
        );
    }
    let (code, text) = compared(&["compare"], &file("a.jsonl", "s"), &file("b.jsonl", "t"));
    assert!(
        code == 2 && text.contains("different signatures (s, t)"),
        "{text}"
    );
    let alone = files.write("alone.jsonl", line(1, 0.5, "s"));
    let done = bertscope()
        .args(["compare", "--scores", &alone])
        .output()
        .unwrap();
    assert!(!String::from_utf8_lossy(&done.stdout).contains("not identify"));
}
