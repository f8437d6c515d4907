//! A text whose parts are named by characters, not by bytes.

use unicode_segmentation::GraphemeCursor;

/// The characters of a text by index.
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
