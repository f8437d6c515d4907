//! Texts in an address: letters, digits, `-` and `_` as they are, a space as `+`, every other byte of UTF-8 as `%` and two
//! hexadecimal digits. Full stops and brackets are encoded too: at the end of a link, mail programs take them for the
//! sentence's.

/// A text as it stands in an address.
pub fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => out.push(char::from(byte)),
            b' ' => out.push('+'),
            _ => {
                out.push('%');
                out.extend([byte >> 4, byte & 15].map(|digit| char::from(b"0123456789ABCDEF"[usize::from(digit)])));
            }
        }
    }
    out
}

/// The text again; `None` for half an escape, or for bytes that are no UTF-8.
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
