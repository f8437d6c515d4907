//! Days, months, years and times of day.

use crate::item::Item;
use crate::words::Word;
use crate::{DifferenceKind as Kind, WordList};

/// What a date may mean, and its number of words.
type Meanings = Option<(Vec<String>, usize)>;

/// The date or time that starts at a word.
pub(crate) fn find(words: &[Word<'_>], at: usize, list: &WordList) -> Option<Item> {
    let (meanings, length) = [in_digits, with_month, year]
        .iter()
        .find_map(|rule| rule(words, at, list))?;
    Some(Item::new(
        Kind::Date,
        &words[at..at + length],
        meanings,
        false,
    ))
}

/// "9 am", "3.30 pm", "15:30", "2018-02-01", "01/02/2018". Where a text leaves it open, it may be morning or afternoon, and the
/// day or the month may come first.
fn in_digits(words: &[Word<'_>], at: usize, list: &WordList) -> Meanings {
    let is_next = |word: &&Word<'_>| {
        word.is_attached && (matches!(word.text, ":" | "-" | "/") || word.starts_with_digit())
    };
    let mut length = 1 + words[at + 1..].iter().take_while(is_next).count();
    let text: String = words[at..at + length]
        .iter()
        .map(|word| word.text)
        .collect();
    let parts = text
        .split([':', '-', '/', '.'])
        .map(|part| part.parse().ok())
        .collect::<Option<Vec<u32>>>()?;
    let half = list
        .find(words, at + length, &["hour"])
        .map(|(entry, words)| {
            length += words;
            entry.meanings[0].as_str()
        });
    let is_time = match text.rfind([':', '-', '/']) {
        Some(last) => text[last..].starts_with(':') && last + 3 == text.len(),
        None => half.is_some(),
    };
    let time = |hour: u32| format!("{hour}:{:02}", parts.get(1).copied().unwrap_or_default());
    let meanings = match (half, &parts[..]) {
        (_, &[year, month, day]) if year > 999 => vec![date(day, month, year)],
        (_, &[first, second, year]) if year > 999 => {
            vec![date(first, second, year), date(second, first, year)]
        }
        (_, &[hour, ..]) if hour > 24 || parts.len() > 2 || !is_time => return None,
        (Some("am"), &[hour, ..]) => vec![time(hour % 12)],
        (Some("pm"), &[hour, ..]) => vec![time(hour % 12 + 12)],
        (_, &[hour, ..]) if hour > 12 => vec![time(hour)],
        (_, &[hour, ..]) => vec![time(hour % 12), time(hour % 12 + 12)],
        _ => return None,
    };
    Some((meanings, length))
}

fn date(day: u32, month: u32, year: u32) -> String {
    format!("{day} {month} {year}")
}

/// "3 May 2019", "May 3rd, 2019", "the 3rd of May", "in May".
fn with_month(words: &[Word<'_>], at: usize, list: &WordList) -> Meanings {
    let (mut day, mut month, mut year, mut end) = (0, 0, 0, at);
    for (next, word) in words.iter().enumerate().skip(at) {
        let number = word
            .lower
            .trim_end_matches(char::is_alphabetic)
            .parse()
            .unwrap_or_default();
        let named = list.find(words, next, &["month"]);
        match named {
            _ if year > 0 || word.starts_sentence && next > at => break,
            Some((entry, _)) if month == 0 => month = entry.meanings[0].parse().ok()?,
            None if month > 0 && word.text.len() == 4 && number > 0 => year = number,
            None if day == 0
                && (1..=31).contains(&number)
                && (next == end || words[end].text == ".") =>
            {
                day = number
            }
            None if next == end && next > at && ["of", ",", "."].contains(&word.text) => continue,
            _ => break,
        }
        end = next + 1;
    }
    // "May" and "March" may be verbs where a sentence starts.
    let is_date = end > at + 1 || words[at].has_capital() && !words[at].starts_sentence;
    (month > 0 && is_date).then(|| (vec![date(day, month, year)], end - at))
}

/// "in 2019": a number of four digits where the list expects a year; and "1990s".
fn year(words: &[Word<'_>], at: usize, list: &WordList) -> Meanings {
    let text = &words[at].lower;
    let digits = text.strip_suffix('s').unwrap_or(text);
    let is_year = digits.len() == 4
        && digits
            .parse::<u32>()
            .is_ok_and(|year| (1000..2100).contains(&year));
    let ends = |back: usize| {
        list.find(words, at - back, &["year"])
            .is_some_and(|(_, length)| length == back)
    };
    let follows =
        (1..=at.min(3)).any(ends) && list.find(words, at + 1, &["unit", "number"]).is_none();
    (is_year && (follows || digits != text)).then(|| (vec![format!("number {text}")], 1))
}
