//! Hidden scores and the audience’s guess: hides, takes the guess, reveals. What is hidden meanwhile is decided in
//! `context/shown`.

pub mod line;
pub mod question;

use crate::tui::commands::Command;
use crate::tui::common::Editor;
use crate::tui::context::{Context, HiddenContent};
use crate::tui::parts::{Outcome, Part};
use crate::tui::state::State;
use bertscope_analysis::Side;
use bertscope_explain::{Explanation, Topic};
use bertscope_lessons::guess::{ActualScores, Guess};
use bertscope_report::explanation::walkthrough::Stage;

/// Hides the scores, reveals them, or takes a guess.
pub fn act(state: &mut State, command: Command) -> Outcome {
    match command {
        // The key that hides shows again what it hid; in a lesson, `blocked_reason` keeps it from revealing the answer. To go on
        // is to reveal first.
        Command::HideScores | Command::Reveal | Command::Advance if state.hides_scores() => {
            reveal(state);
        }
        Command::HideScores => hide(state),
        Command::Reveal => {
            let key = state.key_name(Command::HideScores);
            state.say(format!("Nothing is hidden: {key} hides the scores."));
        }
        Command::Guess if !state.hides_scores() => {
            hide(state);
            open(state);
        }
        Command::Guess if !takes_guess(state) => {
            let reveal = state.key_name(Command::Reveal);
            let what = state.next_reveal();
            state.say(format!(
                "This question is answered in words; {reveal} {what}."
            ));
        }
        Command::Guess => open(state),
        _ => return Outcome::Passed,
    }
    Outcome::Done
}

/// Hides the scores of the pair on the screen, closes everything that would reveal them, and forgets an earlier guess.
fn hide(state: &mut State) {
    state.close_revealing();
    state.inspection_mut().hidden = HiddenContent::All;
    state.inspection_mut().guess = None;
    state.keep_focus_on_screen();
}

/// Reveals the matrix, then the scores.
fn reveal(state: &mut State) {
    let hides_panel = state.look.hides_unasked_panel();
    if let Some(lent) = state.lent.as_deref_mut() {
        lent.reveal();
    } else {
        let own = &mut state.own;
        own.hidden = own.hidden.reveal();
        if own.hidden == HiddenContent::Nothing && !own.panel.keeps_nothing() {
            // Which text wins, and which reference counts, is what the audience guesses. Where the panel is hidden, it appears
            // only if it is asked for.
            own.panel.topic = Topic::Compare;
            own.panel.asked |= hides_panel;
        }
    }
    state.request_analysis();
}

/// Whether the audience can type a guess: not if the question of a step has an answer in words.
fn takes_guess(context: &Context) -> bool {
    context
        .lent
        .as_deref()
        .is_none_or(|lent| lent.step.takes_guess())
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
    let mut guess = None;
    if !typed.is_empty() {
        let texts = state.competing_texts(Side::Candidate).len();
        guess = match Guess::parse(&typed, texts) {
            Ok(guess) => Some(guess),
            Err(why) => return state.say_failure(why),
        };
    }
    state.inspection_mut().guess = guess;
    state.close_overlay();
}

impl Context {
    /// The scores that guesses are compared with, once they are computed and may be shown.
    pub fn actual_scores(&self) -> Option<ActualScores> {
        let analysis = self.shown_analysis(Stage::F1)?;
        let [candidates, references] =
            [Side::Candidate, Side::Reference].map(|side| self.competing_texts(side).len());
        if (candidates, references) == (1, 1) {
            return Some(ActualScores {
                f1: vec![analysis.score().f1],
                references,
            });
        }
        let Explanation::Compare(comparison) = &self.panel().answered_question()?.explanation
        else {
            return None;
        };
        let texts = &comparison.candidates.texts;
        let is_whole = (candidates, references) == (texts.len(), comparison.references.texts.len());
        is_whole.then(|| ActualScores {
            f1: texts.iter().map(|compared| compared.score.f1).collect(),
            references,
        })
    }
}
