//! `bertscope report`: a page, an appendix and figures by their names, and what is refused.

use std::path::Path;

use super::{Files, SMALL, bertscope};

const REFERENCES: &str =
    "the weather is cold today\nthe ferry leaves at noon\nshe sold 40 tickets\n";
const A: &str = "it is freezing today\nthe boat departs at midday\nshe sold 14 tickets\n";
const B: &str = "the weather is cold today\nthe ferry leaves\nshe bought tickets\n";

/// `bertscope report` on the small model with more arguments: exit code, standard error.
fn report(arguments: &[&str]) -> (i32, String) {
    let done = bertscope()
        .args(["report", "--model", SMALL])
        .args(arguments)
        .output()
        .unwrap();
    assert!(done.stdout.is_empty());
    (
        done.status.code().unwrap(),
        String::from_utf8(done.stderr).unwrap(),
    )
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn every_output_is_what_its_name_asks_for() {
    let files = Files::new();
    let [refs, a, b] = [("r.txt", REFERENCES), ("a.txt", A), ("b.txt", B)]
        .map(|(name, text)| files.write(name, text));
    let [page, text, figures] =
        ["out.html", "out.md", "figures/"].map(|name| files.path(name).display().to_string());
    let pair = ["-r", &refs, "-c", &a, "-c", &b];
    assert_eq!(
        report(&[&pair[..], &["-o", &page, "-o", &text, "-o", &figures]].concat()),
        (0, String::new())
    );
    let page = read(Path::new(&page));
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h3 dir=\"auto\">b − a</h3>"));
    assert!(page.contains("What drives it") && page.contains("aria-label=\"Heatmap\""));
    assert!(
        page.contains("-o figures/") || page.contains("figures/"),
        "the command is on the page"
    );
    assert!(read(Path::new(&text)).starts_with("## BERTScore of a.txt, b.txt"));
    let mut names: Vec<String> = std::fs::read_dir(files.path("figures"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "difference-intervals.svg",
            "differences.svg",
            "f1.svg",
            "systems.svg"
        ]
    );
    assert!(read(&files.path("figures/f1.svg")).starts_with("<svg xmlns="));
}

#[test]
fn identical_systems_differ_by_nothing_and_one_pair_has_no_interval() {
    let files = Files::new();
    let [refs, a, b] = [("r.txt", REFERENCES), ("a.txt", A), ("b.txt", A)]
        .map(|(name, text)| files.write(name, text));
    let out = files.path("out.md").display().to_string();
    assert_eq!(report(&["-r", &refs, "-c", &a, "-c", &b, "-o", &out]).0, 0);
    let text = read(Path::new(&out));
    assert!(
        text.contains("| F1 | 0.00000 | \\[0.00000, 0.00000\\] | 1.0000 | 1.0000 |"),
        "{text}"
    );
    assert!(
        text.contains("the same scores in every segment")
            && text.contains("equal in 3 and lower in 0")
    );
    assert_eq!(
        report(&["-r", "the sea", "-c", "the lake", "-o", &out]).0,
        0
    );
    let text = read(Path::new(&out));
    assert!(
        text.contains("without intervals (they need at least two pairs)"),
        "{text}"
    );
}

#[test]
fn what_is_odd_about_pairs_is_said_in_the_words_of_a_comparison() {
    let files = Files::new();
    let table = files.write(
        "t.tsv",
        "id\treference\tA\tB\nx\tit rains\tit &amp; rained\tit rains\nx\tthe sea\t\tthe sea\n",
    );
    let [out, page] = ["out.md", "out.html"].map(|name| files.path(name).display().to_string());
    let columns = ["--candidate-column", "A", "--candidate-column", "B"];
    assert_eq!(
        report(&[&[&*table, "-o", &out, "-o", &page], &columns[..]].concat()),
        (0, String::new())
    );
    for written in [out, page].map(|path| read(Path::new(&path))) {
        assert!(
            written.contains("1 of 2 segments: a text has no words"),
            "{written}"
        );
        assert!(
            written.contains("1 of 2 segments: a text contains HTML entities"),
            "{written}"
        );
        assert!(
            written
                .contains("1 segment has the id of an earlier segment (first: x in rows 1 and 2)"),
            "{written}"
        );
    }
}

#[test]
fn scores_that_were_written_before_are_used_as_they_are() {
    let files = Files::new();
    let table = "candidate\treference\trating\tkind\n\
                 it is freezing today\tthe weather is cold today\t3\tx\n\
                 the boat departs at midday\tthe ferry leaves at noon\t5\tx\n\
                 she sold 14 tickets\tshe sold 40 tickets\t1\ty\n";
    let table = files.write("pairs.tsv", table);
    let judged = ["--human", "rating", "--by", "kind"];
    let scored = files.path("scored.jsonl").display().to_string();
    bertscope()
        .args(["score", &table, "--json", "--texts", "-o", &scored])
        .args(judged)
        .assert()
        .success();
    let [fresh, stored] =
        ["fresh.md", "stored.md"].map(|name| files.path(name).display().to_string());
    bertscope()
        .args(["report", &table, "-o", &fresh])
        .args(judged)
        .assert()
        .success()
        .stdout("")
        .stderr("");
    let done = bertscope()
        .args(["report", "--scores", &scored, "-o", &stored])
        .assert();
    done.success().stdout("").stderr("");
    let [fresh, stored] = [fresh, stored].map(|path| read(Path::new(&path)));
    let line = |text: &str, start: &str| {
        text.lines()
            .find(|line| line.starts_with(start))
            .map(str::to_owned)
    };
    for start in ["| all groups together", "| Signature |"] {
        assert!(line(&fresh, start).is_some(), "{fresh}");
        assert_eq!(line(&fresh, start), line(&stored, start));
    }
    let missing = "Run bertscope report on the texts instead of --scores.";
    assert!(
        stored.contains(missing) && !fresh.contains(missing),
        "{stored}"
    );
}

