//! Files that are compressed with gzip, recognised by their first bytes.

use std::io::{self, ErrorKind, Read};

use flate2::read::MultiGzDecoder;

/// The first bytes of a compressed file: gzip, and its only method.
const MAGIC: [u8; 3] = [0x1f, 0x8b, 8];

pub fn is_gzip(start: &[u8]) -> bool {
    start.starts_with(&MAGIC)
}

/// The text of compressed bytes, decompressed while it is read.
pub fn decompressed(bytes: impl Read + Send + 'static) -> Box<dyn Read + Send> {
    Box::new(Decompressed(MultiGzDecoder::new(bytes)))
}

struct Decompressed<R>(MultiGzDecoder<R>);

impl<R: Read> Read for Decompressed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.kind() {
            // The decoder's own words are those of the format, such as "deflate decompression error".
            ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::UnexpectedEof => {
                io::Error::other(
                    "its gzip data is damaged or incomplete; fetch the file again (`gzip -t` checks it)",
                )
            }
            _ => error,
        })
    }
}
