//! Wraps a text to a width, by grapheme clusters.

use std::borrow::Cow;
use std::collections::VecDeque;
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
    Wrapped {
        lines: screen_lines(text, width).take(most).collect(),
        length: text.len(),
    }
}

/// At most `height` lines of [`wrap`] around the character at a byte offset, the index of the first one, and the number
/// of all lines. The other lines of a text that may be a book are counted and not kept.
pub fn wrap_around(
    text: &str,
    width: u16,
    byte: usize,
    height: usize,
) -> (Wrapped<'_>, usize, usize) {
    let mut lines = VecDeque::new();
    let mut total = 0;
    // The line of the character.
    let mut found = None;
    for line in screen_lines(text, width) {
        if found.is_none() && line.last().is_some_and(|glyph| glyph.bytes.end > byte) {
            found = Some(total);
        }
        total += 1;
        // Those before the character that may be needed if it is in the last line, and those after it.
        if found.is_none_or(|found| total <= found + height) {
            lines.push_back(line);
            if found.is_none() && lines.len() > height {
                lines.pop_front();
            }
        }
    }
    let kept_from = total.min(found.map_or(total, |found| found + height)) - lines.len();
    let first = found
        .unwrap_or(total - 1)
        .saturating_sub(height / 2)
        .min(total.saturating_sub(height));
    let lines = lines
        .into_iter()
        .skip(first - kept_from)
        .take(height)
        .collect();
    (
        Wrapped {
            lines,
            length: text.len(),
        },
        first,
        total,
    )
}

/// The lines of a text on a screen.
fn screen_lines(text: &str, width: u16) -> Lines<'_> {
    Lines::new(text, width.saturating_sub(1).max(2), false)
}

/// The lines of a text as drawn, each at most `width` columns wide with the space after it.
pub fn wrapped_text(text: &str, width: u16) -> Vec<String> {
    wrap(text, width + 1)
        .lines
        .into_iter()
        .map(line_text)
        .collect()
}

/// The lines of a text for a file, each at most `width` columns wide without the spaces after it; none for an empty
/// text.
pub fn wrapped_words(text: &str, width: usize) -> Vec<String> {
    let width = u16::try_from(width).unwrap_or(u16::MAX);
    if text.is_empty() {
        return Vec::new();
    }
    Lines::new(text, width, true).map(line_text).collect()
}

fn line_text(glyphs: Vec<Glyph<'_>>) -> String {
    glyphs
        .into_iter()
        .map(|glyph| glyph.symbol)
        .collect::<String>()
        .trim_end()
        .to_owned()
}

/// The lines of a text, of at most `width` columns; spaces at the end of a line may hang over.
struct Lines<'a> {
    text: &'a str,
    width: u16,
    hang: bool,
    /// Where the next character starts.
    at: usize,
    /// The last line so far; `None` after the end.
    line: Option<Vec<Glyph<'a>>>,
    /// A character that does not fit into it.
    next: Option<Glyph<'a>>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str, width: u16, hang: bool) -> Self {
        Self {
            text,
            width,
            hang,
            at: 0,
            line: Some(Vec::new()),
            next: None,
        }
    }

    fn glyph(&mut self) -> Option<Glyph<'a>> {
        if let Some(next) = self.next.take() {
            return Some(next);
        }
        let rest = &self.text[self.at..];
        let start = self.at;
        // Nearly all characters of most texts; a mark that combines with a letter is not ASCII.
        if let [b' '..=b'~'] | [b' '..=b'~', ..=0x7f, ..] = rest.as_bytes() {
            self.at += 1;
            return Some(Glyph {
                bytes: start..self.at,
                symbol: Cow::Borrowed(&rest[..1]),
                width: 1,
            });
        }
        let grapheme = rest.graphemes(true).next()?;
        self.at += grapheme.len();
        let plain = grapheme.chars().all(|c| visible(c) == c);
        let symbol = if plain {
            Cow::Borrowed(grapheme)
        } else {
            Cow::Owned(printable(grapheme))
        };
        // On a screen, a combining mark without a base character takes a column of its own.
        let width = (symbol.width() as u16).max(u16::from(!self.hang));
        Some(Glyph {
            bytes: start..self.at,
            symbol,
            width,
        })
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Vec<Glyph<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = self.line.take()?;
        line.reserve(usize::from(self.width).min(self.text.len()));
        let mut used: u16 = line.iter().map(|glyph| glyph.width).sum();
        while let Some(glyph) = self.glyph() {
            // Twice, if the word before a wide character fills the next line too.
            if used > 0 && used + glyph.width > self.width && !(self.hang && glyph.symbol == " ") {
                let (line, rest) = split_after_blank(line, &glyph);
                self.line = Some(rest);
                self.next = Some(glyph);
                return Some(line);
            }
            used += glyph.width;
            line.push(glyph);
        }
        Some(line)
    }
}

