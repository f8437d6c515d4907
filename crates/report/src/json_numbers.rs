//! Reads numbers of a JSON file exactly: `serde_json` alone may be off by one in the last place.

use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::value::RawValue;

/// A kind of number that is finite or not.
pub trait Real: FromStr {
    /// Whether it is neither NaN nor infinite.
    fn is_finite(&self) -> bool;
}

impl Real for f32 {
    fn is_finite(&self) -> bool {
        f32::is_finite(*self)
    }
}

impl Real for f64 {
    fn is_finite(&self) -> bool {
        f64::is_finite(*self)
    }
}

/// One number.
///
/// # Errors
/// If it is not a number, or too large.
pub fn number<'de, D: Deserializer<'de>, T: Real>(deserializer: D) -> Result<T, D::Error> {
    parse(<&RawValue>::deserialize(deserializer)?)
}

/// One number, or `null`.
pub fn optional_number<'de, D: Deserializer<'de>, T: Real>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let raw = <&RawValue>::deserialize(deserializer)?;
    if raw.get() == "null" {
        Ok(None)
    } else {
        parse(raw).map(Some)
    }
}

/// Rows of numbers.
pub fn rows<'de, D: Deserializer<'de>, T: Real>(deserializer: D) -> Result<Vec<Vec<T>>, D::Error> {
    let rows = Vec::<Vec<&RawValue>>::deserialize(deserializer)?;
    rows.into_iter()
        .map(|row| row.into_iter().map(parse).collect())
        .collect()
}

fn parse<T: Real, E: Error>(raw: &RawValue) -> Result<T, E> {
    let text = raw.get();
    let number: Option<T> = text.parse().ok();
    number.filter(T::is_finite).ok_or_else(|| {
        let shown: String = text.chars().take(20).collect();
        E::custom(format!("{shown} is not a finite number"))
    })
}
