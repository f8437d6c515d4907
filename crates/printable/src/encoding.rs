//! Recognises text whose characters have two or four bytes.

/// The encoding of a file that starts with these bytes, if it is not UTF-8: it has a byte order mark, or its first ASCII
/// letters have zeros around them.
pub fn wide_encoding(start: &[u8]) -> Option<&'static str> {
    match start {
        [0xff, 0xfe, 0, 0, ..]
        | [0, 0, 0xfe, 0xff, ..]
        | [1..=0xff, 0, 0, 0, ..]
        | [0, 0, 0, 1..=0xff, ..] => Some("UTF-32"),
        [0xff, 0xfe, ..]
        | [0xfe, 0xff, ..]
        | [0, 1..=0xff, 0, ..]
        | [1..=0xff, 0, 1..=0xff, 0, ..] => Some("UTF-16"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_encodings_are_told_apart_with_and_without_a_byte_order_mark() {
        for (start, encoding) in [
            (&b"\xff\xfeA\0"[..], Some("UTF-16")),
            (b"\xfe\xff\0A", Some("UTF-16")),
            (b"A\0B\0", Some("UTF-16")),
            (b"\0A\0B", Some("UTF-16")),
            (b"\xff\xfe\0\0", Some("UTF-32")),
            (b"\0\0\xfe\xff", Some("UTF-32")),
            (b"A\0\0\0", Some("UTF-32")),
            (b"\0\0\0A", Some("UTF-32")),
            (b"\xef\xbb\xbfA", None),
            (b"text", None),
            (b"", None),
        ] {
            assert_eq!(wide_encoding(start), encoding, "{start:?}");
        }
    }
}
