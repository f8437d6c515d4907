//! The pair on the screen and the selected row: their texts with the user’s edits, which last while the program runs.

use std::collections::BTreeMap;

use crate::tui::common::Editor;
use bertscope_pair_list::PairsList;

/// The preview of the selected row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preview<'a> {
    /// Index of the row; `None` if no row is listed.
    pub item: Option<usize>,
    /// The first reference and the candidate, with the user's edits; `None` for a row that cannot be scored.
    pub texts: Option<[&'a str; 2]>,
    /// Whether the texts differ from those in the file, which the scores of the list belong to.
    pub edited: bool,
    pub references: usize,
    /// Name of the system of the candidate; empty if there is a single system.
    pub system: &'a str,
    /// Names and candidates of the further systems.
    pub other_candidates: Vec<(&'a str, &'a str)>,
}

/// Edited text boxes of pairs that are not on the screen, by index.
#[derive(Debug, Clone, Default)]
pub struct Drafts(BTreeMap<usize, [Editor; 2]>);

impl Drafts {
    /// Whether a pair that is not on the screen was edited.
    pub fn has(&self, item: usize) -> bool {
        self.0.contains_key(&item)
    }

    /// The selected row; `here` has the text boxes if it is the pair on the screen. `None` before any row is read.
    pub fn preview<'a>(
        &'a self,
        list: &'a PairsList,
        here: [&'a Editor; 2],
    ) -> Option<Preview<'a>> {
        let Some(item) = list.selected_item() else {
            return (!list.items.is_empty()).then(Preview::default);
        };
        let Ok(pair) = &list.items[item].row else {
            return Some(Preview {
                item: Some(item),
                ..Preview::default()
            });
        };
        let edited = if list.current == Some(item) {
            Some(here.map(Editor::text)).filter(|texts| list.differs(*texts))
        } else {
            self.0
                .get(&item)
                .map(|draft| draft.each_ref().map(Editor::text))
        };
        let texts = edited.unwrap_or_else(|| [&pair.references[0], &pair.candidate]);
        let others = list.systems.iter().skip(1).zip(&pair.other_candidates);
        Some(Preview {
            item: Some(item),
            texts: Some(texts),
            edited: edited.is_some(),
            references: pair.references.len(),
            system: list.systems.first().map_or("", String::as_str),
            other_candidates: others
                .map(|(name, text)| (name.as_str(), text.as_str()))
                .collect(),
        })
    }

    /// Switches to a pair. The text boxes of the old pair, `left`, are kept if they were edited. Returns the text boxes
    /// of the new pair, reference and candidate, with earlier edits or as in the file.
    pub fn switch_to(
        &mut self,
        list: &mut PairsList,
        item: usize,
        left: &[Editor; 2],
    ) -> Option<[Editor; 2]> {
        let pair = list.items.get(item)?.row.clone().ok()?;
        if let Some(current) = list.current {
            let texts = left.each_ref().map(Editor::text);
            if list.differs(texts) {
                self.0.insert(current, left.clone());
            } else {
                self.0.remove(&current);
            }
        }
        let fresh = [&pair.references[0], &pair.candidate].map(|text| Editor::new(text));
        list.shown = fresh.each_ref().map(|editor| editor.text().to_owned());
        list.current = Some(item);
        let [reference, candidate] = self.0.remove(&item).unwrap_or(fresh);
        Some([
            reference.with_clipboard_of(&left[0]),
            candidate.with_clipboard_of(&left[1]),
        ])
    }
}
