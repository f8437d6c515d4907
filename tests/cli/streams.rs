//! Streams and bad lines: what can be scored is scored, what cannot is said with its line, and what was written stays.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::{Files, SMALL, bertscope};

const GOOD: &str = "{\"id\":1,\"ref\":\"the ferry leaves\",\"hyp\":\"the boat departs\"}\n";

/// Runs `score --json` over standard input; exit code, lines, and what was said.
fn pipe(arguments: &[&str], stdin: impl Into<Vec<u8>>) -> (i32, Vec<Value>, String) {
    let run = bertscope()
        .args(["score", "-", "--json", "-m", SMALL])
        .args(arguments)
        .write_stdin(stdin)
        .output()
        .unwrap();
    let lines = std::str::from_utf8(&run.stdout)
        .unwrap()
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    (
        run.status.code().unwrap(),
        lines,
        String::from_utf8(run.stderr).unwrap(),
    )
}

fn lines_of(out: &[u8]) -> usize {
    std::str::from_utf8(out).unwrap().lines().count()
}

/// The program with pipes on both sides.
fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_bertscope"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["score", "-", "--json", "-m", SMALL])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn a_bad_line_is_named_and_loses_no_other() {
    let input = [
        GOOD.as_bytes(),
        b"not json\n",
        b"{\"id\":3,\"hyp\":\"no reference\"}\n",
        b"{\"id\":4,\"ref\":\"a\",\"hyp\":17}\n",
        b"{\"id\":5,\"ref\":[],\"hyp\":\"a\"}\n",
        b"{\"id\":6,\"ref\":\"\xff\",\"hyp\":\"a\"}\n",
        GOOD.as_bytes(),
    ]
    .concat();
    let (code, lines, said) = pipe(&[], input.clone());
    assert_eq!((code, lines.len()), (2, 7));
    let has_error = |line: &Value| line["f1"].is_null() && line["error"].is_string();
    assert_eq!(
        lines.iter().map(has_error).collect::<Vec<_>>(),
        [false, true, true, true, true, true, false]
    );
    assert_eq!(lines[2]["id"], 3, "a name that can be read is kept");
    assert_eq!(lines[0]["f1"], lines[6]["f1"]);
    for part in [
        "line 2 is not a JSON object",
        "line 3 has no field for the reference; it has id, hyp; name the field with --reference-column",
        "line 4: \"hyp\" is a number, not a text in quotes",
        "line 5: \"ref\" has no text",
        "line 6 is not UTF-8 text: byte 15",
        "5 of 7 pairs could not be scored; the rest were",
    ] {
        assert!(said.contains(part), "no {part:?} in {said}");
    }
    let (code, _, said) = pipe(&[], b"{}\n{}\n".to_vec());
    assert_eq!(
        (code, said.lines().last()),
        (2, Some("bertscope: 2 of 2 pairs could not be scored")),
        "no others"
    );
    let (code, lines, said) = pipe(&["--strict"], input);
    assert_eq!((code, lines.len(), said.lines().count()), (2, 1, 1));
    assert!(said.contains("line 2"), "{said}");
}

#[test]
fn thousands_of_bad_lines_do_not_flood_the_screen() {
    let (code, lines, said) = pipe(&[], "x\n".repeat(3000));
    assert_eq!((code, lines.len()), (2, 3000));
    assert_eq!(said.lines().count(), 21);
    assert!(said.contains("3000 of 3000 pairs"));
}

