//! Long tables: which rows are one segment, and what it is called.

use std::io::Write;

use bertscope_pairs::limits::MAX_SYSTEMS;
use bertscope_pairs::long_table::{self, LongTable};
use bertscope_pairs::{Columns, Input, PairRecord, PairsError, Source, TableFormat};

/// Joins rows of id, reference, candidate and system.
fn join(rows: &[[&str; 4]]) -> Result<LongTable, PairsError> {
    let strict = false;
    join_if_complete(rows, strict)
}

fn join_if_complete(rows: &[[&str; 4]], strict: bool) -> Result<LongTable, PairsError> {
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
    let table = Input::Table {
        source,
        format: TableFormat::Tsv,
        columns,
        quotes: false,
        header: true,
    };
    long_table::join(&table, strict)
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

/// Each segment with the candidates of three systems, and whether one is missing.
fn segments_with_gaps(rows: &[[&str; 4]]) -> Vec<([String; 3], bool)> {
    let segments = join(rows).unwrap().segments.all().unwrap();
    let with_gap = |pair: PairRecord| {
        let [second, third] = &pair.other_systems[..] else {
            panic!("{pair:?}");
        };
        let others = [second.candidate.clone(), third.candidate.clone()];
        let [second, third] = others;
        ([pair.candidate, second, third], pair.missing.is_some())
    };
    segments.into_iter().map(with_gap).collect()
}

#[test]
fn a_segment_that_some_system_lacks_is_missing_a_text_whichever_system_it_is_and_strictly_an_error()
{
    let rows = [
        ["1", "x", "a1", "a"],
        ["2", "y", "a2", "a"],
        ["3", "z", "a3", "a"],
        ["2", "y", "b2", "b"],
        ["3", "z", "b3", "b"],
        ["3", "z", "c3", "c"],
        ["4", "w", "c4", "c"],
    ];
    let gap = |candidates: [&str; 3], is_missing: bool| (candidates.map(str::to_owned), is_missing);
    assert_eq!(
        segments_with_gaps(&rows),
        [
            gap(["a1", "", ""], true),
            gap(["a2", "b2", ""], true),
            gap(["a3", "b3", "c3"], false),
            gap(["", "", "c4"], true),
        ]
    );
    let error = join_if_complete(&rows, true).unwrap_err().to_string();
    assert!(
        error.contains(r#"no candidate of the system "b" for the id "1" and reference "x""#),
        "{error}"
    );
}

#[test]
fn of_rows_that_nothing_tells_apart_none_is_compared_unless_all_systems_have_as_many() {
    let rows = [
        ["", "x", "a1", "a"],
        ["", "x", "a2", "a"],
        ["", "y", "a3", "a"],
        ["", "x", "b2", "b"],
        ["", "y", "b3", "b"],
        ["", "x", "c1", "c"],
        ["", "x", "c2", "c"],
        ["", "y", "c3", "c"],
    ];
    let missing: Vec<bool> = segments_with_gaps(&rows)
        .into_iter()
        .map(|(_, is_missing)| is_missing)
        .collect();
    assert_eq!(missing, [true, true, false]);
}

#[test]
fn a_segment_that_a_system_lacks_has_no_id_if_ids_are_those_of_rows() {
    let rows = [
        ["a1", "x", "one", "a"],
        ["a2", "y", "two", "a"],
        ["b1", "x", "eins", "b"],
    ];
    let segments = join(&rows).unwrap().segments.all().unwrap();
    assert!(segments[1].missing.is_some() && segments[1].id.is_none());
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
    assert_eq!(one_segment(MAX_SYSTEMS).unwrap().systems.len(), 100);
    let error = one_segment(10_000).unwrap_err().to_string();
    assert!(
        error.contains("has 10000 systems, and at most 100 can be compared"),
        "{error}"
    );
}
