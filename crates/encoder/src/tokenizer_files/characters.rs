//! Characters: their classes, as Python and the slow tokenizers define them, and a text by its characters.

use unicode_normalization::char::canonical_combining_class;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_segmentation::GraphemeCursor;

/// Whitespace by Python's `str.isspace` and `str.split`.
pub fn is_space(c: char) -> bool {
    // Python counts four separators of ASCII that Unicode does not.
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// Control characters that the slow tokenizers remove: every category that starts with C.
pub fn is_control(c: char) -> bool {
    !matches!(c, '\t' | '\n' | '\r') && c.general_category_group() == GeneralCategoryGroup::Other
}

/// Characters that they replace with a space.
pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r') || c.general_category() == GeneralCategory::SpaceSeparator
}

/// Characters that they treat as punctuation, including ASCII characters that Unicode classifies as symbols.
pub fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() || c.general_category_group() == GeneralCategoryGroup::Punctuation
}

/// A combining character that is stripped as an accent.
pub fn is_accent(c: char) -> bool {
    c.general_category() == GeneralCategory::NonspacingMark
}

/// Whether `unicodedata.combining` is not 0.
pub fn is_combining(c: char) -> bool {
    canonical_combining_class(c) != 0
}

/// `str.isdigit`: decimal digits, and superscript ones.
pub fn is_digit(c: char) -> bool {
    c.general_category() == GeneralCategory::DecimalNumber
        || matches!(c, '²' | '³' | '¹' | '⁰'..='⁹' | '₀'..='₉')
}

/// The Unicode blocks that BERT treats as Chinese.
pub fn is_chinese(c: char) -> bool {
    matches!(u32::from(c),
        0x4e00..=0x9fff
        | 0x3400..=0x4dbf
        | 0x20000..=0x2a6df
        | 0x2a700..=0x2b73f
        | 0x2b740..=0x2b81f
        | 0x2b820..=0x2ceaf
        | 0xf900..=0xfaff
        | 0x2f800..=0x2fa1f)
}

/// The characters of a text by index, which offsets of tokens count.
pub struct CharIndex<'a> {
    text: &'a str,
    /// The byte at which each character starts, and the end of the text.
    starts: Vec<usize>,
}

impl<'a> CharIndex<'a> {
    pub fn new(text: &'a str) -> Self {
        let mut starts: Vec<usize> = text.char_indices().map(|(byte, _)| byte).collect();
        starts.push(text.len());
        Self { text, starts }
    }

    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The text from a character up to another.
    pub fn part(&self, start: usize, end: usize) -> &'a str {
        &self.text[self.starts[start]..self.starts[end]]
    }

    /// The end of the grapheme in which a token ends. Composition and accent stripping leave a combining character outside
    /// the offsets; it belongs to the token before it, unless the token at `next_start` starts within the grapheme.
    pub fn end_of_grapheme(&self, end: usize, next_start: usize) -> usize {
        let mut cursor = GraphemeCursor::new(self.starts[end], self.text.len(), true);
        if end >= next_start || cursor.is_boundary(self.text, 0).unwrap_or(true) {
            return end;
        }
        let boundary = cursor.next_boundary(self.text, 0).ok().flatten();
        let byte = boundary.unwrap_or(self.text.len());
        let whole = self.starts.partition_point(|start| *start < byte);
        if whole <= next_start { whole } else { end }
    }
}
