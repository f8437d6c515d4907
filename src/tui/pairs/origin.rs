//! The row of the file that an export states as the origin of a pair.

use super::PairsList;
use bertscope_report::PairOrigin;

impl PairsList {
    /// The row in the file, with its mark and annotation; `None` if it cannot be scored.
    pub fn origin(&self, index: usize) -> Option<PairOrigin> {
        let pair = self.items.get(index)?.row.as_ref().ok()?;
        let tag = self.tags.get(&index).cloned().unwrap_or_default();
        let row = index + 1;
        Some(PairOrigin {
            file: self.name(),
            row,
            id: (pair.id != row.to_string()).then(|| pair.id.clone()),
            human: self.human_score(index, 0),
            columns: self
                .columns
                .values_in_row(index)
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            reference: None,
            edited: false,
            marked: tag.marked,
            note: tag.note,
        })
    }

    /// The row of the pair on the screen, whose text boxes have these texts. A human score belongs to the file's
    /// candidate; an edited candidate has none.
    pub fn origin_on_screen(&self, [reference, candidate]: [&str; 2]) -> Option<PairOrigin> {
        let current = self.current?;
        let origin = self.origin(current)?;
        let pair = self.items[current].row.as_ref().ok()?;
        // As the text box shows them, without line breaks.
        let at = if reference == self.shown[0] {
            Some(0)
        } else {
            pair.references.iter().position(|text| text == reference)
        };
        let edited = at.is_none() || candidate != self.shown[1];
        let all = pair.references.len();
        Some(PairOrigin {
            edited,
            human: origin.human.filter(|_| candidate == self.shown[1]),
            reference: at.filter(|_| all > 1).map(|at| (at + 1, all)),
            ..origin
        })
    }
}
