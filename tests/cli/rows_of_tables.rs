//! What is a row of a file of pairs, and what a row says besides its texts, is the same for every command.

use serde_json::Value;

use super::{Files, SMALL, bertscope, score_json};

struct Done {
    code: Option<i32>,
    out: String,
    said: String,
}

fn run(arguments: &[&str], input: &str) -> Done {
    let done = bertscope()
        .args(arguments)
        .write_stdin(input)
        .output()
        .unwrap();
    Done {
        code: done.status.code(),
        out: String::from_utf8(done.stdout).unwrap(),
        said: String::from_utf8(done.stderr).unwrap(),
    }
}

#[test]
fn a_row_of_separators_alone_is_no_pair_and_keeps_the_lines_below_it() {
    let files = Files::new();
    for (name, table) in [
        (
            "t.tsv",
            "\t\nid\tref\thyp\n\n1\ta\tb\n\t\t\n \t \t\n2\ta\n\t\t\n",
        ),
        ("t.csv", "id,ref,hyp\n\n\n1,a,b\n,,\n\" \",,\n2,a\n,,\n"),
    ] {
        let file = files.write(name, table);
        let done = run(&["score", &file, "-m", SMALL, "--json"], "");
        let rows: Vec<Value> = done
            .out
            .lines()
            .map(|row| serde_json::from_str(row).unwrap())
            .collect();
        assert_eq!(rows.len(), 2, "{}", done.out);
        assert!(rows[0]["f1"].is_f64() && rows[0]["id"] == "1");
        assert!(
            done.said
                .contains("line 7: 2 columns, but the first line has 3"),
            "{}",
            done.said
        );
    }
    // A row with an id is a row; its blank texts are empty.
    let empty = files.write("empty.tsv", "id\tref\thyp\n1\t\t\n");
    assert_eq!(score_json(&[&empty, "-m", SMALL])[0]["f1"], 0.0);
    let nothing = files.write("nothing.tsv", "ref\thyp\n\t\n\t\n");
    let done = run(&["score", &nothing, "-m", SMALL], "");
    assert!(
        done.code == Some(2) && done.said.contains("has a header but no pairs"),
        "{}",
        done.said
    );
}

#[test]
fn a_table_on_standard_input_is_said_to_be_one_in_one_line() {
    for table in [
        "ref\thyp\na\tb\nc\td\n",
        "ref,hyp\na,b\nc,d\n",
        "ref\thyp\n",
    ] {
        for command in ["score", "compare"] {
            let done = run(&[command, "-", "-m", SMALL], table);
            assert_eq!(
                done.said.trim_end(),
                "bertscope: standard input is not JSON: no line begins with { or [; if it is a table, give --input-format tsv or csv"
            );
            assert_eq!((done.code, &*done.out), (Some(2), ""));
        }
    }
    // One bad line among objects is a row of its own.
    let done = run(
        &["score", "-", "-m", SMALL, "--json"],
        "a\tb\n{\"ref\":\"a\",\"hyp\":\"b\"}\n",
    );
    assert_eq!(done.out.lines().count(), 2);
}

#[test]
fn a_rating_that_cannot_be_read_is_left_out_of_a_report_and_of_a_ruler_and_counted() {
    let files = Files::new();
    let row = |index: usize, rating: &str| {
        format!("the water is old {index}\tthe house is old {index}\t{rating}\n")
    };
    let rows: String = (0..8).map(|index| row(index, &index.to_string())).collect();
    let table = files.write(
        "t.tsv",
        format!("reference\tcandidate\tscore\n{rows}{}", row(8, "4,5")),
    );
    let path = files.path("report.html");
    let report = path.to_str().unwrap();
    let ruler = files.path("ruler.json");
    let ruler = ruler.to_str().unwrap();
    let corpus = files.write("corpus.txt", "the water\nthe house is old\nthe morning\n");
    let expected = "1 of 9 rows has a human score that cannot be read and counts as missing: ";
    for command in [
        &["report", &table, "--human", "score", "-o", report][..],
        &[
            "baseline", &corpus, "--judged", &table, "--pairs", "20", "-o", ruler,
        ],
    ] {
        let done = run(&[command, &["--model", SMALL]].concat(), "");
        assert!(
            done.code == Some(2) && done.said.contains(expected),
            "{}",
            done.said
        );
        assert!(
            done.said
                .contains("t.tsv, line 10: the human score \"4,5\" is not a number")
                && done.said.contains("write 4.5")
        );
    }
    assert!(
        std::fs::read_to_string(report)
            .unwrap()
            .contains("a human score cannot be read and counts as missing")
    );
}

#[test]
fn pairs_that_were_exported_because_of_a_mark_or_a_note_are_not_tested_without_a_word() {
    let files = Files::new();
    let exported = |origins: [&str; 3]| {
        let line = |origin: &str| {
            format!(
                "{{\"id\":\"{}\",\"reference\":[\"the water is old\"],\"a\":\"the house is old\",\"b\":\"morning\",\"origin\":{{\"file\":\"t.tsv\",\"row\":1{origin}}}}}\n",
                origin.len()
            )
        };
        files.write("marked.jsonl", origins.map(line).concat())
    };
    let systems = [
        "-m",
        SMALL,
        "--candidate-column",
        "a",
        "--candidate-column",
        "b",
    ];
    let expected = "2 of 3 segments: it was exported with a mark or a note, so a person selected it and no test holds";
    let marked = exported(["", ",\"marked\":true", ",\"note\":\"why\""]);
    let done = run(&[&["compare", &marked], &systems[..]].concat(), "");
    assert!(
        done.code == Some(0) && done.out.contains(expected),
        "{}{}",
        done.out,
        done.said
    );
    let unmarked = exported(["", ",\"marked\":false", ",\"note\":\"\""]);
    let done = run(&[&["compare", &unmarked], &systems[..]].concat(), "");
    assert!(
        done.code == Some(0) && !done.out.contains("a person selected"),
        "{}",
        done.out
    );
    let scored = |name: &str, origin: &str| {
        let line = |id: usize| {
            format!("{{\"id\":{id},\"precision\":0.5,\"recall\":0.5,\"f1\":0.5{origin}}}\n")
        };
        files.write(name, (0..3).map(line).collect::<String>())
    };
    let marked = scored(
        "a.jsonl",
        ",\"origin\":{\"file\":\"t.tsv\",\"row\":1,\"marked\":true}",
    );
    let other = scored("b.jsonl", "");
    let done = run(&["compare", "--scores", &marked, "--scores", &other], "");
    assert!(
        done.out
            .contains("3 of 3 segments: it was exported with a mark"),
        "{}{}",
        done.out,
        done.said
    );
}

#[test]
fn tables_counted_over_very_few_texts_say_so() {
    let files = Files::new();
    let one = files.write("one.txt", "the water is old\n");
    let done = run(&["idf", &one, "--model", SMALL], "");
    assert!(
        done.code == Some(0)
            && done
                .said
                .contains("counted over a single text: every token of it has weight 0"),
        "{}",
        done.said
    );
    let two = files.write("two.txt", "the water is old\nthe house\n");
    assert_eq!(run(&["idf", &two, "--model", SMALL], "").said, "");
    let baseline =
        |pairs: &str| run(&["baseline", &two, "--model", SMALL, "--pairs", pairs], "").said;
    assert!(baseline("3").contains("the baseline of 3 random pairs depends on which --seed drew"));
    assert_eq!(baseline("10"), "");
}
