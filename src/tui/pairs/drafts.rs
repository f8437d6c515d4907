//! Edits of pairs, kept while the program runs, so that switching pairs loses nothing.

use super::PairsList;
use crate::tui::input::editor::Editor;

impl PairsList {
    /// Whether these texts differ from those of the pair in the file.
    pub fn differs(&self, texts: [&str; 2]) -> bool {
        texts != self.shown.each_ref().map(String::as_str)
    }

    /// Switches to a pair. The text boxes of the old pair, `left`, are kept if they were edited. Returns the text boxes
    /// of the new pair, reference and candidate, with earlier edits or as in the file.
    pub fn switch_to(&mut self, item: usize, left: &[Editor; 2]) -> Option<[Editor; 2]> {
        let pair = self.items.get(item)?.row.clone().ok()?;
        if let Some(current) = self.current {
            let texts = left.each_ref().map(Editor::text);
            if self.differs(texts) {
                self.drafts.insert(current, left.clone());
            } else {
                self.drafts.remove(&current);
            }
        }
        let fresh = [&pair.references[0], &pair.candidate].map(|text| Editor::new(text));
        self.shown = fresh.each_ref().map(|editor| editor.text().to_owned());
        self.current = Some(item);
        let [reference, candidate] = self.drafts.remove(&item).unwrap_or(fresh);
        Some([reference.with_clipboard_of(&left[0]), candidate.with_clipboard_of(&left[1])])
    }
}
