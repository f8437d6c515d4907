//! JSON Lines: one object per line.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::value::RawValue;

use crate::columns::{
    MissingColumn, other_column, other_columns_of_score_output, parse_human_score, provenance,
    saved_scores,
};
use crate::lines::{Line, Lines, excerpt, list, located_message};
use crate::provenance::ScoreProvenance;
use crate::{
    Columns, Field, Id, OtherColumn, PairRecord, PairsError, Row, RowError, Rows, Source,
    SystemCandidate,
};

/// The rows of a file; blank lines are skipped. Fails when it cannot be read.
pub fn rows(source: &Source, columns: &Columns) -> Result<Rows, PairsError> {
    let lines = Lines::new(source.open()?);
    let (source, columns) = (source.clone(), columns.clone());
    let name = source.name();
    let rows = lines.filter_map(move |line| match line {
        Ok(Line { text: Ok(text), .. }) if text.trim().is_empty() => None,
        Ok(line) => Some(Ok(row(line, &name, &columns))),
        Err(error) => Some(Err(source.unreadable(&error))),
    });
    Ok(Box::new(rows))
}

fn row(line: Line, name: &str, columns: &Columns) -> Row {
    let mut id = None;
    let Line { number, text } = line;
    text.and_then(|text| pair(&text, columns, &mut id))
        .map_err(|problem| RowError {
            id,
            message: located_message(name, number, &problem),
        })
}

/// The fields of an object, in the order of the line; of fields with the same name, the last one counts, as is usual.
struct Fields<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> serde::Deserialize<'de> for Fields<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object with a candidate and a reference")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Self::Value, A::Error> {
                let mut fields: Vec<(Cow<'de, str>, &'de RawValue)> = Vec::new();
                let mut places: HashMap<Cow<'de, str>, usize> = HashMap::new();
                while let Some((Name(name), value)) = map.next_entry()? {
                    let place = *places.entry(name.clone()).or_insert(fields.len());
                    match fields.get_mut(place) {
                        Some(field) => field.1 = value,
                        None => fields.push((name, value)),
                    }
                }
                Ok(Fields(fields))
            }
        }
        from.deserialize_map(Visitor)
    }
}

/// A name, borrowed from the line unless it contains an escape.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

fn pair(text: &str, columns: &Columns, id: &mut Option<Id>) -> Result<PairRecord, String> {
    let fields: Fields<'_> = serde_json::from_str(text)
        .map_err(|error| format!("is not a JSON object: {}", problem(&error)))?;
    let Fields(fields) = &fields;
    let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_ref()).collect();
    // The id first, so that a pair that cannot be scored still has it.
    let named = |asked: Option<&str>| names.iter().position(|name| *name == asked.unwrap_or("id"));
    *id = named(columns.id.as_deref()).map(|place| Field::json(fields[place].1));
    if let Some(texts) = texts(fields, columns)? {
        return with_texts(texts, fields, columns, id.clone());
    }
    let places = columns
        .resolve(&names)
        .map_err(|missing| no_field(&missing, &names))?;
    let mut references = Vec::new();
    for &place in &places.references {
        references.extend(text_or_texts(names[place], fields[place].1)?);
    }
    let scalar = |place: usize| scalar(fields[place].1);
    let scores =
        saved_scores(places.scores.map(|place| scalar(place?).parse().ok())).unwrap_or_default();
    let others = places
        .others
        .iter()
        .filter_map(|(place, name)| other_column(name.clone(), plain_text(fields[*place].1)?));
    let rival = |(candidate, human): &(usize, Option<usize>)| {
        let human = human
            .map(|place| parse_human_score(&scalar(place)))
            .transpose()?
            .flatten();
        Ok(SystemCandidate {
            candidate: text_in(names[*candidate], fields[*candidate].1)?,
            human,
        })
    };
    Ok(PairRecord {
        others: others.collect(),
        candidate: text_in(names[places.candidate], fields[places.candidate].1)?,
        references,
        human: places
            .human
            .map(|place| parse_human_score(&scalar(place)))
            .transpose()?
            .flatten(),
        group: places.group.map(scalar),
        provenance: scores
            .and_then(|_| provenance(places.provenance.map(|place| place.map(scalar)))),
        extra: places
            .extra
            .iter()
            .map(|&place| Field::json(fields[place].1))
            .collect(),
        other_systems: places
            .other_systems
            .iter()
            .map(rival)
            .collect::<Result<_, String>>()?,
        scores,
        id: id.clone(),
    })
}

