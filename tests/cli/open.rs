//! `bertscope open`: what can not be opened is said before the screen is taken, and nothing is written over.

use serde_json::Value;

use super::{Files, bertscope, score};

/// What `open` says of a file, with exit code 2 and nothing on standard output.
fn refusal(arguments: &[&str]) -> String {
    let done = bertscope().arg("open").args(arguments).assert().code(2).stdout("");
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

#[test]
fn what_has_no_pairs_is_refused_with_file_line_and_what_to_do() {
    let files = Files::new();
    for (name, text, parts) in [
        ("empty.tsv", "", ["is empty", "header"]),
        ("only.csv", "reference,candidate\n", ["is empty", "a pair a line"]),
        ("columns.tsv", "a\tb\n1\t2\n", ["no column for the candidate", "--candidate-column"]),
        ("fields.jsonl", "{\"a\":1}\n", ["line 1 has no field", "--candidate-column"]),
        ("bad.tsv", "reference\tcandidate\nx\n", ["line 2: 1 column", "the first line has 2"]),
        ("scores.jsonl", "{\"precision\":1,\"recall\":1,\"f1\":1}\n", ["has scores and no texts", "--scores"]),
        ("what.bin", "x", ["can not tell", "--input-format"]),
    ] {
        let said = refusal(&[&files.write(name, text)]);
        assert!(said.contains(name) && parts.iter().all(|part| said.contains(part)), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    assert!(refusal(&["no-such-file.tsv"]).contains("there is no such file"));
    assert!(refusal(&["-"]).contains("keys"));
}

#[test]
fn a_marks_file_that_bertscope_did_not_write_is_refused_and_left_as_it_is() {
    let files = Files::new();
    let pairs = files.write("pairs.tsv", "reference\tcandidate\nA house.\tA home.\n");
    let marks = files.write("pairs.tsv.marks.json", "{\"mine\": true}");
    let said = refusal(&[&pairs]);
    assert!(said.contains("pairs.tsv.marks.json") && said.contains("line 1") && said.contains("rename it"), "{said}");
    assert_eq!(std::fs::read_to_string(marks).unwrap(), "{\"mine\": true}");
}

#[test]
fn scores_of_another_file_are_shown_and_the_list_can_be_drawn() {
    let files = Files::new();
    let pairs = files.write("pairs.tsv", "id\treference\tcandidate\nx\tA house.\tA home.\ny\tA lamp.\tA light.\n");
    let scores = files.write("s.tsv", "id\tlayer\tprecision\trecall\tf1\nx\t6\t0.111\t0.222\t0.148\n");
    let picture = files.path("list.svg");
    let arguments = [&*pairs, "--scores", &scores, "--screenshot", picture.to_str().unwrap(), "--size", "100x30"];
    bertscope().arg("open").args(arguments).assert().success();
    let svg = std::fs::read_to_string(picture).unwrap();
    let shown = |text: &str| svg.contains(text);
    assert!(shown("~0.148") && shown("pairs.tsv") && shown("the scores have 1 rows and the pairs 2"));
}

#[test]
fn what_score_writes_with_its_texts_can_be_opened_alone_and_scored_again() {
    let files = Files::new();
    let pairs = files.write(
        "pairs.jsonl",
        "{\"id\": 7, \"reference\": [\"The gate is open.\", \"The gate stands open.\"], \"candidate\": \"The gate is shut.\"}\n\
         {\"id\": \"x\", \"reference\": \"A\\tb\", \"candidate\": \"c \\\"d\\\"\"}\n",
    );
    let scored = score(&[&pairs, "--json", "--texts"]);
    let rows: Vec<Value> = scored.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows[0]["texts"]["references"][1], "The gate stands open.");
    assert_eq!(
        (&rows[1]["texts"]["references"][0], &rows[1]["texts"]["candidate"]),
        (&"A\tb".into(), &"c \"d\"".into())
    );
    let again = files.write("scored.jsonl", &scored);
    assert_eq!(score(&[&again, "--json", "--texts"]), scored, "the texts alone give the same rows");

    let screen = files.path("screen.svg");
    bertscope().args(["open", &again, "--no-session", "--screenshot", screen.to_str().unwrap()]).assert().success();
    let drawn = std::fs::read_to_string(screen).unwrap();
    assert!(drawn.contains("stands open") || drawn.contains("shut"), "{drawn}");

    for (arguments, sentence) in [
        (&["-r", "a", "-c", "b", "--texts"][..], "--texts belongs to --json"),
        (&["-r", "a", "-c", "b", "--texts", "-f", "csv"], "--texts belongs to --json"),
    ] {
        let done = bertscope().arg("score").args(arguments).assert().code(2);
        assert!(String::from_utf8_lossy(&done.get_output().stderr).contains(sentence));
    }
    let broken = files.write("broken.jsonl", "{\"f1\": 1, \"texts\": {\"candidate\": 3, \"references\": [\"a\"]}}\n");
    let done = bertscope().args(["score", &broken]).assert().code(2);
    let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    assert!(said.contains("line 1") && said.contains("score --texts"), "{said}");
}
