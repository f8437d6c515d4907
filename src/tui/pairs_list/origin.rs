//! What an export says of the row that a pair is.

use super::PairsList;
use bertscope_report::PairOrigin;

impl PairsList {
    /// The row as the file has it, with its mark and note; `None` for one that cannot be used.
    #[must_use]
    pub fn origin(&self, index: usize) -> Option<PairOrigin> {
        let pair = self.items.get(index)?.row.as_ref().ok()?;
        let tag = self.tags.get(&index).cloned().unwrap_or_default();
        let row = index + 1;
        Some(PairOrigin {
            file: self.name(),
            row,
            id: (pair.id != row.to_string()).then(|| pair.id.clone()),
            human: self.human_score(index, 0),
            columns: self.columns.of(index).map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            reference: None,
            edited: false,
            marked: tag.marked,
            note: tag.note,
        })
    }

    /// The row of the pair on the screen, whose text boxes have these texts. A human score is of the file's candidate, and
    /// an edited one has none.
    #[must_use]
    pub fn origin_on_screen(&self, [reference, candidate]: [&str; 2]) -> Option<PairOrigin> {
        let current = self.current?;
        let origin = self.origin(current)?;
        let pair = self.items[current].row.as_ref().ok()?;
        // As the text box has them, which is without line ends.
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
