//! Fuzzy search over names, synonyms and explanations.

use super::{EntryAction, PaletteEntry};

/// The entries that contain all words of a search, best first; in a tie, the most recently run come first. If
/// `commands_first`, a command comes before a glossary entry unless the latter fits much better; in the help, it is the
/// other way round.
pub fn find(
    entries: &[PaletteEntry],
    search: &str,
    commands_first: bool,
    recent: &[String],
) -> Vec<PaletteEntry> {
    let words = search_words(search);
    let mut found = rank(entries, &words, commands_first);
    if found.is_empty() {
        let stems: Vec<String> = words.iter().map(|word| stem(word)).collect();
        // "layer 9" with a six-layer model finds its layers, because fewer words match more.
        let count = entries
            .iter()
            .map(|entry| EntryTexts::new(entry).matched_count(&stems))
            .max();
        if let Some(count @ 1..) = count {
            found = rank(entries, &stems[..count], commands_first);
        }
    }
    found.sort_by_key(|(score, entry)| (std::cmp::Reverse(*score), age(entry, recent)));
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// How many other entries were run since this one.
fn age(entry: &PaletteEntry, recent: &[String]) -> usize {
    let place = recent.iter().position(|name| *name == entry.name);
    place.unwrap_or(usize::MAX)
}

fn search_words(search: &str) -> Vec<String> {
    // The apostrophe of a keyboard stands for the curly one of the texts.
    let search = search.to_lowercase().replace('\'', "’");
    search.split_whitespace().map(str::to_owned).collect()
}

/// A word, without its last two letters if it is longer, so that `rescaled` finds `rescaling` and `lenses` finds `lens`.
fn stem(word: &str) -> String {
    let letters = word.chars().count();
    word.chars()
        .take(if letters >= 5 { letters - 2 } else { letters })
        .collect()
}

fn rank(
    entries: &[PaletteEntry],
    words: &[String],
    commands_first: bool,
) -> Vec<(u32, PaletteEntry)> {
    // The help begins with what a newcomer needs, in the order of the entries.
    let keeps_order = words.is_empty() && !commands_first;
    let mut found = Vec::new();
    for entry in entries {
        if let Some(score) = EntryTexts::new(entry).score(words) {
            let bonus = if keeps_order {
                0
            } else {
                bonus(&entry.run, commands_first)
            };
            found.push((score + bonus, entry.clone()));
        }
    }
    found
}

fn bonus(run: &EntryAction, commands_first: bool) -> u32 {
    match run {
        // A synonym of a command comes before the name of a model, which may have to be downloaded.
        EntryAction::Model(_) if commands_first => 20,
        run if commands_first == (*run != EntryAction::Nothing) => 45,
        _ => 0,
    }
}

/// What of an entry is searched, in lower case.
struct EntryTexts {
    name: String,
    synonyms: String,
    other: String,
    /// Whether any letters of the name match; in the glossary, that would match too much.
    is_fuzzy: bool,
}

impl EntryTexts {
    fn new(entry: &PaletteEntry) -> Self {
        Self {
            name: entry.name.to_lowercase(),
            synonyms: entry.synonyms.to_lowercase(),
            other: format!("{} {} {}", entry.explanation, entry.keys, entry.value).to_lowercase(),
            is_fuzzy: entry.run != EntryAction::Nothing,
        }
    }

    /// How well the entry fits, summed over the words; `None` if a word is missing.
    fn score(&self, words: &[String]) -> Option<u32> {
        words.iter().map(|word| self.score_word(word)).sum()
    }

    /// Number of words before the first that is missing.
    fn matched_count(&self, words: &[String]) -> usize {
        words
            .iter()
            .take_while(|word| self.score_word(word).is_some())
            .count()
    }

    fn score_word(&self, word: &str) -> Option<u32> {
        let Self { name, synonyms, .. } = self;
        let is_long = word.chars().count() >= 3;
        if name.starts_with(word) {
            Some(100)
        } else if has_word_with_start(name, word) {
            Some(80)
        } else if has_word_with_start(synonyms, word) || synonyms.contains(word) {
            Some(60)
        } else if name.contains(word) {
            Some(50)
        } else if self.other.contains(word) {
            Some(20)
        } else if self.is_fuzzy && is_long && is_subsequence(word, name) {
            Some(10)
        } else {
            None
        }
    }
}

/// Whether one of the words of a text starts with these characters.
fn has_word_with_start(text: &str, start: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric())
        .any(|word| word.starts_with(start))
}

