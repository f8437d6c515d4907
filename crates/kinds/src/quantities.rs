//! Numbers, in digits and in words, with the units that they count.

use crate::DifferenceKind;
use crate::digits::{MULTIPLIERS, parse};
use crate::expression::Expression;
use crate::text::Text;
use crate::word_list::{Found, Section};

/// A number in a text.
pub struct Number {
    /// `None` for "LH454" and ordinals.
    value: Option<f64>,
    meanings: Vec<String>,
    /// The word after it.
    end: usize,
    is_weak: bool,
}

/// A number, or a part of one in several words.
struct NumberPart<'a> {
    value: f64,
    /// Those of an ordinal: "21st".
    letters: &'a str,
    /// The word after it.
    end: usize,
    is_weak: bool,
}

impl Number {
    /// This number of percent, up to the word at `end`: 50% is 0.5, as half is.
    fn in_percent(self, end: usize) -> Self {
        let Some(value) = self.value else { return self };
        Self {
            meanings: vec![shown(value / 100.0)],
            end,
            ..self
        }
    }
}

impl<'a> Text<'a> {
    /// The number that starts at a word, and its unit.
    pub fn quantity(&self, at: usize) -> Vec<Expression> {
        let currency = self.currency(at);
        let start = at + currency.map_or(0, |found| found.length);
        let article = self.article(start);
        let is_article = article.is_some();
        let found = self.fraction(start).or_else(|| match article {
            // "a day" is one day, and "per day" is like it.
            Some(one) => Some(Number {
                value: Some(one.value),
                meanings: vec![shown(one.value)],
                end: one.end,
                is_weak: true,
            }),
            None => self.number(start),
        });
        let Some(mut number) = found else {
            return Vec::new();
        };
        if let Some(end) = self.article_before_unit(&number) {
            number.end = end;
        }
        let mut unit = match currency {
            Some(found) => Some(self.unit_expression(at, found)),
            None => self.unit_after(number.end),
        };
        // An article without a unit counts nothing.
        if is_article && number.value == Some(1.0) && unit.is_none() {
            return Vec::new();
        }
        if let Some(percent) = self.percent_after(number.end) {
            number = number.in_percent(percent);
            unit = None;
        }
        let mut quantity = vec![self.expression(
            DifferenceKind::Number,
            start..number.end,
            number.meanings,
            number.is_weak,
        )];
        quantity.extend(unit);
        quantity
    }

    /// The word after the article in "half a day", which is half of one: that article is no number of its own.
    fn article_before_unit(&self, number: &Number) -> Option<usize> {
        let is_fraction = number.value.is_some_and(|value| value < 1.0);
        let article = self.article(number.end).filter(|_| is_fraction)?;
        self.unit(article.end).map(|_| article.end)
    }

