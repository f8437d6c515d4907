//! JSON Lines: one object per line; or a list of objects, or objects over several lines.

use serde_json::value::RawValue;

use crate::columns::{ColumnRole, MissingColumn};
use crate::error::{RowProblem, RowSource};
use crate::json_fields::{JsonFields, label, scalar, without_nan};
use crate::json_records::JsonRecords;
use crate::lines::{Line, list};
use crate::provenance::ScoreProvenance;
use crate::row_fields::{self, HumanScores, Texts, other_columns_of_score_output, saved_scores};
use crate::{
    Columns, Field, Id, MissingText, MissingTexts, OtherColumn, PairRecord, PairsError, Row,
    RowError, Rows, Source,
};

/// The rows of a file; blank lines are skipped. Fails when it cannot be read.
pub fn rows(source: &Source, columns: &Columns) -> Result<Rows, PairsError> {
    let records = JsonRecords::open(source.open()?).map_err(|error| source.unreadable(&error))?;
    let source = source.clone();
    let columns = columns.clone();
    let name = source.name();
    let rows = records.filter_map(move |line| match line {
        Ok(Line { text: Ok(text), .. }) if text.trim().is_empty() => None,
        Ok(line) => Some(Ok(row(line, &name, &columns))),
        Err(error) => Some(Err(source.unreadable(&error))),
    });
    Ok(Box::new(rows))
}

fn row(line: Line, name: &str, columns: &Columns) -> Row {
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

/// The pair of a line. Its id is set even if the pair cannot be scored.
fn pair(
    text: &str,
    columns: &Columns,
    id: &mut Option<Id>,
    source: RowSource<'_>,
) -> Result<PairRecord, RowProblem> {
    let text = without_nan(text);
    let mut fields: JsonFields<'_> = serde_json::from_str(&text).map_err(|error| {
        let mut problem = invalid_json(&error);
        // The first line of a table on standard input, whose name says nothing.
        if source.line == 1 && text.contains('\t') && !text.starts_with('{') {
            problem.push_str("; if it is a table, give --input-format tsv");
        }
        RowProblem::NotAnObject(problem)
    })?;
    // The id first, so that a pair that cannot be scored still has it.
    fields.add_nested(columns);
    if let Some(value) = fields.get(columns.id.as_deref().unwrap_or("id")) {
        *id = Some(row_fields::id(Field::json(value))?);
    }
    if let Some(texts) = texts_of_score(&fields, columns)? {
        return scored_pair(texts, &fields, columns, id.clone(), source);
    }
    let names = fields.names();
    let mut positions = columns
        .resolve(&names)
        .map_err(|missing| missing_field(missing, &names))?;
    positions.missing = missing_texts(&fields, columns);
    positions.pair_record(&fields, id.clone(), source)
}

/// What the row says of missing texts, in its request or in a field of its own, or the user.
fn missing_texts(fields: &JsonFields<'_>, columns: &Columns) -> Option<MissingTexts> {
    let requested = columns
        .request
        .as_ref()
        .and_then(|request| fields.nested(&format!("{request}.missing")));
    let mut stated = [requested, fields.get("missing")].into_iter().flatten();
    stated
        .find_map(|value| serde_json::from_str(value.get()).ok())
        .or(columns.missing)
}

/// The pair of a line of `score --json --texts`.
fn scored_pair(
    texts: Texts,
    fields: &JsonFields<'_>,
    columns: &Columns,
    id: Option<Id>,
    source: RowSource<'_>,
) -> Result<PairRecord, RowProblem> {
    let all = fields_with_kept(fields);
    let mut human_scores = HumanScores::new(source);
    let human = match &columns.human {
        Some(name) => human_scores.parse(&scalar(find(&all, name, ColumnRole::HumanScores)?)),
        None => None,
    };
    let group = match &columns.group {
        Some(name) => Some(scalar(find(&all, name, ColumnRole::Groups)?)),
        None => None,
    };
    let mut extra = Vec::new();
    if let Some(name) = &columns.system {
        extra.push(Field::json(find(&all, name, ColumnRole::System)?));
    }
    for name in &columns.extra {
        extra.push(Field::json(find(&all, name, ColumnRole::Extra)?));
    }
    // Not from a kept column that happens to have one of these names.
    let numbers = ["precision", "recall", "f1"]
        .map(|name| serde_json::from_str(fields.get(name)?.get()).ok());
    let signature: Option<String> = fields
        .get("signature")
        .and_then(|value| serde_json::from_str(value.get()).ok());
    Ok(PairRecord {
        id,
        missing: missing_text(&texts, columns)?,
        looks_quoted: false,
        candidate: texts.candidate.unwrap_or_default(),
        references: texts.references,
        human,
        unread_human: human_scores.unread,
        group,
        scores: saved_scores(numbers).unwrap_or_default(),
        provenance: signature.and_then(|signature| ScoreProvenance::from_signature(&signature)),
        extra,
        others: if columns.others {
            other_columns(&all, columns)
        } else {
            Vec::new()
        },
        other_systems: Vec::new(),
    })
}

