//! Numbers, in digits and in words, with the units that they count.

use crate::item::Item;
use crate::words::{Word, digits};
use crate::{DifferenceKind as Kind, WordList};

/// The number that starts at a word, and its unit.
pub(crate) fn find(words: &[Word<'_>], at: usize, list: &WordList) -> Vec<Item> {
    let unit = |at: usize| {
        list.find(words, at, &["unit", "ignored"])
            .filter(|(entry, _)| entry.section == "unit")
    };
    // A currency before its number: "$300".
    let is_number = |at: usize| {
        words
            .get(at)
            .is_some_and(|next| next.is_attached && next.starts_with_digit())
    };
    let before = unit(at).filter(|(_, length)| is_number(at + length));
    let start = at + before.map_or(0, |(_, length)| length);
    // "a day" is one day, and "per day" is like it.
    let article = list
        .find(words, start, &["article"])
        .map(|(_, length)| ("1".to_owned(), start + length, true));
    let is_article = article.is_some();
    let Some((value, end, is_weak)) = article.or_else(|| number(words, start, list)) else {
        return Vec::new();
    };
    let number = Item::new(
        Kind::Number,
        &words[start..end],
        vec![format!("number {value}")],
        is_weak,
    );
    // "5 kg", "34-year-old". A unit counts only against another one.
    let unit_at = end + usize::from(words.get(end).is_some_and(|word| word.text == "-"));
    let unit = before
        .map(|found| (at, found))
        .or_else(|| Some((unit_at, unit(unit_at)?)));
    let unit = unit.map(|(at, (entry, length))| {
        Item::new(
            Kind::Unit,
            &words[at..at + length],
            vec![format!("unit {}", entry.meanings[0])],
            true,
        )
    });
    if is_article && unit.is_none() {
        Vec::new()
    } else {
        [number].into_iter().chain(unit).collect()
    }
}

/// The number that starts at a word, in digits or in words such as "two hundred and five": what it means, the word after it, and
/// whether it is weak.
fn number(words: &[Word<'_>], at: usize, list: &WordList) -> Option<(String, usize, bool)> {
    // A minus sign belongs to a number unless it stands between two.
    let is_minus = matches!(words[at].text, "-" | "−" | "–") && !words[at].is_attached;
    let start = at + usize::from(is_minus);
    let first = words
        .get(start)
        .filter(|word| !is_minus || word.is_attached && word.starts_with_digit())?;
    let listed = |at: usize| {
        let (entry, length) = list.find(words, at, &["number"])?;
        let (value, letters) = parse(&entry.meanings[0], false)?;
        Some((value, letters, at + length, entry.is_weak))
    };
    let digits = parse(&first.lower, list.decimal_comma)
        .map(|(value, letters)| (value, letters, start + 1, false));
    let Some((mut value, mut letters, mut end, mut is_weak)) = digits.or_else(|| listed(start))
    else {
        // "LH454".
        return first
            .text
            .contains(|c: char| c.is_ascii_digit())
            .then(|| (first.lower.clone(), start + 1, false));
    };
    // An ordinal ends the number: "twenty-first".
    while letters.is_empty() {
        let joint = usize::from(
            words
                .get(end)
                .is_some_and(|word| ["-", "and"].contains(&word.lower.as_str())),
        );
        let Some((next, next_letters, next_end, _)) = listed(end + joint) else {
            break;
        };
        let is_part =
            |room: f64| value >= room && value % room == 0.0 && (1.0..room).contains(&next);
        value = match next {
            // "Two thousand five hundred": it multiplies what is below it.
            100.0.. if joint == 0 => value - value % next + value % next * next,
            _ if !first.starts_with_digit()
                && (is_part(100.0) || value >= 20.0 && is_part(10.0)) =>
            {
                value + next
            }
            _ => break,
        };
        (letters, end, is_weak) = (next_letters, next_end, false);
    }
    Some((
        format!("{}{letters}", if is_minus { -value } else { value }),
        end,
        is_weak,
    ))
}

/// The value of digits, and the letters after them: "1,250", "21st", "1990s".
fn parse(text: &str, decimal_comma: bool) -> Option<(f64, &str)> {
    let (decimal, separator) = if decimal_comma {
        (',', '.')
    } else {
        ('.', ',')
    };
    let (digits, letters) = text.split_at(digits(text));
    Some((
        digits
            .replace(separator, "")
            .replace(decimal, ".")
            .parse()
            .ok()?,
        letters,
    ))
}
