//! The line of the audience's guess: the prompt, the guess, and its error after the reveal.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Span;
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use crate::tui::commands::Command;
use crate::tui::common::clickable_line::ClickableLine;
use crate::tui::common::text_field;
use crate::tui::context::Context;
use crate::tui::parts::guess::takes_guess;
use crate::tui::parts::strip::Strip;
use crate::tui::state::State;
use bertscope_analysis::Side;
use bertscope_lessons::guess::{best_counts, hint};

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
    let theme = &state.look.theme;
    let mut words = ClickableLine::default();
    words.push_text([Span::raw(" ")]);
    let key = || state.key_label(Command::Guess);
    // What is left out if there is no room.
    let aside = match &state.inspection().guess {
        Some(guess) => {
            words.push_text([
                Span::styled("The audience’s guess ", theme.accent()),
                Span::styled(guess.typed(), theme.strong()),
            ]);
            if state.hides_scores() {
                words.push_text([Span::raw("  ")]);
                words.push_labelled_key(key(), "changes it", theme);
                return words;
            }
            let Some(truth) = state.actual_scores() else {
                return words;
            };
            let Some(verdict) = guess.verdict(&truth) else {
                return words;
            };
            words.push_text([Span::raw(" · "), Span::styled(verdict, theme.strong())]);
            best_counts(truth.references).map(|rule| format!(" ({rule})"))
        }
        None => {
            words.push_labelled_key(key(), "enters the audience’s guess", theme);
            Some(format!(
                ": {}",
                hint(state.competing_texts(Side::Candidate).len())
            ))
        }
    };
    let fits = |aside: &String| words.width() + aside.width() <= usize::from(width);
    if let Some(aside) = aside.filter(fits) {
        words.push_text([Span::styled(aside, theme.quiet())]);
    }
    words
}

/// Draws the line of the audience's guess, or its prompt.
fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let Some(draft) = state.stack.guess_draft() else {
        frame.render_widget(Paragraph::new(guess_line(state, area.width).line()), area);
        return;
    };
    let area = Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        height: 1,
        ..area
    };
    let hint = hint(state.competing_texts(Side::Candidate).len());
    text_field::draw(
        frame,
        area,
        &state.look.theme,
        draft,
        ["The audience’s guess › ", &hint],
        true,
    );
}
