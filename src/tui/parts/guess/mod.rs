//! Hidden scores and the audience’s guess: hides, takes the guess, reveals.

pub mod line;
pub mod question;

use crate::tui::commands::Command;
use crate::tui::common::editor::Editor;
use crate::tui::context::Context;
use crate::tui::context::focus::keep_focus_on_screen;
use crate::tui::context::inspection::HiddenContent;
use crate::tui::parts::{Outcome, Part, export};
use crate::tui::state::State;
use crate::tui::state::analysis::request_analysis;
use bertscope_analysis::Side;
use bertscope_explain::kept::text_name;
use bertscope_explain::{Explanation, Topic};
use bertscope_lessons::guess::{ActualScores, Guess};
use bertscope_report::explanation::walkthrough::Stage;

/// Hides the scores, reveals them, or takes a guess.
pub fn act(state: &mut State, command: Command) -> Outcome {
    match command {
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

/// Hides the scores of the pair on the screen, and closes everything that would reveal them.
fn hide(state: &mut State) {
    export::close(state);
    state.inspection_mut().hidden = HiddenContent::All;
    state.inspection_mut().guess = None;
    keep_focus_on_screen(state);
}

/// Reveals the matrix, then the scores.
fn reveal(state: &mut State) {
    let projector = state.look.projector;
    if let Some(lent) = state.lent.as_deref_mut() {
        lent.reveal();
    } else {
        let own = &mut state.own;
        own.hidden = own.hidden.reveal();
        if own.hidden == HiddenContent::Nothing && !own.panel.keeps_nothing() {
            // Which text wins, and which reference counts, is what the audience guesses.
            own.panel.topic = Topic::Compare;
            own.panel.asked |= projector;
        }
    }
    request_analysis(state);
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
    let guess = match Guess::parse(&typed, state.competing_texts(Side::Candidate).len()) {
        _ if typed.is_empty() => None,
        Ok(guess) => Some(guess),
        Err(why) => return state.say_failure(why),
    };
    state.inspection_mut().guess = guess;
    state.close_overlay();
}

impl Context {
    /// The compared texts of a side, in the order of their names. A single text has no name.
    pub fn competing_texts(&self, side: Side) -> Vec<&str> {
        let shown = self.inspection().editor(side).text();
        match self.waiting_texts(side) {
            [] => self.panel().kept(side).with_shown(shown),
            others => std::iter::once(shown)
                .chain(others.iter().map(String::as_str))
                .collect(),
        }
    }

    /// The name of the text on screen, if several of its side are compared.
    pub fn text_name(&self, side: Side) -> Option<String> {
        (self.competing_texts(side).len() > 1).then(|| text_name(side, self.shown_at(side)))
    }

    /// The position of the text on screen among [`Self::competing_texts`].
    pub fn shown_at(&self, side: Side) -> usize {
        if self.waiting_texts(side).is_empty() {
            self.panel().kept(side).shown_at()
        } else {
            0
        }
    }

    /// The texts of a lesson step that are not compared yet.
    fn waiting_texts(&self, side: Side) -> &[String] {
        self.lent
            .as_deref()
            .map_or(&[], |lent| lent.waiting_texts(side))
    }

    /// The scores that guesses are compared with, once they are computed and may be shown.
    pub fn actual_scores(&self) -> Option<ActualScores> {
        let analysis = self
            .results
            .analysis
            .as_ref()
            .filter(|_| self.shows(Stage::F1))?;
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
        let f1 = || texts.iter().map(|compared| compared.score.f1).collect();
        is_whole.then(|| ActualScores {
            f1: f1(),
            references,
        })
    }
}