/// A pair of a line of `score --json --texts`.
fn with_texts(
    Texts {
        candidate,
        references,
    }: Texts,
    fields: &[(Cow<'_, str>, &RawValue)],
    columns: &Columns,
    id: Option<Id>,
) -> Result<PairRecord, String> {
    let more = MoreFields::new(fields);
    let named = |asked: &Option<String>, what, option| {
        asked
            .as_ref()
            .map(|name| more.find(name, what, option).map(scalar))
            .transpose()
    };
    let human = named(&columns.human, "human scores", "--human")?;
    let group = named(&columns.group, "groups", "--by")?;
    let system = columns
        .system
        .iter()
        .map(|name| more.find(name, "system", "--system-column"));
    let kept = columns
        .extra
        .iter()
        .map(|name| more.find(name, "results", "--keep-columns or --ask-column"));
    let extra = system
        .chain(kept)
        .map(|value| value.map(Field::json))
        .collect::<Result<_, _>>()?;
    let number = |name: &str| {
        let value = fields.iter().find(|(known, _)| known == name)?.1;
        serde_json::from_str(value.get()).ok()
    };
    let scores = saved_scores(["precision", "recall", "f1"].map(number)).unwrap_or_default();
    let signature = fields.iter().find(|(known, _)| known == "signature");
    let signature =
        signature.and_then(|(_, value)| serde_json::from_str::<String>(value.get()).ok());
    let provenance = signature.and_then(|signature| ScoreProvenance::from_signature(&signature));
    let others = if columns.others {
        more.others(columns)
    } else {
        Vec::new()
    };
    let human = human
        .as_deref()
        .map(parse_human_score)
        .transpose()?
        .flatten();
    let other_systems = Vec::new();
    Ok(PairRecord {
        id,
        candidate,
        references,
        human,
        group,
        scores,
        provenance,
        extra,
        others,
        other_systems,
    })
}

/// The problem of a line that is not valid, and its character.
pub(super) fn problem(error: &serde_json::Error) -> String {
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default();
    format!("{reason} (character {})", error.column())
}

/// A string without its quotes, anything else as JSON.
fn scalar(value: &RawValue) -> String {
    serde_json::from_str::<String>(value.get()).unwrap_or_else(|_| value.get().to_owned())
}

fn no_field(missing: &MissingColumn, names: &[&str]) -> String {
    let (what, asked, found) = (missing.what, missing.named_suffix(), list(names));
    format!(
        "has no field for the {what}{asked}; it has {found}; name the field with {}",
        missing.option
    )
}

/// The fields of a row of `score --texts`, and the kept columns, which are in one of them.
struct MoreFields<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> MoreFields<'a> {
    fn new(fields: &[(Cow<'a, str>, &'a RawValue)]) -> Self {
        let kept = fields.iter().find(|(name, _)| name == "columns");
        let kept = kept.and_then(|(_, value)| serde_json::from_str::<Fields<'a>>(value.get()).ok());
        let mut all = kept.map_or_else(Vec::new, |Fields(kept)| kept);
        all.extend(fields.iter().cloned());
        Self(all)
    }

    /// The other columns: the kept ones, and fields that neither `score` wrote nor the user named.
    fn others(&self, columns: &Columns) -> Vec<OtherColumn> {
        let Self(all) = self;
        let named = [
            columns.id.as_deref().unwrap_or("id"),
            columns.human.as_deref().unwrap_or_default(),
        ];
        let others = all
            .iter()
            .filter(|(name, _)| !named.contains(&name.as_ref()));
        other_columns_of_score_output(
            others.map(|(name, value)| (name.as_ref(), plain_text(value))),
        )
    }

    fn find(
        &self,
        asked: &str,
        what: &'static str,
        option: &'static str,
    ) -> Result<&'a RawValue, String> {
        let Self(all) = self;
        let found = all
            .iter()
            .find(|(name, _)| name == asked)
            .map(|(_, value)| *value);
        found.ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|(name, _)| name.as_ref()).collect();
            no_field(
                &MissingColumn {
                    what,
                    name: Some(asked.to_owned()),
                    option,
                },
                &names,
            )
        })
    }
}

