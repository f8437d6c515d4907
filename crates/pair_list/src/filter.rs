//! The filter of the list: words that may occur anywhere in a row, words limited to one column, and comparisons with a
//! number.

use std::cell::LazyCell;
use std::cmp::Ordering;
use std::sync::OnceLock;

use crate::{OtherColumns, PairsList, Sort};
use bertscope_report::findings::ListSelection;
use bertscope_systems::drivers::has_word;

#[derive(Debug)]
pub(crate) struct Filter {
    words: Vec<FilterTerm>,
}

/// A word, in lower case.
#[derive(Debug)]
struct FilterTerm {
    text: String,
    field: FilterField,
    fit: MatchMode,
    /// For each other column, which of its values match the word. It is found out for the first row that has the words
    /// before: in a long filter, hardly any row has them all.
    columns: OnceLock<Vec<Vec<bool>>>,
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
    CandidateOf(usize),
    Note,
    /// A score of a system, for a comparison.
    Score(Sort, usize),
}

impl FilterField {
    /// The field with a name: a column of the file, a score for a comparison, or a text that every row has.
    fn from_name(name: &str, fit: MatchMode, list: &PairsList) -> Option<Self> {
        if let Some(column) = list.columns.index_of_name(name) {
            return Some(Self::Column(column));
        }
        if matches!(fit, MatchMode::Compare { .. })
            && let Some(score) = Self::score(name, list)
        {
            return Some(score);
        }
        Some(match name {
            "" if fit == MatchMode::Word => Self::Anywhere,
            "id" => Self::Id,
            "reference" => Self::Reference,
            "candidate" => Self::Candidate,
            "note" => Self::Note,
            _ => {
                let mut systems = list.systems.iter();
                Self::CandidateOf(systems.position(|system| system.to_lowercase() == name)?)
            }
        })
    }

    /// A score of the system that the list is sorted by, or the human scores of a column.
    fn score(name: &str, list: &PairsList) -> Option<Self> {
        let mut human = list.human_columns().iter();
        let of_human = human.position(|column| !name.is_empty() && column.to_lowercase() == name);
        if let Some(system) = of_human {
            return Some(Self::Score(Sort::Human, system));
        }
        let sort = Sort::from_filter_name(name)?;
        if !list.can_sort_by(sort) {
            return None;
        }
        Some(Self::Score(sort, list.system))
    }

    fn covers(self, of: Self) -> bool {
        self == of
            || self == Self::Anywhere
            || self == Self::Candidate && matches!(of, Self::CandidateOf(_))
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
    /// A number on one side of the typed one: `f1>0.8`, or also equal to it: `year<=2017`.
    Compare { side: Ordering, or_equal: bool },
}

impl MatchMode {
    fn new(separator: char) -> Option<Self> {
        Some(match separator {
            '=' => Self::Value,
            '~' => Self::Word,
            ':' => Self::Part,
            '<' => Self::Compare {
                side: Ordering::Less,
                or_equal: false,
            },
            '>' => Self::Compare {
                side: Ordering::Greater,
                or_equal: false,
            },
            _ => return None,
        })
    }

    fn has(self, value: &str, text: &str) -> bool {
        match self {
            Self::Compare { .. } => number(value).is_some_and(|value| self.has_number(value, text)),
            Self::Value => value.trim() == text.trim(),
            Self::Word => has_word(value, text),
            Self::Part => value.contains(text),
        }
    }

    fn has_number(self, value: f64, text: &str) -> bool {
        let order = number(text).and_then(|bound| value.partial_cmp(&bound));
        matches!(self, Self::Compare { side, or_equal } if order == Some(side) || or_equal && order == Some(Ordering::Equal))
    }
}

/// A number as the list prints it, or as a file has it.
fn number(text: &str) -> Option<f64> {
    let text = text.trim().replace('−', "-");
    let (digits, unit) = text
        .strip_suffix('%')
        .map_or((&*text, 1.0), |digits| (digits, 0.01));
    digits
        .parse()
        .ok()
        .map(|number: f64| number * unit)
        .filter(|number| number.is_finite())
}

impl Filter {
    /// Parses the filter of a list: `system=B` matches a whole value of a column, `lp:de` a part of it,
    /// `reference~ferry` a whole word, `f1>0.8` larger numbers. The column of a system's candidates has the system's
    /// name. Quotes protect spaces in names and values; a quote inside them is doubled.
    pub fn parse(list: &PairsList) -> Self {
        let mut words = Vec::new();
        let mut seen = Vec::new();
        for typed in typed_words(&list.filter) {
            // A text repeats its words, and each would be looked for in each row.
            if !seen.contains(&typed) {
                words.extend(FilterTerm::new(&typed, list));
                seen.push(typed);
            }
        }
        Self { words }
    }

