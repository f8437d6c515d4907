//! What is typed to filter the list: words that occur anywhere in a row, and words that belong to one column.

use super::{Item, OtherColumns};

/// A filter.
#[derive(Debug)]
pub(super) struct Filter {
    words: Vec<Word>,
}

/// A word, in lower case.
#[derive(Debug)]
struct Word {
    text: String,
    field: Field,
    /// For each other column, which of its values have the word.
    columns: Vec<Vec<bool>>,
}

/// Where a word has to occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Anywhere,
    Own { field: OwnField, whole: bool },
    Column { place: usize, whole: bool },
}

/// What every row has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OwnField {
    Id,
    Reference,
    Candidate,
    Note,
}

impl OwnField {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "id" => Self::Id,
            "reference" => Self::Reference,
            "candidate" => Self::Candidate,
            "note" => Self::Note,
            _ => return None,
        })
    }
}

impl Filter {
    /// Reads what was typed: `system=B` is that value of a column, `lp:de` a part of it. Quotes keep blanks together, in names
    /// and in values; a quote inside of them is written twice.
    pub fn of(typed: &str, columns: &OtherColumns) -> Self {
        Self { words: typed_words(typed).iter().filter_map(|typed| Word::of(typed, columns)).collect() }
    }

    /// The first word that names a column which is not there, by its name: `sys=B` of a file with the column system.
    pub fn unknown_column(typed: &str, columns: &OtherColumns) -> Option<String> {
        typed_words(typed).iter().find_map(|word| {
            let (name, _, value) = word.parts()?;
            let known = OwnField::named(name).is_some() || columns.named(name).is_some();
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
            (is_name && !known && !value.is_empty()).then(|| name.to_owned())
        })
    }

    /// Whether it lets every row pass.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether a row has all words.
    pub fn passes(&self, row: usize, item: &Item, note: &str, columns: &OtherColumns) -> bool {
        let mut own = OwnTexts { item, note, lowered: None };
        self.words.iter().all(|word| match word.field {
            Field::Column { place, .. } => word.is_in(place, row, columns),
            Field::Own { field, whole } => own.texts().iter().any(|(of, text)| {
                *of == field && if whole { text.trim() == word.text } else { text.contains(&word.text) }
            }),
            Field::Anywhere => {
                (0..word.columns.len()).any(|place| word.is_in(place, row, columns))
                    || own.texts().iter().any(|(_, text)| text.contains(&word.text))
            }
        })
    }
}

impl Word {
    /// `None` for a column whose value is not typed yet.
    fn of(typed: &TypedWord, columns: &OtherColumns) -> Option<Self> {
        let restricted = typed.parts().and_then(|(name, whole, value)| {
            let column = columns.named(name).map(|place| Field::Column { place, whole });
            let own = || OwnField::named(name).map(|field| Field::Own { field, whole });
            Some((column.or_else(own)?, value))
        });
        let (field, text) = restricted.unwrap_or((Field::Anywhere, &typed.text));
        let text = text.to_owned();
        let found = |place: usize, value: &str| match field {
            Field::Anywhere => value.to_lowercase().contains(&text),
            Field::Column { place: at, whole } if at == place => {
                let value = value.to_lowercase();
                if whole { value.trim() == text.trim() } else { value.contains(&text) }
            }
            Field::Column { .. } | Field::Own { .. } => false,
        };
        let columns = columns.iter().enumerate();
        let columns = columns.map(|(place, column)| column.values.iter().map(|value| found(place, value)).collect());
        let columns = columns.collect();
        (!text.is_empty()).then_some(Self { text, field, columns })
    }

    fn is_in(&self, place: usize, row: usize, columns: &OtherColumns) -> bool {
        let column = columns.iter().nth(place);
        column.and_then(|column| column.value_at(row)).is_some_and(|value| self.columns[place][value])
    }
}

/// A row's own texts, in lower case once one is asked for.
struct OwnTexts<'a> {
    item: &'a Item,
    note: &'a str,
    lowered: Option<Vec<(OwnField, String)>>,
}

impl OwnTexts<'_> {
    fn texts(&mut self) -> &[(OwnField, String)] {
        self.lowered.get_or_insert_with(|| {
            let mut texts = vec![(OwnField::Note, self.note.to_lowercase())];
            match &self.item.row {
                Ok(pair) => {
                    texts.push((OwnField::Id, pair.id.to_lowercase()));
                    texts.push((OwnField::Candidate, pair.candidate.to_lowercase()));
                    texts.extend(pair.rivals.iter().map(|text| (OwnField::Candidate, text.to_lowercase())));
                    texts.extend(pair.references.iter().map(|text| (OwnField::Reference, text.to_lowercase())));
                }
                // The sentence about a row that cannot be used, or about a mark without its pair.
                Err(why) => texts.push((OwnField::Candidate, why.to_lowercase())),
            }
            texts
        })
    }
}

/// A word as it was typed, in lower case and without its quotes.
#[derive(Debug, Default, PartialEq, Eq)]
struct TypedWord {
    text: String,
    /// Position of the first `=` or `:` outside of quotes.
    separator: Option<usize>,
}

impl TypedWord {
    /// The name before the separator, whether the whole value is asked for, and the value.
    fn parts(&self) -> Option<(&str, bool, &str)> {
        let at = self.separator?;
        Some((&self.text[..at], self.text.as_bytes()[at] == b'=', &self.text[at + 1..]))
    }
}

/// The words, by blanks apart. A quote at the start of a word, a name or a value keeps everything until the next one, but two
/// quotes in a row are one of the text.
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
                opens = matches!(c, '=' | ':');
                if opens {
                    word.separator.get_or_insert(word.text.len());
                }
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
        for text in ["plain", "two words", "\"", "\"\"", "say \"hi\"", "5\" pipe", "a=b", "12:30", "\"=:\" ", "\u{a0}x"]
        {
            let [of_column, name] = [format!("lp={} next", quoted(text)), format!("{}:v next", quoted(text))];
            assert_eq!(typed_words(&of_column)[0].parts(), Some(("lp", true, text)), "{of_column}");
            assert_eq!(typed_words(&name)[0].parts(), Some((text, false, "v")), "{name}");
            assert_eq!((texts(&of_column).len(), texts(&name).len()), (2, 2));
            let alone = typed_words(&quoted(text));
            assert_eq!((&*alone[0].text, alone[0].parts()), (text, None), "{alone:?}");
        }
    }
}