/// The pair in a row of `score --texts`, unless the user named other fields.
#[derive(serde::Deserialize)]
pub(super) struct Texts {
    pub candidate: String,
    pub references: Vec<String>,
}

fn texts(fields: &[(Cow<'_, str>, &RawValue)], columns: &Columns) -> Result<Option<Texts>, String> {
    let plain = columns.candidate.is_none()
        && columns.references.is_empty()
        && columns.other_systems.is_empty();
    let Some((_, value)) = fields
        .iter()
        .find(|(name, _)| name == "texts")
        .filter(|_| plain)
    else {
        return Ok(None);
    };
    let texts: Texts = match serde_json::from_str(value.get()) {
        Ok(texts) => texts,
        // A column of this name in another file.
        Err(_) if columns.human.is_some() || columns.group.is_some() => return Ok(None),
        Err(error) => {
            return Err(format!(
                "\"texts\" is not in the format of `score --texts`: {error}"
            ));
        }
    };
    if texts.references.is_empty() {
        Err("\"texts\" has no reference".to_owned())
    } else {
        Ok(Some(texts))
    }
}

/// The text in a field.
fn text_in(name: &str, value: &RawValue) -> Result<String, String> {
    serde_json::from_str(value.get()).map_err(|_| match kind(value) {
        Some(kind) => format!("{:?} is {kind}, not a text in quotes", excerpt(name)),
        None => lone_surrogate(name),
    })
}

/// The texts in a field that contains one text or a list of texts.
fn text_or_texts(name: &str, value: &RawValue) -> Result<Vec<String>, String> {
    let Ok(list) = serde_json::from_str::<Vec<&RawValue>>(value.get()) else {
        let and_no_list = |problem: String| match kind(value) {
            Some(_) => format!("{problem} or a list of texts"),
            None => problem,
        };
        return Ok(vec![text_in(name, value).map_err(and_no_list)?]);
    };
    if list.is_empty() {
        return Err(format!("{:?} is an empty list", excerpt(name)));
    }
    let text = |value: &&RawValue| {
        serde_json::from_str(value.get()).map_err(|_| match kind(value) {
            Some(kind) => format!(
                "{:?} is a list that contains {kind}, not a list of texts in quotes",
                excerpt(name)
            ),
            None => lone_surrogate(name),
        })
    };
    list.iter().map(text).collect()
}

/// A text without its quotes, a number or a boolean; `None` for a list, an object or null.
fn plain_text(value: &RawValue) -> Option<String> {
    match value.get().as_bytes().first() {
        Some(b'"') => serde_json::from_str(value.get()).ok(),
        Some(b'{' | b'[' | b'n') | None => None,
        Some(_) => Some(value.get().to_owned()),
    }
}

fn lone_surrogate(name: &str) -> String {
    format!(
        "{:?} has half of a surrogate pair, such as \\ud83d without \\ude00; write both, or the character itself",
        excerpt(name)
    )
}

/// The type of a value that is not a string, in words. `None` for a string, which can only be invalid because an escape
/// in it is half of a surrogate pair.
fn kind(value: &RawValue) -> Option<&'static str> {
    match value.get().as_bytes().first() {
        Some(b'"') => None,
        Some(b'{') => Some("an object"),
        Some(b'[') => Some("a list"),
        Some(b't' | b'f') => Some("true or false"),
        Some(b'n') => Some("null"),
        _ => Some("a number"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let pair = pair(&wide(100_000), &columns, &mut id).unwrap();
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
            let others = pair(text, columns, &mut None).unwrap().others;
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
    fn fields_are_listed_up_to_twenty_where_one_is_missing() {
        let columns = Columns {
            candidate: Some("x".to_owned()),
            ..Columns::default()
        };
        let sentence = pair(&wide(100_000), &columns, &mut None).unwrap_err();
        assert!(
            sentence.contains("field0, field1") && sentence.contains("and 99982 more"),
            "{sentence}"
        );
        assert!(sentence.len() < 500, "{sentence}");
    }
}
