//! The bottom line: a model on its way, and keys that work where the focus is; or what has just left the program.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::super::keymap::{Action, BINDINGS, Binding, Scope};
use super::super::lesson::FROM_FILE;
use super::super::state::State;
use super::{export, pairs_list, progress, walk};
use crate::printable::printable;
use crate::report::label;

/// Draws as many keys as there is room for, those of the place first.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    if let Some(said) = &state.said {
        frame.render_widget(export::said(state, said, area.width), area);
        return;
    }
    let here = state.scope();
    let shown = |scope: Scope| BINDINGS.iter().filter(move |b| b.scope == scope && !b.footer.is_empty());
    let here_only =
        matches!(here, Scope::Picker | Scope::Export | Scope::Copy | Scope::Lessons | Scope::Pairs | Scope::Note);
    let own = if here_only { usize::MAX } else { 1 };
    let closes = BINDINGS
        .iter()
        .filter(|b| state.notice.is_some() && state.opening.is_none() && b.actions == [Action::StopOpening]);
    let all = closes
        .chain(shown(here).take(own))
        .chain(shown(Scope::Everywhere).filter(move |_| !here_only))
        // The walk's own keys say how it ends.
        .filter(|b| state.walk.is_none() || b.actions != [Action::Walk])
        .chain(shown(here).skip(own));
    let all = all.filter(|b| {
        !state.projector
            || here_only
            || matches!(
                b.actions,
                [Action::Help | Action::ToggleProjector | Action::Walk | Action::NextTopic(true), ..]
            )
    });
    let own_lesson = state.given.from_file.as_ref().map(|lesson| label::fit(&printable(&lesson.title), 16));
    let all = all.filter(|b| own_lesson.is_some() || b.actions != [Action::Lesson(FROM_FILE)]);
    let mut spans = match progress::line(state, area.width) {
        _ if here == Scope::Lessons => vec![Span::styled(" Lesson:  ", state.theme.strong())],
        _ if here == Scope::Copy => vec![Span::styled(" Copy:  ", state.theme.strong())],
        Some(line) => line.spans,
        None if state.pairs.is_some() => pairs_list::progress(state),
        None => vec![Span::raw(" ")],
    };
    if state.walk.is_some() && !here_only {
        spans.splice(0..0, walk::keys(state));
    }
    if state.hides() && state.playing.is_none() && !here_only {
        let key = [Span::styled(" Alt-Enter", state.theme.accent()), Span::styled(" shows it ", state.theme.quiet())];
        spans.splice(0..0, key);
    }
    let mut used: usize = spans.iter().map(Span::width).sum();
    for binding in all {
        let key = keys(binding);
        let what = match binding.actions {
            [Action::ToggleProjector] if state.projector => "off",
            [Action::Lesson(FROM_FILE)] => own_lesson.as_deref().unwrap_or_default(),
            _ if binding.footer.is_empty() => "close",
            _ => binding.footer,
        };
        let width = key.width() + what.width() + 3;
        if used + width > area.width.into() {
            break;
        }
        used += width;
        spans.push(Span::styled(key, state.theme.accent()));
        spans.push(Span::styled(format!(" {what}  "), state.theme.quiet()));
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), area);
}

/// The first key; both when two of them do different things; arrows as arrows.
fn keys(binding: &Binding) -> String {
    let keys: Vec<&str> = binding.keys.split(' ').collect();
    match keys[0] {
        "Left" => return "←↓↑→".into(),
        "Up" => return "↑↓".into(),
        _ => {}
    }
    if let (2, [first, second]) = (binding.actions.len(), &keys[..]) {
        return match (first.strip_prefix('F'), second.strip_prefix('F')) {
            (Some(_), Some(_)) => format!("{first}/{second}"),
            _ => (*first).to_owned(),
        };
    }
    keys[0].to_owned()
}
