//! Numbers, in digits and in words, with the units that they count.

use crate::expressions::Expression;
use crate::word_list::{Found, Section};
use crate::words::{Word, digits};
use crate::{DifferenceKind, WordList};

/// A number in a text.
struct Number {
    meaning: String,
    /// The word after it.
    end: usize,
    is_weak: bool,
}

/// The number that starts at a word, and its unit.
pub(crate) fn find(words: &[Word<'_>], at: usize, list: &WordList) -> Vec<Expression> {
    let currency = currency(words, at, list);
    let start = at + currency.map_or(0, |found| found.length);
    // "a day" is one day, and "per day" is like it.
    let article = list.find(words, start, &[Section::Article]);
    let number = match article {
        Some(article) => Some(Number {
            meaning: "1".to_owned(),
            end: start + article.length,
            is_weak: true,
        }),
        None => number(words, start, list),
    };
    let Some(number) = number else {
        return Vec::new();
    };
    let unit = match currency {
        Some(found) => Some(unit_expression(words, at, found)),
        None => unit_after(words, number.end, list),
    };
    // An article without a unit counts nothing.
    if article.is_some() && unit.is_none() {
        return Vec::new();
    }
    let mut found = vec![Expression::new(
        DifferenceKind::Number,
        &words[start..number.end],
        vec![format!("number {}", number.meaning)],
        number.is_weak,
    )];
    found.extend(unit);
    found
}

/// A currency before its number: "$300".
fn currency<'a>(words: &[Word<'_>], at: usize, list: &'a WordList) -> Option<Found<'a>> {
    let unit = unit(words, at, list)?;
    let next = words.get(at + unit.length)?;
    if next.is_attached && next.starts_with_digit() {
        Some(unit)
    } else {
        None
    }
}

/// The unit after a number: "5 kg", "34-year-old".
fn unit_after(words: &[Word<'_>], end: usize, list: &WordList) -> Option<Expression> {
    let has_hyphen = words.get(end).is_some_and(|word| word.text == "-");
    let at = if has_hyphen { end + 1 } else { end };
    Some(unit_expression(words, at, unit(words, at, list)?))
}

/// The unit that starts at a word, unless the list ignores an expression that starts with it.
fn unit<'a>(words: &[Word<'_>], at: usize, list: &'a WordList) -> Option<Found<'a>> {
    let found = list.find(words, at, &[Section::Unit, Section::Ignored])?;
    if found.entry.section == Section::Unit {
        Some(found)
    } else {
        None
    }
}

/// A unit counts only against another one.
fn unit_expression(words: &[Word<'_>], at: usize, found: Found<'_>) -> Expression {
    Expression::new(
        DifferenceKind::Unit,
        &words[at..at + found.length],
        vec![format!("unit {}", found.entry.meanings[0])],
        true,
    )
}

/// A number, or a part of one in several words.
struct NumberPart<'a> {
    value: f64,
    /// Those of an ordinal or a decade: "21st", "1990s".
    letters: &'a str,
    /// The word after it.
    end: usize,
    is_weak: bool,
}

/// The number that starts at a word, in digits or in words such as "two hundred and five".
fn number(words: &[Word<'_>], at: usize, list: &WordList) -> Option<Number> {
    // A minus sign belongs to a number unless it stands between two.
    let is_minus = matches!(words[at].text, "-" | "−" | "–") && !words[at].is_attached;
    let start = if is_minus { at + 1 } else { at };
    let first = words.get(start)?;
    if is_minus && !(first.is_attached && first.starts_with_digit()) {
        return None;
    }
    let part = in_digits(first, start, list).or_else(|| in_words(words, start, list));
    let Some(mut number) = part else {
        if !first.text.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        // "LH454" is what it is called.
        return Some(Number {
            meaning: first.lower.clone(),
            end: start + 1,
            is_weak: false,
        });
    };
    // An ordinal ends the number: "twenty-first".
    while number.letters.is_empty() {
        let is_joined = words
            .get(number.end)
            .is_some_and(|word| matches!(&*word.lower, "-" | "and"));
        let next_at = if is_joined {
            number.end + 1
        } else {
            number.end
        };
        let Some(next) = in_words(words, next_at, list) else {
            break;
        };
        let value = if next.value >= 100.0 && !is_joined {
            // "Two thousand five hundred": it multiplies what is below it.
            number.value - number.value % next.value + number.value % next.value * next.value
        } else if !first.starts_with_digit() && is_added(number.value, next.value) {
            number.value + next.value
        } else {
            break;
        };
        number = NumberPart {
            value,
            is_weak: false,
            ..next
        };
    }
    let value = if is_minus {
        -number.value
    } else {
        number.value
    };
    Some(Number {
        meaning: format!("{value}{}", number.letters),
        end: number.end,
        is_weak: number.is_weak,
    })
}

fn in_digits<'a>(word: &'a Word<'_>, at: usize, list: &WordList) -> Option<NumberPart<'a>> {
    let (value, letters) = parse(&word.lower, list.decimal_comma)?;
    Some(NumberPart {
        value,
        letters,
        end: at + 1,
        is_weak: false,
    })
}

fn in_words<'a>(words: &[Word<'_>], at: usize, list: &'a WordList) -> Option<NumberPart<'a>> {
    let found = list.find(words, at, &[Section::Number])?;
    // The list has its numbers in digits with a decimal point.
    let (value, letters) = parse(&found.entry.meanings[0], false)?;
    Some(NumberPart {
        value,
        letters,
        end: at + found.length,
        is_weak: found.entry.is_weak,
    })
}

/// Whether two number words are one number: "two hundred" and "five", "twenty" and "one"; but not "ten" and "one".
fn is_added(value: f64, next: f64) -> bool {
    is_below_zeros(value, next, 100.0) || value >= 20.0 && is_below_zeros(value, next, 10.0)
}

/// Whether a number fills the zeros of a multiple of `unit`: it is from 1 to below `unit`.
fn is_below_zeros(value: f64, next: f64, unit: f64) -> bool {
    value >= unit && value % unit == 0.0 && (1.0..unit).contains(&next)
}

/// The value of digits, and the letters after them: "1,250", "21st", "1990s".
fn parse(text: &str, decimal_comma: bool) -> Option<(f64, &str)> {
    let (digits, letters) = text.split_at(digits(text));
    let value = if decimal_comma {
        digits.replace('.', "").replace(',', ".")
    } else {
        digits.replace(',', "")
    };
    Some((value.parse().ok()?, letters))
}
