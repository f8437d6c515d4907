//! config.json: the few things that it says about a model.

use serde_json::{Map, Value};

use super::EncoderError;
use super::kernel::Activation;
use super::layers::activation;

/// The fields of a config.json.
#[derive(Debug, Clone)]
pub struct Fields(Map<String, Value>);

/// Largest width, number of heads or of positions that is believed.
const LARGEST: usize = 1 << 20;

/// Most layers that are believed.
const MOST_LAYERS: u64 = 1000;

impl Fields {
    /// Reads a config.json.
    ///
    /// # Errors
    /// [`EncoderError::Config`] when it is no JSON object.
    pub fn parse(json: &[u8]) -> Result<Self, EncoderError> {
        match serde_json::from_slice(json) {
            Ok(Value::Object(fields)) => Ok(Self(fields)),
            Ok(_) => Err(EncoderError::Config("it is no JSON object".into())),
            Err(error) => Err(EncoderError::Config(error.to_string())),
        }
    }

    /// What the model calls its architecture; configurations of 2018 do not say, and are BERT's.
    #[must_use]
    pub fn model_type(&self) -> &str {
        self.text("model_type").unwrap_or("bert")
    }

    /// A field; `None` when it is absent or null.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|v| !v.is_null())
    }

    /// A text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Value::as_str)
    }

    /// A yes or no, `false` when absent.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        self.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// A number, or `otherwise` when absent.
    #[must_use]
    pub fn number(&self, name: &str, otherwise: f64) -> f64 {
        self.get(name).and_then(Value::as_f64).filter(|n| n.is_finite()).unwrap_or(otherwise)
    }

    /// A size that must be there and be at least 1.
    ///
    /// # Errors
    /// [`EncoderError::Config`] when it is absent, no whole number, 0 or absurd.
    pub fn size(&self, name: &str) -> Result<usize, EncoderError> {
        let value = self.get(name).ok_or_else(|| EncoderError::Config(format!("it has no {name:?}")))?;
        let size = value.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|n| (1..=LARGEST).contains(n));
        size.ok_or_else(|| EncoderError::Config(format!("{name:?} is {value}, which is no size from 1 to {LARGEST}")))
    }

    /// A size, or `otherwise` when absent.
    ///
    /// # Errors
    /// As [`Self::size`].
    pub fn size_or(&self, name: &str, otherwise: usize) -> Result<usize, EncoderError> {
        if self.get(name).is_some() { self.size(name) } else { Ok(otherwise) }
    }

    /// A count that may be 0, or `otherwise` when absent.
    ///
    /// # Errors
    /// As [`Self::size`].
    pub fn count_or(&self, name: &str, otherwise: usize) -> Result<usize, EncoderError> {
        if self.get(name).and_then(Value::as_u64) == Some(0) { Ok(0) } else { self.size_or(name, otherwise) }
    }

    /// The number of layers, in the field of that name.
    ///
    /// # Errors
    /// As [`Self::size`].
    pub fn layers(&self, name: &str) -> Result<usize, EncoderError> {
        let value = self.get(name).ok_or_else(|| EncoderError::Config(format!("it has no {name:?}")))?;
        let layers = value.as_u64().filter(|n| *n <= MOST_LAYERS).map(|n| n as usize);
        layers.ok_or_else(|| EncoderError::Config(format!("{name:?} is {value}, which is no number of layers")))
    }

    /// Width and number of heads, which must share it.
    ///
    /// # Errors
    /// As [`Self::size`], or when they do not fit.
    pub fn width_and_heads(&self, width: &str, heads: &str) -> Result<(usize, usize), EncoderError> {
        let (width, heads) = (self.size(width)?, self.size(heads)?);
        if width.is_multiple_of(heads) {
            return Ok((width, heads));
        }
        Err(EncoderError::Config(format!("a width of {width} can not be shared by {heads} attention heads")))
    }

    /// The activation function in the field of that name, or the one called `otherwise`.
    ///
    /// # Errors
    /// [`EncoderError::Config`] for one that is not supported.
    pub fn activation(&self, name: &str, otherwise: &str) -> Result<Activation, EncoderError> {
        activation(self.text(name).unwrap_or(otherwise))
    }
}
