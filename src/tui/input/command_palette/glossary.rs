//! The glossary: short definitions of the words on the screen, which are the table of `docs/glossary.md`.

use std::sync::LazyLock;

/// A glossary entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlossaryEntry {
    /// The word and its synonyms.
    pub word: &'static str,
    /// The definition.
    pub meaning: String,
}

/// All entries, in alphabetical order.
pub static ENTRIES: LazyLock<Vec<GlossaryEntry>> = LazyLock::new(|| {
    let page = include_str!("../../../../docs/glossary.md");
    let cells = |row: &'static str| row.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | ");
    let entry = |(word, meaning): (&'static str, &str)| GlossaryEntry { word, meaning: meaning.replace("\\|", "|") };
    // The first row has the names of the columns.
    page.lines().filter_map(cells).skip(1).map(entry).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_short() {
        assert!(ENTRIES.len() > 60, "{} entries", ENTRIES.len());
        for entry in ENTRIES.iter() {
            assert!(entry.meaning.chars().count() <= 130 && entry.meaning.ends_with(['.', ':', '◆']), "{}", entry.word);
        }
    }

    #[test]
    fn a_cell_of_the_table_may_have_a_bar() {
        let cosine = ENTRIES.iter().find(|entry| entry.word == "cosine").expect("an entry");
        assert!(cosine.meaning.contains("a·b ÷ (|a| |b|)"), "{}", cosine.meaning);
    }
}
