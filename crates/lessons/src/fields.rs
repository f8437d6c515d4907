//! The fields of a table in a lesson's file, each with its position, so that errors name line and field.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Most characters of a text in a lesson: more than any model accepts.
const LONGEST: usize = 20_000;

/// A problem and its position, a byte of the file.
#[derive(Debug)]
pub(super) struct Wrong {
    pub(super) at: usize,
    pub(super) problem: String,
}

/// A table whose fields are read one by one.
pub(super) struct Fields<'a, 'i> {
    table: &'a DeTable<'i>,
    /// Its first byte.
    pub(super) at: usize,
    /// The whole file.
    file: &'a str,
    /// Its name in a sentence.
    what: &'static str,
}

impl<'a, 'i> Fields<'a, 'i> {
    /// Opens a table, unless it has an unknown field.
    pub(super) fn of(
        table: &'a DeTable<'i>,
        at: usize,
        file: &'a str,
        what: &'static str,
        known: &[&str],
    ) -> Result<Self, Wrong> {
        let unknown = table.keys().filter(|key| !known.contains(&key.get_ref().as_ref()));
        if let Some(key) = unknown.min_by_key(|key| key.span().start) {
            let problem = format!("unknown field `{}`; {what} has {}", short(key.get_ref()), known.join(", "));
            return Err(Wrong { at: key.span().start, problem });
        }
        Ok(Self { table, at, file, what })
    }

    /// A table of a list, such as a check.
    pub(super) fn inside(
        &self,
        value: &'a Spanned<DeValue<'i>>,
        name: &str,
        (what, known): (&'static str, &[&str]),
    ) -> Result<Self, Wrong> {
        match value.get_ref() {
            DeValue::Table(table) => Self::of(table, value.span().start, self.file, what, known),
            _ => Err(self.not(name, value, &format!("made of tables in {{ }}, one for {what}"))),
        }
    }

    fn get(&self, name: &str) -> Option<&'a Spanned<DeValue<'i>>> {
        self.table.iter().find(|(key, _)| key.get_ref() == name).map(|(_, value)| value)
    }

    /// The position of a field; without it, that of the table.
    pub(super) fn place(&self, name: &str) -> usize {
        self.get(name).map_or(self.at, |value| value.span().start)
    }

    /// The problem of a field of the wrong type.
    fn not(&self, name: &str, value: &Spanned<DeValue<'i>>, should: &str) -> Wrong {
        let is = short(self.file.get(value.span()).unwrap_or_default());
        Wrong { at: value.span().start, problem: format!("`{name}` should be {should}, not {is}") }
    }

    /// A required field.
    pub(super) fn needed<T>(&self, name: &str, found: Option<T>) -> Result<T, Wrong> {
        found.ok_or_else(|| Wrong { at: self.at, problem: format!("missing field `{name}`; {} needs it", self.what) })
    }

    /// A text, which may be empty.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, Wrong> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let DeValue::String(text) = value.get_ref() else { return Err(self.not(name, value, "a text in quotes")) };
        let length = text.chars().count();
        if length > LONGEST {
            let problem = format!("`{name}` has {length} characters; a lesson takes at most {LONGEST}");
            return Err(Wrong { at: value.span().start, problem });
        }
        Ok(Some(text.to_string()))
    }

    /// A text that is not empty, if the field exists.
    pub(super) fn words(&self, name: &str) -> Result<Option<String>, Wrong> {
        let text = self.text(name)?;
        if text.as_ref().is_some_and(|text| text.trim().is_empty()) {
            let problem = format!("`{name}` is empty; write something, or leave the field out");
            return Err(Wrong { at: self.place(name), problem });
        }
        Ok(text)
    }

    /// `true` or `false`.
    pub(super) fn flag(&self, name: &str) -> Result<Option<bool>, Wrong> {
        let Some(value) = self.get(name) else { return Ok(None) };
        value.get_ref().as_bool().map(Some).ok_or_else(|| self.not(name, value, "true or false"))
    }

    /// A whole number that is not negative.
    pub(super) fn count(&self, name: &str) -> Result<Option<usize>, Wrong> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = value.get_ref().as_integer().and_then(|n| usize::from_str_radix(n.as_str(), n.radix()).ok());
        number.map(Some).ok_or_else(|| self.not(name, value, "a whole number, 0 or more"))
    }

    /// A finite number.
    pub(super) fn number(&self, name: &str) -> Result<Option<f64>, Wrong> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = match value.get_ref() {
            DeValue::Float(number) => number.as_str().parse().ok(),
            DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix()).ok().map(|n| n as f64),
            _ => None,
        };
        let number = number.filter(|number: &f64| number.is_finite());
        number.map(Some).ok_or_else(|| self.not(name, value, "a finite number"))
    }

    /// One of several names.
    pub(super) fn one_of<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> Result<Option<T>, Wrong> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let chosen = value.get_ref().as_str().and_then(|said| choices.iter().find(|(choice, _)| *choice == said));
        if let Some((_, chosen)) = chosen {
            return Ok(Some(*chosen));
        }
        let choices: Vec<_> = choices.iter().map(|(choice, _)| format!("\"{choice}\"")).collect();
        let (last, first) = choices.split_last().map_or(("", &[][..]), |(last, first)| (last.as_str(), first));
        Err(self.not(name, value, &format!("{} or {last}", first.join(", "))))
    }

    /// A list; `should` is an example for the message.
    pub(super) fn list(&self, name: &str, should: &str) -> Result<&'a [Spanned<DeValue<'i>>], Wrong> {
        let Some(value) = self.get(name) else { return Ok(&[]) };
        match value.get_ref() {
            DeValue::Array(array) => Ok(array),
            _ => Err(self.not(name, value, should)),
        }
    }

    /// Two texts in brackets.
    pub(super) fn two(&self, name: &str) -> Result<Option<[String; 2]>, Wrong> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let texts = value.get_ref().as_array().map(|array| array.iter().map(|v| v.get_ref().as_str()).collect());
        match texts.unwrap_or_else(|| vec![None])[..] {
            [Some(first), Some(second)] => Ok(Some([first.to_owned(), second.to_owned()])),
            _ => Err(self.not(name, value, "two tokens, the candidate's and the reference's: [\"boat\", \"ferry\"]")),
        }
    }
}

/// The start of a value, on one line.
pub(super) fn short(written: &str) -> String {
    let line = written.lines().next().unwrap_or_default();
    let cut: String = line.chars().take(40).collect();
    let is_whole = cut == written;
    if is_whole { cut } else { format!("{cut}…") }
}
