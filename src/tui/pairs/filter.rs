//! The filter of the list: words that may occur anywhere in a row, and words limited to one column.

use super::{ListItem, OtherColumns};
use bertscope_systems::drivers::has_word;

/// A filter.
#[derive(Debug)]
pub(super) struct Filter {
    words: Vec<FilterTerm>,
}

/// A word, in lower case.
#[derive(Debug)]
struct FilterTerm {
    text: String,
    field: FilterField,
    fit: MatchMode,
    /// For each other column, which of its values match the word.
    columns: Vec<Vec<bool>>,
}

/// Where a word must occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FilterField {
    Anywhere,
    /// Another column of the file.
    Column(usize),
    Id,
    Reference,
    /// Any candidate.
    Candidate,
    /// The candidate of a system.
    CandidateOf(usize),
    Note,
}

impl FilterField {
    /// A field that every row has.
    fn from_name(name: &str, systems: &[String]) -> Option<Self> {
        Some(match name {
            "id" => Self::Id,
            "reference" => Self::Reference,
            "candidate" => Self::Candidate,
            "note" => Self::Note,
            _ => Self::CandidateOf(systems.iter().position(|system| system.to_lowercase() == name)?),
        })
    }

    fn covers(self, of: Self) -> bool {
        self == of || self == Self::Anywhere || self == Self::Candidate && matches!(of, Self::CandidateOf(_))
    }
}

/// How much of a value a word must match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MatchMode {
    /// The whole value: `system=B`.
    Value,
    /// A whole word: `reference~ferry`.
    Word,
    /// A part: `lp:de`.
    Part,
}

impl MatchMode {
    fn new(separator: char) -> Option<Self> {
        Some(match separator {
            '=' => Self::Value,
            '~' => Self::Word,
            ':' => Self::Part,
            _ => return None,
        })
    }

    fn has(self, value: &str, text: &str) -> bool {
        match self {
            Self::Value => value.trim() == text.trim(),
            Self::Word => has_word(value, text),
            Self::Part => value.contains(text),
        }
    }
}

impl Filter {
    /// Parses a filter: `system=B` matches a whole value of a column, `lp:de` a part of it, `reference~ferry` a whole
    /// word. The column of a system's candidates has the system's name. Quotes protect spaces in names and values; a
    /// quote inside them is doubled.
    pub fn parse(typed: &str, columns: &OtherColumns, systems: &[String]) -> Self {
        Self { words: typed_words(typed).iter().filter_map(|typed| FilterTerm::new(typed, columns, systems)).collect() }
    }

    /// The first unknown column in the filter: `sys=B` if the file has the column system.
    pub fn unknown_column(typed: &str, columns: &OtherColumns, systems: &[String]) -> Option<String> {
        typed_words(typed).iter().find_map(|word| {
            let (name, _, value) = word.parts()?;
            let known = FilterField::from_name(name, systems).is_some() || columns.index_of_name(name).is_some();
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
            (is_name && !known && !value.is_empty()).then(|| name.to_owned())
        })
    }

    /// Whether every row matches.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether a row matches all words.
    pub fn passes(&self, row: usize, item: &ListItem, note: &str, columns: &OtherColumns) -> bool {
        let mut own = OwnTexts { item, note, lowercase: None };
        self.words.iter().all(|word| {
            let mut covered = (0..word.columns.len()).filter(|place| word.field.covers(FilterField::Column(*place)));
            covered.any(|place| word.is_in(place, row, columns))
                || !matches!(word.field, FilterField::Column(_))
                    && own.texts().iter().any(|(of, text)| word.field.covers(*of) && word.fit.has(text, &word.text))
        })
    }
}

impl FilterTerm {
    /// `None` for a column without a typed value.
    fn new(typed: &TypedWord, columns: &OtherColumns, systems: &[String]) -> Option<Self> {
        let restricted = typed.parts().and_then(|(name, fit, value)| {
            let column = columns.index_of_name(name).map(FilterField::Column);
            let own = || FilterField::from_name(name, systems);
            let anywhere = || (name.is_empty() && fit == MatchMode::Word).then_some(FilterField::Anywhere);
            Some((column.or_else(own).or_else(anywhere)?, fit, value))
        });
        let (field, fit, text) = restricted.unwrap_or((FilterField::Anywhere, MatchMode::Part, &typed.text));
        let text = text.to_owned();
        let found = |place: usize, value: &str| {
            field.covers(FilterField::Column(place)) && fit.has(&value.to_lowercase(), &text)
        };
        let columns = columns.iter().enumerate();
        let columns = columns.map(|(place, column)| column.values.iter().map(|value| found(place, value)).collect());
        let columns = columns.collect();
        (!text.is_empty()).then_some(Self { text, field, fit, columns })
    }

