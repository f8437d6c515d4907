//! Files that a command writes: whole or not at all, never in place of an input or of each other.

use super::{CANDIDATE, Files, REFERENCE, SMALL, bertscope};

/// What an earlier run left.
const EARLIER: &str = "hours of work\n";

const GOOD: &str = "{\"ref\":\"the ferry leaves\",\"hyp\":\"the boat departs\",\"z\":1}\n";

/// Names in the folder, in order.
fn names(files: &Files) -> Vec<String> {
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.unwrap().file_name().into_string().unwrap()
    };
    let mut names: Vec<_> = std::fs::read_dir(files.path(""))
        .unwrap()
        .map(name)
        .collect();
    names.sort_unstable();
    names
}

/// Runs the program; exit code and what it said on standard error, which is at most one line.
fn run(arguments: &[&str]) -> (i32, String) {
    let done = bertscope().args(arguments).output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.lines().count() <= 1, "{said}");
    (done.status.code().unwrap(), said)
}

#[test]
fn a_run_that_fails_leaves_the_files_of_an_earlier_one() {
    let files = Files::new();
    let good = files.write("good.jsonl", GOOD);
    let mixed = files.write("mixed.jsonl", format!("{GOOD}no json\n"));
    let bad = files.write("bad.jsonl", "no json\n");
    let open = files.write("open.csv", "ref,hyp\na b,a\n\"a b,a\n");
    let rows = files.write("rows.tsv", EARLIER);
    let summary = files.write("summary.json", EARLIER);
    let outputs = ["-m", SMALL, "-f", "tsv", "-o", &rows, "--summary", &summary];
    let both = "rows.tsv and ";
    for (arguments, sentence) in [
        (
            &["score", &good, "--human", "typo"][..],
            "has no field for the human scores named \"typo\"",
        ),
        (&["score", &bad], "bad.jsonl, line 1 is not a JSON object"),
        (
            &["score", &mixed, "--strict"],
            "mixed.jsonl, line 2 is not a JSON object",
        ),
        (
            &["score", &open],
            "open.csv, line 3: the quote that opens here is never closed",
        ),
        (&["score", &good, "--layer", "99"], "no layer 99"),
    ] {
        let (code, said) = run(&[arguments, &outputs].concat());
        assert!(
            code == 2 && said.contains(sentence),
            "{arguments:?}: {said}"
        );
        let opened = !arguments.contains(&"--layer");
        assert_eq!(
            said.contains(both) && said.contains("summary.json were not written: "),
            opened,
            "{said}"
        );
        for path in [&rows, &summary] {
            assert_eq!(
                std::fs::read_to_string(path).unwrap(),
                EARLIER,
                "{arguments:?}"
            );
        }
    }
    let left = [
        "bad.jsonl",
        "good.jsonl",
        "mixed.jsonl",
        "open.csv",
        "rows.tsv",
        "summary.json",
    ];
    assert_eq!(names(&files), left);

    // What could be scored is worth more than what was there, and so is a line for each problem where there was nothing.
    let (code, said) = run(&[&["score", &mixed][..], &outputs].concat());
    assert!(code == 2 && !said.contains("not written"), "{said}");
    assert_eq!(std::fs::read_to_string(&rows).unwrap().lines().count(), 3);
    assert!(
        std::fs::read_to_string(&summary)
            .unwrap()
            .contains("\"pairs\":1,\"refused\":1")
    );
    let new = files.path("new.jsonl");
    assert_eq!(
        run(&[
            "score",
            &bad,
            "-m",
            SMALL,
            "--json",
            "-o",
            new.to_str().unwrap()
        ])
        .0,
        2
    );
    assert!(
        std::fs::read_to_string(&new)
            .unwrap()
            .contains("\"error\":")
    );
}

#[test]
fn every_command_that_writes_a_file_replaces_it_whole_through_links_and_leaves_nothing_else() {
    let files = Files::new();
    let corpus = files.write("corpus.txt", "a b c\nd e f\ng h\n");
    let pair = ["-r", REFERENCE, "-c", CANDIDATE, "-m", SMALL];
    let target = files.write("target", EARLIER);
    let out = files.path("out.html");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&target, &out).unwrap();
    #[cfg(not(unix))]
    std::fs::copy(&target, &out).unwrap();
    let out = out.to_str().unwrap();
    for arguments in [
        &[&["score"][..], &pair, &["-o", out]].concat()[..],
        &[&["score"][..], &pair, &["--summary", out]].concat(),
        &[&["plot"][..], &pair, &["-o", out]].concat(),
        &["idf", &corpus, "--model", SMALL, "-o", out],
        &[
            "baseline", &corpus, "--model", SMALL, "--pairs", "20", "-o", out,
        ],
        &["lesson", "first-steps", "--html", out],
    ] {
        std::fs::write(&target, EARLIER).unwrap();
        assert_eq!(run(arguments), (0, String::new()), "{arguments:?}");
        let written = std::fs::read_to_string(out).unwrap();
        assert!(
            !written.is_empty() && !written.contains(EARLIER),
            "{arguments:?}"
        );
        #[cfg(unix)]
        assert!(
            std::path::Path::new(out).is_symlink()
                && std::fs::read_to_string(&target).unwrap() == written
        );
    }
    assert_eq!(
        names(&files),
        ["corpus.txt", "out.distribution.tsv", "out.html", "target"]
    );
}

