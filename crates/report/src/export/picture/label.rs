//! Tokens as labels, and short numbers, as on screen.

use unicode_segmentation::UnicodeSegmentation;

use super::measure;
use crate::escaping::clean;
use crate::export::ExportOptions;
use bertscope_encoder::Token;

/// The title of the picture, or the default title.
pub fn title(options: &ExportOptions) -> String {
    let title = options.title.as_deref().map(clean).unwrap_or_default();
    if title.trim().is_empty() {
        "BERTScore, token by token".into()
    } else {
        title.trim().to_owned()
    }
}

/// The label of a token: its text, with `·` on the side where it continues a word.
pub fn token(token: &Token) -> String {
    let text = clean(&token.label());
    match (token.continues_word, is_right_to_left(&text)) {
        (false, _) => text,
        (true, false) => format!("·{text}"),
        // Layout is from left to right, so the end of such a word is on its left.
        (true, true) => format!("{text}·"),
    }
}

/// Whether the first letter is of a script that runs from right to left.
pub fn is_right_to_left(text: &str) -> bool {
    let first = text.chars().find(|c| c.is_alphabetic());
    first.is_some_and(|c| {
        matches!(u32::from(c),
            0x590..=0x8ff | 0xfb1d..=0xfdff | 0xfe70..=0xfefc
            | 0x10800..=0x10fff | 0x1e800..=0x1eeff)
    })
}

/// A text truncated to `room` pixels at a font size, with `…` for the missing part.
pub fn fit(text: &str, room: f32, size: f32) -> String {
    if measure::width(text) * size <= room {
        return text.to_owned();
    }
    let mut cut = String::new();
    let mut used = measure::width("…");
    for grapheme in text.graphemes(true) {
        used += measure::width(grapheme);
        if used * size > room {
            break;
        }
        cut += grapheme;
    }
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_has_its_dot_where_the_word_began() {
        let piece = |text: &str| Token {
            id: 0,
            piece: text.into(),
            text: text.into(),
            start: 0,
            end: 1,
            special: false,
            weightless: false,
            continues_word: true,
            unknown: false,
        };
        assert_eq!(token(&piece("ing")), "·ing");
        assert_eq!(token(&piece("ية")), "ية·");
        assert_eq!(token(&piece("a\u{1b}\u{ffff}")), "·a␛\u{fffd}");
    }

    #[test]
    fn a_text_is_cut_between_whole_characters() {
        assert_eq!(fit("word", 100.0, 10.0), "word");
        let cut = fit("e\u{301}e\u{301}e\u{301}e\u{301}", 20.0, 10.0);
        assert!(cut.ends_with("\u{301}…") && cut.len() < 12, "{cut}");
        assert_eq!(fit("words", 0.0, 10.0), "…");
    }
}
