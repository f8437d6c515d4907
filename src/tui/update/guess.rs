//! The prompt for the audience's guess.

use crossterm::event::KeyEvent;

use super::effect::{Effect, KeyOutcome};
use super::typing::edit_line;
use crate::tui::input::editor::Editor;
use crate::tui::input::keymap::{Action, LessonAction, Scope, action};
use crate::tui::state::State;
use crate::tui::state::export::StatusMessage;
use crate::tui::state::guess::{Guess, GuessDraft};
use crate::tui::state::overlay::Overlay;
use bertscope_analysis::Side;

/// Opens the prompt, saves its content, or closes it.
pub(super) fn act(state: &mut State, action: LessonAction) -> Vec<Effect> {
    match action {
        LessonAction::Guess => {
            let typed = state.inspection().guess.as_ref().map_or_else(String::new, Guess::typed);
            state.overlay = Some(Overlay::Guess(GuessDraft { editor: Editor::new(&typed) }));
        }
        LessonAction::KeepGuess => keep(state),
        LessonAction::CloseGuess => state.close_overlay(),
        _ => {}
    }
    Vec::new()
}

/// While the prompt is open, it handles all keys except those that quit, suspend or redraw the program.
pub(super) fn handle_key(state: &mut State, key: KeyEvent) -> KeyOutcome {
    let asked = action(key, Scope::Guess);
    match (asked, state.guess_draft_mut()) {
        (Some(global @ (Action::Quit | Action::Suspend | Action::Redraw)), _) => KeyOutcome::Global(global),
        (Some(Action::Lesson(action)), _) => KeyOutcome::Handled(act(state, action)),
        (_, Some(draft)) => {
            edit_line(&mut draft.editor, asked, key);
            KeyOutcome::DONE
        }
        (_, None) => KeyOutcome::DONE,
    }
}

/// Handles text pasted into the prompt.
pub(super) fn handle_paste(state: &mut State, text: &str) {
    if let Some(draft) = state.guess_draft_mut() {
        draft.editor.insert(text.trim_end_matches(['\r', '\n']));
    }
}

/// An invalid guess stays in the prompt.
fn keep(state: &mut State) {
    let Some(typed) = state.guess_draft().map(|draft| draft.editor.text().trim().to_owned()) else { return };
    let guess = match Guess::parse(&typed, state.competing_texts(Side::Candidate).len()) {
        _ if typed.is_empty() => None,
        Ok(guess) => Some(guess),
        Err(why) => {
            state.messages.status = Some(StatusMessage::Failed(why));
            return;
        }
    };
    state.inspection_mut().guess = guess;
    state.close_overlay();
}
