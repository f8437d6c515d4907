//! Whitespace as Python defines it, because both packages split texts with `str.split`.

/// Whether Python's `str.split` and `str.rstrip` treat a character as whitespace: Unicode whitespace and
/// the four information separators.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}
