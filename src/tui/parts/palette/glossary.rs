//! The glossary: short definitions of the words on the screen, which are the table of `docs/glossary.md`.

use std::sync::LazyLock;

/// All words, with their synonyms, and their definitions, in alphabetical order.
pub static ENTRIES: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let page = include_str!("../../../../docs/glossary.md");
    // The first row has the names of the columns.
    page.lines().filter_map(entry).skip(1).collect()
});

/// The word and the definition of a row of the table.
fn entry(row: &'static str) -> Option<(&'static str, String)> {
    let cells = row.strip_prefix("| ")?.strip_suffix(" |")?;
    let (word, meaning) = cells.split_once(" | ")?;
    Some((word, meaning.replace("\\|", "|")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_short() {
        assert!(ENTRIES.len() > 60, "{} entries", ENTRIES.len());
        for (word, meaning) in ENTRIES.iter() {
            assert!(
                meaning.chars().count() <= 130 && meaning.ends_with(['.', ':', '◆']),
                "{word}"
            );
        }
    }

    #[test]
    fn a_cell_of_the_table_may_have_a_bar() {
        let cosine = ENTRIES
            .iter()
            .find(|(word, _)| *word == "cosine")
            .expect("an entry");
        assert!(cosine.1.contains("a·b ÷ (|a| |b|)"), "{}", cosine.1);
    }
}
