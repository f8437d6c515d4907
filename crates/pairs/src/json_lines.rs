//! JSON Lines: one object per line; or a list of objects, or objects over several lines.

use crate::error::{RowProblem, RowSource};
use crate::json_fields::JsonFields;
use crate::json_records::JsonRecords;
use crate::lines::{Line, excerpt, list};
use crate::row_pair::bounded;
use crate::{
    Columns, Field, Id, MissingTexts, PairRecord, PairsError, Row, RowError, Rows, Source,
};

/// The rows of a file; blank lines are skipped. Fails when it cannot be read.
pub fn rows(source: &Source, columns: &Columns) -> Result<Rows, PairsError> {
    let records = JsonRecords::open(source)?;
    if records.is_table {
        return Err(PairsError::TableAsJson(source.name()));
    }
    let source = source.clone();
    let columns = JsonColumns::new(columns);
    let name = source.name();
    Ok(Box::new(records.map(move |record| match record {
        Ok(line) => Ok(row(line, &name, &columns)),
        Err(error) => Err(source.unreadable(&error)),
    })))
}

/// The columns of any object, and of a row of `score --texts`, where the texts are in a field.
struct JsonColumns {
    of_objects: Columns,
    /// `None` if the user named other texts.
    of_scored: Option<Columns>,
}

const SCORED_CANDIDATE: &str = "texts.candidate";

/// Fields of a row of `score` that are not those of the same name in other files: the index of the best reference, and
/// the note on the pair.
const SCORED_FIELDS: [&str; 2] = ["reference", "note"];

impl JsonColumns {
    fn new(columns: &Columns) -> Self {
        let has_named_texts = columns.candidate.is_some()
            || !columns.references.is_empty()
            || !columns.other_systems.is_empty();
        let of_scored = Columns {
            candidate: Some(SCORED_CANDIDATE.to_owned()),
            references: vec!["texts.references".to_owned()],
            ..columns.clone()
        };
        Self {
            of_objects: columns.clone(),
            of_scored: (!has_named_texts).then_some(of_scored),
        }
    }
}

fn row(line: Line, name: &str, columns: &JsonColumns) -> Row {
    let mut id = None;
    let Line { number, text } = line;
    let source = RowSource {
        file: name,
        line: number,
    };
    text.and_then(|text| pair(&text, columns, &mut id, source))
        .map_err(|problem| RowError {
            id,
            ..RowError::new(name, number, problem)
        })
}

/// The pair of a record. Its id is set even if the pair cannot be scored.
fn pair(
    text: &str,
    columns: &JsonColumns,
    id: &mut Option<Id>,
    source: RowSource<'_>,
) -> Result<PairRecord, RowProblem> {
    let mut fields: JsonFields<'_> = serde_json::from_str(text)
        .map_err(|error| RowProblem::NotAnObject(invalid_json(&error)))?;
    let scored = columns.of_scored.as_ref();
    let scored = scored.filter(|_| fields.nested(SCORED_CANDIDATE).is_some());
    if scored.is_some() {
        fields.add_kept_columns();
    }
    let columns = scored.unwrap_or(&columns.of_objects);
    fields.add_nested(columns);
    // The id first, so that a pair that cannot be scored still has it.
    if let Some(value) = fields.get(columns.id.as_deref().unwrap_or("id")) {
        *id = Some(bounded(Field::json(value), "id")?);
    }
    let names = fields.names();
    let mut positions = columns
        .resolve(&names)
        .map_err(|missing| RowProblem::MissingField {
            missing,
            found: list(&names),
        })?;
    if scored.is_some() {
        positions
            .others
            .retain(|(_, name)| !SCORED_FIELDS.contains(&name.as_ref()));
    }
    let stated = missing_texts(&fields, columns);
    positions.missing = *stated.as_ref().unwrap_or(&None);
    let pair = positions.pair_record(&fields, id.clone(), source);
    match (pair, stated) {
        // What the row says matters only if a text is missing.
        (Err(RowProblem::MissingText { .. }), Err(invalid)) => Err(invalid),
        (pair, _) => Ok(PairRecord {
            selected: fields.is_selected(),
            ..pair?
        }),
    }
}

