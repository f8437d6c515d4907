//! Encodes texts for a link: letters, digits, `-` and `_` unchanged, a space as `+`, every other byte of UTF-8 as `%`
//! and two hexadecimal digits. Full stops and brackets are encoded too, because mail programs exclude them at the end
//! of a link.

pub fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => out.push(char::from(byte)),
            b' ' => out.push('+'),
            _ => {
                out.push('%');
                out.extend(
                    [byte >> 4, byte & 15]
                        .map(|digit| char::from(b"0123456789ABCDEF"[usize::from(digit)])),
                );
            }
        }
    }
    out
}

/// Decodes a text; `None` for an incomplete escape, or for bytes that are not UTF-8.
pub fn decode(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut out = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'+' => b' ',
            b'%' => digit(bytes.next()?)? << 4 | digit(bytes.next()?)?,
            other => other,
        });
    }
    String::from_utf8(out).ok()
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}
