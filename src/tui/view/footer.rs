//! The bottom line: a model on its way, and keys that work where the focus is; or what has just left the program.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Span;
use ratatui::widgets::Paragraph;

use super::super::keymap::{Action, BINDINGS, Binding, Scope};
use super::super::lesson::FROM_FILE;
use super::super::state::State;
use super::super::theme::Theme;
use super::words::Words;
use super::{export, pairs_list, progress, walk};
use bertscope_printable::printable;
use bertscope_report::label;

/// Draws as many keys as there is room for, those of the place first.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let line = match (&state.said, words(state, area.width)) {
        (Some(said), _) => export::said(state, said, area.width),
        (None, Some(words)) => words.line(),
        (None, None) => return,
    };
    frame.render_widget(Paragraph::new(line), area);
}

/// The keys, each with its word; `None` while something else is said.
pub(super) fn words(state: &State, width: u16) -> Option<Words> {
    if state.said.is_some() {
        return None;
    }
    let here = state.scope();
    let shown = |scope: Scope| BINDINGS.iter().filter(move |b| b.scope == scope && !b.footer.is_empty());
    let here_only =
        matches!(here, Scope::Picker | Scope::Export | Scope::Copy | Scope::Lessons | Scope::Pairs | Scope::Note);
    let own = match here {
        _ if here_only => usize::MAX,
        Scope::Panel => 2,
        _ => 1,
    };
    let closes = BINDINGS
        .iter()
        .filter(|b| state.notice.is_some() && state.opening.is_none() && b.actions == [Action::StopOpening]);
    let all = closes
        .chain(shown(here).take(own))
        .chain(shown(Scope::Everywhere).filter(move |_| !here_only))
        // The walk's own keys say how it ends.
        .filter(|b| state.walk.is_none() || !matches!(b.actions, [Action::Walk] | [Action::NextTopic(_), ..]))
        .chain(shown(here).skip(own));
    let all = all.filter(|b| {
        !state.projector
            || here_only
            || matches!(
                b.actions,
                [Action::Help | Action::ToggleProjector | Action::Walk | Action::NextTopic(true), ..]
            )
    });
    let all = all.filter(|b| !state.hides() || b.actions.iter().all(|action| !action.tells_scores()));
    let own_lesson = state.given.from_file.as_ref().map(|lesson| label::fit(&printable(&lesson.title), 16));
    let all = all.filter(|b| own_lesson.is_some() || b.actions != [Action::Lesson(FROM_FILE)]);
    let mut words = Words::default();
    if state.walk.is_some() && !here_only {
        walk::keys(state, &mut words);
    }
    match progress::line(state, width) {
        _ if here == Scope::Lessons => words.say([Span::styled(" Lesson:  ", state.theme.strong())]),
        _ if here == Scope::Copy => words.say([Span::styled(" Copy:  ", state.theme.strong())]),
        Some((line, stop)) => {
            words.say(line);
            for span in stop {
                words.press(progress::STOP, span);
            }
        }
        None if state.pairs.is_some() => words.say(pairs_list::progress(state)),
        None => words.say([Span::raw(" ")]),
    }
    if state.hides() && !here_only && (state.playing.is_none() || width < 60) {
        words.offer("Alt-Enter", "Alt-Enter", "shows it", &state.theme);
        words.say([Span::raw("  ")]);
    }
    for binding in all {
        let what = match binding.actions {
            [Action::ToggleProjector] if state.projector => "off",
            [Action::Lesson(FROM_FILE)] => own_lesson.as_deref().unwrap_or_default(),
            _ if binding.footer.is_empty() => "close",
            _ => binding.footer,
        };
        let mut more = Words::default();
        offer(&mut more, binding, what, &state.theme);
        // The blanks behind the last one need no room.
        if words.width() + more.width() > usize::from(width) + 2 {
            break;
        }
        words.append(more);
    }
    Some(words)
}

/// A row of the table: each key with its word where there is one for each; the first key; both of two that do different
/// things; arrows as arrows.
fn offer(words: &mut Words, binding: &'static Binding, what: &str, theme: &Theme) {
    let keys: Vec<&'static str> = binding.keys.split(' ').collect();
    let each: Vec<&str> = what.split(", ").collect();
    if each.len() > 1 && each.len() == keys.len() {
        for (key, what) in keys.into_iter().zip(each) {
            words.offer(key, key, what, theme);
            words.say([Span::raw("  ")]);
        }
        return;
    }
    let arrow = |key: &'static str| match key {
        "Left" => Some("←"),
        "Down" => Some("↓"),
        "Up" => Some("↑"),
        "Right" => Some("→"),
        _ => None,
    };
    let arrows: Vec<_> = keys.iter().map_while(|key| arrow(key).map(|sign| (*key, sign))).collect();
    let functions = binding.actions.len() == 2 && keys.iter().all(|key| key.starts_with('F'));
    match &keys[..] {
        _ if !arrows.is_empty() => {
            for (key, sign) in arrows {
                words.press(key, Span::styled(sign, theme.accent()));
            }
            words.say([Span::styled(format!(" {what}"), theme.quiet())]);
        }
        [first, second] if functions => {
            words.press(first, Span::styled(format!("{first}/"), theme.accent()));
            words.offer(second, *second, what, theme);
        }
        keys => words.offer(keys[0], keys[0], what, theme),
    }
    words.say([Span::raw("  ")]);
}
