//! The normalisation of a sentencepiece model, before the text is split.

use super::charsmap::Charsmap;
use super::table::UserDefined;
use crate::tokenizer_files::traced::{Glyph, TracedText};

/// ▁, which stands for a space.
pub const METASPACE: char = '\u{2581}';

/// The rules of one model.
#[derive(Debug, Clone)]
pub struct Normalizer {
    pub charsmap: Charsmap,
    pub add_dummy_prefix: bool,
    pub remove_extra_whitespaces: bool,
    pub escape_whitespaces: bool,
    pub blank_after: bool,
    /// Pieces that are not normalised.
    pub user_defined: UserDefined,
}

impl Normalizer {
    /// The normalised text, each character with its origin.
    pub fn normalize(&self, text: &TracedText) -> TracedText {
        let plain = text.text();
        let mut out: Vec<Glyph> = Vec::with_capacity(text.0.len() + 1);
        let (mut byte, mut glyph) = (0, 0);
        if self.remove_extra_whitespaces {
            while byte < plain.len() {
                let (length, replacement) = self.prefix(&plain[byte..]);
                if replacement != " " {
                    break;
                }
                glyph += plain[byte..byte + length].chars().count();
                byte += length;
            }
        }
        if byte == plain.len() {
            return TracedText(out);
        }
        let blank = if self.escape_whitespaces {
            METASPACE
        } else {
            ' '
        };
        if self.add_dummy_prefix && !self.blank_after {
            let place = text.0[glyph].start;
            out.push(Glyph {
                c: blank,
                start: place,
                end: place,
            });
        }
        let mut after_blank = self.remove_extra_whitespaces;
        while byte < plain.len() {
            let (length, replacement) = self.prefix(&plain[byte..]);
            let count = plain[byte..byte + length].chars().count();
            let (start, end) = (text.0[glyph].start, text.0[glyph + count - 1].end);
            let kept = if after_blank {
                replacement.trim_start_matches(' ')
            } else {
                replacement
            };
            out.extend(kept.chars().map(|c| Glyph {
                c: if c == ' ' { blank } else { c },
                start,
                end,
            }));
            if !kept.is_empty() {
                after_blank = kept.ends_with(' ');
            }
            after_blank &= self.remove_extra_whitespaces;
            byte += length;
            glyph += count;
        }
        if self.remove_extra_whitespaces {
            while out.last().is_some_and(|g| g.c == blank) {
                out.pop();
            }
        }
        if self.add_dummy_prefix && self.blank_after {
            let place = out.last().map_or(0, |g| g.end);
            out.push(Glyph {
                c: blank,
                start: place,
                end: place,
            });
        }
        TracedText(out)
    }

    /// Length in bytes of the next replaced part, at least one character, and its replacement.
    fn prefix<'a>(&'a self, text: &'a str) -> (usize, &'a str) {
        if let Some(piece) = self.user_defined.prefix_of(text) {
            return (piece.len(), piece);
        }
        self.charsmap.replace(text).unwrap_or_else(|| {
            let length = text.chars().next().map_or(0, char::len_utf8);
            (length, &text[..length])
        })
    }
}
