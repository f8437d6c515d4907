//! Reads text files given by the user: size limit, byte order mark, encoding errors.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::{ModelError, Result};
use bertscope_printable::{BinaryFile, wide_encoding};

/// Reads a whole file of UTF-8 text; skips a byte order mark.
pub fn read_text(path: &Path) -> Result<String> {
    decode_text(read_bytes(path)?, path)
}

/// Decodes bytes like [`read_text`]; `path` is their name in messages.
pub fn decode_text(bytes: Vec<u8>, path: &Path) -> Result<String> {
    // The start tells, and a file may have 20 MB.
    let start = &bytes[..bytes.len().min(START_BYTES)];
    check_start(start, path)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].split(|byte| *byte == b'\n').count();
        ModelError::NotUtf8 {
            path: path.to_owned(),
            line,
            at,
        }
    })?;
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}

/// Bytes from which the kind of a file is recognised.
const START_BYTES: usize = 1 << 16;

/// Fails for the start of a file that is not text, or not in UTF-8.
pub(crate) fn check_start(start: &[u8], path: &Path) -> Result<()> {
    let path = path.to_owned();
    if let Some(binary) = BinaryFile::recognise(start) {
        return Err(ModelError::NotText { path, binary });
    }
    match wide_encoding(start) {
        Some(encoding) => Err(ModelError::WideEncoding { path, encoding }),
        None => Ok(()),
    }
}

/// Maximum bytes of a file that is read whole; the largest tokenizers have 20 MB.
pub(crate) const MAX_FILE_BYTES: u64 = 256 << 20;

/// Reads a whole file.
///
/// # Errors
/// [`ModelError::Read`], also for a file over the size limit, such as an endless device.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    read_limited(path).map_err(|error| ModelError::unreadable(path, &error))
}

fn read_limited(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let size = file.metadata().map_or(0, |data| data.len());
    let mut bytes = Vec::new();
    // Too little memory for it is an error of this file, not the end of the program.
    bytes
        .try_reserve_exact(size.min(MAX_FILE_BYTES) as usize)
        .map_err(io::Error::other)?;
    // The limit holds for what is read: a device or a pipe states no size.
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(too_large());
    }
    Ok(bytes)
}

/// The error of a file larger than [`MAX_FILE_BYTES`].
pub(crate) fn too_large() -> io::Error {
    io::Error::other(format!("it is larger than {} MB", MAX_FILE_BYTES >> 20))
}

/// The name of a file in messages and on screen, without its folder.
pub(crate) fn file_name(path: &Path) -> String {
    // The number of a descriptor means nothing to a reader, and changes from call to call.
    if path.starts_with("/dev/fd") {
        return "given file".to_owned();
    }
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// The text of a small regular file; `None` for a larger one or none. Reading a pipe would block.
pub(crate) fn short_text(path: &Path, max_bytes: u64) -> Option<String> {
    if regular_size(path)? > max_bytes {
        return None;
    }
    std::fs::read_to_string(path).ok()
}

/// The size of a regular file in bytes; `None` for a folder or a pipe, or if there is no such file.
pub(crate) fn regular_size(path: &Path) -> Option<u64> {
    let data = std::fs::metadata(path).ok()?;
    data.is_file().then_some(data.len())
}