/// Whether the letters of a word occur in a text in this order, from the start of one of its words.
fn is_subsequence(word: &str, text: &str) -> bool {
    let starts = std::iter::once(0).chain(text.match_indices(' ').map(|(at, _)| at + 1));
    starts.map(|start| &text[start..]).any(|from| {
        let mut letters = from.chars();
        word.chars().next() == from.chars().next()
            && word
                .chars()
                .all(|wanted| letters.any(|letter| letter == wanted))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_endings_of_longer_words_do_not_matter() {
        assert_eq!(
            ["rescaled", "lenses", "IDF"].map(stem),
            ["rescal", "lens", "IDF"]
        );
    }

    fn entry(name: &str, synonyms: &str, explanation: &str) -> PaletteEntry {
        PaletteEntry {
            name: name.into(),
            synonyms: synonyms.into(),
            value: String::new(),
            keys: String::new(),
            explanation: explanation.into(),
            run: EntryAction::Layer(0),
        }
    }

    fn names(search: &str, recent: &[&str]) -> Vec<String> {
        let entries = vec![
            entry("Layer up", "", "one layer up"),
            entry(
                "Export",
                "save screenshot picture png",
                "write the picture to a file",
            ),
            entry(
                "Special tokens",
                "hide [CLS] [SEP]",
                "rows and columns for special tokens",
            ),
            entry("Every layer", "depth", "scores at every layer"),
        ];
        let recent: Vec<String> = recent.iter().map(|&name| name.to_owned()).collect();
        find(&entries, search, true, &recent)
            .into_iter()
            .map(|entry| entry.name)
            .collect()
    }

    #[test]
    fn names_come_before_synonyms_and_these_before_explanations() {
        assert_eq!(names("layer", &[]), ["Layer up", "Every layer"]);
        assert_eq!(names("picture", &[]), ["Export"]);
        assert_eq!(names("[CLS]", &[]), ["Special tokens"]);
        assert_eq!(names("scores at", &[]), ["Every layer"]);
    }

    #[test]
    fn letters_left_out_still_find_a_name_and_other_endings_a_word() {
        assert_eq!(names("evlr", &[]), ["Every layer"]);
        assert_eq!(names("exprt", &[]), ["Export"]);
        assert_eq!(names("screenshots", &[]), ["Export"]);
        assert!(names("zzz", &[]).is_empty());
        assert_eq!(
            names("layer 9", &[]),
            ["Layer up", "Every layer"],
            "the words before the one that finds nothing"
        );
    }

    #[test]
    fn a_command_comes_before_a_model_with_the_same_word_in_its_name() {
        let model = PaletteEntry {
            run: EntryAction::Model("m".into()),
            ..entry("Model: save-large", "", "")
        };
        let found = find(&[model, entry("Export", "save", "")], "save", true, &[]);
        assert_eq!(
            found.iter().map(|entry| &*entry.name).collect::<Vec<_>>(),
            ["Export", "Model: save-large"]
        );
    }

    #[test]
    fn what_was_run_last_comes_first_among_equals() {
        assert_eq!(
            names("", &["Special tokens", "Export"])[..2],
            ["Special tokens", "Export"]
        );
        assert_eq!(
            names("layer", &["Every layer"]),
            ["Layer up", "Every layer"],
            "a better match stays first"
        );
    }
}
