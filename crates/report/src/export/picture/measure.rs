//! The approximate width of a text, whatever font draws it.
//!
//! Positions do not depend on the viewer's fonts: letters are measured as in a rather wide sans serif, so a label may
//! have a little room to spare, and does not run into its neighbour.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Width of a text, in units of its font size.
pub fn width(text: &str) -> f32 {
    text.graphemes(true).map(grapheme_width).sum()
}

fn grapheme_width(grapheme: &str) -> f32 {
    match grapheme.chars().next() {
        Some('i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '·') => 0.3,
        Some('_' | 'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' | '"' | '“' | '”') => {
            0.39
        }
        Some('m' | 'w' | 'M' | 'W' | '@' | '%' | '—' | '…') => 0.9,
        Some('A'..='Z') => 0.7,
        // A figure space is as wide as a digit.
        Some('0'..='9' | '\u{2007}') => 0.64,
        _ => match grapheme.width() {
            0 => 0.3,
            1 => 0.575,
            _ => 1.1,
        },
    }
}

/// Wraps a text to lines of at most `room` pixels at a font size, after spaces, or anywhere in a word that is longer than a
/// line.
pub fn wrap(text: &str, room: f32, size: f32) -> Vec<String> {
    let mut pieces: Vec<&str> = Vec::new();
    for word in text.split_word_bounds() {
        if width(word) * size <= room {
            pieces.push(word);
        } else {
            pieces.extend(word.graphemes(true));
        }
    }
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0.0;
    for piece in pieces {
        let length = width(piece);
        if used > 0.0 && (used + length) * size > room {
            lines.push(std::mem::take(&mut line));
            used = 0.0;
        }
        line += piece;
        used += length;
    }
    lines.push(line);
    lines
        .iter()
        .map(|line| line.trim().to_owned())
        .filter(|line| !line.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_lose_nothing() {
        let text = "one two three fourfourfourfourfourfourfour five";
        let lines = wrap(text, 90.0, 12.0);
        assert!(
            lines.len() > 3 && lines.iter().all(|l| width(l) * 12.0 <= 90.0),
            "{lines:?}"
        );
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        assert!(wrap("", 90.0, 12.0).is_empty());
    }
}
