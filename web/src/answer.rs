//! Answers as JSON: the answer itself, or `{"error": "…"}`.

use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::Failure;

/// Serialises data as JSON.
pub fn json(data: &impl Serialize) -> String {
    // All map keys here are strings, so serialisation cannot fail.
    serde_json::to_string(data).unwrap_or_default()
}

/// An answer, or why there is none.
pub fn to_json(answer: Result<Value, Failure>) -> String {
    match answer {
        Ok(answer) => json(&answer),
        Err(Failure(sentence)) => json(&json!({ "error": sentence })),
    }
}
