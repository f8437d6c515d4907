//! The message on the bottom line.

use crate::tui::parts::export::job::{ExportTarget, PendingExport};
use crate::tui::parts::export::prompt::PromptError;
use crate::tui::root::state::State;

/// Says that there is no further step of a lesson or walkthrough, and how to end it.
pub fn show_last_step(state: &mut State, forward: bool, way_out: Option<String>) {
    let last = format!("This was the last step; {}.", way_out.unwrap_or_default());
    state.say(if forward {
        &last
    } else {
        "This is the first step."
    });
}

/// Reports why an export failed: in the prompt, if it was started there, otherwise on the bottom line.
pub fn report_error(state: &mut State, pending: &PendingExport, why: PromptError) {
    match state
        .stack
        .prompt_mut()
        .filter(|prompt| prompt.waits_for == Some(pending.number))
    {
        Some(prompt) => {
            prompt.error = Some(why);
            prompt.waits_for = None;
            // Keys typed ahead for a prompt that was expected to close; an Enter among them must not answer a question
            // that the user has not seen.
            state.typed_ahead.clear();
        }
        None => {
            let word = if matches!(pending.target, ExportTarget::File { .. }) {
                "written"
            } else {
                "copied"
            };
            state.say_failure(format!("Not {word}: {}", why.message()));
        }
    }
}
