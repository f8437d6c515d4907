//! Whatever bytes a file has, every reader ends, with rows or a sentence, and does not panic.

use std::io::Write;

use bertscope_pairs::marks;
use bertscope_pairs::{Columns, Input, Row, Source, TableFormat, saved_scores};
use proptest::prelude::*;
use tempfile::NamedTempFile;

/// Longest sentence about a row: it repeats the start of the row, and no more.
const MAX_MESSAGE_CHARS: usize = 4000;

fn file(bytes: &[u8], suffix: &str) -> NamedTempFile {
    let mut file = tempfile::Builder::new().suffix(suffix).tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file
}

/// Rows, and whether the reading ended with an error.
fn read(bytes: &[u8], input: impl FnOnce(Source) -> Input) -> (Vec<Row>, bool) {
    let file = file(bytes, ".txt");
    let mut rows = Vec::new();
    let reader = match input(Source::File(file.path().to_owned())).rows() {
        Ok(reader) => reader,
        Err(error) => {
            let sentence = error.to_string();
            assert!(
                sentence.len() < MAX_MESSAGE_CHARS && !sentence.is_empty(),
                "{sentence}"
            );
            return (rows, true);
        }
    };
    for row in reader {
        match row {
            Ok(row) => rows.push(row),
            Err(error) => {
                assert!(error.to_string().len() < MAX_MESSAGE_CHARS, "{error}");
                return (rows, true);
            }
        }
    }
    for bad in rows.iter().filter_map(|row| row.as_ref().err()) {
        assert!(bad.to_string().len() < MAX_MESSAGE_CHARS, "{bad}");
    }
    (rows, false)
}

fn table(format: TableFormat, quotes: bool, header: bool) -> impl FnOnce(Source) -> Input {
    let names = |name: &str| {
        if header {
            name.to_owned()
        } else {
            "1".to_owned()
        }
    };
    let columns = Columns {
        candidate: Some(names("hyp")),
        references: vec![names("ref")],
        ..Columns::default()
    };
    let columns = if header {
        Columns {
            human: Some("z".into()),
            ..Columns::default()
        }
    } else {
        columns
    };
    move |source| Input::Table {
        source,
        format,
        columns,
        quotes,
        header,
    }
}

/// Pieces that tables, JSON and encodings are made of and trip over, and any others.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec![
        &b"\t"[..],
        b",",
        b";",
        b"\n",
        b"\r",
        b"\r\n",
        b"\"",
        b"\"\"",
        b" ",
        b"a",
        b"1.5",
        b"NA",
        b"\\",
        b"\\u",
        b"\\ud83d",
        b"{",
        b"}",
        b"[",
        b"]",
        b":",
        b"null",
        b"true",
        b"\"ref\":",
        b"\"hyp\":",
        b"\"id\":",
        b"\"z\":1",
        b"\"texts\":",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\xff",
        b"\xc3",
        b"\0",
        "ä".as_bytes(),
        "\u{2028}".as_bytes(),
        b"1e999",
        b"-",
    ]);
    let piece = prop_oneof![9 => known.prop_map(<[u8]>::to_vec), 1 => prop::collection::vec(any::<u8>(), 0..4)];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// The same after the start of a valid file.
fn with_start(starts: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    (prop::sample::select(starts), pieces())
        .prop_map(|(start, rest)| [start.as_bytes(), &rest].concat())
}

const TABLES: &[&str] = &[
    "",
    "ref\thyp\tz\n",
    "ref,hyp,z\n",
    "ref;hyp;z\n",
    "\"ref\",\"hyp\",z\r\n",
    "hyp,ref1,ref2,z,id\na,",
];
const LINES: &[&str] = &[
    "",
    "{",
    "{\"ref\":\"a\",\"hyp\":",
    "{\"ref\":[\"a\",",
    "{\"texts\":{\"candidate\":\"a\",\"references\":[",
];
const SCORES: &[&str] = &[
    "",
    "id,layer,f1,raw_f1\n",
    "id\tlayer\tf1\n",
    "{\"f1\":1,\"id\":",
];
const MARKS: &[&str] = &[
    "",
    "{\"bertscope_marks\": 1, \"marks\": [",
    "{\"bertscope_marks\": 1, \"marks\": [{\"row\": 1, ",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_table_of_any_bytes_is_rows_or_a_sentence(
        bytes in with_start(TABLES), csv in any::<bool>(), quotes in any::<bool>(), header in any::<bool>(),
    ) {
        let format = if csv { TableFormat::Csv } else { TableFormat::Tsv };
        read(&bytes, table(format, quotes, header));
    }

    #[test]
    fn json_lines_of_any_bytes_are_rows_or_a_sentence(bytes in with_start(LINES), plain in any::<bool>()) {
        let (rows, failed) = read(&bytes, |source| Input::Table {
            source,
            format: TableFormat::Jsonl,
            columns: if plain { Columns::default() } else { Columns { human: Some("z".into()), ..Columns::default() } },
            quotes: false,
            header: true,
        });
        // A bad line or element is a row of its own, so nothing but a file that is no text ends the reading.
        let ends = bytes.iter().filter(|byte| b"\n\r,}]".contains(byte)).count();
        prop_assert!(rows.len() <= ends + 2 && (!failed || rows.is_empty()));
    }

    #[test]
    fn parallel_files_of_any_bytes_are_rows_or_a_sentence(bytes in pieces()) {
        read(&bytes, |source| {
            Input::Parallel { candidate: source.clone(), references: vec![source], other_systems: Vec::new(), whole_lines: true }
        });
    }

    #[test]
    fn scores_and_marks_of_any_bytes_are_read_or_refused(scored in with_start(SCORES), marked in with_start(MARKS)) {
        for suffix in [".csv", ".tsv", ".jsonl"] {
            let file = file(&scored, suffix);
            // Either is right; neither panics.
            let _ = saved_scores::read(file.path(), None);
            let _ = saved_scores::read(file.path(), Some(1));
        }
        let _ = marks::parse(&marked, "f.marks.json");
    }

    #[test]
    fn what_is_written_as_a_table_should_be_comes_back(
        texts in prop::collection::vec(("[^\u{0}\u{feff}]{0,12}", "[^\u{0}\u{feff}]{0,12}"), 1..6),
    ) {
        // A row of nothing but blanks is no pair.
        let is_blank = |text: &str| text.trim_ascii().is_empty();
        prop_assume!(texts.iter().all(|(reference, candidate)| !is_blank(reference) || !is_blank(candidate)));
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let rows: Vec<String> = texts.iter().map(|(r, h)| format!("{},{}\n", quoted(r), quoted(h))).collect();
        let (rows, failed) = read(format!("ref,hyp\n{}", rows.concat()).as_bytes(), |source| Input::Table {
            source,
            format: TableFormat::Csv,
            columns: Columns::default(),
            quotes: true,
            header: true,
        });
        prop_assert!(!failed);
        let read: Vec<_> = rows.into_iter().map(|row| row.unwrap()).map(|p| (p.references[0].clone(), p.candidate)).collect();
        prop_assert_eq!(read, texts);
    }
}
