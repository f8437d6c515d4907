//! Texts and numbers as Python writes them.

use std::fmt::Write;

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// A text as a Python string literal on one line. As with Python's `repr`, invisible characters are escaped: controls,
/// characters that reorder a line, spaces other than U+0020, and what Unicode does not define.
pub fn string(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for c in text.chars() {
        // Writing to a string cannot fail.
        let _ = match c {
            '"' | '\\' => write!(literal, "\\{c}"),
            '\n' => literal.write_str("\\n"),
            '\r' => literal.write_str("\\r"),
            '\t' => literal.write_str("\\t"),
            c if can_be_seen(c) => literal.write_char(c),
            c if u32::from(c) < 0x100 => write!(literal, "\\x{:02x}", u32::from(c)),
            c if u32::from(c) < 0x1_0000 => write!(literal, "\\u{:04x}", u32::from(c)),
            c => write!(literal, "\\U{:08x}", u32::from(c)),
        };
    }
    literal.push('"');
    literal
}

/// A number in a form that Python reads exactly; `None` if it is undefined.
pub fn number(x: Option<f64>) -> String {
    x.map_or("None".to_owned(), |x| format!("{x:?}"))
}

fn can_be_seen(c: char) -> bool {
    let unseen = matches!(c.general_category_group(), GeneralCategoryGroup::Other)
        || matches!(
            c.general_category(),
            GeneralCategory::SpaceSeparator
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
        );
    c == ' ' || !unseen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_literal_whatever_is_in_it() {
        for (text, literal) in [
            ("plain text", r#""plain text""#),
            (r#"a "quoted" \ 'text'"#, r#""a \"quoted\" \\ 'text'""#),
            ("lines\r\n\tand tabs", r#""lines\r\n\tand tabs""#),
            ("\0\u{7f}\u{85}\u{a0}\u{ad}", r#""\x00\x7f\x85\xa0\xad""#),
            (
                "\u{2028}\u{202e}\u{200d}\u{3000}\u{feff}",
                r#""\u2028\u202e\u200d\u3000\ufeff""#,
            ),
            ("\u{e0041}\u{10ffff}", r#""\U000e0041\U0010ffff""#),
            (
                "naïve 我喜欢 اليوم 👍🏽 e\u{301}",
                "\"naïve 我喜欢 اليوم 👍🏽 e\u{301}\"",
            ),
            ("{braces} %s \"\"\" #", r#""{braces} %s \"\"\" #""#),
        ] {
            assert_eq!(string(text), literal);
        }
    }

    #[test]
    fn a_number_is_read_as_the_same_number() {
        assert_eq!(number(None), "None");
        for x in [0.0, -0.25, 1.0, 0.668_716_3, 1e-9, 1.0 / 3.0] {
            assert_eq!(number(Some(x)).parse(), Ok(x));
        }
    }
}
