//! Keys and clicks while the help is open: typing searches, arrows scroll, anything else closes it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
use unicode_segmentation::UnicodeSegmentation;

use super::typing::typed_character;
use crate::tui::state::State;
use crate::tui::view::help;

/// Letters that a search takes at most: more find nothing.
const LONGEST: usize = 60;

pub(super) fn handle_key(state: &mut State, key: KeyEvent) {
    let chord = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Down => scroll(state, 1),
        KeyCode::Up => scroll(state, -1),
        KeyCode::PageDown => scroll(state, 10),
        KeyCode::PageUp => scroll(state, -10),
        KeyCode::Home => scroll(state, i16::MIN),
        KeyCode::End => scroll(state, i16::MAX),
        KeyCode::Char('u') if chord => search(state, String::clear),
        KeyCode::Backspace => search(state, |text| {
            let last = text.grapheme_indices(true).next_back().map_or(0, |(at, _)| at);
            text.truncate(last);
        }),
        _ => match typed_character(key) {
            Some(c) => search(state, |text| {
                if text.chars().count() < LONGEST {
                    text.push(c);
                }
            }),
            None => state.help = None,
        },
    }
}

/// The wheel scrolls, a click closes the help.
pub(super) fn handle_mouse(state: &mut State, event: MouseEvent) {
    match event.kind {
        MouseEventKind::ScrollDown => scroll(state, 3),
        MouseEventKind::ScrollUp => scroll(state, -3),
        MouseEventKind::Down(_) => state.help = None,
        _ => {}
    }
}

fn search(state: &mut State, change: impl FnOnce(&mut String)) {
    if let Some(help) = &mut state.help {
        change(&mut help.search);
        help.first = 0;
    }
}

fn scroll(state: &mut State, lines: i16) {
    let Some(mut open) = state.help.take() else { return };
    let most = help::most(state, &open.search);
    open.first = open.first.min(most).saturating_add_signed(lines).min(most);
    state.help = Some(open);
}
