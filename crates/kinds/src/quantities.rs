//! Numbers, in digits and in words, with the units that they count.

use crate::DifferenceKind;
use crate::expressions::Expression;
use crate::word_list::{Found, Section};
use crate::words::{Text, digits};

/// A number in a text.
struct Number {
    meaning: String,
    /// The word after it.
    end: usize,
    is_weak: bool,
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

impl<'a> Text<'a> {
    /// The number that starts at a word, and its unit.
    pub fn quantity(&self, at: usize) -> Vec<Expression> {
        let currency = self.currency(at);
        let start = at + currency.map_or(0, |found| found.length);
        let article = self.find(start, &[Section::Article]);
        let number = match article {
            // "a day" is one day, and "per day" is like it.
            Some(article) => Some(Number {
                meaning: "1".to_owned(),
                end: start + article.length,
                is_weak: true,
            }),
            None => self.number(start),
        };
        let Some(number) = number else {
            return Vec::new();
        };
        let unit = match currency {
            Some(found) => Some(self.unit_expression(at, found)),
            None => self.unit_after(number.end),
        };
        // An article without a unit counts nothing.
        if article.is_some() && unit.is_none() {
            return Vec::new();
        }
        let mut quantity = vec![self.expression(
            DifferenceKind::Number,
            start..number.end,
            vec![format!("number {}", number.meaning)],
            number.is_weak,
        )];
        quantity.extend(unit);
        quantity
    }

    /// A currency before its number: "$300".
    fn currency(&self, at: usize) -> Option<Found<'a>> {
        let unit = self.unit(at)?;
        let next = self.words.get(at + unit.length)?;
        if next.is_attached && next.starts_with_digit() {
            Some(unit)
        } else {
            None
        }
    }

    /// The unit after a number: "5 kg", "34-year-old".
    fn unit_after(&self, end: usize) -> Option<Expression> {
        let has_hyphen = self.words.get(end).is_some_and(|word| word.text == "-");
        let at = if has_hyphen { end + 1 } else { end };
        Some(self.unit_expression(at, self.unit(at)?))
    }

    /// The unit that starts at a word, unless a longer expression that is ignored does.
    fn unit(&self, at: usize) -> Option<Found<'a>> {
        let found = self.find(at, &[Section::Unit, Section::Ignored])?;
        if found.entry.section == Section::Unit {
            Some(found)
        } else {
            None
        }
    }

    /// A unit counts only against another one.
    fn unit_expression(&self, at: usize, found: Found<'_>) -> Expression {
        self.expression(
            DifferenceKind::Unit,
            at..at + found.length,
            vec![format!("unit {}", found.entry.meanings[0])],
            true,
        )
    }

    /// The number that starts at a word, in digits or in words such as "two hundred and five".
    fn number(&self, at: usize) -> Option<Number> {
        let sign = &self.words[at];
        // A minus sign belongs to a number unless it stands between two.
        let is_minus = matches!(sign.text, "-" | "−" | "–") && !sign.is_attached;
        let start = if is_minus { at + 1 } else { at };
        let first = self.words.get(start)?;
        if is_minus && !(first.is_attached && first.starts_with_digit()) {
            return None;
        }
        let part = self
            .number_in_digits(start)
            .or_else(|| self.number_in_words(start));
        let Some(mut number) = part else {
            if !first.text.contains(|c: char| c.is_ascii_digit()) {
                return None;
            }
            // "LH454" means itself.
            return Some(Number {
                meaning: first.lower.clone(),
                end: start + 1,
                is_weak: false,
            });
        };
        // An ordinal ends the number: "twenty-first".
        while number.letters.is_empty() {
            let joint = self.words.get(number.end);
            let is_joined = joint.is_some_and(|word| matches!(&*word.lower, "-" | "and"));
            let next_at = number.end + usize::from(is_joined);
            let Some(next) = self.number_in_words(next_at) else {
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

    fn number_in_digits(&self, at: usize) -> Option<NumberPart<'_>> {
        let (value, letters) = parse(&self.words[at].lower, self.list.decimal_comma)?;
        Some(NumberPart {
            value,
            letters,
            end: at + 1,
            is_weak: false,
        })
    }

    fn number_in_words(&self, at: usize) -> Option<NumberPart<'a>> {
        let Found { entry, length } = self.find(at, &[Section::Number])?;
        // The list has its digits with a decimal point in every language.
        let (value, letters) = parse(&entry.meanings[0], false)?;
        Some(NumberPart {
            value,
            letters,
            end: at + length,
            is_weak: entry.is_weak,
        })
    }
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
