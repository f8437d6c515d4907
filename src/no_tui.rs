//! Replaces the inspector in a program built without it.

use std::sync::Arc;

use bertscope_lessons::Lesson;
use color_eyre::eyre::Result;

use crate::inspector_options::InspectorOptions;
use crate::usage_error::refuse;

/// The inspector's sections of `bertscope doctor`.
pub mod checkup {
    use crate::checkup::Section;

    /// None.
    pub fn sections() -> Vec<Section> {
        Vec::new()
    }
}

/// What the inspector would show first.
pub enum Content {
    Pair,
    Lesson(Arc<Lesson>),
}

/// Reports that there is no inspector.
pub fn run(_: &InspectorOptions, _: Content) -> Result<()> {
    refuse(
        "this program was built without the inspector; `bertscope --help` lists the other commands; the \
                    feature `tui` adds the inspector",
    )
}
