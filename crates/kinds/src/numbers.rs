//! Numbers, in digits and in words, with the units that they count.

use crate::DifferenceKind as Kind;
use crate::WordList;
use crate::expressions::Item;
use crate::word_list::Entry;
use crate::words::Word;

/// The number that starts at a word, with its unit; the number of words.
pub(crate) fn find(words: &[Word<'_>], at: usize, list: &WordList) -> Option<(Vec<Item>, usize)> {
    // A currency before its number: "$300".
    if let Some((unit, length)) = list.find(words, at, &["unit"])
        && words.get(at + length).is_some_and(|next| next.is_attached && starts_with_digit(next))
        && let Some((value, digits)) = value(words, at + length, list)
    {
        let number = value.item(&words[at + length..at + length + digits]);
        let unit = unit_item(&words[at..at + length], unit, &number, value.amount);
        return Some((vec![number, unit], length + digits));
    }
    // "a day" is one day, and "per day" is like it.
    let article = list.find(words, at, &["article"]).map(|(_, length)| (Value::plain(1.0).weak(), length));
    let is_article = article.is_some();
    let (number, length) = article.or_else(|| value(words, at, list))?;
    let mut items = vec![number.item(&words[at..at + length])];
    let mut end = at + length;
    // "34-year-old", "5 kg", "5kg".
    let hyphen = usize::from(words.get(end).is_some_and(|word| word.text == "-" && word.is_attached));
    if let Some(unit) = &number.attached_unit {
        items.push(unit_item(&words[at..end], unit, &items[0], number.amount));
    } else if list.find(words, end + hyphen, &["ignored"]).is_none_or(|(_, length)| length == 1)
        && let Some((unit, length)) = list.find(words, end + hyphen, &["unit"])
    {
        end += hyphen;
        let half = half_after(words, end + length, list);
        let amount = number.amount.map(|value| value + half.0);
        items.push(unit_item(&words[end..end + length], unit, &items[0], amount).weak(is_article));
        end += length + half.1;
    } else if is_article {
        return None;
    }
    Some((items, end - at))
}

/// The unit of a number, and the amount.
fn unit_item(words: &[Word<'_>], unit: &Entry, number: &Item, amount: Option<f64>) -> Item {
    let Entry { meaning, factor, .. } = unit;
    let item = Item::new(Kind::Unit, words, vec![format!("unit {factor} {meaning}")]);
    let amount = amount.map(|value| (value * factor, meaning.clone()));
    Item { counted_by: Some(number.bytes.clone()), amount, ..item }
}

/// "and a half".
fn half_after(words: &[Word<'_>], at: usize, list: &WordList) -> (f64, usize) {
    let is_half = |word: usize| list.find(words, word, &["number"]).is_some_and(|(entry, _)| entry.meaning == "0.5");
    let joins = words.get(at).is_some_and(|word| word.lower == "and")
        && list.find(words, at + 1, &["article"]).is_some()
        && is_half(at + 2);
    if joins { (0.5, 3) } else { (0.0, 0) }
}

fn starts_with_digit(word: &Word<'_>) -> bool {
    word.text.starts_with(|c: char| c.is_ascii_digit())
}

struct Value {
    meaning: String,
    /// `None` for an ordinal or a name with digits.
    amount: Option<f64>,
    attached_unit: Option<Entry>,
    is_weak: bool,
    is_decade: bool,
}

impl Value {
    fn plain(amount: f64) -> Self {
        Self { amount: Some(amount), ..Self::named(format!("number {amount}")) }
    }

    fn named(meaning: String) -> Self {
        Self { meaning, amount: None, attached_unit: None, is_weak: false, is_decade: false }
    }

    fn weak(self) -> Self {
        Self { is_weak: true, ..self }
    }

    fn item(&self, words: &[Word<'_>]) -> Item {
        let kind = if self.is_decade { Kind::Date } else { Kind::Number };
        Item::new(kind, words, vec![self.meaning.clone()]).weak(self.is_weak)
    }
}

/// The number that starts at a word: digits, or words such as "two hundred and five"; the number of words.
fn value(words: &[Word<'_>], at: usize, list: &WordList) -> Option<(Value, usize)> {
    // A minus sign belongs to a number unless it stands between two.
    if matches!(words[at].text, "-" | "−" | "–") && !words[at].is_attached && words.get(at + 1)?.is_attached {
        let (value, length) = value(words, at + 1, list)?;
        return Some((Value::plain(-value.amount?), length + 1));
    }
    let starts_with_digits = starts_with_digit(&words[at]);
    let (mut sum, mut end) = (0.0, at);
    let mut current = None;
    if words[at].text.contains(|c: char| c.is_ascii_digit()) {
        match digits(&words[at], list) {
            Digits::Number(number) => current = Some(number),
            Digits::Other(value) => return Some((value, 1)),
        }
        end += 1;
    }
    let mut last = if current.is_some() { 1.0 } else { 0.0 };
    let mut weak = true;
    while let Some((entry, length)) = list.find(words, end, &["number"]) {
        let Ok(next) = entry.meaning.parse::<f64>() else {
            // An ordinal ends the number: "twenty-first".
            if end > at {
                break;
            }
            let value = Value::named(format!("ordinal {}", entry.meaning.trim_end_matches(char::is_alphabetic)));
            return Some((Value { is_weak: entry.is_weak, ..value }, length));
        };
        let is_multiplier = next >= 100.0;
        let continues = end == at || is_multiplier || last >= 100.0 || (20.0..100.0).contains(&last) && next < 10.0;
        if !continues || starts_with_digits && !is_multiplier || next.fract() != 0.0 && end > at {
            break;
        }
        current = Some(match current {
            Some(number) if is_multiplier => number * next,
            Some(number) => number + next,
            None => next,
        });
        if next >= 1000.0 {
            sum += current.take().unwrap_or(0.0);
        }
        (last, weak) = (next, weak && entry.is_weak);
        end += length;
        // "twenty-one", "two hundred and five".
        let joint = words
            .get(end)
            .is_some_and(|word| word.text == "-" && word.is_attached || word.lower == "and" && last >= 100.0);
        if let Some((entry, length)) = list.find(words, end + 1, &["number"]).filter(|_| joint) {
            let ordinal = entry.meaning.trim_end_matches(char::is_alphabetic).parse::<f64>();
            match (entry.meaning.parse::<f64>(), ordinal) {
                (Ok(next), _) if next < last => end += 1,
                // "twenty-first".
                (Err(_), Ok(next)) if next < last => {
                    let value = format!("ordinal {}", sum + current.unwrap_or(0.0) + next);
                    return Some((Value::named(value), end + 1 + length - at));
                }
                _ => {}
            }
        }
    }
    if end == at {
        return None;
    }
    let (half, length) = half_after(words, end, list);
    let value = Value::plain(sum + current.unwrap_or(0.0) + half);
    let is_weak = weak && !starts_with_digits && length == 0;
    Some((Value { is_weak, ..value }, end - at + length))
}

enum Digits {
    Number(f64),
    Other(Value),
}

/// A word with digits: "1,250", "21st", "5kg", "1990s", "LH454".
fn digits(word: &Word<'_>, list: &WordList) -> Digits {
    let split = word.lower.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == ',')).unwrap_or(word.lower.len());
    let (number, tail) = word.lower.split_at(split);
    let group = if list.decimal == '.' { ',' } else { '.' };
    let grouped = number.split(group).skip(1).all(|part| part.split(list.decimal).next().is_some_and(|p| p.len() == 3));
    let plain = if grouped { number.replace(group, "") } else { number.to_owned() };
    let Ok(value) = plain.replace(list.decimal, ".").parse::<f64>() else {
        return Digits::Other(Value::named(format!("number {}", word.lower)));
    };
    match tail {
        "" => Digits::Number(value),
        "st" | "nd" | "rd" | "th" => Digits::Other(Value::named(format!("ordinal {value}"))),
        "s" => Digits::Other(Value { is_decade: true, ..Value::named(format!("decade {value}")) }),
        _ => {
            let unit = Word { lower: tail.to_owned(), ..word.clone() };
            match list.find(&[unit], 0, &["unit"]) {
                Some((entry, _)) => Digits::Other(Value { attached_unit: Some(entry.clone()), ..Value::plain(value) }),
                None => Digits::Other(Value::named(format!("number {}", word.lower))),
            }
        }
    }
}
