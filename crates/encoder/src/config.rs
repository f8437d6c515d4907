//! Reads and validates the fields of config.json that the encoders need.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::error::{brief_message, truncate};
use crate::kernel::Activation;
use crate::{EncoderError, Result};

/// The fields of a config.json.
#[derive(Debug, Clone)]
pub struct ModelConfig(Map<String, Value>);

/// Maximum accepted size; larger values are rejected as damaged.
const MAX_SIZE: usize = 1 << 20;

/// Maximum accepted hidden size and number of attention heads: the largest T5 has 1024 and 128.
const MAX_HIDDEN_SIZE: usize = 1 << 16;
const MAX_HEADS: usize = 1 << 8;

/// Maximum accepted number of layers.
const MAX_LAYERS: usize = 1000;

impl ModelConfig {
    /// Reads a config.json. Fails if it is not a JSON object.
    pub fn parse(json: &[u8]) -> Result<Self> {
        match serde_json::from_slice(json) {
            Ok(Value::Object(fields)) => {
                let fields = Self(fields);
                // Checked here, so that `model_type` cannot fail.
                fields.text("model_type")?;
                Ok(fields)
            }
            Ok(_) => Err(EncoderError::Config("it is not a JSON object".into())),
            Err(error) => Err(EncoderError::Config(brief_message(&error))),
        }
    }

    pub(crate) fn fields(&self) -> &Map<String, Value> {
        &self.0
    }

    /// The architecture (`model_type`). Configurations of 2018 do not have the field; they are BERT's.
    pub fn model_type(&self) -> &str {
        match self.get("model_type") {
            Some(Value::String(name)) => name,
            _ => "bert",
        }
    }

    /// A field; `None` when it is absent or null.
    pub fn get(&self, name: &str) -> Option<&Value> {
        field(&self.0, name)
    }