/// The fields of a row of `score --texts`, after the kept columns, which are in one of them.
fn fields_with_kept<'a>(fields: &JsonFields<'a>) -> JsonFields<'a> {
    let kept = fields
        .get("columns")
        .and_then(|value| serde_json::from_str(value.get()).ok());
    let JsonFields(mut all) = kept.unwrap_or(JsonFields(Vec::new()));
    all.extend(fields.0.iter().cloned());
    JsonFields(all)
}

/// The other columns: the kept ones, and fields that neither `score` wrote nor the user named.
fn other_columns(fields: &JsonFields<'_>, columns: &Columns) -> Vec<OtherColumn> {
    let named = [
        columns.id.as_deref().unwrap_or("id"),
        columns.human.as_deref().unwrap_or_default(),
    ];
    let others = fields
        .0
        .iter()
        .filter(|(name, _)| !named.contains(&name.as_ref()))
        .map(|(name, value)| (name.as_ref(), label(value)));
    other_columns_of_score_output(others)
}

/// The field that the user named.
fn find<'a>(
    fields: &JsonFields<'a>,
    name: &str,
    role: ColumnRole,
) -> Result<&'a RawValue, RowProblem> {
    fields.get(name).ok_or_else(|| {
        let missing = MissingColumn {
            role,
            name: Some(name.to_owned()),
        };
        missing_field(missing, &fields.names())
    })
}

fn missing_field(missing: MissingColumn, names: &[&str]) -> RowProblem {
    RowProblem::MissingField {
        missing,
        found: list(names),
    }
}

/// The pair in a row of `score --texts`, unless the user named other fields.
fn texts_of_score(fields: &JsonFields<'_>, columns: &Columns) -> Result<Option<Texts>, RowProblem> {
    let has_named_texts = columns.candidate.is_some()
        || !columns.references.is_empty()
        || !columns.other_systems.is_empty();
    let Some(value) = fields.get("texts") else {
        return Ok(None);
    };
    if has_named_texts {
        return Ok(None);
    }
    let texts: Texts = match serde_json::from_str(value.get()) {
        Ok(texts) => texts,
        // A column of this name in another file.
        Err(_) if columns.human.is_some() || columns.group.is_some() => return Ok(None),
        Err(error) => return Err(RowProblem::InvalidTexts(error.to_string())),
    };
    Ok(Some(texts))
}

/// The text that `score --texts` wrote as missing.
fn missing_text(texts: &Texts, columns: &Columns) -> Result<Option<MissingText>, RowProblem> {
    let (text, column) = match texts {
        Texts {
            candidate: None, ..
        } => (MissingText::Candidate, "candidate"),
        Texts { references, .. } if references.is_empty() => (MissingText::Reference, "references"),
        Texts { .. } => return Ok(None),
    };
    match columns.missing {
        Some(MissingTexts::Skip) => Ok(Some(text)),
        _ if column == "references" => Err(RowProblem::TextsWithoutReference),
        Some(MissingTexts::Zero) => Ok(None),
        Some(MissingTexts::Error) | None => Err(RowProblem::MissingText {
            column: column.to_owned(),
        }),
    }
}

/// The problem of a line that is not valid, and its character.
pub(super) fn invalid_json(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let column = error.column();
    // serde_json ends with the position.
    let line = error.line();
    let position = format!(" at line {line} column {column}");
    let reason = message.strip_suffix(&position).unwrap_or(&message);
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
        let pair = pair(&wide(100_000), &columns, &mut id, SOURCE).unwrap();
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
            let others = pair(text, columns, &mut None, SOURCE).unwrap().others;
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
            named(&[("lp", "de-en"), ("system", "B")])
        );
    }

    #[test]
    fn fields_are_listed_up_to_ten_where_one_is_missing() {
        let columns = Columns {
            candidate: Some("x".to_owned()),
            ..Columns::default()
        };
        let sentence = pair(&wide(100_000), &columns, &mut None, SOURCE)
            .unwrap_err()
            .to_string();
        assert!(
            sentence.contains("field0, field1") && sentence.contains("and 99992 more"),
            "{sentence}"
        );
        assert!(sentence.len() < 500, "{sentence}");
    }
}
