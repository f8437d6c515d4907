//! Long tables: which rows are one segment, and what it is called.

use std::io::Write;

use bertscope_pairs::long_table::{self, LongTable};
use bertscope_pairs::{Columns, Input, PairRecord, PairsError, Source, TableFormat};

/// Joins rows of id, reference, candidate and system.
fn join(rows: &[[&str; 4]]) -> Result<LongTable, PairsError> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    writeln!(file, "id\treference\tcandidate\tsystem").unwrap();
    for row in rows {
        writeln!(file, "{}", row.join("\t")).unwrap();
    }
    let columns = Columns {
        extra: vec!["system".into()],
        ..Columns::default()
    };
    let source = Source::File(file.path().to_owned());
    long_table::join(&Input::Table {
        source,
        format: TableFormat::Tsv,
        columns,
        quotes: false,
        header: true,
    })
}

/// The segments as ids and candidates.
fn segments(rows: &[[&str; 4]]) -> Vec<(String, [String; 2])> {
    let named = |pair: PairRecord| {
        let id = pair.id.map_or_else(String::new, |id| id.to_string());
        (
            id,
            [pair.candidate, pair.other_systems[0].candidate.clone()],
        )
    };
    join(rows)
        .unwrap()
        .segments
        .all()
        .unwrap()
        .into_iter()
        .map(named)
        .collect()
}

fn segment(id: &str, candidates: [&str; 2]) -> (String, [String; 2]) {
    (id.to_owned(), candidates.map(str::to_owned))
}

#[test]
fn rows_of_one_reference_are_joined_by_their_id_whatever_their_order_and_keep_it() {
    let rows = [
        ["d1", "x", "one", "a"],
        ["d2", "x", "two", "a"],
        ["d2", "x", "zwei", "b"],
        ["d1", "x", "eins", "b"],
    ];
    assert_eq!(
        segments(&rows),
        [
            segment("d1", ["one", "eins"]),
            segment("d2", ["two", "zwei"])
        ]
    );
    let other = [["d1", "x", "one", "a"], ["d1", "y", "eins", "b"]];
    let said = join(&other).unwrap_err().to_string();
    assert!(
        said.contains("no candidate of the system \"b\" for the id \"d1\" and reference \"x\""),
        "{said}"
    );
}

#[test]
fn ids_of_rows_are_not_those_of_segments_and_a_repeated_row_is_the_next_segment() {
    let rows = [
        ["a1", "x", "one", "a"],
        ["a2", "x", "two", "a"],
        ["b1", "x", "eins", "b"],
        ["b2", "x", "zwei", "b"],
    ];
    assert_eq!(
        segments(&rows),
        [segment("", ["one", "eins"]), segment("", ["two", "zwei"])]
    );
    let repeated =
        rows.map(|[_, reference, candidate, system]| ["s", reference, candidate, system]);
    assert_eq!(
        segments(&repeated),
        [segment("s", ["one", "eins"]), segment("s", ["two", "zwei"])]
    );
}

#[test]
fn another_value_in_each_row_is_no_system_and_more_systems_than_the_limit_are_refused_by_their_number()
 {
    let number = |n: usize| n.to_string();
    let names: Vec<String> = (0..20_000).map(number).collect();
    // A matrix of segments and systems would take 400 million entries.
    let rows: Vec<[&str; 4]> = names
        .iter()
        .map(|name| [&**name, name, "c", name])
        .collect();
    let error = join(&rows).unwrap_err().to_string();
    assert!(
        error.contains(r#"no candidate of the system "1" for the reference "0""#),
        "{error}"
    );
    let one_segment = |systems: usize| -> Result<LongTable, PairsError> {
        let rows: Vec<[&str; 4]> = names[..systems]
            .iter()
            .map(|name| ["", "r", "c", name])
            .collect();
        join(&rows)
    };
    assert_eq!(
        one_segment(long_table::MAX_SYSTEMS).unwrap().systems.len(),
        100
    );
    let error = one_segment(10_000).unwrap_err().to_string();
    assert!(
        error.contains("has 10000 systems, and at most 100 can be compared"),
        "{error}"
    );
}
