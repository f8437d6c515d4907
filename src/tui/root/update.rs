//! Updates the state with a message, without I/O.

use std::time::Instant;

use crossterm::event::{KeyCode, MouseEvent, MouseEventKind};

use super::layout::lay_out;
use super::{dispatch, keys, mouse};
use crate::tui::commands::{Command, Focus, Scope};
use crate::tui::context::{AnalysisOutcome, Effect, Message, StatusMessage, drawn_size};
use crate::tui::parts::{Layer, Outcome};
use crate::tui::state::State;
use crate::tui::terminal::event::{TerminalEvent, TerminalReply};

/// Changes the state and returns the effects.
pub fn update(state: &mut State, message: Message, now: Instant) -> Vec<Effect> {
    state.now = now;
    step(state, message);
    lay_out(state);
    std::mem::take(&mut state.effects)
}

fn step(state: &mut State, message: Message) {
    handle_message(state, message);
    replay_typed_ahead(state);
    dispatch::schedule_background_work(state);
}

/// Once the prompt has closed, sends the keys typed meanwhile to the screen below it. The message about the file stays
/// on the bottom line.
fn replay_typed_ahead(state: &mut State) {
    if state.stack.export_prompt().is_some() || state.typed_ahead.is_empty() {
        return;
    }
    let said = state.messages.status.take();
    let typed = std::mem::take(&mut state.typed_ahead);
    for event in typed {
        step(state, event.into());
    }
    state.messages.status = said.or(state.messages.status.take());
}

fn handle_message(state: &mut State, message: Message) {
    match message {
        Message::Terminal(event) => handle_event(state, event),
        Message::Analyzed(outcome) => on_analyzed(state, outcome),
        other => dispatch::handle_message(state, other),
    }
}

fn handle_event(state: &mut State, event: TerminalEvent) {
    log_event(&event);
    if matches!(event, TerminalEvent::Suspend | TerminalEvent::Resumed) && state.shows_copied() {
        // The terminal is set up again.
        state.close(Layer::Palette);
    }
    let mut said = None;
    let click = match &event {
        TerminalEvent::Mouse(event) => {
            Some(event).filter(|event| matches!(event.kind, MouseEventKind::Down(_)))
        }
        _ => None,
    };
    if click.is_some()
        || matches!(
            event,
            TerminalEvent::Key(_) | TerminalEvent::LineEnd(_) | TerminalEvent::Paste(_)
        )
    {
        dispatch::stop_playing(state);
        // A click on an overlay does not press the words below it.
        said = state.messages.status.take();
        if said.is_some() && click.is_some_and(|click| click.row + 1 == state.terminal.size.1) {
            return;
        }
    }
    match (event, said) {
        (TerminalEvent::Key(key), Some(StatusMessage::Pasted(text)))
            if key == KeyCode::Enter.into() =>
        {
            let side = state.last_text;
            state.enter_text(side);
            handle_paste(state, text);
        }
        (TerminalEvent::Paste(text), _) => handle_paste(state, text),
        // In a text box, the line end belongs to the text; elsewhere it is the key Enter.
        (TerminalEvent::LineEnd(_), _) if state.scope() == Scope::Text => {
            handle_paste(state, "\n".into());
        }
        (TerminalEvent::Key(key) | TerminalEvent::LineEnd(key), _) => {
            keys::handle_key(state, key);
        }
        (TerminalEvent::Mouse(event), _) => mouse::handle_mouse(state, event),
        (TerminalEvent::Reply(TerminalReply::Background { light }), _) => {
            state.look.theme.set_terminal_background(light);
        }
        (TerminalEvent::Reply(TerminalReply::KeyboardProtocol), _) => {
            state.effects.push(Effect::DistinguishKeys);
        }
        (TerminalEvent::Reply(TerminalReply::Attributes | TerminalReply::Column(_)), _) => {}
        (TerminalEvent::Resize(width, height), _) => {
            state.terminal.size = drawn_size((width, height));
        }
        (TerminalEvent::Suspend, _) => state.effects.push(Effect::Suspend),
        (TerminalEvent::Resumed, _) => state.effects.push(Effect::Resume),
        (TerminalEvent::Terminate, _) => dispatch::act(state, Command::Quit),
    }
}

/// Keys are logged as their commands, or as typing, where that is decided.
fn log_event(event: &TerminalEvent) {
    match event {
        TerminalEvent::Key(_) | TerminalEvent::LineEnd(_) => {}
        TerminalEvent::Paste(text) => log::info!("pastes {} bytes", text.len()),
        TerminalEvent::Mouse(mouse) => {
            let MouseEvent {
                kind, column, row, ..
            } = mouse;
            log::info!("mouse: {kind:?} in column {column} of line {row}");
        }
        TerminalEvent::Reply(reply) => log::info!("terminal: {reply}"),
        TerminalEvent::Resize(width, height) => {
            log::info!("terminal: it has {width} columns and {height} lines");
        }
        TerminalEvent::Suspend => log::info!("a signal suspends the program"),
        TerminalEvent::Resumed => log::info!("the program was resumed"),
        TerminalEvent::Terminate => {
            log::info!("the terminal is gone, or a signal ends the program");
        }
    }
}

fn handle_paste(state: &mut State, text: String) {
    if dispatch::types_ahead(state, || TerminalEvent::Paste(text.clone()))
        || dispatch::handle_paste(state, &text) == Outcome::Done
    {
        return;
    }
    let Focus::Text(side) = state.focus else {
        state.messages.status = Some(StatusMessage::Pasted(text));
        return;
    };
    state.editor_mut(side).insert(&text);
    state.analyze_edit();
}

fn on_analyzed(state: &mut State, outcome: AnalysisOutcome) {
    if outcome.job <= state.results.finished_job {
        return;
    }
    state.results.finished_job = outcome.job;
    if state.results.finished_job >= state.results.newest_job {
        state.results.stale_since = None;
    }
    match outcome.result {
        Ok(analysis) => {
            // The time of the same pair with another explanation is not worth showing.
            if state
                .results
                .analysis
                .as_ref()
                .is_none_or(|known| *known != analysis)
            {
                state.results.elapsed = outcome.elapsed;
            }
            state.results.analysis = Some(analysis);
            state.results.cosine = outcome.cosine;
            state.results.error = None;
            state.results.is_from_other_model = false;
            state.results.is_unrelated = false;
            dispatch::on_new_analysis(state);
        }
        Err(why) => state.results.error = Some(why),
    }
    dispatch::on_finished_job(state);
}