#[test]
fn a_column_names_its_system_and_its_words_are_counted_in_the_appendix() {
    let files = Files::new();
    let table = files.write(
        "t.tsv",
        "reference\tA\tlp\nthe sea is calm\tthe lake is calm\tde\nit rains\tit rained\t\n",
    );
    let [out, page] = ["out.md", "out.html"].map(|name| files.path(name).display().to_string());
    assert_eq!(
        report(&[
            &table,
            "--candidate-column",
            "A",
            "--by",
            "lp",
            "-o",
            &out,
            "-o",
            &page
        ]),
        (0, String::new())
    );
    assert!(
        read(Path::new(&page)).contains("\"groups\":[\"de\",\"(none)\"]"),
        "the filter of the list names it, too"
    );
    let text = read(Path::new(&out));
    assert!(
        text.contains("Means over 2 pairs") && text.contains("| Kind | Words | Cost |"),
        "{text}"
    );
    assert!(text.contains("#### Length: A"), "{text}");
    assert!(
        text.contains("| de | 1 |") && text.contains("| (none) | 1 |"),
        "{text}"
    );
}

#[test]
fn bad_input_is_one_sentence_and_writes_nothing() {
    let files = Files::new();
    let refs = files.write("r.txt", REFERENCES);
    let a = files.write("a.txt", A);
    let short = files.write("short.txt", "one line\n");
    let table = files.write("t.tsv", "candidate\treference\trating\na\tb\tgood\n");
    let out = files.path("out.html").display().to_string();
    let folder = format!(
        "{}/",
        files.path("").display().to_string().trim_end_matches('/')
    );
    let bare = files.write("bare.jsonl", "{\"f1\":0.5}\n");
    let line = |id: u8| {
        format!(
            "{{\"id\":{id},\"f1\":0.5,\"texts\":{{\"candidate\":\"a\",\"references\":[\"b\"]}}}}\n"
        )
    };
    let [one, other] =
        [("one.jsonl", 1), ("other.jsonl", 2)].map(|(name, id)| files.write(name, line(id)));
    let here = files.write("f1.svg", "x y\n");
    for (arguments, said) in [
        (
            &["-r", &refs, "-c", &a, "-o", "report.pdf"][..],
            "has no known extension; use .html or .md",
        ),
        (
            &["-r", &refs, "-c", &a, "-c", &short, "-o", &out],
            "both need the same number",
        ),
        (
            &[&table, "--human", "stars", "-o", &out],
            "has no column for the human scores",
        ),
        (&[&table, "--human", "rating", "-o", &out], "line 2"),
        (&["-r", &refs, "-c", &a, "-o", &a], "is the input"),
        (&["-r", &here, "-c", &here, "-o", &folder], "is the input"),
        (
            &["-r", &refs, "-c", &a, "-o", &out, "-o", &out],
            "two outputs",
        ),
        (
            &["-r", &refs, "-c", &a, "--human", "rating", "-o", &out],
            "--human, --by and --input-format need a table",
        ),
        (
            &["--scores", &table, "-o", &out],
            "is not a line of `bertscope score --json`",
        ),
        (
            &["--scores", &bare, "-o", &out],
            "score the file with --json --texts",
        ),
        (
            &["--scores", &one, "--scores", &other, "-o", &out],
            "line 1: the id 2 is not in",
        ),
        (
            &["-o", &out],
            "no system given: give -r REFS and one -c FILE per system",
        ),
        (
            &[&table, "--human", "rating", "--human", "rating", "-o", &out],
            "--human names 2 columns for 1 system;",
        ),
    ] {
        let (code, sentence) = report(arguments);
        assert!(
            code == 2 && sentence.contains(said),
            "{arguments:?}: {sentence}"
        );
        assert!(!Path::new(&out).exists());
    }
}

#[test]
fn texts_of_files_stay_texts() {
    let files = Files::new();
    let evil = files.write("evil.txt", "<script>alert(1)</script> \u{1b}[31mred\n");
    let out = files.path("out.html").display().to_string();
    assert_eq!(
        report(&["-r", &evil, "-c", &evil, "--title", "<b>\u{9b}", "-o", &out]),
        (0, String::new())
    );
    let page = read(Path::new(&out));
    assert!(
        !page.contains("<script>alert")
            && !page.contains("<b>\u{241b}")
            && !page.contains(['\u{1b}', '\u{9b}'])
    );
}
