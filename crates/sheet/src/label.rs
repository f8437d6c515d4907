//! Tokens as labels, and lists of names.

use unicode_truncate::{Alignment, UnicodeTruncateStr};
use unicode_width::UnicodeWidthStr;

use bertscope_encoder::Token;
use bertscope_printable::printable;

/// The label of a token: its text, with a leading `·` if it continues a word. Unknown text follows what the model sees.
pub fn token(token: &Token) -> String {
    let text = printable(&token.label());
    if token.continues_word {
        format!("·{text}")
    } else {
        text
    }
}

/// The label of a token in `width` columns. Where it has to be cut, unknown text is in brackets, so that it stays visible.
pub fn fit_token(of: &Token, width: u16) -> String {
    let whole = token(of);
    let is_short = of.unknown && whole.width() > width.into();
    fit(
        &if is_short {
            format!("[{}]", printable(&of.text))
        } else {
            whole
        },
        width,
    )
}

/// Width of a label, in most cases without building it; of an unknown token, in brackets.
pub fn width(of: &Token) -> usize {
    if of.unknown {
        printable(&of.text).width() + 2
    } else if !of.text.is_empty() && of.text.bytes().all(|b| b.is_ascii_graphic()) {
        of.text.len() + usize::from(of.continues_word)
    } else {
        token(of).width()
    }
}

/// A text truncated to `width` columns, with `…` for the missing part.
pub fn fit(text: &str, width: u16) -> String {
    let width = usize::from(width);
    if text.width() <= width {
        return text.to_owned();
    }
    if width == 0 {
        return String::new();
    }
    let (start, _) = text.unicode_truncate(width - 1);
    format!("{start}…")
}

/// The end of a text in `width` columns, after `…` if it was truncated.
pub fn fit_end(text: &str, width: u16) -> String {
    let width = usize::from(width);
    if text.width() <= width {
        return text.to_owned();
    }
    if width == 0 {
        return String::new();
    }
    let (end, _) = text.unicode_truncate_start(width - 1);
    format!("…{end}")
}

/// Pads a text on the right to `width` columns.
pub fn align_left(text: &str, width: u16) -> String {
    aligned(text, width, Alignment::Left)
}

/// Pads a text on the left to `width` columns.
pub fn align_right(text: &str, width: u16) -> String {
    aligned(text, width, Alignment::Right)
}

/// Pads a text on both sides to `width` columns.
pub fn centre(text: &str, width: u16) -> String {
    aligned(text, width, Alignment::Center)
}

fn aligned(text: &str, width: u16, alignment: Alignment) -> String {
    let text = fit(text, width);
    text.unicode_pad(width.into(), alignment, false)
        .into_owned()
}

/// A list of names: `a`, `a and b`, `a, b and c`; after `most` of them, the number of the rest.
pub fn list_names(names: &[String], most: usize) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        names if names.len() > most => format!(
            "{} and {} more",
            names[..most].join(", "),
            names.len() - most
        ),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A weight between 0 and `most` as a bar one column wide; `·` for 0.
pub fn weight_bar(weight: f64, most: f64) -> char {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    if weight <= 0.0 || most <= 0.0 {
        return '·';
    }
    BARS[((weight / most * 8.0).ceil() as usize).clamp(1, 8) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_counts_columns_not_characters() {
        assert_eq!(fit("我喜欢吃苹果", 5), "我喜…");
        assert_eq!(fit("word", 4), "word");
        assert_eq!(fit("words", 1), "…");
        assert_eq!(fit("words", 0), "");
        // A cell may have 65,535 columns: measuring the cut text at each step would take minutes.
        let cell = fit(&"x".repeat(1_000_000), u16::MAX);
        assert_eq!(cell.width(), usize::from(u16::MAX));
        assert_eq!(
            ["我喜欢吃苹果", "word", "words"].map(|text| fit_end(text, 4)),
            ["…果", "word", "…rds"]
        );
        assert_eq!([fit_end("words", 1), fit_end("words", 0)], ["…", ""]);
    }
}
