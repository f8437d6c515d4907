//! Reads text files given by the user: size limit, byte order mark, encoding errors.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::{ModelError, Result};
use bertscope_printable::wide_encoding;

/// Reads a whole file of UTF-8 text; skips a byte order mark.
pub fn read_text(path: &Path) -> Result<String> {
    decode_text(read_bytes(path)?, path)
}

/// Decodes bytes like [`read_text`]; `path` is their name in messages.
pub fn decode_text(bytes: Vec<u8>, path: &Path) -> Result<String> {
    if let Some(encoding) = wide_encoding(&bytes) {
        return Err(ModelError::WideEncoding {
            path: path.to_owned(),
            encoding,
        });
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let line = e.as_bytes()[..at].split(|byte| *byte == b'\n').count();
        ModelError::NotUtf8 {
            path: path.to_owned(),
            line,
            at,
        }
    })?;
    Ok(text
        .strip_prefix('\u{feff}')
        .map(str::to_owned)
        .unwrap_or(text))
}

/// Maximum bytes of a file that is read whole; the largest tokenizers have 20 MB.
pub(crate) const MAX_FILE_BYTES: u64 = 256 << 20;

/// Reads a whole file.
///
/// # Errors
/// [`ModelError::Read`], also for a file over the size limit, such as an endless device.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    let wrong = |reason: String| ModelError::Read {
        path: path.to_owned(),
        reason,
    };
    let file = File::open(path).map_err(|e| wrong(e.to_string()))?;
    let mut bytes = Vec::new();
    let expected = file
        .metadata()
        .map_or(0, |found| found.len())
        .min(MAX_FILE_BYTES);
    bytes
        .try_reserve_exact(expected as usize)
        .map_err(|e| wrong(e.to_string()))?;
    file.take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| wrong(e.to_string()))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(wrong(too_large_message()));
    }
    Ok(bytes)
}

/// The problem of a file larger than [`LARGEST`].
pub(super) fn too_large_message() -> String {
    format!("it is larger than {} MB", MAX_FILE_BYTES >> 20)
}