    /// Whether a filter has comparisons, whose matches change with the scores.
    pub fn compares(typed: &str) -> bool {
        typed.contains(['<', '>'])
    }

    /// The first part of a filter that cannot be read: `sys=B` if the file has the column system, or `f1>x`.
    pub fn problem(list: &PairsList) -> Option<String> {
        typed_words(&list.filter).iter().find_map(|word| {
            let (name, fit, value) = word.parts().filter(|(.., value)| !value.is_empty())?;
            let compares = matches!(fit, MatchMode::Compare { .. });
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
            match FilterField::from_name(name, fit, list) {
                Some(_) if compares && number(value).is_none() => Some(format!(
                    "“{value}” is not a number; compare with one, as in {name}>0.5"
                )),
                None if FilterField::score(name, list).is_some() => Some(format!(
                    "{name} is a number; compare it with <, <=, > or >=, as in {name}>0.5"
                )),
                None if is_name => Some(list.unknown_column(name, compares)),
                _ => None,
            }
        })
    }

    /// How the filter selects pairs.
    pub fn selection(&self, list: &PairsList) -> ListSelection {
        let mut selection = ListSelection::Unbiased;
        for word in &self.words {
            match word.field {
                // People judged the pairs whatever the scores are.
                FilterField::Score(Sort::Human | Sort::Kinds, _) => {}
                FilterField::Score(..) => return ListSelection::ByScore,
                FilterField::Column(place) if list.columns.is_score(place) => {
                    return ListSelection::ByScore;
                }
                FilterField::Note => selection = ListSelection::ByMark,
                _ => {}
            }
        }
        selection
    }

    /// Whether a row matches all words.
    pub fn passes(&self, row: usize, list: &PairsList) -> bool {
        let own = LazyCell::new(|| own_texts(row, list));
        self.words.iter().all(|word| {
            if let FilterField::Score(sort, system) = word.field {
                return list
                    .number(row, sort, system)
                    .is_some_and(|number| word.fit.has_number(number, &word.text));
            }
            word.is_in_column(row, &list.columns)
                || !matches!(word.field, FilterField::Column(_))
                    && own
                        .iter()
                        .any(|(of, text)| word.field.covers(*of) && word.fit.has(text, &word.text))
        })
    }
}

impl FilterTerm {
    /// `None` for a column without a typed value.
    fn new(typed: &TypedWord, list: &PairsList) -> Option<Self> {
        let restricted = typed.parts().and_then(|(name, fit, value)| {
            Some((FilterField::from_name(name, fit, list)?, fit, value))
        });
        let (field, fit, text) =
            restricted.unwrap_or((FilterField::Anywhere, MatchMode::Part, &typed.text));
        (!text.is_empty()).then(|| Self {
            text: text.to_owned(),
            field,
            fit,
            columns: OnceLock::new(),
        })
    }

    fn is_in_column(&self, row: usize, columns: &OtherColumns) -> bool {
        let matches = self.columns.get_or_init(|| self.matching_values(columns));
        for (column, matches) in columns.iter().zip(matches) {
            if let Some(value) = column.value_at(row)
                && matches[value]
            {
                return true;
            }
        }
        false
    }