/// Splits a line after its last space, before the last word; without a space, returns the whole line. The name of a number
/// stays with it. `next` is the character after the line.
fn split_after_blank<'a>(
    mut line: Vec<Glyph<'a>>,
    next: &Glyph<'a>,
) -> (Vec<Glyph<'a>>, Vec<Glyph<'a>>) {
    let mut blanks = (0..line.len()).rev().filter(|at| line[*at].symbol == " ");
    let Some(last) = blanks.next() else {
        return (line, Vec::new());
    };
    let split = if is_after_name_of_number(&line, last, next) {
        blanks.next().unwrap_or(last)
    } else {
        last
    };
    let rest = line.split_off(split + 1);
    (line, rest)
}

/// Whether the space at `blank` is between a name like `P`, `F1` or `N` and its number.
fn is_after_name_of_number(line: &[Glyph<'_>], blank: usize, next: &Glyph<'_>) -> bool {
    let after = line.get(blank + 1).unwrap_or(next);
    let is_number = after
        .symbol
        .starts_with(|c: char| c.is_ascii_digit() || ".−".contains(c));
    let before = &line[..blank];
    let start = before.iter().rposition(|glyph| glyph.symbol == " ");
    let name = &before[start.map_or(0, |start| start + 1)..];
    let is_name = matches!(name, [first] | [first, _] if first.symbol.starts_with(|c: char| c.is_ascii_uppercase()));
    is_number && is_name
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
        let last = self
            .lines
            .last()
            .map_or(0, |line| line.iter().map(|g| g.width).sum());
        (last, self.lines.len().saturating_sub(1) as u16)
    }

    /// Byte offset of the character at a line and column.
    pub fn byte_at(&self, line: u16, column: u16) -> usize {
        let Some(glyphs) = self.lines.get(usize::from(line)) else {
            return self.length;
        };
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
        assert_eq!(
            lines.iter().map(text).collect::<Vec<_>>(),
            ["one ", "two ", "three"]
        );
        let lines = wrap(" abcdef我", 8).lines;
        assert_eq!(
            lines.iter().map(text).collect::<Vec<_>>(),
            [" ", "abcdef", "我"]
        );
    }

    #[test]
    fn the_name_of_a_number_stays_with_it() {
        let text = "layer 5: P .12345 R .12345 F1 .12345";
        assert_eq!(
            wrapped_text(text, 12),
            ["layer 5:", "P .12345", "R .12345", "F1 .12345"]
        );
        assert_eq!(wrapped_text("N 12345", 4), ["N", "1234", "5"]);
    }

    #[test]
    fn the_lines_around_a_character_are_those_of_the_whole_text() {
        let text = "one two three four five six seven eight nine ten";
        let all = wrap(text, 8);
        for (byte, height) in
            (0..=text.len()).flat_map(|byte| (1..12).map(move |height| (byte, height)))
        {
            let (lines, first, total) = wrap_around(text, 8, byte, height);
            let (end, line) = (
                all.lines.len().min(first + height),
                usize::from(all.position(byte).1),
            );
            assert_eq!(
                (lines.lines, total),
                (all.lines[first..end].to_vec(), all.lines.len()),
                "{byte} {height}"
            );
            assert!((first..end).contains(&line), "{byte} {height}");
        }
    }

    #[test]
    fn words_break_only_where_they_must_and_a_blank_may_hang_over() {
        assert_eq!(
            wrapped_words("the weather is cold today", 12),
            ["the weather", "is cold", "today"]
        );
        assert_eq!(wrapped_words("the weather is", 11), ["the weather", "is"]);
        assert_eq!(wrapped_words("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped_words("我喜欢吃苹果", 5), ["我喜", "欢吃", "苹果"]);
        assert_eq!(wrapped_words("", 5), Vec::<String>::new());
        assert!(
            wrapped_words("👍🏽👍🏽👍🏽 e\u{301}e\u{301}", 4)
                .iter()
                .all(|line| line.width() <= 4)
        );
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
