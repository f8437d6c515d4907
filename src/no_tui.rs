//! Replaces the inspector in a program built without it.

use std::sync::Arc;

use bertscope_lessons::Lesson;
use color_eyre::eyre::Result;

use crate::inspector_options::InspectorOptions;
use crate::usage_error::UsageError;

/// Reports that there is no inspector.
///
/// # Errors
/// Always a [`UsageError`].
pub fn run(_: &InspectorOptions, _: Option<Arc<Lesson>>) -> Result<()> {
    let sentence = "this program was built without the inspector; `bertscope --help` lists the other commands; the \
                    feature `tui` adds the inspector";
    Err(UsageError(sentence.into()).into())
}
