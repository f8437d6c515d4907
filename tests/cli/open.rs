//! `bertscope open`: what cannot be opened is said before the screen is taken, and nothing is written over.

use serde_json::Value;

use super::{Files, bertscope, score};

/// What `open` says of a file, with exit code 2 and nothing on standard output.
fn refusal(arguments: &[&str]) -> String {
    let done = bertscope()
        .arg("open")
        .args(arguments)
        .assert()
        .code(2)
        .stdout("");
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

#[test]
fn what_has_no_pairs_is_refused_with_file_line_and_what_to_do() {
    let files = Files::new();
    for (name, text, parts) in [
        ("empty.tsv", "", ["is empty", "header"]),
        (
            "only.csv",
            "reference,candidate\n",
            ["has a header but no pairs", "one pair per line"],
        ),
        (
            "blank.jsonl",
            "\n\n",
            ["is empty", "one JSON object per line"],
        ),
        (
            "twice.tsv",
            "candidate\treference\tcandidate\na\tb\tc\n",
            ["two columns named \"candidate\"", "rename one of them"],
        ),
        (
            "columns.tsv",
            "a\tb\n1\t2\n",
            ["no column for the candidate", "--candidate-column"],
        ),
        (
            "fields.jsonl",
            "{\"a\":1}\n",
            ["line 1 has no field", "--candidate-column"],
        ),
        (
            "bad.tsv",
            "reference\tcandidate\nx\n",
            ["line 2: 1 column", "the first line has 2"],
        ),
        (
            "kinds.jsonl",
            "{\"precision\":1,\"recall\":1,\"f1\":1,\"kinds\":[{\"reference\":\"1\",\"candidate\":\"2\"}]}\n",
            ["has scores but no texts", "--scores"],
        ),
        (
            "scores.jsonl",
            "{\"precision\":1,\"recall\":1,\"f1\":1}\n",
            ["has scores but no texts", "--scores"],
        ),
        ("what.bin", "x", ["cannot tell", "--input-format"]),
    ] {
        let said = refusal(&[&files.write(name, text)]);
        assert!(
            said.contains(name) && parts.iter().all(|part| said.contains(part)),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let pairs = files.write("pairs.tsv", "reference\tcandidate\nA house.\tA home.\n");
    let folder = files.path("");
    let folder = folder.to_str().unwrap();
    for arguments in [
        &["no-such-file.tsv"][..],
        &[&*pairs, "--scores", "no-such-file"],
    ] {
        assert!(refusal(arguments).contains("cannot read no-such-file"));
        assert!(refusal(arguments).contains("there is no such file"));
    }
    for arguments in [&[folder][..], &[&*pairs, "--scores", folder]] {
        assert!(refusal(arguments).contains("it is a folder"));
    }
    assert!(refusal(&["-"]).contains("stdin is the keyboard here; save the pairs to a file first"));
}

#[test]
fn the_marks_of_two_files_of_lines_are_beside_the_candidates() {
    let files = Files::new();
    let references = files.write("refs.txt", "A house.\nTwo houses.\n");
    let candidates = files.write("new.txt", "A home.\nTwo homes.\n");
    let given = ["-r", &*references, "-c", &*candidates];
    files.write("new.txt.marks.json", "{\"mine\": true}");
    assert!(refusal(&given).contains("new.txt.marks.json"));
    assert!(refusal(&["-r", &references, "-c", "A home."]).contains("for texts, leave out `open`"));
    assert!(
        refusal(&[&given[..], &["--id-column", "x"]].concat())
            .contains("need a file of pairs instead of -r and -c")
    );
}

#[test]
fn a_marks_file_that_bertscope_did_not_write_is_refused_and_left_as_it_is() {
    let files = Files::new();
    let pairs = files.write("pairs.tsv", "reference\tcandidate\nA house.\tA home.\n");
    let marks = files.write("pairs.tsv.marks.json", "{\"mine\": true}");
    let said = refusal(&[&pairs]);
    for part in [
        "pairs.tsv.marks.json",
        "line 1 is not in bertscope's format for marks",
        "rename it",
        "--no-marks",
    ] {
        assert!(said.contains(part), "{said}");
    }
    assert_eq!(std::fs::read_to_string(marks).unwrap(), "{\"mine\": true}");
}

const TWO: &str = "id\treference\tcandidate\nx\tA house.\tA home.\ny\tA lamp.\tA light.\n";

#[test]
fn scores_of_another_number_of_pairs_are_refused() {
    let files = Files::new();
    let pairs = files.write("pairs.tsv", TWO);
    let scores = files.write("s.tsv", "id\tf1\nx\t0.148\n");
    let said = refusal(&[&pairs, "--scores", &scores]);
    assert!(
        said.contains("s.tsv has scores for 1 pair, but") && said.contains("pairs.tsv has 2 pairs"),
        "{said}"
    );
}

#[test]
fn human_scores_that_the_file_does_not_have_or_that_are_too_few_are_refused() {
    let files = Files::new();
    let pairs = files.write("pairs.tsv", TWO);
    assert!(refusal(&[&pairs, "--human", "y"]).contains("--human"));
    let two = [
        "--candidate-column",
        "candidate",
        "--candidate-column",
        "reference",
    ];
    let said = refusal(&[&[&*pairs, "--human", "id"], &two[..]].concat());
    assert!(
        said.contains("--human names 1 column for 2 systems; pass it once per system"),
        "{said}"
    );
}

#[test]
fn what_score_writes_with_its_texts_can_be_scored_again() {
    let files = Files::new();
    let pairs = files.write(
        "pairs.jsonl",
        "{\"id\": 7, \"reference\": [\"The gate is open.\", \"The gate stands open.\"], \"candidate\": \"The gate is shut.\"}\n\
         {\"id\": \"x\", \"reference\": \"A\\tb\", \"candidate\": \"c \\\"d\\\"\"}\n",
    );
    let scored = score(&[&pairs, "--json", "--texts"]);
    let rows: Vec<Value> = scored
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows[0]["texts"]["references"][1], "The gate stands open.");
    assert_eq!(
        (
            &rows[1]["texts"]["references"][0],
            &rows[1]["texts"]["candidate"]
        ),
        (&"A\tb".into(), &"c \"d\"".into())
    );
    let again = files.write("scored.jsonl", &scored);
    assert_eq!(
        score(&[&again, "--json", "--texts"]),
        scored,
        "the texts alone give the same rows"
    );

    for (arguments, sentence) in [
        (
            &["-r", "a", "-c", "b", "--texts"][..],
            "--texts needs --json",
        ),
        (
            &["-r", "a", "-c", "b", "--texts", "-f", "csv"],
            "--texts needs --json",
        ),
    ] {
        let done = bertscope().arg("score").args(arguments).assert().code(2);
        assert!(String::from_utf8_lossy(&done.get_output().stderr).contains(sentence));
    }
    let broken = files.write(
        "broken.jsonl",
        "{\"f1\": 1, \"texts\": {\"candidate\": 3, \"references\": [\"a\"]}}\n",
    );
    let done = bertscope().args(["score", &broken]).assert().code(2);
    let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    assert!(
        said.contains("line 1: \"texts.candidate\" is a number, not a text in quotes"),
        "{said}"
    );
}
