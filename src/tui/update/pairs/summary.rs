//! The summary of the listed pairs: its keys.

use crossterm::event::KeyEvent;

use super::super::effect::KeyOutcome;
use crate::tui::export::StatusMessage;
use crate::tui::keymap::{Action, LessonAction, PairsAction};
use crate::tui::scene::{PairsPart, SummaryPlace};
use crate::tui::state::State;
use crate::tui::update::typing::typed_character;

/// Whether it does something in the summary; the others act on a line of the list, which is covered.
pub(super) fn has(action: PairsAction) -> bool {
    matches!(
        action,
        PairsAction::List
            | PairsAction::FileIdf
            | PairsAction::Summary
            | PairsAction::CloseSummary
            | PairsAction::NextSystem
    )
}

/// Keys that no action of pairs has: settings, commands and what hides scores; all others would act on what is covered.
pub(super) fn handle_key(state: &mut State, asked: Option<Action>, key: KeyEvent) -> KeyOutcome {
    match asked {
        Some(
            action @ (Action::Set(_)
            | Action::Commands
            | Action::Help
            | Action::StopOpening
            | Action::Lesson(LessonAction::Hide | LessonAction::Reveal)),
        ) => KeyOutcome::Global(action),
        Some(_) => KeyOutcome::DONE,
        None => {
            if let Some(c) = typed_character(key).filter(|c| !c.is_whitespace()) {
                let words = format!("“{c}” is no key of the summary: Esc goes back to the list, : finds commands.");
                state.messages.status = Some(StatusMessage::Done(words));
            }
            KeyOutcome::DONE
        }
    }
}

/// Shows the summary, over the list; in it, the next system against the first.
pub(super) fn act(state: &mut State, action: PairsAction) {
    let Some(list) = &mut state.pairs else { return };
    match (action, state.scene.summary()) {
        (PairsAction::NextSystem, Some(place)) => {
            let differences = list.systems.len().saturating_sub(1).max(1);
            let difference = (place.difference + 1) % differences;
            if difference == place.difference {
                let words = "There is nothing else to compare: open a file with --candidate-column for each system.";
                state.messages.status = Some(StatusMessage::Done(words.to_owned()));
            }
            state.scene.to_pairs_part(PairsPart::Summary(SummaryPlace { difference, ..place }));
        }
        (PairsAction::Summary, None) => {
            if !state.lists_pairs() {
                state.scene.toggle_pairs();
            }
            if let Some(list) = &mut state.pairs {
                list.summaries.forget_old();
            }
            state.scene.to_pairs_part(PairsPart::Summary(SummaryPlace::default()));
        }
        _ => {}
    }
}
