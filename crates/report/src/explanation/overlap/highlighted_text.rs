//! A text in lines, with matched parts in brackets.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::super::page::{Span, Tone};

/// The text in lines of at most `columns` columns; longer words are split.
pub(super) fn lines(text: &str, marks: &[Range<usize>], columns: u16) -> Vec<Vec<Span>> {
    let columns = usize::from(columns).max(8);
    let mut lines: Vec<Vec<Span>> = vec![Vec::new()];
    let mut used = 0;
    let mut writer = HighlightWriter {
        spans: marks,
        inside: false,
    };
    let mut start = 0;
    for word in runs(text).flat_map(|run| split_word(run, columns)) {
        let spans = writer.write(word, start);
        start += word.len();
        let is_blank = word.trim().is_empty() && spans.len() == 1;
        // On one line, unless the brackets make it too wide.
        let together = width(&spans) <= columns;
        let units: Vec<Vec<Span>> = if together {
            vec![spans]
        } else {
            spans.into_iter().map(|span| vec![span]).collect()
        };
        for unit in units {
            let is_full = used + width(&unit) > columns;
            // No line starts or ends with a space.
            if is_blank && (is_full || used == 0) {
                continue;
            }
            if is_full && used > 0 {
                lines.push(Vec::new());
                used = 0;
            }
            used += width(&unit);
            if let Some(line) = lines.last_mut() {
                line.extend(unit);
            }
        }
    }
    lines
}

fn width(spans: &[Span]) -> usize {
    spans.iter().map(|span| span.text.width()).sum()
}

/// Words and the spaces between them, in turn.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_blank = rest.chars().next()?.is_whitespace();
        let (run, others) = rest.split_at(
            rest.find(|c: char| c.is_whitespace() != is_blank)
                .unwrap_or(rest.len()),
        );
        rest = others;
        Some(run)
    })
}

/// A word in parts of at most `columns` columns.
fn split_word(word: &str, columns: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut used) = (0, 0);
    for (at, grapheme) in word.grapheme_indices(true) {
        let width = grapheme.width();
        if used + width > columns && at > start {
            parts.push(&word[start..at]);
            (start, used) = (at, 0);
        }
        used += width;
    }
    parts.push(&word[start..]);
    parts
}

struct HighlightWriter<'a> {
    /// The rest of the text.
    spans: &'a [Range<usize>],
    inside: bool,
}

impl HighlightWriter<'_> {
    /// A part of the text that starts at byte `start`, with its brackets.
    fn write(&mut self, part: &str, start: usize) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        for (at, grapheme) in part.grapheme_indices(true) {
            let end = start + at + grapheme.len();
            if !self.inside && self.spans.first().is_some_and(|mark| mark.start < end) {
                spans.push(Span::new("[", Tone::Quiet));
                self.inside = true;
            }
            let tone = if self.inside {
                Tone::Accent
            } else {
                Tone::Plain
            };
            let shown = Span::new(
                if grapheme.trim().is_empty() {
                    " "
                } else {
                    grapheme
                },
                tone,
            );
            match spans.last_mut().filter(|span| span.tone == tone) {
                Some(span) => span.text.push_str(&shown.text),
                None => spans.push(shown),
            }
            while self.spans.first().is_some_and(|mark| mark.end <= end) {
                self.spans = &self.spans[1..];
                if self.inside {
                    spans.push(Span::new("]", Tone::Quiet));
                    self.inside = false;
                }
            }
        }
        spans
    }
}
