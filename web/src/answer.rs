//! Answers as JSON: the answer itself, or `{"error": "…"}`.

use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::Failure;

/// Anything that is data as JSON.
pub fn json(data: &impl Serialize) -> String {
    // Maps have texts for keys here, so nothing cannot be written.
    serde_json::to_string(data).unwrap_or_default()
}

/// An answer, or the sentence that says why there is none.
pub fn of(answer: Result<Value, Failure>) -> String {
    match answer {
        Ok(answer) => json(&answer),
        Err(Failure(sentence)) => json(&json!({ "error": sentence })),
    }
}
