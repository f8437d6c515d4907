//! Explanations as JSON. `docs/analysis-format.md` describes the fields.
//!
//! Tokens are indices into the texts' tokens, special ones included. Scores are on the scale of the settings; `raw` is
//! before rescaling. Similarities are never rescaled.

use std::ops::Range;

use serde::Serializer;

/// Serialises a type as an object with these fields, in this order.
macro_rules! as_object {
    ($type:ty, $this:ident => { $($name:literal: $value:expr),* $(,)? }) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap;
                let $this = self;
                let mut map = to.serialize_map(None)?;
                $(map.serialize_entry($name, &$value)?;)*
                map.end()
            }
        }
    };
}
pub(crate) use as_object;

/// Serialises a range as the list of its indices.
pub(crate) fn indices<S: Serializer>(range: &Range<usize>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(range.clone())
}
