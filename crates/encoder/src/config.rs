//! Reads and validates the fields of config.json that the encoders need.

use serde_json::{Map, Value};

use crate::error::{brief_message, truncate};
use crate::kernel::Activation;
use crate::layers::activation;
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
const MAX_LAYERS: u64 = 1000;

impl ModelConfig {
    /// Reads a config.json. Fails if it is not a JSON object.
    pub fn parse(json: &[u8]) -> Result<Self> {
        match serde_json::from_slice(json) {
            Ok(Value::Object(fields)) => {
                let fields = Self(fields);
                fields.text("model_type")?;
                Ok(fields)
            }
            Ok(_) => Err(EncoderError::Config("it is not a JSON object".into())),
            Err(error) => Err(EncoderError::Config(brief_message(&error))),
        }
    }

    /// The architecture (`model_type`). Configurations of 2018 do not have the field; they are BERT's.
    pub fn model_type(&self) -> &str {
        self.get("model_type")
            .and_then(Value::as_str)
            .unwrap_or("bert")
    }

    /// A field; `None` when it is absent or null.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|v| !v.is_null())
    }

    /// A field of one type; `None` when it is absent or null.
    fn read<'a, T>(
        &'a self,
        name: &str,
        what: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>> {
        let wrong = |value| {
            EncoderError::Config(format!("{name:?} is {}; expected {what}", excerpt(value)))
        };
        self.get(name)
            .map(|value| read(value).ok_or_else(|| wrong(value)))
            .transpose()
    }

    /// A string, if the field is present. Fails when the field has another type.
    pub(crate) fn text(&self, name: &str) -> Result<Option<&str>> {
        self.read(name, "a string", Value::as_str)
    }

    /// A list of strings, or one string with `|` between them; empty when the field is absent. Fails when the field has
    /// another type.
    pub(crate) fn texts(&self, name: &str) -> Result<Vec<String>> {
        let texts = |value: &Value| match value {
            Value::String(text) => Some(text.split('|').map(str::to_owned).collect()),
            Value::Array(list) => list
                .iter()
                .map(|text| text.as_str().map(str::to_owned))
                .collect(),
            _ => None,
        };
        Ok(self
            .read(name, "a list of strings", texts)?
            .unwrap_or_default())
    }

    /// A boolean, or `otherwise` if absent. Fails when the field has another type.
    pub(crate) fn flag(&self, name: &str, otherwise: bool) -> Result<bool> {
        Ok(self
            .read(name, "true or false", Value::as_bool)?
            .unwrap_or(otherwise))
    }

    /// A positive number, or `otherwise` when absent. Fails when the field has another type.
    pub(crate) fn number(&self, name: &str, otherwise: f64) -> Result<f64> {
        let positive = |value: &Value| value.as_f64().filter(|n| n.is_finite() && *n > 0.0);
        Ok(self
            .read(name, "a positive number", positive)?
            .unwrap_or(otherwise))
    }

    /// A size; `None` if the field is absent, 0 or negative, all of which mean "none". Fails when it is not an integer,
    /// or too large.
    pub(crate) fn optional_size(&self, name: &str) -> Result<Option<usize>> {
        match self
            .get(name)
            .map(|value| value.as_i64().is_some_and(|n| n < 1))
        {
            Some(false) => self.size(name).map(Some),
            _ => Ok(None),
        }
    }

    /// A required size of at least 1. Fails when it is absent, not an integer, 0 or too large.
    pub(crate) fn size(&self, name: &str) -> Result<usize> {
        let value = self
            .get(name)
            .ok_or_else(|| EncoderError::Config(format!("it has no {name:?}")))?;
        let size = value
            .as_u64()
            .and_then(|n| usize::try_from(n).ok())
            .filter(|n| (1..=MAX_SIZE).contains(n));
        let wrong = || {
            format!(
                "{name:?} is {}; expected an integer from 1 to {MAX_SIZE}",
                excerpt(value)
            )
        };
        size.ok_or_else(|| EncoderError::Config(wrong()))
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
        let value = self
            .get(name)
            .ok_or_else(|| EncoderError::Config(format!("it has no {name:?}")))?;
        let layers = value
            .as_u64()
            .filter(|n| *n <= MAX_LAYERS)
            .map(|n| n as usize);
        let wrong = || {
            format!(
                "{name:?} is {}; expected a number of layers",
                excerpt(value)
            )
        };
        layers.ok_or_else(|| EncoderError::Config(wrong()))
    }

    /// The hidden size, in the field of that name.
    pub(crate) fn hidden_size(&self, name: &str) -> Result<usize> {
        self.size_up_to(name, MAX_HIDDEN_SIZE)
    }

    /// The number of attention heads, in the field of that name.
    pub(crate) fn heads(&self, name: &str) -> Result<usize> {
        self.size_up_to(name, MAX_HEADS)
    }

    fn size_up_to(&self, name: &str, most: usize) -> Result<usize> {
        let size = self.size(name)?;
        if size <= most {
            return Ok(size);
        }
        Err(EncoderError::Config(format!(
            "{name:?} is {size}; models have at most {most}"
        )))
    }

    /// The hidden size and the number of heads, which must divide it.
    pub(crate) fn hidden_size_and_heads(&self, width: &str, heads: &str) -> Result<(usize, usize)> {
        let (width, heads) = (self.hidden_size(width)?, self.heads(heads)?);
        if width.is_multiple_of(heads) {
            return Ok((width, heads));
        }
        Err(EncoderError::Config(format!(
            "a hidden size of {width} is not divisible by {heads} attention heads"
        )))
    }

    /// The activation function in the field of that name, or `otherwise` if absent. Fails for one that is not
    /// supported.
    pub(crate) fn activation(&self, name: &str, otherwise: &str) -> Result<Activation> {
        activation(self.text(name)?.unwrap_or(otherwise))
    }
}

/// Formats a value for a message; a long one is truncated.
pub(crate) fn excerpt(value: &Value) -> String {
    truncate(value.to_string(), 60)
}