    fn read<'a, T>(
        &'a self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>> {
        read_field(&self.0, name, expected, read).map_err(EncoderError::Config)
    }

    /// A string, if the field is present. Fails when the field has another type.
    pub fn text(&self, name: &str) -> Result<Option<&str>> {
        self.read(name, "a string", Value::as_str)
    }

    /// A list of strings, or one string with `|` between them; empty when the field is absent. Fails when the field has
    /// another type.
    pub fn texts(&self, name: &str) -> Result<Vec<String>> {
        let texts = self.read(name, "a list of strings", |value| match value {
            Value::String(text) => Some(text.split('|').map(str::to_owned).collect()),
            Value::Array(list) => list
                .iter()
                .map(|text| text.as_str().map(str::to_owned))
                .collect(),
            _ => None,
        })?;
        Ok(texts.unwrap_or_default())
    }

    /// A boolean, or `otherwise` if absent. Fails when the field has another type.
    pub(crate) fn flag(&self, name: &str, otherwise: bool) -> Result<bool> {
        let flag = self.read(name, "true or false", Value::as_bool)?;
        Ok(flag.unwrap_or(otherwise))
    }

    /// A positive number, or `otherwise` when absent. Fails when the field has another type.
    pub(crate) fn number(&self, name: &str, otherwise: f64) -> Result<f64> {
        let number = self.read(name, "a positive number", |value| {
            value.as_f64().filter(|n| n.is_finite() && *n > 0.0)
        })?;
        Ok(number.unwrap_or(otherwise))
    }

    /// A size; `None` if the field is absent, 0 or negative, all of which mean "none". Fails when it is not an integer,
    /// or too large.
    pub(crate) fn optional_size(&self, name: &str) -> Result<Option<usize>> {
        match self.get(name) {
            None => Ok(None),
            Some(value) if value.as_i64().is_some_and(|n| n < 1) => Ok(None),
            Some(_) => self.size(name).map(Some),
        }
    }

    /// A required size of at least 1. Fails when it is absent, not an integer, 0 or too large.
    pub(crate) fn size(&self, name: &str) -> Result<usize> {
        self.positive(name, MAX_SIZE)
    }

    /// A required integer from 1 to `max`.
    fn positive(&self, name: &str, max: usize) -> Result<usize> {
        self.integer(name, 1..=max, &format!("an integer from 1 to {max}"))
    }

    /// A required integer within a range.
    fn integer(&self, name: &str, range: RangeInclusive<usize>, expected: &str) -> Result<usize> {
        let number = self.read(name, expected, |value| {
            let number = value.as_u64()?.try_into().ok()?;
            range.contains(&number).then_some(number)
        })?;
        number.ok_or_else(|| EncoderError::Config(format!("it has no {name:?}")))
    }

    /// A size, or `otherwise` when absent.
    pub(crate) fn size_or(&self, name: &str, otherwise: usize) -> Result<usize> {
        if self.get(name).is_some() {
            self.size(name)
        } else {
            Ok(otherwise)
        }
    }

    /// A count that may be 0, or `otherwise` when absent.
    pub(crate) fn count_or(&self, name: &str, otherwise: usize) -> Result<usize> {
        if self.get(name).and_then(Value::as_u64) == Some(0) {
            Ok(0)
        } else {
            self.size_or(name, otherwise)
        }
    }

    /// The number of layers, in the field of that name.
    pub(crate) fn layer_count(&self, name: &str) -> Result<usize> {
        self.integer(name, 0..=MAX_LAYERS, "a number of layers")
    }

    /// The hidden size, in the field of that name.
    pub(crate) fn hidden_size(&self, name: &str) -> Result<usize> {
        self.positive(name, MAX_HIDDEN_SIZE)
    }

    /// The number of attention heads, in the field of that name.
    pub(crate) fn heads(&self, name: &str) -> Result<usize> {
        self.positive(name, MAX_HEADS)
    }

    /// The hidden size and the number of heads, which must divide it.
    pub(crate) fn hidden_size_and_heads(&self, width: &str, heads: &str) -> Result<(usize, usize)> {
        let width = self.hidden_size(width)?;
        let heads = self.heads(heads)?;
        if !width.is_multiple_of(heads) {
            return Err(EncoderError::Config(format!(
                "a hidden size of {width} is not divisible by {heads} attention heads"
            )));
        }
        Ok((width, heads))
    }

    /// The activation function in the field of that name, or `otherwise` if absent. Fails for one that is not
    /// supported.
    pub(crate) fn activation(&self, name: &str, otherwise: &str) -> Result<Activation> {
        parse_activation(self.text(name)?.unwrap_or(otherwise))
    }
}

/// The activation function that a configuration names.
pub(crate) fn parse_activation(name: &str) -> Result<Activation> {
    match name {
        "gelu" | "gelu_python" => Ok(Activation::Gelu),
        "gelu_new" | "gelu_fast" | "gelu_pytorch_tanh" | "gelu_approximate" => {
            Ok(Activation::GeluTanh)
        }
        "relu" => Ok(Activation::Relu),
        "silu" | "swish" => Ok(Activation::Silu),
        "tanh" => Ok(Activation::Tanh),
        other => Err(EncoderError::Config(format!(
            "the activation function {other:?} is not supported (supported: gelu, gelu_new, relu, silu, tanh)"
        ))),
    }
}

/// A field of an object; `None` when it is absent or null.
pub(crate) fn field<'a>(fields: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    fields.get(name).filter(|value| !value.is_null())
}

/// A field of one type; `None` when it is absent or null. The error says what is wrong with it.
pub(crate) fn read_field<'a, T>(
    fields: &'a Map<String, Value>,
    name: &str,
    expected: &str,
    read: impl FnOnce(&'a Value) -> Option<T>,
) -> Result<Option<T>, String> {
    let Some(value) = field(fields, name) else {
        return Ok(None);
    };
    match read(value) {
        Some(value) => Ok(Some(value)),
        None => Err(format!(
            "{name:?} is {}; expected {expected}",
            excerpt(value)
        )),
    }
}

/// Formats a value for a message; a long one is truncated.
pub(crate) fn excerpt(value: &Value) -> String {
    truncate(value.to_string(), 60)
}