    /// For each column, whether each of its values matches.
    fn matching_values(&self, columns: &OtherColumns) -> Vec<Vec<bool>> {
        let mut matches = Vec::new();
        for (place, column) in columns.iter().enumerate() {
            let is_covered = self.field.covers(FilterField::Column(place));
            let values = column.values.iter();
            let matching =
                values.map(|value| is_covered && self.fit.has(&value.to_lowercase(), &self.text));
            matches.push(matching.collect());
        }
        matches
    }
}

/// A row's texts, in lower case.
fn own_texts(row: usize, list: &PairsList) -> Vec<(FilterField, String)> {
    let note = list.tags.get(&row).map_or("", |tag| tag.note.as_str());
    let mut texts = vec![(FilterField::Note, note.to_lowercase())];
    match &list.items[row].row {
        Ok(pair) => {
            texts.push((FilterField::Id, pair.id.to_lowercase()));
            let candidates = pair.candidates().enumerate();
            texts.extend(
                candidates.map(|(of, text)| (FilterField::CandidateOf(of), text.to_lowercase())),
            );
            texts.extend(
                pair.references
                    .iter()
                    .map(|text| (FilterField::Reference, text.to_lowercase())),
            );
        }
        // The message of a row that cannot be scored, or of a mark whose pair is gone.
        Err(why) => texts.push((FilterField::Candidate, why.to_lowercase())),
    }
    texts
}

/// A word as typed, in lower case and without quotes.
#[derive(Debug, Default, PartialEq, Eq)]
struct TypedWord {
    text: String,
    /// Start and end of the first `=`, `~`, `:`, `<`, `<=`, `>` or `>=` outside quotes, and its kind.
    separator: Option<(usize, usize, MatchMode)>,
}

impl TypedWord {
    /// The name before the separator, the kind of match, and the value.
    fn parts(&self) -> Option<(&str, MatchMode, &str)> {
        let (start, end, fit) = self.separator?;
        Some((&self.text[..start], fit, &self.text[end..]))
    }
}

/// What blanks may be around.
const COMPARISONS: [char; 3] = ['<', '>', '='];

/// Splits a filter at spaces that are not around `<`, `>` or `=`. A quote at the start of a word, a name or a value protects everything up to the next
/// quote; two quotes in a row are one quote of the text.
fn typed_words(typed: &str) -> Vec<TypedWord> {
    let mut words = Vec::new();
    let mut word = TypedWord::default();
    let mut quoted = false;
    let mut opens = true;
    let typed = typed.to_lowercase();
    let mut characters = typed.chars().peekable();
    while let Some(c) = characters.next() {
        let opened = std::mem::take(&mut opens);
        match c {
            '"' if quoted && characters.next_if_eq(&'"').is_some() => word.text.push('"'),
            '"' if quoted || opened => quoted = !quoted,
            c if quoted => word.text.push(c),
            c if c.is_whitespace() => {
                while characters.next_if(|next| next.is_whitespace()).is_some() {}
                // Blanks around a comparison belong to it: `f1 < 0.8`.
                let continues = match word.separator {
                    Some((start, end, _)) => {
                        end == word.text.len() && word.text[start..].starts_with(COMPARISONS)
                    }
                    None => {
                        let next = characters.peek();
                        !word.text.is_empty() && next.is_some_and(|c| COMPARISONS.contains(c))
                    }
                };
                if !continues {
                    words.push(std::mem::take(&mut word));
                }
                opens = true;
            }
            c => {
                let start = word.text.len();
                let mut fit = MatchMode::new(c);
                opens = fit.is_some();
                word.text.push(c);
                if let Some(MatchMode::Compare { or_equal, .. }) = &mut fit
                    && characters.next_if_eq(&'=').is_some()
                {
                    *or_equal = true;
                    word.text.push('=');
                }
                word.separator = word
                    .separator
                    .or(fit.map(|fit| (start, word.text.len(), fit)));
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
        typed_words(typed)
            .into_iter()
            .map(|word| word.text)
            .collect()
    }

    #[test]
    fn words_are_split_at_blanks_outside_quotes() {
        assert_eq!(
            texts(" a  b=\"c d\" \"e f\" 5\" g"),
            ["a", "b=c d", "e f", "5\"", "g"]
        );
        assert_eq!(
            texts("x:\"y z"),
            ["x:y z"],
            "a quote that is not closed yet"
        );
        assert!(texts(" ").is_empty() && texts("\"\"").is_empty());
    }

    #[test]
    fn blanks_around_a_comparison_do_not_separate_it() {
        for typed in [
            "f1<0.8 now",
            "f1 < 0.8 now",
            "f1  <0.8 now",
            " f1< 0.8  now",
        ] {
            assert_eq!(texts(typed), ["f1<0.8", "now"], "{typed}");
        }
        assert_eq!(texts("year >= 2017 system = b"), ["year>=2017", "system=b"]);
        assert_eq!(
            texts("ferry ~boat lp: de"),
            ["ferry", "~boat", "lp:", "de"],
            "only those"
        );
    }

    #[test]
    fn whatever_is_quoted_is_one_value_or_one_name() {
        for text in [
            "plain",
            "two words",
            "\"",
            "\"\"",
            "say \"hi\"",
            "5\" pipe",
            "a=b",
            "a~b",
            "12:30",
            "\"=:\" ",
            "\u{a0}x",
            "a<b",
            ">=",
        ] {
            let [of_column, name] = [
                format!("lp={} next", quoted(text)),
                format!("{}:v next", quoted(text)),
            ];
            assert_eq!(
                typed_words(&of_column)[0].parts(),
                Some(("lp", MatchMode::Value, text)),
                "{of_column}"
            );
            assert_eq!(
                typed_words(&name)[0].parts(),
                Some((text, MatchMode::Part, "v")),
                "{name}"
            );
            assert_eq!((texts(&of_column).len(), texts(&name).len()), (2, 2));
            let alone = typed_words(&quoted(text));
            assert_eq!(
                (&*alone[0].text, alone[0].parts()),
                (text, None),
                "{alone:?}"
            );
        }
    }
}
