//! Standard output and standard error that cannot be written to: no panic, and an exit code that still means something.
#![cfg(target_os = "linux")]

use std::fs::{File, OpenOptions};
use std::process::{Command, Stdio};

use super::{CANDIDATE, Files, REFERENCE, SMALL};

/// Where a stream may lead that takes nothing.
#[derive(Debug, Clone, Copy)]
enum BrokenStream {
    /// `>/dev/full`.
    Full,
    /// `| true`.
    Unread,
}

impl BrokenStream {
    fn stream(self) -> Stdio {
        match self {
            Self::Full => OpenOptions::new()
                .write(true)
                .open("/dev/full")
                .unwrap()
                .into(),
            Self::Unread => std::io::pipe().unwrap().1.into(),
        }
    }
}

/// The exit code of the program, and what it said where standard error is not broken too.
fn run(arguments: &[&str], out: Stdio, err: Option<BrokenStream>) -> (Option<i32>, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_bertscope"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("HF_HUB_OFFLINE", "1")
        .env("HF_HOME", "target/no-such-home")
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(err.map_or_else(Stdio::piped, BrokenStream::stream))
        .output()
        .unwrap();
    (done.status.code(), String::from_utf8(done.stderr).unwrap())
}

/// Everything that prints, each with what it needs.
fn printing(corpus: &str) -> Vec<Vec<String>> {
    let pair = format!("-r|{REFERENCE}|-c|{CANDIDATE}|-m|{SMALL}");
    [
        "--help".to_owned(),
        "--version".to_owned(),
        "help|score".to_owned(),
        format!("score|{pair}"),
        format!("score|{pair}|--json"),
        format!("plot|{pair}"),
        format!("plot|{pair}|--format|png"),
        "lesson|first-steps|--check".to_owned(),
        "models".to_owned(),
        "models|--json".to_owned(),
        format!("idf|{corpus}|--model|{SMALL}"),
        format!("baseline|{corpus}|--pairs|2|--model|{SMALL}"),
        "completions|bash".to_owned(),
        "man".to_owned(),
    ]
    .iter()
    .map(|line| line.split('|').map(str::to_owned).collect())
    .collect()
}

#[test]
fn a_full_disk_is_a_sentence_and_a_reader_who_left_is_none() {
    let files = Files::new();
    let corpus = files.write("corpus.txt", "a b c\nd e f\n");
    for arguments in printing(&corpus) {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (code, said) = run(&arguments, BrokenStream::Full.stream(), None);
        assert_eq!(
            (code, said.lines().count()),
            (Some(1), 1),
            "{arguments:?}: {said}"
        );
        assert!(
            said.starts_with("bertscope: cannot write to standard output: No space left"),
            "{said}"
        );
        assert_eq!(
            run(&arguments, BrokenStream::Unread.stream(), None),
            (Some(0), String::new()),
            "{arguments:?}"
        );
    }
}

#[test]
fn messages_that_cannot_be_written_change_no_exit_code() {
    let files = Files::new();
    let missing = files.path("missing.tsv");
    let bad = files.write("bad.jsonl", "x\n{\"ref\":\"a b\",\"hyp\":\"a\"}\ny\n");
    let rows = files.path("rows.jsonl");
    let [missing, rows] = [&missing, &rows].map(|path| path.to_str().unwrap());
    for broken in [BrokenStream::Full, BrokenStream::Unread] {
        for (arguments, expected) in [
            (&["score", missing][..], 2),
            (&["score", &bad, "-m", SMALL, "--json"], 2),
            (&["score", &bad, "-m", SMALL, "--json", "-o", rows], 2),
            (&["score", "--no-such-option"], 2),
            (
                &["plot", "-r", "a b", "-r", "a c", "-c", "a b", "-m", SMALL],
                0,
            ),
            (&["models", "no model has this name"], 0),
            (
                &[
                    "score",
                    "-r",
                    "a b",
                    "-c",
                    "a",
                    "-m",
                    SMALL,
                    "-o",
                    "/dev/full",
                ],
                1,
            ),
            (&["--help"], 0),
        ] {
            assert_eq!(
                run(arguments, Stdio::null(), Some(broken)).0,
                Some(expected),
                "{arguments:?} {broken:?}"
            );
        }
        // Both at once.
        let full = || File::options().write(true).open("/dev/full").unwrap();
        assert_eq!(run(&["models"], full().into(), Some(broken)).0, Some(1));
        assert_eq!(
            run(
                &["lesson", "first-steps", "--check"],
                full().into(),
                Some(broken)
            )
            .0,
            Some(1)
        );
    }
}
