//! Makes text safe to display: control characters are shown, not executed; and recognises files that are no text in UTF-8, or no list of texts.

mod binary_files;
mod tables;

pub use binary_files::BinaryFile;
pub use tables::is_table;

/// A control character as its Unicode picture; any other character unchanged.
///
/// Besides the C0 and C1 controls these are the characters that change the direction of a line (marks, embeddings,
/// overrides, isolates), which would make the screen differ from the text, and the line and paragraph separators.
pub fn visible(c: char) -> char {
    match c {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}' => {
            '\u{fffd}'
        }
        // The C1 controls, which have no pictures.
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// A text with every character [`visible`].
pub fn printable(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// Lines of text with every character [`visible`] except line endings and tabs, which are safe in a terminal.
pub fn printable_lines(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\t' => c,
            _ => visible(c),
        })
        .collect()
}

/// Maximum characters of a message: enough for any path, and at most a screen or two.
const MAX_MESSAGE_CHARS: usize = 3000;

/// A message, [`printable`]. If it is too long, for example because it quotes the first line of a file that is not a table,
/// its middle is cut out: the start says what is wrong and the end what to do.
pub fn message(text: &str) -> String {
    let length = text.chars().count();
    if length <= MAX_MESSAGE_CHARS {
        return printable(text);
    }
    let start = text.chars().take(MAX_MESSAGE_CHARS * 2 / 3);
    let end = text.chars().skip(length - MAX_MESSAGE_CHARS / 3);
    start.chain(['…']).chain(end).map(visible).collect()
}

/// Formats a size in bytes for people: `1.43 GB`, `91 MB`, `466 kB`.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        1_000_000..1_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}

/// The encoding of a file that starts with these bytes, if it is not UTF-8: it has a byte order mark, or its first ASCII
/// letters have zeros around them.
pub fn wide_encoding(start: &[u8]) -> Option<&'static str> {
    // UTF-32 first: its byte order mark FF FE 00 00 begins with that of UTF-16.
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
    fn every_control_and_direction_character_is_drawn_and_every_letter_is_left() {
        let steering = (0..=0x1f)
            .chain(0x7f..=0x9f)
            .chain([0x61c, 0x200e, 0x200f])
            .chain(0x2028..=0x202e);
        for code in steering.chain(0x2066..=0x206f) {
            let c = char::from_u32(code).unwrap();
            assert!(visible(c) != c && !visible(c).is_control(), "U+{code:04X}");
        }
        let harmless = "aä渡😀 \u{200b}\u{200d}\u{2027}\u{202f}\u{feff}";
        assert_eq!(printable(harmless), harmless);
        assert_eq!(printable_lines("a\tb\r\n\u{9b}2J"), "a\tb␍\n\u{fffd}2J");
    }

    #[test]
    fn a_message_of_any_length_keeps_its_begin_and_its_end() {
        let long = format!("t.tsv has {}; name the column", "ä".repeat(5_000_000));
        let cut = message(&long);
        assert!(cut.chars().count() <= MAX_MESSAGE_CHARS + 1);
        assert!(
            cut.starts_with("t.tsv has ä")
                && cut.contains('…')
                && cut.ends_with("; name the column")
        );
        assert_eq!(message("short\u{1b}"), "short␛");
    }

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
