//! Short names of models.

/// The last part of a path or hub name.
#[must_use]
pub fn short_name(name: &str) -> String {
    let name = name.trim_end_matches('/');
    bertscope_printable::printable(name.rsplit('/').next().unwrap_or(name))
}
