//! The scene: what is on the screen besides the user's own pair. Each part has its own texts and settings if it needs
//! others than the user's, so that nothing must be restored when it ends.

use super::lesson::ActiveLesson;
use super::walkthrough::ActiveWalkthrough;

/// A scene. Without any part, it is the user's own texts, or a pair of the open file.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    /// The lesson that supplies the texts.
    pub lesson: Option<Box<ActiveLesson>>,
    /// The walkthrough of the pair on the screen.
    pub walkthrough: Option<Box<ActiveWalkthrough>>,
    /// The part of the list of pairs with the focus, while the list covers the rest.
    pub pairs: Option<PairsPart>,
}

/// The part of the list of pairs with the focus.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PairsPart {
    /// The lines.
    #[default]
    List,
    Filter,
    /// The summary, which covers the list.
    Summary(SummarySelection),
}

/// The position in the summary.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SummarySelection {
    /// The index of the difference on the screen, from 0; there is one for each system but the first.
    pub difference: usize,
    /// The selected word among the drivers.
    pub word: usize,
}

impl Scene {
    /// Shows or hides the list of pairs.
    pub fn toggle_pairs(&mut self) {
        self.pairs = if self.pairs.is_none() {
            Some(PairsPart::List)
        } else {
            None
        };
    }

    /// Focuses a part of the list of pairs, if it is visible.
    pub fn to_pairs_part(&mut self, part: PairsPart) {
        self.pairs = self.pairs.and(Some(part));
    }

    /// The position in the summary of the list of pairs, if it is visible.
    pub fn summary(&self) -> Option<SummarySelection> {
        match self.pairs? {
            PairsPart::Summary(place) => Some(place),
            PairsPart::List | PairsPart::Filter => None,
        }
    }
}
