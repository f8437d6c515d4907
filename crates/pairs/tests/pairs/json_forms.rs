//! The same objects as lines, over several lines and in a list are the same rows.

use std::io::Write;

use bertscope_pairs::{Columns, Input, Row, Source, TableFormat};
use proptest::prelude::*;
use serde_json::{Value, json};

fn rows(text: &str) -> Vec<Row> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    let input = Input::Table {
        source: Source::File(file.path().to_owned()),
        format: TableFormat::Jsonl,
        columns: Columns {
            extra: vec!["more".to_owned()],
            ..Columns::default()
        },
        quotes: false,
        header: true,
    };
    let rows = input.rows().unwrap();
    rows.map(Result::unwrap).collect()
}

/// What was read of each row, as JSON, since an extra value keeps its form.
fn contents(text: &str) -> Vec<Value> {
    let mut contents = Vec::new();
    for row in rows(text) {
        let pair = row.unwrap();
        let more: Value = serde_json::from_str(pair.extra[0].as_json().get()).unwrap();
        contents
            .push(json!({"candidate": pair.candidate, "reference": pair.references, "more": more}));
    }
    contents
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<i32>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        any_text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map(any_text(), inner, 0..4)
                .prop_map(|fields| fields.into_iter().collect()),
        ]
    })
}

/// Texts with what JSON is made of.
fn any_text() -> impl Strategy<Value = String> {
    "[a\"\\\\{}\\[\\],: \n\té]{0,8}"
}

proptest! {
    #[test]
    fn lines_objects_over_lines_and_lists_are_the_same_rows(
        texts in prop::collection::vec((any_text(), prop::collection::vec(any_text(), 1..3), any_json()), 1..6),
        indent in any::<bool>(),
    ) {
        let objects: Vec<Value> = texts
            .iter()
            .map(|(candidate, references, more)| json!({"candidate": candidate, "reference": references, "more": more}))
            .collect();
        let lines: Vec<String> = objects.iter().map(Value::to_string).collect();
        let pretty: Vec<String> = objects.iter().map(|object| format!("{object:#}")).collect();
        let list = Value::from(objects.clone());
        let list = if indent { format!("\n {list:#}\n") } else { list.to_string() };
        prop_assert_eq!(&contents(&lines.join("\n")), &objects);
        prop_assert_eq!(&contents(&pretty.join("\n")), &objects);
        prop_assert_eq!(&contents(&list), &objects);
    }
}

#[test]
fn an_object_that_is_cut_is_one_bad_row_and_the_next_one_is_read() {
    let good = r#"{"candidate": "a", "reference": "b", "more": 1}"#;
    let starts = [
        r#"{"candidate": "a", "ref"#,
        "{",
        r#"{"candidate": "a","#,
        r#"{"reference": ["#,
        "}",
        "{\n  \"x\": [1,\n  2",
    ];
    for start in starts {
        let rows = rows(&format!("{good}\n{start}\n{good}\n"));
        let is_good: Vec<bool> = rows.iter().map(Result::is_ok).collect();
        assert_eq!(is_good, [true, false, true], "{start}");
        assert_eq!(rows[1].as_ref().unwrap_err().line, 2, "{start}");
    }
}

#[test]
fn a_bad_element_of_a_list_is_one_bad_row_with_its_line() {
    let good = r#"{"candidate": "a", "reference": "b", "more": [1, {"]": "["}]}"#;
    let rows = rows(&format!("[{good},\n5, \"a,]\",\n{{\"x\" 1}}, {good}\n] x"));
    let lines: Vec<Option<u64>> = rows
        .iter()
        .map(|row| row.as_ref().err().map(|error| error.line))
        .collect();
    assert_eq!(lines, [None, Some(2), Some(2), Some(3), None, Some(4)]);
    let open = self::rows(&format!("[{good},"));
    assert!(
        open[0].is_ok()
            && open[1]
                .as_ref()
                .unwrap_err()
                .to_string()
                .contains("never closed")
    );
}
