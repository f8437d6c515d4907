//! Handles keys according to the table of key bindings, and typing in a text box.

use crossterm::event::{KeyEvent, KeyModifiers};

use super::dispatch::{self, act};
use crate::tui::commands::{Command, Focus, Key, Reach, option_letter, typed_character};
use crate::tui::common::Editor;
use crate::tui::parts::{Layer, Part, export, texts};
use crate::tui::state::State;
use crate::tui::terminal::event::TerminalEvent;

pub fn handle_key(state: &mut State, key: KeyEvent) {
    // A chord with Alt was delivered, so Option does not type characters.
    state.terminal.option_types &= !key.modifiers.contains(KeyModifiers::ALT);
    let command = state
        .config
        .keys
        .command(Key::from_event(key), state.scope());
    let asked = match (command, state.stack.top()) {
        (Some(command), Some(top)) => Some(top.meaning(command)),
        (command, _) => command,
    };
    match state.stack.top() {
        Some(Part::Copied) => {
            // The terminal is the shell's, which sends whole lines, and their end as Ctrl-j.
            if [Key::ENTER, Key::CTRL_J].contains(&Key::from_event(key)) {
                export::hide_copied(state);
            }
        }
        Some(Part::Copy) => {
            // Any key closes a menu.
            let asked = asked.filter(|command| state.accepts(*command));
            state.close(Layer::Prompt);
            if let Some(command) = asked {
                act(state, command);
            }
        }
        Some(top) if !top.lends_panes() => on_top(state, key, asked),
        _ => on_panes(state, key, asked),
    }
}

fn on_panes(state: &mut State, key: KeyEvent, asked: Option<Command>) {
    if let Some(text) = selected_text(state, key) {
        state.say("Copied the selection; without one, Ctrl-c quits.");
        return export::copy(state, text);
    }
    if let Some(command) = asked {
        return act(state, command);
    }
    if let (Focus::Text(side), Some(c)) = (state.focus, typed_character(key)) {
        log::info!("types into the {}", side.name());
        explain_option(state, c);
        state.editor_mut(side).insert(c.encode_utf8(&mut [0; 4]));
        state.analyze_edit();
    }
}

/// While a prompt or a list is open, it handles keys first; settings and chords keep working.
fn on_top(state: &mut State, key: KeyEvent, asked: Option<Command>) {
    let at_once = matches!(
        asked,
        Some(Command::Quit | Command::Suspend | Command::Redraw | Command::Close)
    );
    if !at_once && dispatch::types_ahead(state, || TerminalEvent::Key(key)) {
        return;
    }
    match asked {
        Some(command) if command.reach() == Reach::Front => act(state, command),
        _ if types(state, asked, key) => log::info!("types {}", state.scope().name()),
        Some(command) if state.accepts(command) => act(state, command),
        Some(_) => {}
        None => explain_letter(state, key),
    }
}

/// Handles a key that may edit the text of the top part; returns whether it did.
fn types(state: &mut State, asked: Option<Command>, key: KeyEvent) -> bool {
    let mut edits = false;
    dispatch::edit_text(state, |editor| edits = edit_line(editor, asked, key));
    edits
}

/// Says that a letter is no key of the list of pairs, or of its summary.
fn explain_letter(state: &mut State, key: KeyEvent) {
    let Some((part, way_out)) = state.stack.top().and_then(Part::way_out) else {
        return;
    };
    let Some(c) = typed_character(key).filter(|c| !c.is_whitespace()) else {
        return;
    };
    let filters = match state.stack.top() {
        Some(Part::List) => format!(", {} filters", state.key_name(Command::Filter)),
        _ => String::new(),
    };
    let commands = state.key_name(Command::Commands);
    state.say(format!(
        "“{c}” is not a key of the {part}: {way_out}{filters}, {commands} finds commands."
    ));
}

/// The text that Ctrl-c copies: the selection of the focused text box.
fn selected_text(state: &State, key: KeyEvent) -> Option<String> {
    let Focus::Text(side) = state.focus else {
        return None;
    };
    // The selection of an example is not the user's.
    let editor = Some(state.editor(side)).filter(|editor| !editor.is_example())?;
    let selection = editor
        .selection()
        .filter(|_| Key::from_event(key) == Key::CTRL_C)?;
    Some(editor.text()[selection].to_owned())
}

/// When Option first types a character on a Mac, explains how to make chords with Alt work.
fn explain_option(state: &mut State, typed: char) {
    if let Some(letter) = option_letter(typed).filter(|_| !state.terminal.option_types) {
        state.terminal.option_types = true;
        let words = format!(
            "Option typed {typed}. For Alt-{letter}, set Option to Meta (Esc+) in the terminal’s settings, or use {} here.",
            state.key_name(Command::Commands)
        );
        state.say(words);
    }
}

/// Handles a key in a one-line text box; returns whether it was handled.
fn edit_line(editor: &mut Editor, asked: Option<Command>, key: KeyEvent) -> bool {
    if let Some(command) = asked {
        return texts::carry_out(editor, command);
    }
    let Some(c) = typed_character(key) else {
        return false;
    };
    editor.insert(c.encode_utf8(&mut [0; 4]));
    true
}
