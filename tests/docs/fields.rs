//! The lists of fields in `docs/files.md` against what `score` writes.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use super::ROOT;

/// The output of `score` with these arguments and this standard input, in `examples/`.
fn score(arguments: &str, input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bertscope"))
        .arg("score")
        .args(arguments.split(' '))
        .current_dir(format!("{ROOT}/examples"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

/// The names in the first column of the table with this heading.
fn documented(page: &str, heading: &str) -> BTreeSet<String> {
    let rows = page.lines().skip_while(|line| !line.starts_with(heading));
    let rows = rows.skip(2).take_while(|line| line.starts_with('|'));
    let mut names = BTreeSet::new();
    for row in rows {
        let first = row.split('|').nth(1).unwrap();
        names.extend(first.split('`').skip(1).step_by(2).map(str::to_owned));
    }
    names
}

#[test]
fn files_md_lists_every_field_of_scores_in_json_and_no_other() {
    let page = std::fs::read_to_string(format!("{ROOT}/docs/files.md")).unwrap();
    let everything = "pairs.tsv --json --details --texts --human rating --by system \
        --keep-columns kind --overlap --all-layers --explain kinds";
    let odd_pairs = "{\"candidate\": \"\", \"reference\": [\"A walk.\", \"A stroll.\"]}\n{\"reference\": \"A walk.\"}\n";
    let lines = score(everything, "") + &score("- --json --details", odd_pairs);
    let mut written = BTreeSet::new();
    for line in lines.lines() {
        let row: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).unwrap();
        written.extend(row.into_iter().map(|(name, _)| name));
    }
    assert_eq!(documented(&page, "| Field of JSON |"), written);
}

#[test]
fn files_md_lists_every_column_of_a_table_of_scores_and_no_other() {
    let page = std::fs::read_to_string(format!("{ROOT}/docs/files.md")).unwrap();
    let table = score("pairs.tsv -f tsv", "");
    let header: BTreeSet<String> = table
        .lines()
        .next()
        .unwrap()
        .split('\t')
        .map(str::to_owned)
        .collect();
    assert_eq!(documented(&page, "| Column of TSV and CSV |"), header);
}
