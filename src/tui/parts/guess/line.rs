//! The line of the audience's guess: the prompt, the guess, and its error after the reveal.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::takes_guess;
use crate::tui::commands::Command;
use crate::tui::common::{ClickableLine, text_field};
use crate::tui::context::Context;
use crate::tui::parts::border::Strip;
use crate::tui::state::State;
use bertscope_analysis::Side;
use bertscope_lessons::guess::{Guess, best_counts, hint};

/// Minimum height of a screen that has the line while no guess is being typed.
const MIN_SCREEN_ROWS: u16 = 16;

pub const STRIP: Strip = Strip {
    height: |state, screen| height(state, screen.height),
    words: |state, width| {
        if state.stack.guess_draft().is_some() {
            ClickableLine::default()
        } else {
            guess_line(state, width)
        }
    },
    draw,
};

/// Height of the line on a screen of this many rows.
fn height(state: &State, rows: u16) -> u16 {
    if state.stack.guess_draft().is_some() {
        return 1;
    }
    let has_room = rows >= MIN_SCREEN_ROWS && !state.is_list_open();
    let has_words = state.hides_scores() || state.inspection().guess.is_some();
    u16::from(has_room && has_words && takes_guess(state))
}

/// The text of the line, and its key.
fn guess_line(state: &Context, width: u16) -> ClickableLine {
    let mut words = ClickableLine::default();
    words.push_plain(" ");
    let aside = match &state.inspection().guess {
        Some(guess) => push_guess(&mut words, state, guess),
        None => Some(push_offer(&mut words, state)),
    };
    // It is left out if there is no room.
    if let Some(aside) = aside
        && words.width() + aside.width() <= usize::from(width)
    {
        words.push(aside, state.look.theme.quiet());
    }
    words
}

/// Adds the guess, with the key that changes it or with its error; returns the rule by which it was judged.
fn push_guess(words: &mut ClickableLine, state: &Context, guess: &Guess) -> Option<String> {
    let theme = &state.look.theme;
    words.push("The audience’s guess ", theme.accent());
    words.push(guess.typed(), theme.strong());
    if state.hides_scores() {
        words.push_plain("  ");
        words.push_labelled_key(state.key_label(Command::Guess), "changes it", theme);
        return None;
    }
    let truth = state.actual_scores()?;
    let verdict = guess.verdict(&truth)?;
    words.push_plain(" · ");
    words.push(verdict, theme.strong());
    best_counts(truth.references).map(|rule| format!(" ({rule})"))
}

/// Adds the key that takes a guess; returns what can be typed.
fn push_offer(words: &mut ClickableLine, state: &Context) -> String {
    let key = state.key_label(Command::Guess);
    words.push_labelled_key(key, "enters the audience’s guess", &state.look.theme);
    let hint = hint(state.competing_texts(Side::Candidate).len());
    format!(": {hint}")
}

/// Draws the line of the audience's guess, or its prompt.
fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let Some(draft) = state.stack.guess_draft() else {
        frame.render_widget(Paragraph::new(guess_line(state, area.width).line()), area);
        return;
    };
    let hint = hint(state.competing_texts(Side::Candidate).len());
    text_field::draw_in_strip(
        frame,
        area,
        &state.look.theme,
        draft,
        ["The audience’s guess › ", &hint],
        true,
    );
}
