//! Whole files of pairs: every way to write them gives the same scores, in the same order, under the same names.

use std::fmt::Write;
use std::io::Write as _;

use serde_json::{Value, json};

use super::{CANDIDATE, Files, REFERENCE, SMALL, bertscope, numbers};

/// Pairs with everything that separators, quotes and encodings could trip over, but tabs and line ends.
const PAIRS: [(&str, &str); 6] = [
    ("the weather is cold today", "it is freezing today"),
    ("she said \"come, now\" and left", "\"come now\", she said"),
    ("a, b; c", "a b c"),
    ("nothing in common", "die Fähre legt um zwölf ab – 渡し船"),
    ("", "an empty reference"),
    ("  blanks around  ", "blanks around"),
];

/// `score --json` with the small model; a value for each line.
fn score(arguments: &[&str], stdin: &str) -> Vec<Value> {
    let done = bertscope()
        .args(["score", "--json", "-m", SMALL])
        .args(arguments)
        .write_stdin(stdin)
        .assert()
        .success()
        .stderr("");
    let text = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn all_numbers(lines: &[Value]) -> Vec<[Option<f64>; 3]> {
    lines.iter().map(numbers).collect()
}

fn json_lines() -> String {
    let line = |(i, (r, c)): (usize, &(&str, &str))| {
        json!({"id": i, "reference": r, "candidate": c}).to_string()
    };
    PAIRS
        .iter()
        .enumerate()
        .map(line)
        .collect::<Vec<_>>()
        .join("\n")
}

fn table(separator: &str, quote: impl Fn(&str) -> String) -> String {
    let mut text = ["candidate", "note", "reference"].join(separator) + "\n";
    for (reference, candidate) in PAIRS {
        writeln!(
            text,
            "{}{separator}-{separator}{}",
            quote(candidate),
            quote(reference)
        )
        .unwrap();
    }
    text
}

#[test]
fn every_way_to_write_pairs_gives_the_same_scores() {
    let files = Files::new();
    let column = |side: fn(&(&str, &str)) -> String| {
        PAIRS.iter().map(side).collect::<Vec<_>>().join("\n") + "\n"
    };
    let references = files.write("refs.txt", column(|p| p.0.into()));
    let candidates = files.write("hyps.txt", column(|p| p.1.into()));
    let expected = all_numbers(&score(&["-r", &references, "-c", &candidates], ""));
    assert_eq!(expected.len(), PAIRS.len());
    for ((reference, candidate), expected) in PAIRS.iter().zip(&expected) {
        assert_eq!(
            all_numbers(&score(&["-r", reference, "-c", candidate], "")),
            [*expected]
        );
    }

    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let (tsv, csv, jsonl) = (table("\t", str::to_owned), table(",", quoted), json_lines());
    let written = [
        files.write("pairs.tsv", &tsv),
        files.write("pairs.csv", &csv),
        files.write("pairs.jsonl", &jsonl),
        files.write("marked.tsv", format!("\u{feff}{tsv}")),
        files.write("dos.TSV", tsv.replace('\n', "\r\n")),
        files.write("dos.csv", format!("\u{feff}{}", csv.replace('\n', "\r\n"))),
        files.write(
            "blank.jsonl",
            format!("\u{feff}\n{}\r\n\r\n", jsonl.replace('\n', "\r\n\n")),
        ),
    ];
    for file in &written {
        assert_eq!(all_numbers(&score(&[file], "")), expected, "{file}");
    }
    let objects: Vec<Value> = jsonl
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let pretty: Vec<String> = objects.iter().map(|object| format!("{object:#}")).collect();
    let other_forms = [
        files.write("list.json", serde_json::to_string(&objects).unwrap()),
        files.write(
            "list_of_lines.json",
            format!("{:#}\n", Value::Array(objects)),
        ),
        files.write("pretty.json", pretty.join("\n")),
        files.write("pairs.tsv.gz", gzip(&tsv)),
        files.write("pairs.JSONL.GZ", gzip(&jsonl)),
        files.write("mac.tsv", tsv.replace('\n', "\r")),
        files.write("mac.csv", csv.replace('\n', "\r")),
        files.write("excel.csv", format!("sep=;\r\n{}", table(";", quoted))),
        files.write("excel.tsv", format!("sep=\t\n{tsv}")),
    ];
    for file in &other_forms {
        assert_eq!(all_numbers(&score(&[file], "")), expected, "{file}");
    }
    let quoted_tsv = files.write("quoted.tsv", table("\t", quoted));
    assert_eq!(
        all_numbers(&score(&[&quoted_tsv, "--quoted"], "")),
        expected
    );

    assert_eq!(all_numbers(&score(&["-"], &jsonl)), expected);
    assert_eq!(
        all_numbers(&score(&["-", "--input-format", "tsv"], &tsv)),
        expected
    );
    assert_eq!(
        all_numbers(&score(
            &["-r", &references, "-c", "-"],
            &column(|p| p.1.into())
        )),
        expected
    );
    let bare: String = tsv
        .lines()
        .skip(1)
        .fold(String::new(), |text, line| text + line + "\n");
    let by_number = [
        "-",
        "--input-format",
        "tsv",
        "--no-header",
        "--reference-column",
        "3",
        "--candidate-column",
        "1",
    ];
    assert_eq!(all_numbers(&score(&by_number, &bare)), expected);
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// Runs `score` on a file that it refuses, and returns the error.
fn refusal(arguments: &[&str]) -> String {
    let done = bertscope()
        .arg("score")
        .args(arguments)
        .assert()
        .code(2)
        .stdout("");
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

#[test]
#[expect(
    clippy::unreadable_literal,
    reason = "the numbers as bert_score prints them"
)]
fn blank_further_references_are_none_and_count_in_no_idf_as_in_bert_score() {
    let files = Files::new();
    let rows = [
        "reference\tref2\tref3\tcandidate",
        "The dog barks loudly.\tA dog is barking.\t\tThe dog is barking.",
        "No one came.\t\t \tNobody came.",
        "It rained all day.\tThe day was wet.\tRain fell all day.\tRain fell.",
        "\t\tThe bread is warm.\tWarm bread.",
    ];
    let names = ["reference", "ref2", "ref3"].map(|name| ["--reference-column", name]);
    let tsv = rows.join("\n");
    let json = r#"{"reference": ["The dog barks loudly.", "A dog is barking."], "ref2": "", "ref3": null, "candidate": "The dog is barking."}
        {"reference": ["No one came.", null], "ref2": NaN, "ref3": null, "candidate": "Nobody came."}
        {"reference": "It rained all day.", "ref2": "The day was wet.", "ref3": ["Rain fell all day."], "candidate": "Rain fell."}
        {"reference": null, "ref2": "", "ref3": "The bread is warm.", "candidate": "Warm bread."}"#;
    // bert_score 0.3.13 (transformers 4.46.3) with ragged lists, layer 2 of the model, without and with idf=True.
    let golden: [(&[&str], [[f64; 3]; 4]); 2] = [
        (
            &[],
            [
                [0.9982003, 0.9982003, 0.9982003],
                [0.9379904, 0.9282678, 0.9331038],
                [0.941052, 0.9518622, 0.9464263],
                [0.9781891, 0.9738421, 0.9760108],
            ],
        ),
        (
            &["--idf"],
            [
                [0.9982383, 0.9977934, 0.9980158],
                [0.9390156, 0.93545, 0.9372294],
                [0.9356455, 0.9511715, 0.9433447],
                [0.9774948, 0.9724492, 0.9749654],
            ],
        ),
    ];
    for file in [
        files.write("uneven.tsv", tsv),
        files.write("uneven.jsonl", json),
    ] {
        for (way, expected) in golden {
            let mut arguments = vec![file.as_str(), "-l", "2"];
            arguments.extend(names.as_flattened());
            arguments.extend(way);
            let rows = score(&arguments, "");
            assert_eq!(rows.len(), 4);
            for (row, expected) in rows.iter().zip(expected) {
                super::assert_near(numbers(row), expected.map(Some));
                assert_eq!(row.get("note"), None, "{file}");
            }
        }
    }
}

#[test]
fn a_missing_text_is_an_error_is_skipped_or_scores_zero_in_every_format() {
    let files = Files::new();
    let inputs = [
        files.write("gaps.jsonl", "{\"id\":\"a\",\"reference\":\"It rained.\",\"candidate\":null}\n{\"id\":\"b\",\"reference\":[null],\"candidate\":\"x\"}\n{\"id\":\"c\",\"reference\":\"It rained.\",\"candidate\":\"It rained.\"}\n"),
        files.write("gaps.csv", "id,reference,candidate\na,It rained.,\nb, ,x\nc,It rained.,It rained.\n"),
        files.write("gaps.tsv", "id\treference\tcandidate\na\tIt rained.\t\nb\t\tx\nc\tIt rained.\tIt rained.\n"),
    ];
    for input in &inputs {
        for (missing, code) in [("error", 2), ("skip", 0), ("zero", 0)] {
            let summary = files.path("summary.json");
            let done = bertscope()
                .args(["score", "-m", SMALL, "--json", "--missing", missing, input])
                .arg("--summary")
                .arg(&summary)
                .assert()
                .code(code);
            let out = String::from_utf8(done.get_output().stdout.clone()).unwrap();
            let rows: Vec<Value> = out
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            let f1: Vec<Option<f64>> = rows.iter().map(|row| row["f1"].as_f64()).collect();
            let counts: Value = serde_json::from_slice(&std::fs::read(&summary).unwrap()).unwrap();
            let counts =
                ["pairs", "refused", "skipped"].map(|name| counts[name].as_u64().unwrap_or(0));
            let case = format!("{input} {missing}");
            let scored = f1[2].unwrap();
            assert!(scored > 0.99, "{case}");
            match missing {
                "zero" => {
                    assert_eq!(f1[..2], [Some(0.0); 2], "{case}");
                    assert_eq!(counts, [3, 0, 0], "{case}");
                    assert!(rows[0]["note"].as_str().unwrap().contains("no words"));
                }
                "skip" => {
                    assert_eq!(f1[..2], [None; 2], "{case}");
                    assert_eq!(counts, [1, 0, 2], "{case}");
                    let notes =
                        [&rows[0]["note"], &rows[1]["note"]].map(|note| note.as_str().unwrap());
                    assert!(notes[0].contains("candidate") && notes[1].contains("reference"));
                    assert_eq!([rows[0].get("error"), rows[1].get("error")], [None; 2]);
                }
                _ => {
                    assert_eq!(f1[..2], [None; 2], "{case}");
                    assert_eq!(counts, [1, 2, 0], "{case}");
                    assert!(
                        rows[0]["error"]
                            .as_str()
                            .unwrap()
                            .contains("--missing skip")
                    );
                }
            }
        }
    }
    let skipped =
        |format: &str| super::score(&[&inputs[0], "-m", SMALL, "--missing", "skip", "-f", format]);
    assert!(skipped("text").starts_with("P —  R —  F1 —  a\n  note: The candidate is missing"));
    assert!(skipped("summary").contains("2 of 3 pairs skipped"));
    assert!(skipped("tsv").contains("\na\t\t\t\t\t\t\t\t\tThe candidate is missing"));
    assert!(skipped("csv").contains("\nb,,,,,,,,,"));
    // A row decides for itself.
    let rows = score(
        &["-"],
        "{\"reference\":\"a\",\"candidate\":null,\"missing\":\"skip\"}\n",
    );
    assert!(rows[0]["f1"].is_null() && rows[0].get("error").is_none());
    let request = "{\"reference\":\"a\",\"candidate\":null,\"ask\":{\"missing\":\"zero\"}}\n";
    assert_eq!(score(&["-", "--ask-column", "ask"], request)[0]["f1"], 0.0);
    for wrong in ["\"missing\":\"later\"", "\"ask\":{\"missing\":\"later\"}"] {
        let done = bertscope()
            .args(["score", "-", "--json", "-m", SMALL, "--ask-column", "ask"])
            .write_stdin(format!(
                "{{\"reference\":[],\"candidate\":\"a\",\"ask\":{{}},{wrong}}}\n"
            ))
            .assert()
            .code(2);
        let error = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        let sentence = "line 1: \"missing\" is \"later\"; use \"error\", \"skip\" or \"zero\"";
        assert!(error.contains(sentence), "{error}");
    }
    // A field of this name matters only if a text is missing.
    let other = "{\"reference\":\"a\",\"candidate\":\"a\",\"missing\":[\"x\"]}\n";
    assert!(score(&["-"], other)[0]["f1"].is_number());
}

#[test]
fn segments_without_a_text_are_skipped_for_all_systems_and_counted() {
    let files = Files::new();
    let mut table = "reference\ta\tb\n".to_owned();
    for number in 0..4 {
        writeln!(
            table,
            "It rained {number} days.\tRain for {number} days.\tSun."
        )
        .unwrap();
    }
    let table = files.write("systems.tsv", table + "It rained.\t\tSun.\n");
    let compare = |missing: &str| {
        let columns = ["--candidate-column", "a", "--candidate-column", "b"];
        let done = bertscope()
            .args([
                "compare",
                "-m",
                SMALL,
                "--json",
                "--missing",
                missing,
                &table,
            ])
            .args(columns)
            .assert()
            .success();
        serde_json::from_slice::<Value>(&done.get_output().stdout).unwrap()
    };
    assert_eq!(compare("skip")["skipped"]["segments"], 1);
    assert_eq!(compare("zero").get("skipped"), None);

    // Saved scores say so as well.
    let pairs =
        "{\"reference\":\"a\",\"candidate\":null}\n{\"reference\":\"a b\",\"candidate\":\"a c\"}\n";
    let pairs = files.write("gaps.jsonl", pairs);
    let scored = super::score(&[
        &pairs,
        "-m",
        SMALL,
        "--missing",
        "skip",
        "--json",
        "--texts",
    ]);
    let saved = files.write("saved.jsonl", &scored);
    let done = bertscope()
        .args(["compare", "--scores", &saved])
        .assert()
        .success()
        .stderr("");
    let out = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
    assert!(
        out.contains("1 pair skipped, because a text is missing (first: pair 1)"),
        "{out}"
    );
    // What was written is a row with a missing text again, and a list of rows is read like lines.
    let list = format!("[{}]", scored.trim_end().replace('\n', ",\n"));
    let list = files.write("list.json", list);
    assert_eq!(
        super::score(&[&list, "-m", SMALL, "--missing", "skip", "--json", "--texts"]),
        scored
    );
    bertscope()
        .args(["compare", "--scores", &list])
        .assert()
        .success();
}

#[test]
fn python_and_nested_json_is_read() {
    let files = Files::new();
    let line = r#"{"expected": {"answer": "It rained."}, "a.b": "It rained.", "a": {"b": "Sun."}, "out": [{"text": "Rain fell."}], "id": NaN, "ppl": -Infinity, "s": "NaN \" Infinity"}"#;
    let nested = files.write("nested.jsonl", line);
    let rows = |reference: &str| {
        let columns = [
            "--candidate-column",
            "out.0.text",
            "--keep-columns",
            "ppl,s,out.0.text",
        ];
        let mut arguments = vec![nested.as_str(), "--reference-column", reference];
        arguments.extend(columns);
        score(&arguments, "")
    };
    let [row, literal] = ["expected.answer", "a.b"].map(|name| rows(name).remove(0));
    assert_eq!(row["f1"], literal["f1"]);
    assert_eq!(
        row["columns"],
        json!({"ppl": null, "s": "NaN \" Infinity", "out.0.text": "Rain fell."})
    );
    let absent = refusal(&[
        &nested,
        "--reference-column",
        "expected.text",
        "--candidate-column",
        "out.0.text",
    ]);
    assert!(
        absent.contains("no field for the reference named \"expected.text\""),
        "{absent}"
    );
}

#[test]
fn a_file_that_is_not_text_is_named_with_the_tool_that_converts_it_and_none_of_its_bytes() {
    let files = Files::new();
    let damaged = {
        let mut bytes = gzip(&json_lines());
        bytes.truncate(60);
        bytes
    };
    let noise: Vec<u8> = (128..=255).chain(0..128).cycle().take(2000).collect();
    let cases: [(&str, &[u8], &str); 10] = [
        (
            "book.xlsx",
            b"PK\x03\x04\x14\0\0\0xl/workbook.xml",
            "to_csv",
        ),
        (
            "book.csv",
            b"PK\x03\x04\x14\0\0\0xl/workbook.xml",
            "spreadsheet",
        ),
        ("pairs.zip", b"PK\x03\x04\x14\0\0\0pairs.tsv", "unzip"),
        ("pairs.parquet", b"PAR1\x15\0\x15", "read_parquet"),
        (
            "pairs.jsonl",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
            "git lfs pull",
        ),
        ("frame.tsv", b"\x80\x04\x95\x10\0\0\0", "pickle"),
        ("cut.jsonl.gz", &damaged, "gzip -t"),
        ("noise.tsv", &noise, "not text"),
        ("latin.tsv", b"r\xe9f\tcand\n", "iconv"),
        ("codes.tsv", &[1, 2, 3, 4, 5, 6, 7, 8, b'\n'], "binary file"),
    ];
    for (name, bytes, expected) in cases {
        let error = refusal(&[&files.write(name, bytes)]);
        assert!(error.contains(expected), "{name}: {error}");
        assert!(
            error.lines().count() == 1 && !error.contains('\u{fffd}'),
            "{name}: {error}"
        );
    }
    let parquet = files.write("texts.txt", b"PAR1\x15\0\x15");
    for arguments in [
        &["idf"][..],
        &["baseline"],
        &["lesson"],
        &["compare", "--scores"],
        &["score", "-c", "a", "-r"],
        &["score", "-r", "a", "-c", "b", "--idf"],
        &["score", "-r", "a", "-c", "b", "--rescale", "--baseline"],
        &["score", "-r", "a", "-c", "b", "--json", "--kinds"],
    ] {
        let done = bertscope().args(arguments).arg(&parquet).assert().code(2);
        let error = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(
            error.contains("is a Parquet file"),
            "{arguments:?}: {error}"
        );
    }
}

#[test]
fn a_pair_whose_human_score_cannot_be_read_is_scored_and_counts_as_not_judged() {
    let files = Files::new();
    let ratings = ["4,5", "3", "good", "2"];
    let mut csv = "sep=;\nreference;candidate;rating\n".to_owned();
    for (number, rating) in ratings.into_iter().enumerate() {
        writeln!(csv, "text {number} rain;text {number} sun;{rating}").unwrap();
    }
    let pairs = files.write("pairs.csv", &csv);
    let summary = files.path("summary.json");
    let command = ["score", &pairs, "-m", SMALL, "--human", "rating"];
    let done = bertscope()
        .args(command)
        .args(["--json", "--summary", summary.to_str().unwrap()])
        .assert()
        .code(2);
    let output = done.get_output();
    let rows: Vec<Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(rows.iter().all(|row| row["f1"].is_f64()), "{rows:?}");
    assert_eq!(
        (&rows[0]["human"], &rows[1]["human"]),
        (&Value::Null, &json!(3.0))
    );
    assert!(rows[2]["note"].as_str().unwrap().contains("human score"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("2 of 4 rows have human scores that cannot be read and count as missing; the first is in ")
            && said.contains("pairs.csv, line 3: the human score \"4,5\" is not a number")
            && said.trim_end().ends_with("; write 4.5"),
        "{said}"
    );
    let summary: Value = serde_json::from_str(&std::fs::read_to_string(summary).unwrap()).unwrap();
    assert_eq!(
        (&summary["pairs"], &summary["refused"]),
        (&json!(4), &json!(0))
    );
    assert_eq!(summary["human"]["judged"], 2);
    assert_eq!(
        summary["notes"][0],
        json!({"note": "a human score cannot be read and counts as missing", "pairs": 2, "first": 1})
    );
    let strict = bertscope().args(command).arg("--strict").assert().code(2);
    assert!(!String::from_utf8_lossy(&strict.get_output().stdout).contains("pair 2"));
    let words = files.write(
        "words.csv",
        csv.replace(";3\n", ";fair\n").replace(";2\n", ";bad\n"),
    );
    let run = bertscope()
        .args(["score", &words, "--human", "rating", "-f", "summary"])
        .assert()
        .code(2);
    let error = String::from_utf8_lossy(&run.get_output().stderr);
    assert!(
        error.contains("is not a number from -1000000 to 1000000, and no row has one"),
        "{error}"
    );
    let summary = String::from_utf8_lossy(&run.get_output().stdout);
    assert!(summary.contains("mean of 4 pairs"), "{summary}");
}

#[test]
fn a_tsv_that_looks_quoted_has_a_note_and_sentences_in_quotes_have_none() {
    let quoted = "reference\tcandidate\nHe said no.\t\"He said \"\"no\"\".\"\n";
    let rows = score(&["-", "--input-format", "tsv"], quoted);
    assert!(rows[0]["note"].as_str().unwrap().contains("--quoted"));
    let one_side = "reference\tcandidate\n\"Hello, he said.\"\tHello, he said.\n";
    let rows = score(&["-", "--input-format", "tsv"], one_side);
    assert!(rows[0]["note"].as_str().unwrap().contains("--quoted"));
    let both = "reference\tcandidate\n\"No.\"\t\"No.\"\n\"Yes.\"\tHe said yes.\n";
    for row in score(&["-", "--input-format", "tsv"], both) {
        assert!(row["note"].is_null(), "{row}");
    }
    let plain = "reference\tcandidate\n\"No.\"\t\"No\", he said, \"never.\"\n\"\t\"\"\n";
    for row in score(&["-", "--input-format", "tsv"], plain) {
        assert!(!row["note"].to_string().contains("--quoted"), "{row}");
    }
    let broken = refusal(&[&Files::new().write("p.tsv", "reference\tcandidate\na\t\"b\tc\"\n")]);
    assert!(broken.contains("give --quoted"), "{broken}");
}

#[test]
fn kept_columns_with_line_breaks_are_quoted_in_csv_and_ids_have_a_bound() {
    let files = Files::new();
    let line = json!({"reference": "a", "candidate": "a", "text": "one\ntwo\u{1b}"}).to_string();
    let kept = super::score(&[
        &files.write("kept.jsonl", line),
        "-m",
        SMALL,
        "--keep-columns",
        "text",
        "-f",
        "csv",
    ]);
    assert!(kept.contains(",\"one\ntwo␛\","), "{kept}");
    let long = json!({"id": "x".repeat(10_001), "reference": "a", "candidate": "a"}).to_string();
    let error = refusal(&[&files.write("long.jsonl", long), "-f", "summary"]);
    assert!(
        error.contains("its id is longer than 10000 bytes"),
        "{error}"
    );
}

#[test]
fn ids_come_out_as_they_went_in_and_in_their_order() {
    let ids = [
        "12345678901234567890123",
        "1.50",
        "\"a\\tb\"",
        "null",
        "{\"a\":[1,2]}",
    ];
    let lines: Vec<String> = ids
        .iter()
        .map(|id| format!("{{\"candidate\":\"a b c\",\"id\":{id},\"ref\":\"a c\"}}"))
        .collect();
    let done = bertscope()
        .args(["score", "-", "--json", "-m", SMALL])
        .write_stdin(lines.join("\n"))
        .assert()
        .success();
    let out = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    for (line, id) in out.lines().zip(ids) {
        assert!(line.starts_with(&format!("{{\"id\":{id},")), "{line}");
    }
    let named = score(
        &["-", "--id-column", "key"],
        "{\"key\":7,\"id\":1,\"ref\":\"a b\",\"hyp\":\"a\"}",
    );
    assert_eq!(named[0]["id"], 7);
    let unnamed = score(&["-"], "{\"ref\":\"a b\",\"hyp\":\"a\"}");
    assert!(unnamed[0].get("id").is_none());
}

#[test]
fn more_pairs_than_fit_into_a_window_keep_their_order_and_scores() {
    let words = ["cold", "ferry", "midday", "the", "boat", "leaves", "today"];
    let text = |n: usize| {
        (0..=n % 23)
            .map(|k| words[(n * k + n / 5) % 7])
            .collect::<Vec<_>>()
            .join(" ")
    };
    let lines: Vec<String> = (0..1300)
        .map(|n| {
            json!({"id": n, "reference": text(n % 400), "candidate": text(n + 11)}).to_string()
        })
        .collect();
    let scored = score(&["-"], &lines.join("\n"));
    assert!(scored.iter().enumerate().all(|(n, line)| line["id"] == n));
    assert_eq!(scored.len(), 1300);
    for n in [0, 511, 512, 777, 1299] {
        let alone = score(&["-r", &text(n % 400), "-c", &text(n + 11)], "");
        super::assert_near(numbers(&scored[n]), numbers(&alone[0]));
    }
}

#[test]
fn several_references_may_stand_in_columns_or_in_a_list() {
    let files = Files::new();
    let (one, two) = ("the boat departs at midday", "a ferry goes at noon");
    let candidate = "the ferry leaves at noon";
    let expected = all_numbers(&score(&["-r", one, "-r", two, "-c", candidate], ""));
    let tsv = files.write(
        "pairs.tsv",
        format!("ref1\thyp\tref2\n{one}\t{candidate}\t{two}\n"),
    );
    let list = json!({"references": [one, two], "hyp": candidate}).to_string();
    assert_eq!(all_numbers(&score(&[&tsv], "")), expected);
    assert_eq!(all_numbers(&score(&["-"], &list)), expected);
    let line = &score(&[&tsv, "--details"], "")[0];
    assert_eq!(line["references"].as_array().unwrap().len(), 2);
}

#[test]
fn idf_counts_the_references_of_the_whole_input_also_of_a_pipe() {
    let files = Files::new();
    let references = files.write("refs.txt", PAIRS.map(|p| p.0).join("\n"));
    let candidates = files.write("hyps.txt", PAIRS.map(|p| p.1).join("\n"));
    let expected = all_numbers(&score(&["-r", &references, "-c", &candidates, "--idf"], ""));
    assert_ne!(
        expected,
        all_numbers(&score(&["-r", &references, "-c", &candidates], ""))
    );
    assert_eq!(
        all_numbers(&score(&["-", "--idf"], &json_lines())),
        expected
    );
    let jsonl = files.write("pairs.jsonl", json_lines());
    assert_eq!(all_numbers(&score(&[&jsonl, "--idf"], "")), expected);
}

#[test]
fn all_layers_are_what_each_layer_is_alone() {
    let pair = ["-r", REFERENCE, "-c", CANDIDATE];
    let all = &score(&[&pair[..], &["--all-layers"]].concat(), "")[0];
    let layers = all["layers"].as_array().unwrap();
    assert_eq!(layers.len(), 5);
    for (n, layer) in layers.iter().enumerate() {
        assert_eq!(layer["layer"], n);
        let alone = score(&[&pair[..], &["--layer", &n.to_string()]].concat(), "");
        super::assert_near(numbers(layer), numbers(&alone[0]));
    }
    let chosen = &score(&[&pair[..], &["--all-layers", "--layer", "2"]].concat(), "")[0];
    assert_eq!(numbers(chosen), numbers(&layers[2]));
    assert!(chosen["signature"].as_str().unwrap().contains("_L2_"));
}

#[test]
fn tables_have_the_same_columns_whatever_is_asked_for_and_hold_every_row() {
    let input = "{\"id\":\"a,\\\"b\\tc\",\"ref\":\"x y z\",\"hyp\":\"x z\"}\n{\"ref\":\"x y\",\"hyp\":\"\"}\n";
    let run = |arguments: &[&str]| {
        let done = bertscope()
            .args(["score", "-"])
            .args(arguments)
            .write_stdin(input)
            .assert()
            .success()
            .stderr("");
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let header = "id\tlayer\tprecision\trecall\tf1\traw_precision\traw_recall\traw_f1\treference\tnote\tsignature";
    let tsv = run(&["-f", "tsv", "--rescale"]);
    let rows: Vec<Vec<&str>> = tsv.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(tsv.lines().next(), Some(header));
    assert!(
        rows.iter().all(|row| row.len() == 11) && rows.len() == 3,
        "{tsv}"
    );
    assert_eq!((rows[1][0], rows[1][1], rows[2][0]), ("a,\"b␉c", "6", "2"));
    assert_ne!(rows[1][2], rows[1][5], "rescaled and raw");
    assert!(rows[2][9].contains("no words"));
    assert!(rows[1][10].ends_with("-rescaled"), "{tsv}");
    let csv = run(&["-f", "csv"]);
    assert_eq!(csv.lines().next().unwrap(), header.replace('\t', ","));
    assert!(
        csv.lines().nth(1).unwrap().starts_with("\"a,\"\"b␉c\",6,"),
        "{csv}"
    );
    assert_eq!(
        run(&["-f", "tsv", "--all-layers"]).lines().count(),
        1 + 2 * 7
    );
}

#[test]
fn without_a_format_the_extension_of_the_output_file_is_the_format() {
    let files = Files::new();
    let pairs = files.write(
        "pairs.csv",
        table(",", |text| format!("\"{}\"", text.replace('"', "\"\""))),
    );
    let run = |command: &str, name: &str, more: &[&str]| {
        let out = files.path(name);
        bertscope()
            .args([command, &pairs, "-m", SMALL, "-o"])
            .arg(&out)
            .args(more)
            .assert()
            .success();
        std::fs::read_to_string(out).unwrap()
    };
    for (name, format) in [
        ("x.tsv", "tsv"),
        ("x.CSV", "csv"),
        ("x.jsonl", "jsonl"),
        ("x.txt", "text"),
        ("x", "text"),
    ] {
        assert_eq!(
            run("score", name, &[]),
            run("score", "asked", &["-f", format]),
            "{name}"
        );
    }
    assert_eq!(
        run("score", "x.csv", &["-f", "text"]),
        run("score", "x.txt", &[]),
        "-f wins"
    );
    let systems = [
        "--candidate-column",
        "candidate",
        "--candidate-column",
        "note",
    ];
    for (name, format) in [("c.TSV", "tsv"), ("c.json", "json"), ("c.txt", "text")] {
        let asked = run(
            "compare",
            "asked",
            &[&systems[..], &["-f", format]].concat(),
        );
        // Further lines have the command.
        assert_eq!(
            run("compare", name, &systems).lines().next(),
            asked.lines().next(),
            "{name}"
        );
    }
}

#[test]
fn the_summary_has_means_signature_and_agreement_with_people() {
    let files = Files::new();
    let mut tsv = String::from("hyp\tref\tz\tlp\n");
    for (i, (reference, candidate)) in PAIRS.iter().chain(&PAIRS).enumerate() {
        let z = if i == 3 {
            "NA".to_owned()
        } else {
            (i % 5).to_string()
        };
        writeln!(
            tsv,
            "{candidate}\t{reference}\t{z}\t{}",
            ["de", "cs"][i / 6]
        )
        .unwrap();
    }
    let pairs = files.write("pairs.tsv", tsv);
    let (rows, summary) = (files.path("rows.jsonl"), files.path("summary.json"));
    let paths = [rows.to_str().unwrap(), summary.to_str().unwrap()];
    let asked = [
        "score",
        &pairs,
        "-m",
        SMALL,
        "--json",
        "--human",
        "z",
        "--by",
        "lp",
        "-o",
        paths[0],
        "--summary",
        paths[1],
    ];
    let done = bertscope().args(asked).assert().success().stderr("");
    let told = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    for part in [
        "mean of 12 pairs",
        "_L4_no-idf",
        "11 of 12 pairs judged",
        "Pearson",
        "de",
        "cs",
        "mean of 2",
    ] {
        assert!(told.contains(part), "no {part:?} in {told}");
    }
    let rows: Vec<Value> = std::fs::read_to_string(&rows)
        .unwrap()
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    let summary: Value = serde_json::from_str(&std::fs::read_to_string(&summary).unwrap()).unwrap();
    let mean = rows
        .iter()
        .map(|row| row["f1"].as_f64().unwrap())
        .sum::<f64>()
        / 12.0;
    assert!((summary["f1"].as_f64().unwrap() - mean).abs() < 1e-12);
    assert_eq!(
        (
            &summary["pairs"],
            &summary["refused"],
            &summary["human"]["judged"]
        ),
        (&json!(12), &json!(0), &json!(11))
    );
    let groups = summary["human"]["groups"].as_array().unwrap();
    assert_eq!(
        groups
            .iter()
            .map(|g| g["pairs"].as_u64().unwrap())
            .collect::<Vec<_>>(),
        [5, 6]
    );
    let of = |value: &Value| value["pearson"]["f1"].as_f64().unwrap();
    assert!(
        (of(&summary["human"]["mean"]) - f64::midpoint(of(&groups[0]), of(&groups[1]))).abs()
            < 1e-12
    );
}

#[test]
fn word_overlap_stands_in_rows_tables_and_summaries() {
    let files = Files::new();
    let pairs = files.write(
        "pairs.jsonl",
        concat!(
            r#"{"candidate": "The ferry left at noon.", "references": ["The ferry leaves at noon.", "It left."], "z": 2}"#,
            "\n",
            r#"{"candidate": "A boat", "references": ["The ferry leaves at noon."], "z": 1}"#,
            "\n",
        ),
    );
    let summary = files.path("summary.json");
    let rows = score(
        &[
            &pairs,
            "--overlap",
            "--human",
            "z",
            "--summary",
            summary.to_str().unwrap(),
        ],
        "",
    );
    let keys = ["bleu", "chrf", "rouge1", "rouge2", "rougeL"];
    let overlap = &rows[0]["overlap"];
    assert_eq!(
        overlap.as_object().unwrap().keys().collect::<Vec<_>>(),
        keys
    );
    for (metric, expected) in keys.iter().zip(SACREBLEU_AND_ROUGE_SCORE) {
        assert!(
            (overlap[*metric].as_f64().unwrap() - expected).abs() < 1e-6,
            "{overlap}"
        );
    }
    assert_eq!(
        score(&[&pairs], "")[0].get("overlap"),
        None,
        "only where it is asked for"
    );

    let summary: Value = serde_json::from_str(&std::fs::read_to_string(&summary).unwrap()).unwrap();
    let mean = |metric: &str| {
        rows.iter()
            .map(|row| row["overlap"][metric].as_f64().unwrap())
            .sum::<f64>()
            / 2.0
    };
    assert!((summary["overlap"]["rouge2"].as_f64().unwrap() - mean("rouge2")).abs() < 1e-12);
    assert!(
        (summary["overlap"]["bleu"].as_f64().unwrap() - mean("bleu")).abs() > 1.0,
        "of the corpus, no mean"
    );
    // A correlation takes at least three pairs.
    assert_eq!(summary["human"]["mean"]["kendall"]["bleu"], Value::Null);

    let table = [
        "score",
        &pairs,
        "-m",
        SMALL,
        "-f",
        "tsv",
        "--overlap",
        "--keep-columns",
        "z",
    ];
    let done = bertscope().args(table).assert().success();
    let table = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    let lines: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(
        lines[0][10..],
        [
            "bleu",
            "chrf",
            "rouge1",
            "rouge2",
            "rougeL",
            "z",
            "signature"
        ]
    );
    assert_eq!(lines[1][10], overlap["bleu"].to_string());
    assert_eq!(lines[1].len(), lines[0].len());
    let refused = bertscope()
        .args([
            "score",
            &pairs,
            "-f",
            "csv",
            "--overlap",
            "--keep-columns",
            "bleu",
        ])
        .assert()
        .code(2);
    let sentence = "the results already have a column bleu; leave it out of --keep-columns";
    assert!(String::from_utf8_lossy(&refused.get_output().stderr).contains(sentence));
}

/// Of the first pair, by sacrebleu 2.6.0 and rouge-score 0.1.2.
const SACREBLEU_AND_ROUGE_SCORE: [f64; 5] = [39.763_536_438, 65.090_500_075, 0.8, 0.5, 0.8];

#[test]
fn the_summary_counts_pairs_whose_number_means_less_than_it_seems_to() {
    let files = Files::new();
    let long = "word ".repeat(600);
    let pairs = files.write(
        "pairs.tsv",
        format!("hyp\tref\na b\ta c\n\ta c\n{long}\ta c\na b\t\n"),
    );
    let summary = files.path("summary.json");
    let run = |more: &[&str]| {
        let done = bertscope()
            .args(["score", &pairs, "-m", SMALL, "-f", "summary"])
            .args(more)
            .assert()
            .success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let told = run(&["--summary", summary.to_str().unwrap()]);
    for part in [
        "mean of 4 pairs\n",
        "2 of 4 pairs: a text has no words, so precision, recall and F1 are 0 by convention (first: pair 2)\n",
        "1 of 4 pairs: a text was truncated (first: pair 3)\n",
    ] {
        assert!(told.contains(part), "no {part:?} in {told}");
    }
    let summary: Value = serde_json::from_str(&std::fs::read_to_string(&summary).unwrap()).unwrap();
    assert_eq!(
        summary["notes"][1],
        json!({"note": "a text was truncated", "pairs": 1, "first": 3})
    );
}

/// A table with columns that bertscope knows nothing of, and a row that cannot be scored.
const JUDGED: &str = "id,lp,system,rating,candidate,reference\n\
                      a,cs-en,\"x, y\",0.5,it is freezing today,the weather is cold today\n\
                      b,de-en,z,,it rains,it pours\n\
                      c,de-en\n";

/// `score` with the small model; the exit code is 2 for the row that cannot be scored.
fn score_judged(file: &str, arguments: &[&str]) -> String {
    let done = bertscope()
        .args(["score", file, "-m", SMALL])
        .args(arguments)
        .assert()
        .code(2);
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[test]
fn columns_of_the_input_are_passed_through_to_every_format() {
    let files = Files::new();
    let file = files.write("pairs.csv", JUDGED);
    for (format, ends) in [
        (
            "tsv",
            [
                "\tnote\tlp\tsystem\tsignature",
                "\tcs-en\tx, y\t",
                "\tde-en\tz\t",
                "has 6\t\t\t",
            ],
        ),
        (
            "csv",
            [
                ",note,lp,system,signature",
                ",cs-en,\"x, y\",",
                ",de-en,z,",
                "has 6\",,,",
            ],
        ),
    ] {
        // The id is the first column anyway.
        let out = score_judged(
            &file,
            &[
                "-f",
                format,
                "--keep-columns",
                "id,lp",
                "--keep-columns",
                "system,lp",
            ],
        );
        assert!(
            out.lines().count() == 4 && out.lines().zip(ends).all(|(line, end)| line.contains(end)),
            "{out}"
        );
    }
    let lines = score_judged(&file, &["--json", "--keep-columns", "id,lp,system"]);
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        lines[0]["columns"],
        json!({"id": "a", "lp": "cs-en", "system": "x, y"})
    );
    assert!(
        lines[2].get("columns").is_none(),
        "a row that cannot be read has none"
    );
    assert!(score_judged(&file, &["--keep-columns", "lp"]).contains("  b  lp=de-en\n"));
    let values = score(
        &["-", "--keep-columns", "n,list"],
        "{\"n\":7.50,\"list\":[1],\"ref\":\"a\",\"hyp\":\"b\"}",
    );
    assert_eq!(
        values[0]["columns"],
        json!({"n": 7.50, "list": [1]}),
        "in JSON a value stays what it is"
    );
}

#[test]
fn a_column_to_keep_that_is_missing_or_has_the_name_of_a_result_is_named_with_those_that_are_there()
{
    let files = Files::new();
    let file = files.write("pairs.csv", JUDGED);
    let said = |arguments: &[&str]| {
        let done = bertscope()
            .arg("score")
            .args(arguments)
            .assert()
            .code(2)
            .stdout("");
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
    };
    let missing = said(&[&file, "--keep-columns", "lp,systems"]);
    assert!(
        missing.contains("\"systems\"; it has id, lp, system, rating, candidate, reference"),
        "{missing}"
    );
    let scored = files.write("scored.csv", "f1,candidate,reference\n1,a,b\n");
    let taken = said(&[&scored, "-f", "csv", "--keep-columns", "f1"]);
    assert!(
        taken.contains("the results already have a column f1; leave it out of --keep-columns"),
        "{taken}"
    );
    let nameless = files.write("nameless.tsv", "candidate\treference\na\tb\n");
    assert!(
        said(&[&nameless, "-f", "tsv", "--keep-columns", "id"])
            .contains("no column for the id named \"id\"")
    );
    let summary = said(&[&file, "-f", "summary", "--keep-columns", "lp"]);
    assert!(
        summary.contains("--keep-columns does not fit in a summary"),
        "{summary}"
    );
    let no_file = said(&["-r", "a", "-c", "b", "--keep-columns", "lp"]);
    assert!(
        no_file.contains("--keep-columns and --input-format need a file of pairs"),
        "{no_file}"
    );
}

#[test]
fn groups_have_their_means_without_human_scores_and_pairs_without_a_group_are_one() {
    let files = Files::new();
    let table = "reference\tcandidate\tlp\n\
                 the weather is cold today\tit is freezing today\tde\n\
                 it pours\tit rains\tcs\n\
                 a lamp\ta red lamp\tde\n\
                 a lamp\tthe lamp\t\n";
    let pairs = files.write("pairs.tsv", table);
    let summary = files.path("summary.json");
    let by = ["score", &pairs, "-m", SMALL, "--by", "lp"];
    let grouped = |more: &[&str]| {
        let done = bertscope().args(by).args(more).output().unwrap();
        assert!(done.status.success());
        [done.stdout, done.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    let [rows, told] = grouped(&["--json"]);
    let rows: Vec<Value> = rows
        .lines()
        .map(|row| serde_json::from_str(row).unwrap())
        .collect();
    assert!(
        told.contains("Means in each group"),
        "no file has it: {told}"
    );
    let [rest, told] = grouped(&["--json", "--summary", summary.to_str().unwrap()]);
    assert_eq!((rest.lines().count(), &*told), (4, ""));
    let summary: Value = serde_json::from_slice(&std::fs::read(summary).unwrap()).unwrap();
    let groups = summary["groups"].as_array().unwrap();
    for (group, (name, members)) in
        groups
            .iter()
            .zip([("de", &[0, 2][..]), ("cs", &[1]), ("", &[3])])
    {
        assert_eq!(
            (&group["group"], &group["pairs"]),
            (&json!(name), &json!(members.len()))
        );
        for measure in ["precision", "recall", "f1"] {
            let numbers = members
                .iter()
                .map(|row| rows[*row][measure].as_f64().unwrap());
            let mean = numbers.sum::<f64>() / members.len() as f64;
            assert!((group[measure].as_f64().unwrap() - mean).abs() < 1e-12);
        }
    }
    let [text, _] = grouped(&["-f", "summary"]);
    let (_, table) = text.split_once("Means in each group\n").unwrap();
    let names: Vec<&str> = table
        .lines()
        .map(|line| line.split_whitespace().next().unwrap())
        .collect();
    assert_eq!(names, ["Group", "de", "cs", "(none)"]);
}

#[test]
fn human_scores_and_kept_columns_are_read_again_from_what_was_scored_with_texts() {
    let files = Files::new();
    let file = files.write("pairs.csv", JUDGED);
    let asked = [
        "--json",
        "--texts",
        "--human",
        "rating",
        "--by",
        "lp",
        "--keep-columns",
        "system,rating",
    ];
    let scored = files.write("scored.jsonl", score_judged(&file, &asked));
    let again = |arguments: &[&str]| -> Vec<Value> {
        score_judged(&scored, arguments)
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let first = again(&[
        "--json",
        "--human",
        "human",
        "--by",
        "group",
        "--keep-columns",
        "system",
    ]);
    assert_eq!(
        (&first[0]["human"], &first[0]["group"]),
        (&json!(0.5), &json!("cs-en"))
    );
    assert_eq!(
        (&first[1]["human"], &first[1]["columns"]),
        (&Value::Null, &json!({"system": "z"}))
    );
    assert_eq!(
        again(&["--json", "--human", "rating"])[0]["human"],
        json!(0.5),
        "a kept column has its own name"
    );
    assert!(
        first[2]["error"]
            .as_str()
            .unwrap()
            .contains("has no field for the candidate"),
        "it was not scored"
    );
}

/// The JSON summary of the example pairs, with their ratings as human scores.
fn example_agreement(arguments: &[&str]) -> Value {
    let files = Files::new();
    let summary = files.path("summary.json");
    let pairs = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/pairs.tsv");
    let fixed = ["score", pairs, "-m", SMALL, "--human", "rating"];
    bertscope()
        .args(fixed)
        .args(arguments)
        .args(["-f", "summary", "--summary", summary.to_str().unwrap()])
        .assert()
        .success();
    let text = std::fs::read_to_string(&summary).unwrap();
    let mut parsed: Value = serde_json::from_str(&text).unwrap();
    parsed["human"].take()
}

#[test]
fn every_setting_has_the_agreement_that_a_run_with_it_alone_reports() {
    let coefficients = ["pearson", "spearman", "kendall", "accuracy"];
    let all = example_agreement(&["--system-column", "system", "--all-settings"]);
    let settings = all["settings"].as_array().unwrap();
    // Five layers with both weightings, each with P, R and F1, and three metrics of word overlap.
    assert_eq!(settings.len(), 33);
    let runs = [
        (&["--layer", "0"][..], json!(0), json!(false)),
        (&["--layer", "3", "--idf"][..], json!(3), json!(true)),
        (&["--overlap"][..], Value::Null, Value::Null),
    ];
    for (arguments, layer, idf) in runs {
        let alone = example_agreement(&[&["--system-column", "system"], arguments].concat());
        let of_run = settings
            .iter()
            .filter(|setting| setting["layer"] == layer && setting["idf"] == idf);
        assert_eq!(of_run.clone().count(), 3);
        for setting in of_run {
            let score = setting["score"].as_str().unwrap();
            for coefficient in coefficients {
                let expected = alone["mean"][coefficient][score].as_f64().unwrap();
                let value = setting[coefficient].as_f64().unwrap();
                assert!((value - expected).abs() < 1e-9, "{setting}: {expected}");
            }
            let level = &alone["system_level"][score];
            assert_eq!(setting["system_level"], *level, "{setting}");
        }
    }
    // Ranked with IDF, the other half has none.
    let with_idf = example_agreement(&["--idf", "--all-settings=spearman"]);
    let first = &with_idf["settings"][0];
    assert_eq!(with_idf["ranked_by"], "spearman");
    let default = with_idf["settings"].as_array().unwrap().iter();
    let default: Vec<&Value> = default.filter(|of| of["default"] == true).collect();
    assert_eq!((default.len(), &default[0]["idf"]), (1, &json!(true)));
    assert!(first["spearman"].as_f64() >= default[0]["spearman"].as_f64());
    assert_eq!(first["p_williams"], Value::Null);
}

#[test]
fn a_column_with_another_value_in_each_row_is_not_that_of_the_system() {
    let mut table = "candidate\treference\trating\tsystem\n".to_owned();
    for row in 1..=110 {
        writeln!(table, "a boat\ta ship\t{row}\tsystem {row}").unwrap();
    }
    let files = Files::new();
    let path = files.write("pairs.tsv", &table);
    let output = bertscope()
        .args(["score", &path, "-m", SMALL, "--human", "rating", "-f"])
        .args(["summary", "--system-column", "system"])
        .output()
        .unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(
        errors.contains("the first 101 pairs are of more than 100 systems"),
        "{errors}"
    );
}

#[test]
fn what_needs_human_scores_says_so() {
    for option in ["--all-settings", "--system-column=system"] {
        let pairs = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/pairs.tsv");
        let refused = bertscope()
            .args(["score", pairs, "-m", SMALL, option])
            .assert()
            .code(2);
        let message = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
        assert!(message.contains("--human <NAME>"), "{message}");
    }
    let pairs = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/pairs.tsv");
    let refused = bertscope()
        .args(["score", pairs, "--human=rating", "--system-column=no"])
        .assert()
        .code(2);
    let message = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(
        message.contains("name the column with --system-column"),
        "{message}"
    );
}