#[test]
fn no_output_is_an_input_or_another_output_whatever_they_are_called() {
    let files = Files::new();
    let input = files.write("in.jsonl", GOOD);
    let lesson = files.write(
        "lesson.toml",
        "title = \"T\"\n[[step]]\nreference = \"a\"\ncandidate = \"b\"\n",
    );
    let table = files.write("table.csv", "LAYER,P,R,F\n4,0,0,0\n");
    let model = files.model("model");
    let weights = format!("{model}/model.safetensors");
    let page = files.write("page.html", "a\n");
    let marks = files.write("in.jsonl.marks.json", "{}");
    let distribution = files.write("b.distribution.tsv", "");
    let beside = files.path("b.tsv");
    let beside = beside.to_str().unwrap();
    std::fs::create_dir(files.path("sub")).unwrap();
    let detour = files.path("sub/../in.jsonl").to_str().unwrap().to_owned();
    let (new, same_new) = (files.path("new.json"), files.path("sub/../new.json"));
    let [new, same_new] = [&new, &same_new].map(|path| path.to_str().unwrap());
    #[cfg(unix)]
    let (soft, hard) = {
        let [soft, hard] = ["soft", "hard"].map(|name| files.path(name));
        std::os::unix::fs::symlink("in.jsonl", &soft).unwrap();
        std::fs::hard_link(&input, &hard).unwrap();
        (
            soft.to_str().unwrap().to_owned(),
            hard.to_str().unwrap().to_owned(),
        )
    };
    #[cfg(not(unix))]
    let (soft, hard) = (input.clone(), input.clone());
    let pair = ["-r", REFERENCE, "-c", CANDIDATE];
    let before = names(&files);
    for arguments in [
        &["score", &input, "-o", &input][..],
        &["score", &input, "-o", &detour],
        &["score", &input, "-o", &soft],
        &["score", &soft, "-o", &hard],
        &["score", &input, "--summary", &soft],
        &["score", "-r", &input, "-c", &input, "-o", &detour],
        &[&["score"][..], &pair, &["--baseline", &table, "-o", &table]].concat(),
        &[&["score"][..], &pair, &["--idf", &input, "-o", &soft]].concat(),
        &[&["score"][..], &pair, &["--model", &model, "-o", &weights]].concat(),
        &[&["score"][..], &pair, &["-o", new, "--summary", same_new]].concat(),
        &[
            "plot", "-r", &input, "-c", &input, "--format", "svg", "-o", &soft,
        ],
        &[&["plot"][..], &pair, &["-o", new, "-o", same_new]].concat(),
        &[&["plot"][..], &pair, &["-o", new, "-o", new]].concat(),
        &["idf", &input, "-o", &soft],
        &["idf", "-o", &input, "--", &detour],
        &["baseline", &input, "-o", &hard],
        &["baseline", &input, "--judged", &table, "-o", &table],
        &["baseline", &input, "--idf", &distribution, "-o", beside],
        &[
            "compare", "-r", &input, "-c", &input, "-c", &detour, "-o", &soft,
        ],
        &[
            "compare", "--scores", &page, "--scores", &input, "-o", &hard,
        ],
        &["report", "-r", &page, "-c", &page, "-o", &page],
        &["open", &input, "--scores", &marks],
        &["lesson", &lesson, "--html", &lesson],
        &["pack", &model, &model],
    ] {
        let (code, said) = run(arguments);
        assert!(
            code == 2
                && (said.contains(" is the input")
                    || said.contains(" are the same file")
                    || said.contains("two outputs")),
            "{arguments:?}: {said}"
        );
        assert!(said.contains("choose another name"), "{said}");
    }
    assert_eq!(names(&files), before, "nothing was opened");
    assert_eq!(std::fs::read_to_string(&input).unwrap(), GOOD);
    // Two outputs may be thrown away.
    #[cfg(unix)]
    assert_eq!(
        run(&[
            &["score"][..],
            &pair,
            &["-o", "/dev/null", "--summary", "/dev/null"]
        ]
        .concat())
        .0,
        0
    );
}

#[cfg(unix)]
#[test]
fn an_output_named_after_a_format_that_nobody_writes_is_refused() {
    let files = Files::new();
    let good = files.write("good.jsonl", GOOD);
    for name in ["out.tsv.gz", "out.XLSX", "out.parquet"] {
        let path = files.path(name).to_string_lossy().into_owned();
        for arguments in [
            &["score", &good, "-o", &path][..],
            &[
                "compare", "-r", REFERENCE, "-c", CANDIDATE, "-c", "a", "-o", &path,
            ],
        ] {
            let (code, said) = run(arguments);
            assert_eq!(code, 2, "{said}");
            assert!(said.contains("choose another extension"), "{said}");
        }
    }
    assert_eq!(names(&files), ["good.jsonl"]);
}

