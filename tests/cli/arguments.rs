//! What an argument means: a text, a file of texts, a table, or something to open.

use super::{Files, SMALL, bertscope};

/// What a command line that must be refused says, on standard error.
fn refused(files: &Files, arguments: &[&str]) -> String {
    let done = bertscope()
        .current_dir(files.path(""))
        .args(arguments)
        .assert()
        .code(2)
        .stdout("");
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

/// The output of a command line with the small model.
fn printed(files: &Files, arguments: &[&str]) -> String {
    let small = std::fs::canonicalize(SMALL).unwrap();
    let done = bertscope()
        .current_dir(files.path(""))
        .args(arguments)
        .args(["-m", small.to_str().unwrap()])
        .assert()
        .success()
        .stderr("");
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[test]
fn a_mistyped_file_name_a_folder_and_a_url_are_not_scored_as_texts() {
    let files = Files::new();
    std::fs::create_dir(files.path("data")).unwrap();
    let names = [
        ("refs.en", "there is no file"),
        ("out/ref.detok", "there is no file"),
        ("online-A.0.de-en", "there is no file"),
        ("données.fr", "there is no file"),
        ("data/refs", "there is no file"),
        ("data", "is a folder"),
        ("https://page.example/refs", "is a URL; download it first"),
    ];
    for (name, problem) in names {
        for command in ["score", "compare", "plot"] {
            let error = refused(&files, &[command, "-r", name, "-c", "a b"]);
            let remedy = format!("to score it as a text: \" {name}\"");
            assert!(
                error.contains(problem) && error.contains(&remedy),
                "{command} {name}: {error}"
            );
        }
    }
    let further = refused(&files, &["score", "-r", "a b", "refs.en", "-c", "a b"]);
    assert!(further.contains("refs.en"), "{further}");
}

#[test]
fn words_with_dots_slashes_and_at_signs_are_texts() {
    let files = Files::new();
    let texts = [
        "Hello.",
        "U.S.",
        "e.g",
        "3.5",
        "and/or",
        "Dr. Who",
        "version 1.2",
        "see https://page.example/refs.txt",
        "anna@page.example",
        " Node.js",
        ".",
    ];
    for text in texts {
        let scores = printed(&files, &["score", "-r", text, "-c", text]);
        assert!(scores.starts_with("P "), "{text}: {scores}");
    }
}

#[test]
fn a_table_is_no_list_of_texts_unless_its_lines_are_asked_for() {
    let files = Files::new();
    let tables = [
        ("pairs.tsv", "reference\tcandidate\na b\ta c, d\n"),
        ("one.tsv", "a b\ta c\n"),
        ("pairs.txt", "1\ta b\r\n\r\n2\ta c\r\n"),
        ("pairs.csv", "reference,candidate\na b,a c\n"),
        (
            "pairs.jsonl",
            "{\"reference\":\"a b\",\"candidate\":\"a c\"}\n",
        ),
    ];
    for (name, content) in tables {
        files.write(name, content);
        let error = refused(&files, &["score", "-r", name, "-c", name]);
        for remedy in [
            "--reference-column NAME",
            "`tail -n +2 FILE | cut -f 1`",
            "--lines",
        ] {
            assert!(error.contains(remedy), "{error}");
        }
        printed(&files, &["score", "-r", name, "-c", name, "--lines"]);
    }
    for arguments in [
        &["plot", "-r", "pairs.tsv", "-c", "a b"][..],
        &["compare", "-r", "pairs.tsv", "-c", "pairs.tsv"],
        &["open", "-r", "pairs.tsv", "-c", "pairs.tsv"],
        &["idf", "pairs.txt"],
        &["idf", "texts.txt", "pairs.csv"],
        &["baseline", "pairs.tsv"],
        &["score", "-r", "a", "-c", "b", "--idf", "pairs.jsonl"],
    ] {
        files.write("texts.txt", "a\tb\nc d\n");
        let error = refused(&files, arguments);
        assert!(
            error.contains("is a table, not one text per line") && error.contains("cut -f 1"),
            "{arguments:?}: {error}"
        );
    }
    for arguments in [&["score", "-r", "a b", "-c", "-"][..], &["idf", "-"]] {
        let done = bertscope()
            .args(arguments)
            .write_stdin("reference\tcandidate\na b\ta c")
            .assert()
            .code(2);
        let error = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(error.contains("standard input is a table"), "{error}");
    }

    files.write("texts.txt", "a\tb\nc d\n");
    files.write("one.txt", "a\tb\n");
    files.write("column.tsv", "a b\nc d\n");
    for name in ["texts.txt", "one.txt", "column.tsv"] {
        printed(&files, &["score", "-r", name, "-c", name]);
    }
}

#[test]
fn a_file_alone_is_opened_and_a_missing_one_is_named() {
    let files = Files::new();
    files.write("pairs.tsv", "reference\tcandidate\na b\ta c\n");
    files.write("texts.txt", "a b\n");
    files.write("lesson.toml", "no lesson");
    let expected = [
        (&["pairs.tsv", "--idf"][..], "needs a terminal"),
        (&["texts.txt"], "-r and -c read one text per line"),
        (&["lesson.toml"], "lesson.toml"),
        (&["pears.tsv"], "there is no file pears.tsv"),
        (&["scroe"], "unrecognized subcommand"),
    ];
    for (arguments, part) in expected {
        let error = refused(&files, arguments);
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}

#[test]
fn a_second_candidate_says_how_to_compare_and_a_second_reference_is_one() {
    let files = Files::new();
    for command in [&["score"][..], &["plot"], &[]] {
        let texts = ["-r", "a b", "-c", "a c", "--candidate=a d"];
        let error = refused(&files, &[command, &texts[..]].concat());
        assert!(
            error.contains("`bertscope compare -r REF -c CAND -c CAND`")
                && error.contains("--against"),
            "{error}"
        );
    }
    let scores = printed(&files, &["score", "-r", "a b", "-r", "a c", "-c", "a c"]);
    assert!(scores.starts_with("P 1.00000"), "{scores}");
}

#[test]
fn each_of_several_rows_is_named_and_one_pair_has_a_summary() {
    let files = Files::new();
    files.write("two.txt", "a b\n&#x27;c d&quot;\n");
    files.write(
        "one.jsonl",
        "{\"reference\":\"a b\",\"candidate\":\"&amp; b\"}\n",
    );
    let rows = printed(&files, &["score", "-r", "two.txt", "-c", "two.txt"]);
    let ends: Vec<&str> = rows
        .lines()
        .take(4)
        .map(|line| line.rsplit("  ").next().unwrap())
        .collect();
    assert_eq!(
        [ends[0], ends[1], ends[3]],
        ["pair 1", "pair 2", "mean of 2 pairs"]
    );
    assert!(
        ends[2].contains("HTML entities such as &#x27;, whose letters count"),
        "{rows}"
    );

    let one = printed(&files, &["score", "one.jsonl"]);
    let mut lines = one.lines();
    let row = lines.next().unwrap();
    let summary = printed(&files, &["score", "one.jsonl", "-f", "summary"]);
    assert!(
        !row.contains("pair") && !lines.any(|line| line.starts_with("P ")),
        "{one}"
    );
    assert!(
        summary.starts_with(&format!(
            "{row}  1 pair\n  1 of 1 pair: a text contains HTML"
        )),
        "{summary}"
    );
    let beside = printed(&files, &["score", "one.jsonl", "-o", "scores.tsv"]);
    assert_eq!(beside, summary);
}
