//! The origin of a pair: a row of a file, with its columns and the user's annotation.

use serde::{Serialize, Serializer};

use crate::number::trimmed;

/// A row of a file of pairs.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PairOrigin {
    /// Name of the file, without its folder.
    pub file: String,
    /// The row, from 1.
    pub row: usize,
    /// Its id; `None` if the file has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The human score of the candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub human: Option<f64>,
    /// Its other columns, by name.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "object")]
    pub columns: Vec<(String, String)>,
    /// Which of several references was compared, from 1, and how many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<(usize, usize)>,
    /// Whether the texts were edited and differ from the file.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub edited: bool,
    /// Whether the user has marked the pair.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
    /// The user's annotation of the pair; empty if there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

impl PairOrigin {
    /// The row by its number, and its id if it has one.
    pub fn name(&self) -> String {
        row_name(self.row, self.id.as_deref())
    }

    /// One line without the note: file, row, id, human score and other columns.
    pub fn caption(&self) -> String {
        let mut parts = vec![format!("{}, {}", self.file, self.name())];
        if self.edited {
            parts.push("edited".to_owned());
        }
        if let Some((at, all)) = self.reference {
            parts.push(format!("reference {at} of {all}"));
        }
        if let Some(human) = self.human {
            parts.push(format!("human score {}", human_score(human)));
        }
        for (name, value) in &self.columns {
            parts.push(format!("{name} {value}"));
        }
        parts.join(" · ")
    }
}

/// A row of a file by its number, and its id if it has one.
pub(crate) fn row_name(row: usize, id: Option<&str>) -> String {
    match id {
        Some(id) => format!("row {row}, {id}"),
        None => format!("row {row}"),
    }
}

/// A human score with the decimals that it needs, at most five.
pub fn human_score(score: f64) -> String {
    trimmed(score, 5)
}

/// Names and values as an object, in their order.
pub fn object<N: Serialize, V: Serialize, S: Serializer>(
    fields: &[(N, V)],
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_map(fields.iter().map(|(name, value)| (name, value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_one_line_and_in_json_its_columns_are_in_order() {
        let origin = PairOrigin {
            file: "pairs.tsv".into(),
            row: 12,
            id: Some("ferry".into()),
            human: Some(0.492_422_8),
            columns: vec![("system".into(), "B".into()), ("lp".into(), "de-en".into())],
            reference: Some((2, 3)),
            note: "why?".into(),
            ..PairOrigin::default()
        };
        let caption = "pairs.tsv, row 12, ferry · reference 2 of 3 · human score 0.49242 · system B · lp de-en";
        assert_eq!(origin.caption(), caption);
        let json = serde_json::to_string(&origin).unwrap();
        assert!(
            json.contains(r#""columns":{"system":"B","lp":"de-en"}"#) && !json.contains("edited"),
            "{json}"
        );
    }
}