/// What the row says of missing texts, in its request or in a field of its own, or the user.
fn missing_texts(
    fields: &JsonFields<'_>,
    columns: &Columns,
) -> Result<Option<MissingTexts>, RowProblem> {
    let requested = columns
        .request
        .as_ref()
        .and_then(|request| fields.nested(&format!("{request}.missing")));
    let Some(value) = requested.or_else(|| fields.get("missing")) else {
        return Ok(columns.missing);
    };
    let stated: Option<MissingTexts> = serde_json::from_str(value.get())
        .map_err(|_| RowProblem::InvalidMissing(excerpt(value.get())))?;
    Ok(stated.or(columns.missing))
}

/// The message of an error without the position, with which serde_json ends it.
pub fn json_reason(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    match message.strip_suffix(&position) {
        Some(reason) => reason.to_owned(),
        None => message,
    }
}

/// The problem of a line that is not valid, and its character.
pub fn invalid_json(error: &serde_json::Error) -> String {
    let reason = json_reason(error);
    let line = error.line();
    let column = error.column();
    if line <= 1 {
        return format!("{reason} (character {column})");
    }
    format!("{reason} (in line {line} of the object, character {column})")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: RowSource<'_> = RowSource {
        file: "pairs.jsonl",
        line: 1,
    };

    /// An object with a candidate, a reference and a number of further fields, each twice.
    fn wide(more: usize) -> String {
        let fields = (0..2 * more).map(|i| format!("\"field{}\":{i},", i % more.max(1)));
        format!(
            "{{{}\"candidate\":\"a\",\"reference\":\"b\",\"reference\":\"c\"}}",
            fields.collect::<String>()
        )
    }

    #[test]
    fn an_object_of_a_hundred_thousand_fields_is_read_and_the_last_of_two_with_one_name_holds() {
        let columns = Columns {
            id: Some("field7".to_owned()),
            ..Columns::default()
        };
        let mut id = None;
        let pair = pair(&wide(100_000), &JsonColumns::new(&columns), &mut id, SOURCE).unwrap();
        assert_eq!(
            (pair.candidate.as_str(), pair.references),
            ("a", vec!["c".to_owned()])
        );
        assert_eq!(id.unwrap().to_string(), "100007");
    }

    #[test]
    fn other_fields_are_read_where_they_are_asked_for_and_what_scores_and_lists_say_is_none_of_them()
     {
        let columns = Columns {
            others: true,
            human: Some("rating".into()),
            ..Columns::default()
        };
        let others = |text: &str, columns: &Columns| -> Vec<(String, String)> {
            let others = pair(text, &JsonColumns::new(columns), &mut None, SOURCE)
                .unwrap()
                .others;
            others
                .into_iter()
                .map(|other| (other.name.to_string(), other.value))
                .collect()
        };
        let named = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect()
        };
        let text = r#"{"id":1,"lp":"de-en","candidate":"a","ref":["b","c"],"rating":2,"year":2017,"empty":"","tags":["x"],"f1":1,"raw":{"f1":1},"good":true,"none":null}"#;
        assert_eq!(
            others(text, &columns),
            named(&[("lp", "de-en"), ("year", "2017"), ("good", "true")])
        );
        assert!(
            others(
                text,
                &Columns {
                    others: false,
                    ..columns
                }
            )
            .is_empty()
        );
        let scored = r#"{"id":1,"precision":1,"recall":1,"f1":1,"raw":{},"signature":"s","reference":0,"system":"B","columns":{"lp":"de-en"},"texts":{"candidate":"a","references":["b"]}}"#;
        assert_eq!(
            others(
                scored,
                &Columns {
                    others: true,
                    ..Columns::default()
                }
            ),
            named(&[("system", "B"), ("lp", "de-en")])
        );
    }

    #[test]
    fn fields_are_listed_up_to_ten_where_one_is_missing() {
        let columns = Columns {
            candidate: Some("x".to_owned()),
            ..Columns::default()
        };
        let sentence = pair(
            &wide(100_000),
            &JsonColumns::new(&columns),
            &mut None,
            SOURCE,
        )
        .unwrap_err()
        .to_string();
        assert!(
            sentence.contains("field0, field1") && sentence.contains("and 99992 more"),
            "{sentence}"
        );
        assert!(sentence.len() < 500, "{sentence}");
    }
}
