//! The texts of the selected row, to be read before it is opened.

use super::PairsList;
use crate::tui::editor::Editor;

/// What is shown of the selected row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview<'a> {
    /// Index of the row.
    pub item: usize,
    /// The first reference and the candidate, as they were edited if they were; `None` for a row that cannot be used.
    pub texts: Option<[&'a str; 2]>,
    /// Whether they are other texts than those of the file, to which the scores of the list belong.
    pub edited: bool,
    /// How many references there are.
    pub references: usize,
    /// Name of the system that wrote the candidate; empty where there is one system.
    pub system: &'a str,
    /// Names and candidates of the further systems.
    pub rivals: Vec<(&'a str, &'a str)>,
}

impl PairsList {
    /// The selected row, of which `here` has the text boxes if it is the pair on the screen. `None` where nothing is listed.
    #[must_use]
    pub fn preview<'a>(&'a self, here: [&'a Editor; 2]) -> Option<Preview<'a>> {
        let item = self.selected_item()?;
        let Ok(pair) = &self.items[item].row else {
            return Some(Preview { item, texts: None, edited: false, references: 0, system: "", rivals: Vec::new() });
        };
        let edited = if self.current == Some(item) {
            Some(here.map(Editor::text)).filter(|texts| self.differs(*texts))
        } else {
            self.drafts.get(&item).map(|draft| draft.each_ref().map(Editor::text))
        };
        let texts = edited.unwrap_or_else(|| [&pair.references[0], &pair.candidate]);
        let rivals = self.systems.iter().skip(1).zip(&pair.rivals).map(|(name, text)| (name.as_str(), text.as_str()));
        let (references, rivals) = (pair.references.len(), rivals.collect());
        let system = self.systems.first().map_or("", String::as_str);
        Some(Preview { item, texts: Some(texts), edited: edited.is_some(), references, system, rivals })
    }
}
