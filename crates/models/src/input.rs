//! Reading text files that people name, with errors that say what to do.

use std::path::Path;

use super::ModelError;

/// A whole file of UTF-8 text; a byte order mark is passed over.
///
/// # Errors
/// [`ModelError::Read`] and [`ModelError::NotUtf8`].
pub fn read_text(path: &Path) -> Result<String, ModelError> {
    text_of(read_bytes(path)?, path)
}

/// Bytes that were read, as [`read_text`] has them; `path` is what messages call them.
///
/// # Errors
/// [`ModelError::NotUtf8`] and [`ModelError::Utf16`].
pub fn text_of(bytes: Vec<u8>, path: &Path) -> Result<String, ModelError> {
    if is_utf16(&bytes) {
        return Err(ModelError::Utf16(path.to_owned()));
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let line = e.as_bytes()[..at].split(|byte| *byte == b'\n').count();
        ModelError::NotUtf8 { path: path.to_owned(), line, at }
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Whether a file that begins with these bytes is UTF-16: with a byte order mark, or plain letters of two bytes.
pub(super) fn is_utf16(start: &[u8]) -> bool {
    matches!(start, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, 1..=0xff, 0, ..] | [1..=0xff, 0, 1..=0xff, 0, ..])
}

/// A whole file.
///
/// # Errors
/// [`ModelError::Read`].
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, ModelError> {
    std::fs::read(path).map_err(|e| ModelError::Read { path: path.to_owned(), reason: e.to_string() })
}

/// The lines of a text, without their ends (`\n` or `\r\n`); the end of the last line begins no further one.
#[must_use]
pub fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}
