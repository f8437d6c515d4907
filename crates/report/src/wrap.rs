//! Wraps a text to a width, by grapheme clusters.

use std::borrow::Cow;
use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use bertscope_printable::{printable, visible};

/// A character on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glyph<'a> {
    /// Its byte range in the text.
    pub bytes: Range<usize>,
    /// What is drawn: the character itself, or the symbol of a control character.
    pub symbol: Cow<'a, str>,
    /// Width in columns.
    pub width: u16,
}

/// A wrapped text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrapped<'a> {
    /// At least one line, which may be empty.
    pub lines: Vec<Vec<Glyph<'a>>>,
    /// Length of the whole text in bytes.
    length: usize,
}

/// Breaks a text after spaces, or anywhere in a word that is longer than a line. The last column of a line stays free
/// for the cursor.
pub fn wrap(text: &str, width: u16) -> Wrapped<'_> {
    wrap_at_most(text, width, usize::MAX)
}

/// The first `most` lines of [`wrap`], in time independent of the length of the text.
pub fn wrap_at_most(text: &str, width: u16, most: usize) -> Wrapped<'_> {
    Wrapped { lines: break_lines(text, width.saturating_sub(1).max(2), most, false), length: text.len() }
}

/// The lines of a text as drawn, each at most `width` columns wide with the space after it.
pub fn wrapped_text(text: &str, width: u16) -> Vec<String> {
    wrap(text, width + 1).lines.into_iter().map(line_text).collect()
}

/// The lines of a text for a file, each at most `width` columns wide without the spaces after it; none for an empty
/// text.
pub(crate) fn wrapped_words(text: &str, width: usize) -> Vec<String> {
    let width = u16::try_from(width).unwrap_or(u16::MAX);
    let lines = if text.is_empty() { Vec::new() } else { break_lines(text, width, usize::MAX, true) };
    lines.into_iter().map(line_text).collect()
}

fn line_text(glyphs: Vec<Glyph<'_>>) -> String {
    glyphs.into_iter().map(|glyph| glyph.symbol).collect::<String>().trim_end().to_owned()
}

/// The first `most` lines of at most `width` columns; spaces at the end of a line may hang over.
fn break_lines(text: &str, width: u16, most: usize, hang: bool) -> Vec<Vec<Glyph<'_>>> {
    let mut lines = vec![Vec::new()];
    let mut used = 0;
    'text: for (start, grapheme) in text.grapheme_indices(true) {
        let plain = grapheme.chars().all(|c| visible(c) == c);
        let symbol = if plain { Cow::Borrowed(grapheme) } else { Cow::Owned(printable(grapheme)) };
        let glyph = Glyph {
            bytes: start..start + grapheme.len(),
            // On a screen, a combining mark without a base character takes a column of its own.
            width: (symbol.width() as u16).max(u16::from(!hang)),
            symbol,
        };
        // Twice, if the word before a wide character fills the next line too.
        while used > 0 && used + glyph.width > width && !(hang && glyph.symbol == " ") {
            let line = lines.last_mut().map(std::mem::take).unwrap_or_default();
            let (line, rest) = split_after_blank(line);
            used = rest.iter().map(|g| g.width).sum();
            lines.pop();
            lines.push(line);
            if lines.len() >= most {
                break 'text;
            }
            lines.push(rest);
        }
        used += glyph.width;
        if let Some(line) = lines.last_mut() {
            line.push(glyph);
        }
    }
    lines
}

/// Splits a line after its last space, before the last word; without a space, returns the whole line.
fn split_after_blank(mut line: Vec<Glyph<'_>>) -> (Vec<Glyph<'_>>, Vec<Glyph<'_>>) {
    match line.iter().rposition(|g| g.symbol == " ") {
        Some(blank) => {
            let rest = line.split_off(blank + 1);
            (line, rest)
        }
        None => (line, Vec::new()),
    }
}

impl Wrapped<'_> {
    /// Column and line of the character at a byte offset; for the end of the text, after the last character.
    pub fn position(&self, byte: usize) -> (u16, u16) {
        for (y, line) in self.lines.iter().enumerate() {
            let mut x = 0;
            for glyph in line {
                if glyph.bytes.end > byte {
                    return (x, y as u16);
                }
                x += glyph.width;
            }
        }
        let last = self.lines.last().map_or(0, |line| line.iter().map(|g| g.width).sum());
        (last, self.lines.len().saturating_sub(1) as u16)
    }

    /// Byte offset of the character at a line and column.
    pub fn byte_at(&self, line: u16, column: u16) -> usize {
        let Some(glyphs) = self.lines.get(usize::from(line)) else { return self.length };
        let mut x = 0;
        for glyph in glyphs {
            x += glyph.width;
            if column < x {
                return glyph.bytes.start;
            }
        }
        glyphs.last().map_or(self.length, |g| g.bytes.end)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_line_breaks_after_a_blank_and_keeps_the_last_column_free() {
        let lines = wrap("one two three", 8).lines;
        let text = |line: &Vec<Glyph<'_>>| line.iter().map(|g| &*g.symbol).collect::<String>();
        assert_eq!(lines.iter().map(text).collect::<Vec<_>>(), ["one ", "two ", "three"]);
        let lines = wrap(" abcdef我", 8).lines;
        assert_eq!(lines.iter().map(text).collect::<Vec<_>>(), [" ", "abcdef", "我"]);
    }

    #[test]
    fn words_break_only_where_they_must_and_a_blank_may_hang_over() {
        assert_eq!(wrapped_words("the weather is cold today", 12), ["the weather", "is cold", "today"]);
        assert_eq!(wrapped_words("the weather is", 11), ["the weather", "is"]);
        assert_eq!(wrapped_words("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped_words("我喜欢吃苹果", 5), ["我喜", "欢吃", "苹果"]);
        assert_eq!(wrapped_words("", 5), Vec::<String>::new());
        assert!(wrapped_words("👍🏽👍🏽👍🏽 e\u{301}e\u{301}", 4).iter().all(|line| line.width() <= 4));
    }

    proptest! {
        #[test]
        fn no_character_is_lost_and_no_line_is_too_wide(text in ".{0,80}", width in 3u16..40) {
            let wrapped = wrap(&text, width);
            let bytes: usize = wrapped.lines.iter().flatten().map(|g| g.bytes.len()).sum();
            prop_assert_eq!(bytes, text.len());
            for line in &wrapped.lines {
                let used: u16 = line.iter().map(|g| g.width).sum();
                prop_assert!(used < width || line.len() == 1);
                prop_assert!(line.iter().all(|g| !g.symbol.contains(char::is_control)));
            }
        }
    }
}
