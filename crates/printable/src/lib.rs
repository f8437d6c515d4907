//! Text that is safe to show: control characters are drawn instead of obeyed.

/// A control character as its Unicode picture; any other character unchanged.
///
/// Besides the C0 and C1 controls these are the characters that reorder a line (bidirectional overrides), which would
/// make the screen differ from the text, and line and paragraph separators.
#[must_use]
pub fn visible(c: char) -> char {
    match c {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// A text with every character [`visible`].
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// A size in bytes for people: `1.43 GB`, `91 MB`, `466 kB`.
#[must_use]
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        1_000_000..1_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}