#[test]
fn a_writer_that_waits_after_each_line_gets_each_answer() {
    let mut child = start(&[]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for n in 0..3 {
        writeln!(
            input,
            "{}",
            json!({"id": n, "ref": "the ferry leaves", "hyp": "the boat departs"})
        )
        .unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["id"], n);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn an_empty_stream_is_no_error_and_an_empty_file_is_one() {
    let (code, lines, said) = pipe(&[], "");
    assert_eq!((code, lines.len(), said.as_str()), (0, 0, ""));
    let files = Files::new();
    for (name, content) in [("e.tsv", ""), ("e.csv", "\n\n"), ("e.jsonl", "")] {
        let file = files.write(name, content);
        let done = bertscope()
            .args(["score", &file, "-m", SMALL])
            .assert()
            .code(2)
            .stdout("");
        let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
        assert!(
            said.contains(name) && said.contains("is empty") && said.lines().count() == 1,
            "{said}"
        );
    }
}

#[test]
fn tables_say_what_is_wrong_with_which_line() {
    let files = Files::new();
    let table = files.write(
        "t.csv",
        b"id,ref,hyp\n1,\"two\nlines\",b\n2,short\n3,a,b\n4,\xe9,b\n",
    );
    let run = bertscope()
        .args(["score", &table, "-m", SMALL, "-f", "csv"])
        .output()
        .unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert_eq!(
        (
            run.status.code(),
            String::from_utf8_lossy(&run.stdout).lines().count()
        ),
        (Some(2), 5)
    );
    assert!(
        said.contains("t.csv, line 4: 2 columns, but the first line has 3"),
        "{said}"
    );
    assert!(
        said.contains("t.csv, line 6 is not UTF-8 text: byte 0 of column 2"),
        "{said}"
    );

    for (content, option, expected) in [
        (
            "id,text\n1,2\n",
            &[][..],
            "has no column for the candidate; it has id, text; name the column with --candidate-column",
        ),
        (
            "the cat sat,a cat was sitting\n",
            &[],
            ", or, if there is no header line, give --no-header and name the columns by number",
        ),
        (
            "hyp\tref\na\tb\n",
            &[],
            ", or, if tabs separate the columns, give --input-format tsv",
        ),
        (
            "hyp,ref\na,b\n",
            &["--human", "z"],
            "no column for the human scores named \"z\"; it has hyp, ref",
        ),
        (
            "hyp,ref,z\na,b,good\n",
            &["--human", "z"],
            "line 2: the human score \"good\" is not a number",
        ),
    ] {
        let file = files.write("x.csv", content);
        let run = bertscope()
            .args(["score", &file, "-m", SMALL])
            .args(option)
            .assert()
            .code(2);
        let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
        assert!(
            said.contains(expected) && said.lines().count() == 1,
            "{said}"
        );
    }
    let unknown = files.write("pairs.dat", "a");
    let run = bertscope()
        .args(["score", &unknown])
        .assert()
        .code(2)
        .stdout("");
    assert!(
        String::from_utf8_lossy(&run.get_output().stderr)
            .contains("use --input-format tsv, csv or jsonl")
    );
}

#[test]
fn a_line_of_a_megabyte_is_scored_and_one_without_end_is_refused() {
    let long = format!(
        "{{\"ref\":\"{}\",\"hyp\":\"word\"}}\n",
        "word ".repeat(200_000)
    );
    let (code, lines, said) = pipe(&[], format!("{long}{GOOD}"));
    assert_eq!((code, lines.len(), said.as_str()), (0, 2, ""));
    assert!(
        lines[0]["note"]
            .as_str()
            .unwrap()
            .contains("truncated to 128 of its more than "),
        "{}",
        lines[0]
    );
    let endless = vec![b'x'; 17 << 20];
    let (code, lines, said) = pipe(&[], [&endless[..], b"\n", GOOD.as_bytes()].concat());
    assert_eq!((code, lines.len()), (2, 2));
    assert!(said.contains("line 1 is longer than 16 MB"), "{said}");
    let files = Files::new();
    let open = files.write("open.csv", [b"ref,hyp\na,b\n\"", &endless[..]].concat());
    let run = bertscope()
        .args(["score", &open, "-m", SMALL, "--json"])
        .assert()
        .code(2);
    let said = String::from_utf8_lossy(&run.get_output().stderr);
    assert!(
        said.contains("open.csv, line 3: a record of more than 16 MB; is a closing quote missing?"),
        "{said}"
    );
    assert_eq!(
        lines_of(&run.get_output().stdout),
        1,
        "the pair before it is there"
    );
}

#[test]
fn parallel_streams_of_different_lengths_keep_what_was_scored() {
    let files = Files::new();
    let three = files.write("three.txt", "a b\nc d\ne f\n");
    let run = bertscope()
        .args(["score", "-r", &three, "-c", "-", "-m", SMALL, "--json"])
        .write_stdin("a b\nc d\n")
        .assert()
        .code(2);
    let said = String::from_utf8_lossy(&run.get_output().stderr);
    assert!(
        said.contains("standard input ends after line 2, but")
            && said.contains("three.txt has more lines"),
        "{said}"
    );
    assert_eq!(lines_of(&run.get_output().stdout), 2);
    let run = bertscope()
        .args(["score", "-r", "-", "-c", "-"])
        .write_stdin("a\n")
        .assert()
        .code(2)
        .stdout("");
    assert!(
        String::from_utf8_lossy(&run.get_output().stderr)
            .contains("standard input can be read only once")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_an_unwritable_output_are_one_sentence() {
    let files = Files::new();
    let input = files.write("in.jsonl", GOOD);
    let missing = files.path("no/such/folder/out.tsv");
    for (output, problem) in [
        ("/dev/full", "cannot write to /dev/full: No space left"),
        (missing.to_str().unwrap(), "out.tsv: there is no folder /"),
    ] {
        let run = bertscope()
            .args(["score", &input, "-m", SMALL, "-o", output])
            .assert()
            .code(1);
        let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(said.contains(problem), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_bertscope"))
        .args(["score", &input, "--json"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&run.stderr)
            .contains("cannot write to standard output: No space left")
    );
    let run = bertscope()
        .args(["score", &input, "-o", &input])
        .assert()
        .code(2)
        .stdout("");
    assert!(
        String::from_utf8_lossy(&run.get_output().stderr)
            .contains("is the input; choose another name")
    );
    assert_eq!(
        std::fs::read_to_string(&input).unwrap(),
        GOOD,
        "and the input is as it was"
    );
}

#[test]
fn a_reader_who_has_had_enough_is_no_error() {
    let mut child = start(&[]);
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        for _ in 0..50_000 {
            if input.write_all(GOOD.as_bytes()).is_err() {
                return;
            }
        }
    });
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    drop(output);
    let run = child.wait_with_output().unwrap();
    assert_eq!(
        (run.status.code(), run.stderr.len()),
        (Some(0), 0),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    writer.join().unwrap();
}

#[test]
fn a_server_checks_its_settings_at_once_without_a_model_and_then_gives_signs_of_life() {
    let refused = |arguments: &[&str], sentence: &str| {
        let run = bertscope()
            .args(["score", "-", "--json", "--serve"])
            .args(arguments)
            .output()
            .unwrap();
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(
            run.status.code() == Some(2) && run.stdout.is_empty() && said.contains(sentence),
            "{said}"
        );
    };
    refused(
        &["-m", "no-such-name"],
        "\"no-such-name\" is not a model name: no known model has this short name",
    );
    refused(
        &["-m", "./no/such/folder"],
        "there is no model folder \"./no/such/folder\"",
    );
    refused(&["-m", "a/b/c"], "not a model name");
    refused(&["--device", "cuda"], "the device cuda is not available");
    // Neither is in the cache, which is found out with the first line.
    for model in ["roberta-large", "owner/name"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bertscope"))
            .args(["score", "-", "--json", "--serve", "-m", model])
            .envs([("HF_HUB_OFFLINE", "1"), ("HF_HOME", "target/no-such-home")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "");
        child
            .stdin
            .take()
            .unwrap()
            .write_all(GOOD.as_bytes())
            .unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(2), "not in the cache");
    }
    let run = bertscope()
        .args(["score", "-", "--json", "-m", SMALL, "--serve"])
        .write_stdin(GOOD)
        .output()
        .unwrap();
    let text = String::from_utf8(run.stdout).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    assert!(
        lines.len() == 1 && lines[0].starts_with("{\"id\":1,"),
        "{text}"
    );
}
