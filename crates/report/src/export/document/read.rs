//! Reads a document, with errors that say what the file is instead.

use std::collections::HashMap;

use serde_json::error::Category;
use serde_json::value::RawValue;

use super::{Document, SCHEMA};
use bertscope_metric::MetricError;

/// Why a file cannot be read as an analysis.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// It is empty.
    #[error("it is empty; pass an analysis exported as JSON")]
    Empty,
    /// It is incomplete.
    #[error("it is incomplete: it ends at line {line}; export it again")]
    Truncated {
        /// The last line, from 1.
        line: usize,
    },
    /// It is not JSON because of a value that is not a JSON number.
    #[error(
        "line {line} has {found}, which is not a JSON number; write null for an undefined number"
    )]
    NotANumber {
        /// The line, from 1.
        line: usize,
        /// NaN or Infinity.
        found: &'static str,
    },
    /// It is not JSON.
    #[error("it is not JSON: {0}; pass an analysis exported as JSON")]
    NotJson(String),
    /// It is JSON, but not an analysis.
    #[error("it is JSON, but not an exported analysis: it has no \"schema\": \"{SCHEMA}\"")]
    NoSchema,
    /// It is output of `score`.
    #[error(
        "it is output of `bertscope score --json`; pass analyses exported as JSON, one per file"
    )]
    ScoreLine,
    /// Another format, or another version of this one.
    #[error(
        "its schema is {0:?}, but this bertscope reads {SCHEMA:?}; another version may read it"
    )]
    OtherSchema(String),
    /// Something follows it.
    #[error("line {line}: there is more text after the analysis; pass one file per analysis")]
    More {
        /// The line, from 1.
        line: usize,
    },
    /// A field is missing or has the wrong type.
    #[error("{0}; export the analysis again")]
    Field(String),
    /// The matrix does not fit the tokens.
    #[error(
        "similarity has {rows} rows of {columns} numbers, but there are {candidate} candidate and {reference} reference tokens"
    )]
    Shape {
        /// Rows of the matrix.
        rows: usize,
        /// Columns of the matrix.
        columns: usize,
        /// Tokens of the candidate.
        candidate: usize,
        /// Tokens of the reference.
        reference: usize,
    },
    /// A part from which no score can be computed.
    #[error("{part}: {problem}")]
    Metric {
        /// The field.
        part: &'static str,
        /// The problem.
        problem: MetricError,
    },
}

/// The fields that identify the kind of file.
type Head<'a> = HashMap<String, &'a RawValue>;

impl Document {
    /// Reads a document from its text.
    ///
    /// # Errors
    /// [`DocumentError`] that says what the text is instead.
    pub fn parse(text: &str) -> Result<Self, DocumentError> {
        if text.trim().is_empty() {
            return Err(DocumentError::Empty);
        }
        match serde_json::Deserializer::from_str(text)
            .into_iter::<Head>()
            .next()
        {
            None => return Err(DocumentError::Empty),
            Some(Err(error)) => return Err(explain_error(text, &error, DocumentError::NoSchema)),
            Some(Ok(head)) => match head
                .get("schema")
                .map(|raw| serde_json::from_str::<String>(raw.get()))
            {
                Some(Ok(schema)) if schema == SCHEMA => {}
                Some(Ok(schema)) => return Err(DocumentError::OtherSchema(schema)),
                None if head.contains_key("signature") => return Err(DocumentError::ScoreLine),
                None | Some(Err(_)) => return Err(DocumentError::NoSchema),
            },
        }
        let document: Self = serde_json::from_str(text).map_err(|error| {
            let field = DocumentError::Field(error.to_string());
            match error.classify() {
                // The text was parsed before: it is JSON up to the end of the first value.
                Category::Syntax => DocumentError::More { line: error.line() },
                _ => explain_error(text, &error, field),
            }
        })?;
        document.similarity()?;
        Ok(document)
    }
}

/// The meaning of a parser error; `data` if the text is JSON.
fn explain_error(text: &str, error: &serde_json::Error, data: DocumentError) -> DocumentError {
    match error.classify() {
        Category::Eof => DocumentError::Truncated { line: error.line() },
        Category::Data => data,
        Category::Syntax | Category::Io => match not_a_number(text, error) {
            Some(found) => DocumentError::NotANumber {
                line: error.line(),
                found,
            },
            None => DocumentError::NotJson(error.to_string()),
        },
    }
}

/// Whether the parser stopped at NaN or Infinity, which Python writes.
fn not_a_number(text: &str, error: &serde_json::Error) -> Option<&'static str> {
    let line = text.lines().nth(error.line().checked_sub(1)?)?.as_bytes();
    // The column counts from 1, at the first letter or the one after a minus or a first letter.
    let from = error.column().saturating_sub(3);
    let near = line.get(from..line.len().min(from + 12))?;
    ["NaN", "Infinity"]
        .into_iter()
        .find(|name| near.windows(name.len()).any(|part| part == name.as_bytes()))
}
