//! Days, months, years and times of day.

use crate::DifferenceKind;
use crate::expression::Expression;
use crate::text::Text;
use crate::word_list::Section;
use crate::words::Word;

/// A date or time in a text.
struct Date {
    /// What it may mean.
    meanings: Vec<String>,
    /// The word after it.
    end: usize,
}

impl Text<'_> {
    /// The date or time that starts at a word.
    pub fn date(&self, at: usize) -> Option<Expression> {
        let date = self
            .date_in_digits(at)
            .or_else(|| self.date_with_month(at))
            .or_else(|| self.year(at))?;
        Some(self.expression(DifferenceKind::Date, at..date.end, date.meanings, false))
    }

    /// "9 am", "3.30 pm", "15:30", "2018-02-01", "01/02/2018". Where a text leaves it open, it may be morning or afternoon, and
    /// the day or the month may come first.
    fn date_in_digits(&self, at: usize) -> Option<Date> {
        let attached = self.words[at + 1..]
            .iter()
            .take_while(|word| continues_digits(word))
            .count();
        let end = at + 1 + attached;
        let text: String = self.words[at..end].iter().map(|word| word.text).collect();
        let parts = text
            .split([':', '-', '/', '.'])
            .map(|part| part.parse().ok())
            .collect::<Option<Vec<u32>>>()?;
        let after = self.find(end, &[Section::Hour]);
        let half = after.map(|found| found.entry.meanings[0].as_str());
        let is_time = match text.rfind([':', '-', '/']) {
            // Two digits of minutes.
            Some(last) => text[last..].starts_with(':') && last + 3 == text.len(),
            None => half.is_some(),
        };
        let minute = parts.get(1).copied().unwrap_or_default();
        let meanings = match (half, &parts[..]) {
            (_, &[year, month, day]) if year > 999 => vec![date(day, month, year)],
            (_, &[first, second, year]) if year > 999 => {
                vec![date(first, second, year), date(second, first, year)]
            }
            (_, &[hour, ..]) if hour > 24 || parts.len() > 2 || !is_time => return None,
            (Some("am"), &[hour, ..]) => vec![time(hour % 12, minute)],
            (Some("pm"), &[hour, ..]) => vec![time(hour % 12 + 12, minute)],
            (_, &[hour, ..]) if hour > 12 => vec![time(hour, minute)],
            (_, &[hour, ..]) => vec![time(hour % 12, minute), time(hour % 12 + 12, minute)],
            _ => return None,
        };
        Some(Date {
            meanings,
            end: end + after.map_or(0, |found| found.length),
        })
    }

    /// "3 May 2019", "May 3rd, 2019", "the 3rd of May", "in May". What the text leaves out is 0.
    fn date_with_month(&self, at: usize) -> Option<Date> {
        let mut day = 0;
        let mut month = 0;
        let mut year = 0;
        let mut end = at;
        for (next, word) in self.words.iter().enumerate().skip(at) {
            if year > 0 || word.starts_sentence && next > at {
                break;
            }
            let number: u32 = word
                .lower
                .trim_end_matches(char::is_alphabetic)
                .parse()
                .unwrap_or_default();
            // "Jan. 3": nothing but the full stop of an abbreviation stands before a day.
            let follows = next == end || self.words[end].text == ".";
            if let Some(named) = self.find(next, &[Section::Month]) {
                if month > 0 {
                    break;
                }
                month = named.entry.meanings[0].parse().ok()?;
            } else if month > 0 && word.text.len() == 4 && number > 0 {
                year = number;
            } else if day == 0 && (1..=31).contains(&number) && follows {
                day = number;
            } else if next == end && next > at && ["of", ",", "."].contains(&word.text) {
                // It belongs to the date only if another part of it follows.
                continue;
            } else {
                break;
            }
            end = next + 1;
        }
        if month == 0 || end == at + 1 && !self.is_month_alone(at) {
            return None;
        }
        Some(Date {
            meanings: vec![date(day, month, year)],
            end,
        })
    }

    /// Whether a month without day and year is one, and neither a verb, as in "he may" and "May I", nor a name, as in "Theresa
    /// May".
    fn is_month_alone(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| &self.words[before]);
        if before.is_some_and(|word| self.list.has(&word.lower, &[Section::Year])) {
            return true;
        }
        self.words[at].has_capital()
            && !self.follows_name(at)
            && self.find(at + 1, &[Section::Subject]).is_none()
    }

    /// Whether a capitalised word is the end of a name, such as "Theresa May".
    pub fn follows_name(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).map(|before| &self.words[before]) else {
            return false;
        };
        let has_function = self
            .list
            .has(&before.lower, &[Section::Ignored, Section::Article]);
        let is_title = self.list.has(&before.lower, &[Section::Abbreviation]);
        self.words[at].has_capital() && before.has_capital() && (is_title || !has_function)
    }

    /// "in 2019": a number of four digits where the list expects a year; and the decades "1990s" and "90s".
    fn year(&self, at: usize) -> Option<Date> {
        let text = &self.words[at].lower;
        let digits = text.strip_suffix('s').unwrap_or(text);
        let is_decade = digits != text;
        let number: u32 = digits.parse().ok()?;
        let year = match digits.len() {
            2 if is_decade && number >= 20 => 1900 + number,
            4 => number,
            _ => return None,
        };
        if !(1000..2100).contains(&year) || !is_decade && !self.is_year_expected(at) {
            return None;
        }
        let meaning = if is_decade {
            format!("{year}s")
        } else {
            // As a number, so that it equals "2019" where no year is expected.
            format!("number {year}")
        };
        Some(Date {
            meanings: vec![meaning],
            end: at + 1,
        })
    }

    /// Whether a year may stand at a word: after an expression such as "in", of at most three words, and not before a unit or
    /// a number, as in "in 2000 cases".
    fn is_year_expected(&self, at: usize) -> bool {
        if self
            .find(at + 1, &[Section::Unit, Section::Number])
            .is_some()
        {
            return false;
        }
        (1..=at.min(3)).any(|length| {
            self.find(at - length, &[Section::Year])
                .is_some_and(|found| found.length == length)
        })
    }
}

fn continues_digits(word: &Word<'_>) -> bool {
    word.is_attached && (matches!(word.text, ":" | "-" | "/") || word.starts_with_digit())
}

fn date(day: u32, month: u32, year: u32) -> String {
    format!("{day} {month} {year}")
}

fn time(hour: u32, minute: u32) -> String {
    format!("{hour}:{minute:02}")
}
