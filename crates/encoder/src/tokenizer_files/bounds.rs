//! Validates tokenizer.json before the tokenizers crate reads it, because the crate trusts every number.
//!
//! Parts that the crate need not read (decoder, padding, truncation) are removed. The rest can still make the
//! crate panic; such a panic is caught (see [`crate::panic_guard`]).

use std::collections::BTreeMap;

use base64::Engine as _;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::added::MAX_ADDED_TOKENS;
use super::sentencepiece::Charsmap;

/// Maximum size of the file in bytes; the largest of a supported model has 17 MB.
const MAX_FILE_BYTES: usize = 64 << 20;

/// Maximum bytes of a part that describes steps, without whitespace and without the table of replaced characters.
const MAX_PART_BYTES: usize = 1 << 16;

/// Maximum number of steps of normalizer and pre-tokenizer together (a step's pattern counts as well), and their maximum
/// nesting depth, in which objects and lists both count.
const MAX_STEPS: usize = 128;
const MAX_DEPTH: usize = 16;

/// Maximum factor by which all steps together may lengthen a text.
const MAX_GROWTH_FACTOR: usize = 4096;

/// Maximum copies of the text in the templates of a post-processor; a template for one text and for two has three.
const MAX_COPIES: usize = 8;

/// Maximum bytes of an added token.
const MAX_TOKEN_BYTES: usize = 1024;

/// A tokenizer.json within the bounds.
pub struct BoundedJson {
    /// The file without unused parts.
    pub json: Vec<u8>,
    /// The maximum factor by which it may lengthen a text.
    pub growth: usize,
    /// Whether its truncation takes the start of a text away.
    pub truncates_start: bool,
}

/// Validates a tokenizer.json.
pub fn check_bounds(json: &[u8]) -> Result<BoundedJson, String> {
    if json.len() > MAX_FILE_BYTES {
        return Err(format!("it is larger than {} MB", MAX_FILE_BYTES >> 20));
    }
    // Raw parts: the vocabulary is large, and the crate reads it anyway.
    let mut parts: BTreeMap<String, &RawValue> =
        serde_json::from_slice(json).map_err(|error| error.to_string())?;
    let truncation = parts.remove("truncation").map_or("null", RawValue::get);
    let truncation: Value = serde_json::from_str(truncation).map_err(|error| error.to_string())?;
    for unused in ["decoder", "padding"] {
        parts.remove(unused);
    }
    if let Some(tokens) = parts.get("added_tokens") {
        check_added(tokens)?;
    }
    let mut steps = StepTotals::default();
    let mut growth = 1usize;
    let mut fields = Vec::new();
    for name in ["normalizer", "pre_tokenizer", "post_processor"] {
        let Some(part) = parts.remove(name) else {
            continue;
        };
        let part: Value = serde_json::from_str(part.get()).map_err(|error| error.to_string())?;
        if name == "post_processor" {
            steps.check_copies(&part)?;
        } else {
            growth = growth.saturating_mul(steps.growth(&part, 0)?);
        }
        // The checked value is the one that is read, even if the file has a field twice.
        fields.push(field(name, &part.to_string()));
    }
    if growth > MAX_GROWTH_FACTOR {
        return Err(format!("its steps can make a text {growth} times as long"));
    }
    if steps.bytes > MAX_PART_BYTES {
        return Err("the description of its steps is too long".to_owned());
    }
    fields.extend(parts.iter().map(|(name, part)| field(name, part.get())));
    Ok(BoundedJson {
        json: format!("{{{}}}", fields.join(",")).into_bytes(),
        growth,
        truncates_start: truncation["direction"] == "Left",
    })
}

fn field(name: &str, json: &str) -> String {
    format!("{}:{json}", Value::from(name))
}

#[derive(Deserialize)]
struct AddedContent {
    content: String,
}

fn check_added(tokens: &RawValue) -> Result<(), String> {
    let tokens: Vec<AddedContent> =
        serde_json::from_str(tokens.get()).map_err(|error| format!("added_tokens: {error}"))?;
    let has_long = tokens
        .iter()
        .any(|token| token.content.len() > MAX_TOKEN_BYTES);
    if has_long || tokens.len() > MAX_ADDED_TOKENS {
        return Err("it adds more tokens, or longer ones, than any model has".to_owned());
    }
    Ok(())
}

/// Totals of the steps seen so far.
#[derive(Default)]
struct StepTotals {
    count: usize,
    bytes: usize,
}

impl StepTotals {
    /// The factor by which the steps somewhere in `part` may lengthen a text.
    fn growth(&mut self, part: &Value, depth: usize) -> Result<usize, String> {
        let mut growth = 1;
        let mut inner: Vec<&Value> = Vec::new();
        match part {
            Value::Object(fields) => {
                self.count += 1;
                let kind = fields.get("type").and_then(Value::as_str);
                if kind == Some("Precompiled") {
                    return charsmap_growth(fields.get("precompiled_charsmap"));
                }
                growth = step_growth(kind, fields);
                inner.extend(fields.values());
            }
            Value::Array(list) => inner.extend(list),
            Value::String(text) => self.bytes += text.len(),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
        // The crate reads nested steps by recursion.
        if depth > MAX_DEPTH || self.count > MAX_STEPS {
            return Err(
                "it has more steps, or more deeply nested steps, than any model".to_owned(),
            );
        }
        for part in inner {
            // Each step reads what the one before wrote, so that the factors multiply.
            growth = growth.saturating_mul(self.growth(part, depth + 1)?);
        }
        Ok(growth)
    }

    /// Checks a post-processor, which may repeat the text.
    fn check_copies(&mut self, part: &Value) -> Result<(), String> {
        self.bytes += part.to_string().len();
        if copies(part) > MAX_COPIES {
            return Err("its post-processor repeats the text".to_owned());
        }
        Ok(())
    }
}

/// The factor of one step. An unknown step may double a text, as byte-level encoding does.
fn step_growth(kind: Option<&str>, fields: &Map<String, Value>) -> usize {
    match kind {
        Some("Replace") => replace_growth(fields),
        // U+FDFA expands to 18 characters.
        Some("NFKC" | "NFKD") => 18,
        Some("ByteLevel") => 2,
        Some("Prepend") => match fields.get("prepend") {
            Some(Value::String(text)) => 1 + text.len() / 8,
            _ => 1,
        },
        Some(_) => 1,
        // The pattern of a step.
        None if fields.contains_key("Regex") || fields.contains_key("String") => 1,
        None => 2,
    }
}

fn replace_growth(fields: &Map<String, Value>) -> usize {
    let Some(Value::String(content)) = fields.get("content") else {
        return 1;
    };
    let Some(pattern) = fields.get("pattern") else {
        return 1;
    };
    let text = pattern.get("String");
    let shortest = text.and_then(Value::as_str).map_or(1, str::len).max(1);
    // A pattern that matches the empty string inserts the content between all characters.
    let between = usize::from(text.is_none() && content.len() > 1);
    content.len().div_ceil(shortest).max(1) + between
}

/// The longest replacement of a character in a table.
fn charsmap_growth(table: Option<&Value>) -> Result<usize, String> {
    let text = table.and_then(Value::as_str).unwrap_or_default();
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(text)
        .map_err(|error| error.to_string())?;
    let table = Charsmap::parse(&bytes, "the table").map_err(|error| error.to_string())?;
    Ok(table.longest().max(1))
}

/// How often a template contains the text.
fn copies(value: &Value) -> usize {
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| usize::from(name == "Sequence") + copies(value))
            .sum(),
        Value::Array(list) => list.iter().map(copies).sum(),
        _ => 0,
    }
}
