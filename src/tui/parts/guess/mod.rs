//! Hidden scores and the audience’s guess: hides, takes the guess, reveals.

pub mod line;
pub mod question;
pub mod verdict;

use crate::tui::commands::{Command, Focus};
use crate::tui::common::editor::Editor;
use crate::tui::context::focus::keep_focus_on_screen;
use crate::tui::context::inspection::HiddenContent;
use crate::tui::parts::Outcome;
use crate::tui::parts::{Part, lesson, walkthrough};
use crate::tui::state::State;
use crate::tui::state::analysis::request_analysis;
use bertscope_analysis::Side;
use bertscope_explain::Topic;
use bertscope_lessons::guess::Guess;

/// Hides the scores, reveals them, or takes a guess.
pub fn act(state: &mut State, command: Command) -> Outcome {
    match command {
        Command::HideScores if !state.hides_scores() => hide(state),
        Command::HideScores => reveal(state),
        Command::Guess if !state.hides_scores() => {
            hide(state);
            open(state);
        }
        // In the panel, Space has no other meaning.
        Command::Reveal
            if !state.hides_scores() && !state.has_own_pair() && state.focus == Focus::Panel =>
        {
            lesson::advance(state, true);
        }
        Command::Reveal if !state.hides_scores() => {
            let key = state.key_name(Command::HideScores);
            state.say(format!("Nothing is hidden: {key} hides the scores."));
        }
        Command::Guess if !state.takes_guess() => {
            let reveal = state.key_name(Command::Reveal);
            let what = lesson::strip::next_reveal(state);
            state.say(format!(
                "This question is answered in words; {reveal} {what}."
            ));
        }
        Command::Guess => open(state),
        Command::Reveal => reveal(state),
        _ => return Outcome::Passed,
    }
    Outcome::Done
}

/// Hides the scores of the pair on the screen, and closes everything that would reveal them.
fn hide(state: &mut State) {
    walkthrough::leave(state);
    state.close_revealing();
    state.inspection_mut().hidden = HiddenContent::All;
    state.inspection_mut().guess = None;
    keep_focus_on_screen(state);
}

/// Reveals the matrix, then the scores.
pub fn reveal(state: &mut State) {
    let projector = state.look.projector;
    let State { stack, context, .. } = state;
    match (stack.lesson_mut(), context.lent.as_deref_mut()) {
        (Some(active), Some(lent)) => active.reveal(lent),
        _ => {
            state.own.hidden = state.own.hidden.reveal();
            if state.own.hidden == HiddenContent::Nothing && !state.own.panel.keeps_nothing() {
                // Which text wins, and which reference counts, is what the audience guesses.
                state.own.panel.topic = Topic::Compare;
                state.own.panel.asked |= projector;
            }
        }
    }
    request_analysis(state);
}

/// Opens the prompt.
fn open(state: &mut State) {
    let typed = state
        .inspection()
        .guess
        .as_ref()
        .map_or_else(String::new, Guess::typed);
    state.open(Part::Guess(Editor::field(&typed)));
}

/// Saves the guess. An invalid one stays in the prompt.
pub fn keep(state: &mut State) {
    let Some(typed) = state
        .stack
        .guess_draft()
        .map(|draft| draft.text().trim().to_owned())
    else {
        return;
    };
    let guess = match Guess::parse(&typed, state.competing_texts(Side::Candidate).len()) {
        _ if typed.is_empty() => None,
        Ok(guess) => Some(guess),
        Err(why) => return state.say_failure(why),
    };
    state.inspection_mut().guess = guess;
    state.close_overlay();
}
