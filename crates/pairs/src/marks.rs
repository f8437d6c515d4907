//! The user's marks and notes on the pairs of a file, in `FILE.marks.json` next to it.
//!
//! A mark stores the texts of its pair, so that it can be matched again after rows are inserted. A mark whose pair is
//! gone stays in the file.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::error::Category;

use crate::PairsError;

const VERSION: u32 = 1;

/// The mark and the note of one pair.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// Its row in the file, from 1.
    pub row: usize,
    #[serde(default)]
    pub id: String,
    /// Its first reference.
    pub reference: String,
    pub candidate: String,
    #[serde(default)]
    pub marked: bool,
    /// The note; may be empty.
    #[serde(default)]
    pub note: String,
}

#[derive(Deserialize)]
struct Version {
    bertscope_marks: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    bertscope_marks: u32,
    marks: Vec<Mark>,
}

/// The path of the marks file for a file of pairs: `FILE.marks.json`.
pub fn marks_path(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".marks.json");
    name.into()
}

/// Parses the marks in a file's bytes; `name` is the file's. Fails for anything but the output of [`to_bytes`].
pub fn parse(bytes: &[u8], name: &str) -> Result<Vec<Mark>, PairsError> {
    parse_file(bytes).map_err(|reason| PairsError::Marks {
        name: name.to_owned(),
        reason,
    })
}

/// Parses the marks; the error is the problem, with its line.
fn parse_file(bytes: &[u8]) -> Result<Vec<Mark>, String> {
    // The version first: a newer one may have fields that are unknown here.
    let version: Version = serde_json::from_slice(bytes).map_err(|error| describe(&error))?;
    let version = version.bertscope_marks;
    if version != VERSION {
        return Err(format!(
            "it was written by a newer bertscope (format {version}; this one reads {VERSION})"
        ));
    }
    let file: File = serde_json::from_slice(bytes).map_err(|error| describe(&error))?;
    Ok(file.marks)
}

/// The problem without serde's words for it, which name types of this program.
fn describe(error: &serde_json::Error) -> String {
    let line = error.line();
    match error.classify() {
        Category::Eof => format!("it is incomplete: it ends on line {line}"),
        Category::Data => format!("line {line} is not in bertscope's format for marks"),
        Category::Syntax | Category::Io => format!("line {line} is not JSON"),
    }
}

/// Serialises the marks as the bytes of a marks file.
pub fn to_bytes(marks: Vec<Mark>) -> Vec<u8> {
    let file = File {
        bertscope_marks: VERSION,
        marks,
    };
    // Texts and numbers are always valid JSON.
    let mut bytes = serde_json::to_vec_pretty(&file).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_back_as_they_were_written_and_foreign_files_are_refused_with_the_place() {
        let mark = Mark {
            row: 3,
            id: "x".into(),
            reference: "a \u{1b} \"b\"".into(),
            candidate: "ü".into(),
            marked: true,
            note: "so\tso".into(),
        };
        let marks = vec![
            mark.clone(),
            Mark {
                marked: false,
                ..mark
            },
        ];
        assert_eq!(parse(&to_bytes(marks.clone()), "f").unwrap(), marks);
        for (text, part) in [
            ("", "it is incomplete"),
            (
                "{\"bertscope_marks\": 1,\n \"marks\": [{\"row\": 1, \"ref",
                "it is incomplete: it ends on line 2",
            ),
            ("{}", "line 1 is not in bertscope's format for marks"),
            ("\u{0}\u{1}", "line 1 is not JSON"),
            (
                "{\"bertscope_marks\": 2, \"marks\": [], \"new\": 1}",
                "it was written by a newer bertscope (format 2",
            ),
            (
                "{\"bertscope_marks\": 1, \"marks\": [], \"more\": 1}",
                "line 1 is not in",
            ),
            (
                "{\"bertscope_marks\": 1,\n \"marks\": [3]}",
                "line 2 is not in",
            ),
        ] {
            let why = parse(text.as_bytes(), "pairs.tsv.marks.json")
                .unwrap_err()
                .to_string();
            assert!(
                why.starts_with("pairs.tsv.marks.json") && why.contains(part),
                "{why}"
            );
            assert!(
                why.contains("rename it")
                    && why.contains("--no-marks")
                    && !why.contains("expected"),
                "{why}"
            );
        }
    }
}
