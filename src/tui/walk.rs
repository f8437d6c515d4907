//! The walkthrough on the screen: its stage, and the cells that it highlights.

use super::inspection::Picture;
use super::lesson::ActiveLesson;
use bertscope_report::explanation::walkthrough::Stage;

/// The active walkthrough.
#[derive(Debug, Clone)]
pub struct ActiveWalk {
    /// The stage.
    pub stage: Stage,
    /// The first of its lines in sight.
    pub first: u16,
    /// What the stage shows of the score.
    pub picture: Picture,
    /// The lesson whose pair it is about.
    pub lesson: Option<Box<ActiveLesson>>,
}