    /// "a" and "an", which count one.
    fn article(&self, at: usize) -> Option<NumberPart<'a>> {
        let found = self.find(at, &[Section::Article])?;
        Some(NumberPart {
            value: 1.0,
            letters: "",
            end: at + found.length,
            is_weak: true,
        })
    }

    /// "a third", "two thirds", "3/4": the fraction that starts at a word. "A third" that nothing says to be a part of something
    /// may also be an ordinal.
    pub fn fraction(&self, at: usize) -> Option<Number> {
        // 3/4/20 is a date.
        if at > 0 && self.words[at - 1].text == "/" {
            return None;
        }
        let numerator = self
            .article(at)
            .or_else(|| self.number_in_digits(at))
            .or_else(|| self.number_in_words(at))
            .filter(|part| part.letters.is_empty() && part.value >= 1.0)?;
        let next = self.words.get(numerator.end)?;
        if next.text == "/" && next.is_attached {
            let denominator = self.number_in_digits(numerator.end + 1)?;
            let after = self.words.get(denominator.end);
            let has_more = after.is_some_and(|word| word.text == "/" && word.is_attached);
            if denominator.value == 0.0 || !denominator.letters.is_empty() || has_more {
                return None;
            }
            return Some(Number {
                value: Some(numerator.value / denominator.value),
                meanings: rounded(numerator.value / denominator.value),
                end: denominator.end,
                is_weak: false,
            });
        }
        let has_hyphen = next.text == "-";
        let part = self.number_in_words(numerator.end + usize::from(has_hyphen))?;
        let denominator = match (part.letters.is_empty(), part.value) {
            (false, value) if value >= 3.0 => value,
            (true, value) if value < 1.0 && value > 0.0 => 1.0 / value,
            _ => return None,
        };
        if numerator.value >= denominator {
            return None;
        }
        let is_one = numerator.value < 2.0;
        let mut meanings = rounded(numerator.value / denominator);
        let is_part = self
            .words
            .get(part.end)
            .is_some_and(|word| word.lower == "of");
        if is_one && !is_part && !part.letters.is_empty() {
            meanings.push(format!("number {}{}", part.value, part.letters));
        }
        Some(Number {
            value: Some(numerator.value / denominator),
            meanings,
            end: part.end,
            is_weak: part.is_weak && is_one,
        })
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

    /// The word after the percent sign, or the words for it, that follow a number; `None` without any.
    fn percent_after(&self, end: usize) -> Option<usize> {
        let found = self.unit(end)?;
        if found.entry.meanings[0] == "%" {
            Some(end + found.length)
        } else {
            None
        }
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
                value: None,
                meanings: vec![format!("number {}", first.lower)],
                end: start + 1,
                is_weak: false,
            });
        };
        // An ordinal ends the number: "twenty-first".
        while number.letters.is_empty() {
            let joint = self.words.get(number.end);
            let is_joined = joint.is_some_and(|word| matches!(&*word.lower, "-" | "and"));
            // "Half a million" is a number; in "half a point", the article is no part of one.
            let has_article = number.value < 1.0 && self.article(number.end).is_some();
            let next_at = number.end + usize::from(is_joined || has_article);
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
        let is_ordinal = !number.letters.is_empty();
        let meaning = if is_ordinal {
            format!("number {value}{}", number.letters)
        } else {
            shown(value)
        };
        Some(Number {
            value: if is_ordinal { None } else { Some(value) },
            meanings: vec![meaning],
            end: number.end,
            is_weak: number.is_weak,
        })
    }

    fn number_in_digits(&self, at: usize) -> Option<NumberPart<'_>> {
        let (value, letters) = parse(&self.words.get(at)?.lower, self.list.decimal_comma)?;
        let multiplier = self.multiplier_after(at);
        Some(NumberPart {
            value: value * multiplier.unwrap_or(1.0),
            letters,
            end: at + 1 + usize::from(multiplier.is_some()),
            is_weak: false,
        })
    }

    /// What the letters after some digits multiply them by.
    fn multiplier_after(&self, at: usize) -> Option<f64> {
        let letters = self.words.get(at + 1).filter(|word| word.is_attached)?;
        let (name, value) = MULTIPLIERS
            .into_iter()
            .find(|(name, _)| *name == letters.lower)?;
        let has_currency = at > 0 && self.words[at].is_attached && self.unit(at - 1).is_some();
        if name == "m" && !has_currency {
            return None;
        }
        Some(value)
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

/// A value as a meaning, without the noise of binary fractions: 33.3% is 0.333.
fn shown(value: f64) -> String {
    let rounded = (value * 1e9).round() / 1e9;
    // Large numbers have no such noise, and fewer digits after the point than the rounding takes.
    let value = if value.abs() < 1e5 { rounded } else { value };
    format!("number {value}")
}

/// The meanings of a fraction. One that digits only approach equals its roundings: a third is 33%, and 33.3%.
fn rounded(value: f64) -> Vec<String> {
    let mut meanings = vec![shown(value)];
    if (value * 1000.0).fract() > 1e-9 {
        for scale in [100.0, 1000.0] {
            meanings.push(shown((value * scale).round() / scale));
        }
    }
    meanings
}

/// Whether two number words are one number: "two hundred" and "five", "twenty" and "one"; but not "ten" and "one".
fn is_added(value: f64, next: f64) -> bool {
    is_below_zeros(value, next, 100.0) || value >= 20.0 && is_below_zeros(value, next, 10.0)
}

/// Whether a number fills the zeros of a multiple of `unit`: it is from 1 to below `unit`.
fn is_below_zeros(value: f64, next: f64, unit: f64) -> bool {
    value >= unit && value % unit == 0.0 && (1.0..unit).contains(&next)
}
