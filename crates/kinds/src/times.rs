//! Days, months, years and times of day.

use crate::DifferenceKind as Kind;
use crate::WordList;
use crate::expressions::Item;
use crate::words::Word;

/// The date or time that starts at a word, and its number of words.
pub(crate) fn find(words: &[Word<'_>], at: usize, list: &WordList) -> Option<(Item, usize)> {
    let (meanings, length, is_weak) = time_of_day(words, at, list)
        .or_else(|| numeric(words, at))
        .or_else(|| with_month(words, at, list))
        .map(|(meanings, length)| (meanings, length, false))
        .or_else(|| named(words, at, list))
        .or_else(|| Some((year(words, at, list)?, 1, false)))?;
    Some((Item::new(Kind::Date, &words[at..at + length], meanings).weak(is_weak), length))
}

type Meanings = (Vec<String>, usize);

/// A day that the list names, or noon.
fn named(words: &[Word<'_>], at: usize, list: &WordList) -> Option<(Vec<String>, usize, bool)> {
    let (entry, length) = list.find(words, at, &["date", "time"])?;
    let meaning = match entry.section {
        "time" => format!("time {}", minutes(&entry.meaning)?),
        _ => format!("date {}", entry.meaning),
    };
    Some((vec![meaning], length, entry.is_weak))
}

fn minutes(time: &str) -> Option<u32> {
    let (hour, minute) = time.split_once([':', '.']).unwrap_or((time, "0"));
    let two_digits = minute == "0" || minute.len() == 2;
    let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
    (hour < 25 && minute < 60 && two_digits).then_some(hour * 60 + minute)
}

/// "9 am", "3.30 pm", "15:30", "8 o'clock". Without am or pm, an hour up to 12 may be either.
fn time_of_day(words: &[Word<'_>], at: usize, list: &WordList) -> Option<Meanings> {
    let first = &words[at].lower;
    let mut length = 1;
    let mut text = first.trim_end_matches(char::is_alphabetic).to_owned();
    let has_colon = words.get(at + 1).is_some_and(|word| word.text == ":" && word.is_attached);
    if has_colon && words.get(at + 2).is_some_and(|word| word.is_attached && word.text.len() == 2) {
        text = format!("{first}:{}", words[at + 2].text);
        length = 3;
    }
    let attached = Word { lower: first[text.len().min(first.len())..].to_owned(), ..words[at].clone() };
    let half = match list.find(&[attached], 0, &["hour"]) {
        Some((entry, _)) if length == 1 => Some(entry),
        _ => list.find(words, at + length, &["hour"]).map(|(entry, words)| {
            length += words;
            entry
        }),
    };
    let half = half.map(|entry| entry.meaning.as_str());
    if half.is_none() && length == 1 {
        return None;
    }
    // The full stop of "p.m.".
    length += usize::from(
        half.is_some()
            && words[at + length - 1].text.contains('.')
            && words.get(at + length).is_some_and(|word| word.text == "." && word.is_attached),
    );
    let time = minutes(&text)?;
    let both = |time: u32| if time < 780 { vec![time % 720, time % 720 + 720] } else { vec![time] };
    let readings = match half {
        Some("am") => vec![time % 720],
        Some("pm") => vec![time % 720 + 720],
        _ => both(time),
    };
    Some((readings.into_iter().map(|minutes| format!("time {minutes}")).collect(), length))
}

fn date(day: Option<u32>, month: u32, year: Option<u32>) -> String {
    let part = |number: Option<u32>| number.map_or_else(String::new, |number| number.to_string());
    format!("date {}-{month}-{}", part(day), part(year))
}

/// "2018-02-01", and "01/02/2018" or "1.2.2018" in either order.
fn numeric(words: &[Word<'_>], at: usize) -> Option<Meanings> {
    let number = |text: &str| text.parse::<u32>().ok();
    let (parts, length): (Vec<&str>, usize) = match words.get(at..at + 5) {
        Some([a, s, b, t, c]) if s.text == t.text && matches!(s.text, "-" | "/") && s.is_attached && c.is_attached => {
            (vec![a.text, b.text, c.text], 5)
        }
        _ => (words[at].text.split('.').collect(), 1),
    };
    let &[a, b, c] = parts.as_slice() else { return None };
    let [x, y, z] = [number(a)?, number(b)?, number(c)?];
    let valid = |day: u32, month: u32| (1..=31).contains(&day) && (1..=12).contains(&month);
    let readings: Vec<(u32, u32, u32)> = match (a.len(), c.len()) {
        (4, 1..=2) => vec![(z, y, x)],
        (1..=2, 4) => vec![(x, y, z), (y, x, z)],
        _ => return None,
    };
    let meanings: Vec<String> = readings
        .into_iter()
        .filter(|(day, month, _)| valid(*day, *month))
        .map(|(day, month, year)| date(Some(day), month, Some(year)))
        .collect();
    (!meanings.is_empty()).then_some((meanings, length))
}

/// "3 May 2019", "May 3rd, 2019", "the 3rd of May", "in May".
fn with_month(words: &[Word<'_>], at: usize, list: &WordList) -> Option<Meanings> {
    let month = |at: usize| {
        let (entry, _) = list.find(words, at, &["month"])?;
        // "may 3 people" is no date.
        let is_month = words[at].is_capitalised() || list.find(words, at, &["modality"]).is_none();
        entry.meaning.parse::<u32>().ok().filter(|_| is_month)
    };
    let day = |at: usize| {
        let text = words.get(at)?.lower.trim_end_matches(char::is_alphabetic).parse().ok();
        text.filter(|day| (1..=31).contains(day))
    };
    let year_at = |at: usize| Some(words.get(at)?.text).filter(|text| text.len() == 4)?.parse::<u32>().ok();
    let (mut first_day, mut end) = (None, at);
    if let Some(number) = day(at) {
        let of = usize::from(words.get(at + 1).is_some_and(|word| word.lower == "of"));
        month(at + 1 + of)?;
        (first_day, end) = (Some(number), at + 1 + of);
    }
    let number = month(end)?;
    let word = &words[end];
    end += 1;
    // The full stop of "Sept. 3".
    let dot = usize::from(words.get(end).is_some_and(|word| word.text == ".") && day(end + 1).is_some());
    if first_day.is_none() && day(end + dot).is_some() {
        first_day = day(end + dot);
        end += dot + 1;
    }
    let comma = usize::from(words.get(end).is_some_and(|word| word.text == ","));
    let year = year_at(end + comma);
    end += if year.is_some() { comma + 1 } else { 0 };
    // "May" and "March" may be verbs where a sentence starts.
    let is_alone = first_day.is_none() && year.is_none();
    (!is_alone || word.is_capitalised() && !word.starts_sentence)
        .then(|| (vec![date(first_day, number, year)], end - at))
}

/// "in 2019": a number of four digits where the list expects a year.
fn year(words: &[Word<'_>], at: usize, list: &WordList) -> Option<Vec<String>> {
    let text = words[at].text;
    let is_year = text.len() == 4 && text.parse::<u32>().is_ok_and(|year| (1000..2100).contains(&year));
    list.find(words, at.checked_sub(1)?, &["year"])?;
    let counts = list.find(words, at + 1, &["unit", "number"]).is_some();
    (is_year && !counts).then(|| vec![format!("number {text}")])
}
