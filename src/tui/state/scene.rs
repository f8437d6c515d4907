//! The scene: edit, lesson, walkthrough or list of pairs. A scene has its own texts and settings if it needs others than
//! the user's, so that nothing must be restored when it ends.

use super::inspection::DisplaySettings;
use super::lesson::ActiveLesson;
use super::walkthrough::ActiveWalkthrough;
use bertscope_report::explanation::walkthrough::Stage;

/// A scene.
#[derive(Debug, Clone, Default)]
pub enum Scene {
    /// The user's own texts, or a pair of the open file.
    #[default]
    Edit,
    /// A lesson.
    Lesson(Box<ActiveLesson>),
    /// The walkthrough of the pair on the screen.
    Walkthrough(Box<ActiveWalkthrough>),
    /// The list of the file's pairs.
    Pairs(PairsView),
}

/// The list of pairs while it covers another scene.
#[derive(Debug, Clone, Default)]
pub struct PairsView {
    /// Its part with the focus.
    pub part: PairsPart,
    /// The scene to return to; never another list.
    previous_scene: Box<Scene>,
}

/// The part of the list of pairs with the focus.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PairsPart {
    /// The lines.
    #[default]
    List,
    /// The filter.
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
    /// The lesson that supplies the texts.
    #[must_use]
    pub fn lesson(&self) -> Option<&ActiveLesson> {
        match self {
            Self::Edit => None,
            Self::Lesson(active) => Some(active),
            Self::Walkthrough(walk) => walk.lesson.as_deref(),
            Self::Pairs(list) => list.previous_scene.lesson(),
        }
    }

    /// The lesson, mutable.
    pub fn lesson_mut(&mut self) -> Option<&mut ActiveLesson> {
        match self {
            Self::Edit => None,
            Self::Lesson(active) => Some(active),
            Self::Walkthrough(walk) => walk.lesson.as_deref_mut(),
            Self::Pairs(list) => list.previous_scene.lesson_mut(),
        }
    }

    /// The walkthrough.
    #[must_use]
    pub fn walkthrough(&self) -> Option<&ActiveWalkthrough> {
        match self {
            Self::Walkthrough(walk) => Some(walk),
            Self::Pairs(list) => list.previous_scene.walkthrough(),
            Self::Edit | Self::Lesson(_) => None,
        }
    }

    /// The walkthrough, mutable.
    pub fn walkthrough_mut(&mut self) -> Option<&mut ActiveWalkthrough> {
        match self {
            Self::Walkthrough(walk) => Some(walk),
            Self::Pairs(list) => list.previous_scene.walkthrough_mut(),
            Self::Edit | Self::Lesson(_) => None,
        }
    }

    /// The list of pairs, if it is visible.
    #[must_use]
    pub fn pairs_view(&self) -> Option<&PairsView> {
        match self {
            Self::Pairs(list) => Some(list),
            Self::Edit | Self::Lesson(_) | Self::Walkthrough(_) => None,
        }
    }

    /// Shows the list of pairs, or returns to the scene below it.
    pub fn toggle_pairs(&mut self) {
        *self = match std::mem::take(self) {
            Self::Pairs(list) => *list.previous_scene,
            behind => Self::Pairs(PairsView { part: PairsPart::List, previous_scene: Box::new(behind) }),
        };
    }

    /// Returns from the list of pairs to the scene below it.
    pub fn close_pairs(&mut self) {
        if self.pairs_view().is_some() {
            self.toggle_pairs();
        }
    }

    /// Focuses a part of the list of pairs, if it is visible.
    pub fn to_pairs_part(&mut self, part: PairsPart) {
        if let Self::Pairs(list) = self {
            list.part = part;
        }
    }

    /// The position in the summary of the list of pairs, if it is visible.
    #[must_use]
    pub fn summary(&self) -> Option<SummarySelection> {
        match self.pairs_view()?.part {
            PairsPart::Summary(place) => Some(place),
            PairsPart::List | PairsPart::Filter => None,
        }
    }

    /// Starts a lesson, over the user's own texts.
    pub fn start_lesson(&mut self, active: ActiveLesson) {
        *self = Self::Lesson(Box::new(active));
    }

    /// Ends the lesson, and the walkthrough of its pair. Returns the lesson.
    pub fn end_lesson(&mut self) -> Option<ActiveLesson> {
        self.end_walkthrough();
        match std::mem::take(self) {
            Self::Lesson(active) => Some(*active),
            Self::Pairs(mut list) => {
                let active = list.previous_scene.end_lesson();
                *self = Self::Pairs(list);
                active
            }
            other @ (Self::Edit | Self::Walkthrough(_)) => {
                *self = other;
                None
            }
        }
    }

    /// Starts the walkthrough of the pair on the screen.
    pub fn start_walkthrough(&mut self, stage: Stage, picture: DisplaySettings) {
        self.close_pairs();
        self.end_walkthrough();
        let lesson = match std::mem::take(self) {
            Self::Lesson(active) => Some(active),
            Self::Edit | Self::Walkthrough(_) | Self::Pairs(_) => None,
        };
        *self = Self::Walkthrough(Box::new(ActiveWalkthrough {
            stage,
            first_line: 0,
            display: picture,
            answer: None,
            lesson,
        }));
    }

    /// Ends the walkthrough; its pair stays on the screen. Returns the walkthrough.
    pub fn end_walkthrough(&mut self) -> Option<ActiveWalkthrough> {
        match std::mem::take(self) {
            Self::Walkthrough(mut walk) => {
                *self = walk.lesson.take().map_or(Self::Edit, Self::Lesson);
                Some(*walk)
            }
            Self::Pairs(mut list) => {
                let walk = list.previous_scene.end_walkthrough();
                *self = Self::Pairs(list);
                walk
            }
            other @ (Self::Edit | Self::Lesson(_)) => {
                *self = other;
                None
            }
        }
    }
}