#[test]
fn standard_input_is_an_input_too() {
    let files = Files::new();
    let input = files.write("in.jsonl", GOOD);
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_bertscope"))
        .args(["score", "-", "-o", &input])
        .stdin(std::fs::File::open(&input).unwrap())
        .output()
        .unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(
        done.status.code() == Some(2) && said.contains("in.jsonl is the input /dev/stdin"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn standard_output_onto_an_input_is_refused_before_anything_is_written() {
    let files = Files::new();
    let input = files.write("in.jsonl", GOOD);
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_bertscope"))
        .args(["score", &input, "--json"])
        .stdout(
            std::fs::OpenOptions::new()
                .append(true)
                .open(&input)
                .unwrap(),
        )
        .output()
        .unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(
        done.status.code() == Some(2) && said.contains("standard output is the input file"),
        "{said}"
    );
    assert_eq!(std::fs::read_to_string(&input).unwrap(), GOOD);
}

#[cfg(target_os = "linux")]
#[test]
fn an_open_stream_is_written_to_where_it_is_open() {
    let files = Files::new();
    let log = files.write("log.txt", "before\n");
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_bertscope"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args([
            "score",
            "-r",
            REFERENCE,
            "-c",
            CANDIDATE,
            "-m",
            SMALL,
            "-f",
            "tsv",
            "-o",
            "/dev/stdout",
        ])
        .stdout(std::fs::OpenOptions::new().append(true).open(&log).unwrap())
        .output()
        .unwrap();
    assert_eq!(done.status.code(), Some(0));
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(
        text.starts_with("before\nid\tlayer\t") && text.contains("_L4_no-idf"),
        "{text}"
    );
    assert_eq!(names(&files), ["log.txt"]);
}

/// What is written does not fit: a limit on the size of files stands for a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_earlier_file_and_nothing_half_written() {
    let files = Files::new();
    let corpus = files.write("corpus.txt", "a b c\nd e f\n");
    let out = files.write("out.html", EARLIER);
    let program = env!("CARGO_BIN_EXE_bertscope");
    let before = names(&files);
    for arguments in [
        &[
            "score", "-r", REFERENCE, "-c", CANDIDATE, "-m", SMALL, "-o", &out,
        ][..],
        &[
            "score",
            "-r",
            REFERENCE,
            "-c",
            CANDIDATE,
            "-m",
            SMALL,
            "--summary",
            &out,
        ],
        &[
            "plot", "-r", REFERENCE, "-c", CANDIDATE, "-m", SMALL, "-o", &out,
        ],
        &["idf", &corpus, "--model", SMALL, "-o", &out],
        &[
            "baseline", &corpus, "--model", SMALL, "--pairs", "20", "-o", &out,
        ],
        &["lesson", "first-steps", "--html", &out],
    ] {
        let done = std::process::Command::new("sh")
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["-c", "ulimit -f 0; exec \"$0\" \"$@\"", program])
            .args(arguments)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        let expected = said.contains("cannot write ")
            && said.contains("File too large")
            && said.lines().count() == 1;
        assert!(
            done.status.code() == Some(1) && expected,
            "{arguments:?}: {} {said}",
            done.status
        );
        assert_eq!(
            (
                std::fs::read_to_string(&out).unwrap().as_str(),
                names(&files)
            ),
            (EARLIER, before.clone())
        );
    }
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_nothing_half_written_and_the_earlier_file_as_it_was() {
    use std::io::Write;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};
    // A job in the background of a shell ignores SIGQUIT, and so do its children. A handler becomes the default in a child.
    signal_hook::flag::register(signal_hook::consts::SIGQUIT, std::sync::Arc::default()).unwrap();
    let files = Files::new();
    let rows = files.write("rows.jsonl", EARLIER);
    let start = || {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bertscope"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["score", "-", "--json", "-m", SMALL, "-o", &rows])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // It waits for more.
        child
            .stdin
            .as_mut()
            .unwrap()
            .write_all(GOOD.as_bytes())
            .unwrap();
        let size = |entry: std::fs::DirEntry| entry.metadata().map_or(0, |data| data.len());
        let begun = || {
            let entries = std::fs::read_dir(files.path("")).unwrap().flatten();
            entries
                .into_iter()
                .any(|entry| entry.file_name() != "rows.jsonl" && size(entry) > 0)
        };
        while !begun() {
            assert_eq!(
                child.try_wait().unwrap(),
                None,
                "it waits for the second row"
            );
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        child
    };
    for (name, number) in [("-TERM", 15), ("-QUIT", 3), ("-USR1", 10), ("-KILL", 9)] {
        let mut child = start();
        // `wait` closes the standard input of a child, at whose end this one would finish before the signal is handled.
        let _input = child.stdin.take();
        assert!(
            Command::new("kill")
                .args([name, &child.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        assert_eq!(std::fs::read_to_string(&rows).unwrap(), EARLIER);
        // Nothing can be done about the last one but to leave the file that is there alone.
        assert_eq!(names(&files).len() == 1, number != 9);
    }
}
