//! What ALBERT's class does before and after its sentencepiece model.

use super::SentencePiece;
use super::model::RawPiece;
use crate::tokenizer_files::characters::{is_combining, is_digit};
use crate::tokenizer_files::glyphs::{Glyph, METASPACE, nfkd, text_of, words};

impl SentencePiece {
    /// Splits a text as ALBERT does, which normalises it first, and splits numbers before a comma again without it.
    pub fn encode_albert(&self, text: &[Glyph]) -> Vec<RawPiece> {
        let mut pieces = Vec::new();
        for piece in self.model.encode(&self.normalize_albert(text)) {
            match &piece.glyphs[..] {
                [digits @ .., comma] if comma.c == ',' && ends_with_digit(digits) => {
                    pieces.extend(self.encode_number(digits));
                    pieces.push(RawPiece {
                        id: self.model.table.id(","),
                        glyphs: vec![*comma],
                    });
                }
                _ => pieces.push(piece),
            }
        }
        pieces
    }

    fn normalize_albert(&self, text: &[Glyph]) -> Vec<Glyph> {
        let mut text = if self.remove_space {
            collapse_spaces(text)
        } else {
            text.to_vec()
        };
        for quote in ['`', '\''] {
            text = straighten_quotes(&text, quote);
        }
        if !self.keep_accents {
            text = nfkd(&text);
            text.retain(|glyph| !is_combining(glyph.c));
        }
        // A second time: compatibility decomposition may produce capitals.
        if self.lower {
            text = text.iter().flat_map(|glyph| glyph.lowercase()).collect();
        }
        text
    }

    /// Splits a piece of digits once more, for itself.
    fn encode_number(&self, number: &[Glyph]) -> Vec<RawPiece> {
        let mut digits = number.to_vec();
        digits.retain(|glyph| glyph.c != METASPACE);
        let mut pieces = self.model.encode(&digits);
        // The model puts a ▁ before the digits, which has to go if there was none.
        if number[0].c != METASPACE
            && let Some(first) = pieces.first_mut()
            && first.glyphs[0].c == METASPACE
        {
            if first.glyphs.len() == 1 {
                pieces.remove(0);
            } else {
                first.glyphs.remove(0);
                first.id = self.model.table.id(&text_of(&first.glyphs));
            }
        }
        pieces
    }
}

fn ends_with_digit(glyphs: &[Glyph]) -> bool {
    glyphs.last().is_some_and(|glyph| is_digit(glyph.c))
}

/// Removes whitespace at the ends, and collapses runs of it.
fn collapse_spaces(text: &[Glyph]) -> Vec<Glyph> {
    let mut out: Vec<Glyph> = Vec::with_capacity(text.len());
    for word in words(text) {
        if let Some(last) = out.last() {
            out.push(Glyph {
                c: ' ',
                start: last.end,
                end: word[0].start,
            });
        }
        out.extend_from_slice(word);
    }
    out
}

/// Replaces two single quotes with a double one.
fn straighten_quotes(text: &[Glyph], quote: char) -> Vec<Glyph> {
    let mut out: Vec<Glyph> = Vec::with_capacity(text.len());
    let mut rest = text;
    loop {
        match rest {
            [first, second, after @ ..] if first.c == quote && second.c == quote => {
                out.push(Glyph {
                    c: '"',
                    start: first.start,
                    end: second.end,
                });
                rest = after;
            }
            [first, after @ ..] => {
                out.push(*first);
                rest = after;
            }
            [] => return out,
        }
    }
}
