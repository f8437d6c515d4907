//! The bottom line: a model that is being opened and the available keys.

use ratatui::text::Span;

use super::super::state::State;
use super::clickable_line::ClickableLine;
use super::{lesson, lists, opening_progress, walkthrough};
use crate::tui::input::keymap::{Action, BINDINGS, Binding, LessonAction, PairsAction, PanelAction, Scope, Setting};
use crate::tui::state::key_label::KeyLabel;

/// As many keys as fit with their labels, the most specific first; `None` if there is a message instead.
pub(in crate::tui) fn choose_keys(state: &State, width: u16) -> Option<ClickableLine> {
    if state.messages.status.is_some() {
        return None;
    }
    // Steps have the keys of what is on the screen, and say how to go on elsewhere.
    let here = match state.scope() {
        Scope::Step | Scope::StepText => Scope::for_focus(state.focus),
        scope => scope,
    };
    let shown = |scope: Scope| BINDINGS.iter().filter(move |b| b.scope == scope && !b.footer.is_empty());
    // A prompt, a menu or a list shows its own keys alone.
    let here_only = !matches!(here, Scope::Everywhere | Scope::Text | Scope::Matrix | Scope::Panel);
    let own = match here {
        _ if here_only => usize::MAX,
        Scope::Panel => 2,
        _ => 1,
    };
    let closes = BINDINGS.iter().filter(|b| {
        state.messages.notice.is_some() && state.models.opening.is_none() && b.actions == [Action::StopOpening]
    });
    let commands = BINDINGS.iter().filter(|b| !here_only && b.actions == [Action::Commands]).take(1);
    let rest = |b: &&Binding| b.actions != [Action::Commands];
    let all = closes
        .chain(commands)
        .chain(shown(here).take(own))
        .chain(shown(Scope::Everywhere).filter(move |_| !here_only).filter(rest))
        // The walkthrough's own keys show how to end it.
        .filter(|b| {
            state.walkthrough().is_none()
                || b.scope != Scope::Panel
                    && !matches!(
                        b.actions,
                        [Action::ToggleWalkthrough]
                            | [Action::Panel(PanelAction::NextTopic(_) | PanelAction::ToggleDerivation), ..]
                    )
        })
        .chain(shown(here).skip(own));
    let all = all.filter(|b| {
        !state.look.projector
            || here_only
            || matches!(
                b.actions,
                [
                    Action::Commands
                        | Action::LeaveText
                        | Action::Help
                        | Action::Set(Setting::Projector)
                        | Action::ToggleWalkthrough
                        | Action::Panel(PanelAction::NextTopic(true)),
                    ..
                ]
            )
    });
    let asks = state.scope() == Scope::StepText;
    let all = all.filter(|b| !asks || !matches!(b.actions, [Action::Crosshair(_), ..]));
    let all = all.filter(|b| b.actions.iter().all(|action| state.blocked_reason(*action).is_none()));
    let judged = state.pairs.as_ref().is_some_and(|list| list.human_scores.is_some());
    let all = all.filter(|b| judged || b.actions != [Action::Pairs(PairsAction::SortByRanks)]);
    let has_columns = state.pairs.as_ref().is_some_and(|list| list.columns.iter().next().is_some());
    let all = all.filter(move |b| !judged && has_columns || b.actions != [Action::Pairs(PairsAction::HumanColumn)]);
    let systems = state.pairs.as_ref().map_or(0, |list| list.systems.len());
    // Two systems have two scores to sort by, and one difference.
    let choices = move |scope: Scope| if scope == Scope::Summary { systems.saturating_sub(1) } else { systems };
    let all = all.filter(move |b| choices(b.scope) > 1 || b.actions != [Action::Pairs(PairsAction::NextSystem)]);
    let mut words = ClickableLine::default();
    if state.walkthrough().is_some() && !here_only {
        walkthrough::keys(state, &mut words);
    }
    match opening_progress::line(state, width) {
        _ if here == Scope::Copy => words.push_text([Span::styled(" Copy:  ", state.look.theme.strong())]),
        Some((line, stop)) => {
            words.push_text(line);
            for span in stop {
                words.push_key(opening_progress::CANCEL_KEY, span);
            }
        }
        None if state.pairs.is_some() => words.push_text(lists::progress(state)),
        None => words.push_text([Span::raw(" ")]),
    }
    if state.hides_scores() && !here_only && (state.lesson().is_none() || width < 60) {
        let key = state.key_label(Action::Lesson(LessonAction::Reveal));
        words.push_labelled_key(key, lesson::next_reveal(state), &state.look.theme);
        words.push_text([Span::raw("  ")]);
    }
    for binding in all {
        let what = match binding.actions {
            [Action::Set(Setting::Projector)] if state.look.projector => "off",
            _ if binding.footer.is_empty() => "close",
            _ => binding.footer,
        };
        let mut more = ClickableLine::default();
        push_binding(&mut more, binding, what, state);
        // Trailing spaces need no room.
        if words.width() + more.width() > usize::from(width) + 2 {
            break;
        }
        words.append(more);
    }
    Some(words)
}

/// The keys of a row in the table: each key with its label if there is one for each; otherwise the first key, or both
/// of two that do different things. Arrow keys are shown as arrows.
fn push_binding(words: &mut ClickableLine, binding: &'static Binding, what: &str, state: &State) {
    let theme = &state.look.theme;
    // Keys that work everywhere are shown only if this terminal delivers them.
    let keys: Vec<KeyLabel> = if binding.scope == Scope::Everywhere {
        // In a text, `Esc` stands before all of them.
        let without_esc = |KeyLabel { key, text }: KeyLabel| KeyLabel { key, text: text.replacen("Esc ", "", 1) };
        binding.actions.iter().map(|action| without_esc(state.key_label(*action))).collect()
    } else {
        binding.keys.split(' ').map(|key| KeyLabel { key, text: key.to_owned() }).collect()
    };
    let each: Vec<&str> = what.split(", ").collect();
    if each.len() > 1 && each.len() == keys.len() {
        for (key, what) in keys.into_iter().zip(each) {
            words.push_labelled_key(key, what, theme);
            words.push_text([Span::raw("  ")]);
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
    let arrows: Vec<_> = keys.iter().map_while(|label| arrow(label.key).map(|sign| (label.key, sign))).collect();
    let two_ways = matches!(binding.actions, [Action::Set(Setting::LayerDown), Action::Set(Setting::LayerUp)]);
    match &keys[..] {
        _ if !arrows.is_empty() => {
            for (key, sign) in arrows {
                words.push_key(key, Span::styled(sign, theme.accent()));
            }
            words.push_text([Span::styled(format!(" {what}"), theme.quiet())]);
        }
        [first, second] if two_ways => {
            words.push_key(first.key, Span::styled(format!("{}/", first.text), theme.accent()));
            words.push_labelled_key(second.clone(), what, theme);
        }
        keys => words.push_labelled_key(keys[0].clone(), what, theme),
    }
    words.push_text([Span::raw("  ")]);
}
