//! The normalisation of a sentencepiece model, before the text is split.

use super::charsmap::Charsmap;
use crate::tokenizer_files::glyphs::{Glyph, METASPACE, text_of};
use crate::tokenizer_files::prefix_tree::PrefixTree;

/// The rules of one model.
pub struct Normalizer {
    pub charsmap: Charsmap,
    pub add_dummy_prefix: bool,
    pub remove_extra_whitespaces: bool,
    pub escape_whitespaces: bool,
    pub blank_after: bool,
    /// Pieces that are not normalised.
    pub user_defined: PrefixTree,
}

impl Normalizer {
    /// The normalised text, each character with its origin.
    pub fn normalize(&self, glyphs: &[Glyph]) -> Vec<Glyph> {
        let blank = if self.escape_whitespaces {
            METASPACE
        } else {
            ' '
        };
        let mut out: Vec<Glyph> = Vec::with_capacity(glyphs.len() + 1);
        let text = text_of(glyphs);
        let mut parts = Parts {
            normalizer: self,
            text: &text,
            glyphs,
        }
        .peekable();
        if self.remove_extra_whitespaces {
            while parts.next_if(|part| part.replacement == " ").is_some() {}
        }
        // Nothing but whitespace stays empty, without the prefix.
        let Some(first) = parts.peek() else {
            return out;
        };
        if self.add_dummy_prefix && !self.blank_after {
            out.push(Glyph::inserted(blank, first.start));
        }
        let mut follows_blank = self.remove_extra_whitespaces;
        for part in parts {
            let kept = if follows_blank {
                part.replacement.trim_start_matches(' ')
            } else {
                part.replacement
            };
            for c in kept.chars() {
                out.push(Glyph {
                    c: if c == ' ' { blank } else { c },
                    start: part.start,
                    end: part.end,
                });
            }
            if self.remove_extra_whitespaces && !kept.is_empty() {
                follows_blank = kept.ends_with(' ');
            }
        }
        // Only now, because a replacement can end with a space.
        if self.remove_extra_whitespaces {
            while out.last().is_some_and(|glyph| glyph.c == blank) {
                out.pop();
            }
        }
        if self.add_dummy_prefix && self.blank_after {
            let position = out.last().map_or(0, |glyph| glyph.end);
            out.push(Glyph::inserted(blank, position));
        }
        out
    }

    /// Length in bytes of the next replaced part, at least one character, and its replacement.
    fn prefix<'a>(&'a self, text: &'a str) -> (usize, &'a str) {
        let piece = self.user_defined.longest(text.chars());
        if piece.is_none()
            && let Some(replaced) = self.charsmap.replace(text)
        {
            return replaced;
        }
        let length = text
            .chars()
            .take(piece.unwrap_or(1))
            .map(char::len_utf8)
            .sum();
        (length, &text[..length])
    }
}

/// The parts of a text that are replaced at once.
struct Parts<'a> {
    normalizer: &'a Normalizer,
    /// The rest of the text, and of the glyphs.
    text: &'a str,
    glyphs: &'a [Glyph],
}

/// A part of a text: its replacement, and the part of the original that it stands for.
struct Part<'a> {
    replacement: &'a str,
    start: usize,
    end: usize,
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let start = self.glyphs.first()?.start;
        let (length, replacement) = self.normalizer.prefix(self.text);
        let (part, text) = self.text.split_at(length);
        let (covered, glyphs) = self.glyphs.split_at(part.chars().count());
        self.text = text;
        self.glyphs = glyphs;
        Some(Part {
            replacement,
            start,
            end: covered.last()?.end,
        })
    }
}