    fn is_in(&self, place: usize, row: usize, columns: &OtherColumns) -> bool {
        let column = columns.iter().nth(place);
        column.and_then(|column| column.value_at(row)).is_some_and(|value| self.columns[place][value])
    }
}

/// A row's texts, in lower case when first needed.
struct OwnTexts<'a> {
    item: &'a ListItem,
    note: &'a str,
    lowercase: Option<Vec<(FilterField, String)>>,
}

impl OwnTexts<'_> {
    fn texts(&mut self) -> &[(FilterField, String)] {
        self.lowercase.get_or_insert_with(|| {
            let mut texts = vec![(FilterField::Note, self.note.to_lowercase())];
            match &self.item.row {
                Ok(pair) => {
                    texts.push((FilterField::Id, pair.id.to_lowercase()));
                    let candidates = pair.candidates().enumerate();
                    texts.extend(candidates.map(|(of, text)| (FilterField::CandidateOf(of), text.to_lowercase())));
                    texts.extend(pair.references.iter().map(|text| (FilterField::Reference, text.to_lowercase())));
                }
                // The message of a row that cannot be scored, or of a mark whose pair is gone.
                Err(why) => texts.push((FilterField::Candidate, why.to_lowercase())),
            }
            texts
        })
    }
}

/// A word as typed, in lower case and without quotes.
#[derive(Debug, Default, PartialEq, Eq)]
struct TypedWord {
    text: String,
    /// Position of the first `=`, `~` or `:` outside quotes, and its kind.
    separator: Option<(usize, MatchMode)>,
}

impl TypedWord {
    /// The name before the separator, the kind of match, and the value.
    fn parts(&self) -> Option<(&str, MatchMode, &str)> {
        let (at, fit) = self.separator?;
        Some((&self.text[..at], fit, &self.text[at + 1..]))
    }
}

/// Splits a filter at spaces. A quote at the start of a word, a name or a value protects everything up to the next
/// quote; two quotes in a row are one quote of the text.
fn typed_words(typed: &str) -> Vec<TypedWord> {
    let (mut words, mut word) = (Vec::new(), TypedWord::default());
    let (mut quoted, mut opens) = (false, true);
    let typed = typed.to_lowercase();
    let mut characters = typed.chars().peekable();
    while let Some(c) = characters.next() {
        let opened = std::mem::take(&mut opens);
        match c {
            '"' if quoted && characters.next_if_eq(&'"').is_some() => word.text.push('"'),
            '"' if quoted || opened => quoted = !quoted,
            c if quoted => word.text.push(c),
            c if c.is_whitespace() => {
                words.push(std::mem::take(&mut word));
                opens = true;
            }
            c => {
                let fit = MatchMode::new(c);
                opens = fit.is_some();
                word.separator = word.separator.or(fit.map(|fit| (word.text.len(), fit)));
                word.text.push(c);
            }
        }
    }
    words.push(word);
    words.retain(|word| !word.text.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use bertscope_systems::drivers::quoted;

    fn texts(typed: &str) -> Vec<String> {
        typed_words(typed).into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn words_are_split_at_blanks_outside_quotes() {
        assert_eq!(texts(" a  b=\"c d\" \"e f\" 5\" g"), ["a", "b=c d", "e f", "5\"", "g"]);
        assert_eq!(texts("x:\"y z"), ["x:y z"], "a quote that is not closed yet");
        assert!(texts(" ").is_empty() && texts("\"\"").is_empty());
    }

    #[test]
    fn whatever_is_quoted_is_one_value_or_one_name() {
        for text in
            ["plain", "two words", "\"", "\"\"", "say \"hi\"", "5\" pipe", "a=b", "a~b", "12:30", "\"=:\" ", "\u{a0}x"]
        {
            let [of_column, name] = [format!("lp={} next", quoted(text)), format!("{}:v next", quoted(text))];
            assert_eq!(typed_words(&of_column)[0].parts(), Some(("lp", MatchMode::Value, text)), "{of_column}");
            assert_eq!(typed_words(&name)[0].parts(), Some((text, MatchMode::Part, "v")), "{name}");
            assert_eq!((texts(&of_column).len(), texts(&name).len()), (2, 2));
            let alone = typed_words(&quoted(text));
            assert_eq!((&*alone[0].text, alone[0].parts()), (text, None), "{alone:?}");
        }
    }
}
