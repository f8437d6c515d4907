//! Tokens as labels, and short numbers, as the screen has them.

use unicode_segmentation::UnicodeSegmentation;

use super::measure;
use crate::encoder::Token;
use crate::printable::printable;

/// A text that XML and a reader can take: control characters as pictures, and what XML forbids as U+FFFD.
#[must_use]
pub fn clean(text: &str) -> String {
    let shown = |c: char| if matches!(c, '\u{fffe}' | '\u{ffff}') { '\u{fffd}' } else { c };
    printable(text).chars().map(shown).collect()
}

/// A token as the picture names it: its text, with `·` on the side where the word began before it.
#[must_use]
pub fn token(token: &Token) -> String {
    let text = clean(if token.text.is_empty() { &token.piece } else { &token.text });
    match (token.continues_word, is_right_to_left(&text)) {
        (false, _) => text,
        (true, false) => format!("·{text}"),
        // Lines run from left to right, so what stands behind such a word is drawn before it.
        (true, true) => format!("{text}·"),
    }
}

/// Whether the first letter is of a script that runs from right to left.
#[must_use]
pub fn is_right_to_left(text: &str) -> bool {
    let first = text.chars().find(|c| c.is_alphabetic());
    first.is_some_and(|c| {
        matches!(c,
            '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
            | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1eeff}')
    })
}

/// A text cut to `room` pixels at a font size, with `…` where something is missing.
#[must_use]
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

/// A number in at most four characters: `.66`, `-.05`, `1.00`, `-4.9`.
#[must_use]
pub fn short(x: f32) -> String {
    let text = without_zero(format!("{x:.2}"));
    if text.len() <= 4 {
        return text;
    }
    let tenths = format!("{x:.1}");
    if tenths.len() <= 4 { tenths } else { format!("{x:.0}") }
}

/// A number in at most three characters: `.66`, `-.1`, `1.0`, `-5`.
#[must_use]
pub fn shortest(x: f32) -> String {
    let text = short(x);
    if text.len() <= 3 {
        return text;
    }
    let tenths = without_zero(format!("{x:.1}"));
    if tenths.len() <= 3 { tenths } else { format!("{x:.0}") }
}

/// A number to five places, `.66916`; a dash for what does not exist.
#[must_use]
pub fn precise(x: Option<f64>) -> String {
    x.map_or_else(|| "—".into(), |x| without_zero(format!("{x:.5}")))
}

/// `0.66` as `.66`, `-0.05` as `-.05`, and no minus before nothing.
fn without_zero(text: String) -> String {
    if text.starts_with('-') && !text.contains(|c: char| ('1'..='9').contains(&c)) {
        return without_zero(text[1..].to_owned());
    }
    match (text.strip_prefix("0."), text.strip_prefix("-0.")) {
        (Some(fraction), _) => format!(".{fraction}"),
        (_, Some(fraction)) => format!("-.{fraction}"),
        _ => text,
    }
}

/// A count with a comma between thousands.
#[must_use]
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_their_cell() {
        for (x, two, one) in [
            (0.6649, ".66", ".66"),
            (-0.05, "-.05", "-.1"),
            (1.0, "1.00", "1.0"),
            (-0.001, ".00", ".00"),
            (-4.93, "-4.9", "-5"),
        ] {
            assert_eq!((short(x).as_str(), shortest(x).as_str()), (two, one));
        }
        assert!((-999..=100).all(|i| shortest(i as f32 / 100.0).len() <= 3));
        assert_eq!([precise(Some(0.669_16)), precise(Some(-1.5)), precise(None)], [".66916", "-1.50000", "—"]);
    }

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
