//! The bottom line: the available keys after what other parts have to say, or a message.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::tui::commands::{Binding, BoundKey, Command, CopyContent, Flag, Scope};
use crate::tui::common::{ClickableLine, longest_that_fits};
use crate::tui::context::{KeyLabel, StatusMessage};
use crate::tui::state::{DEFAULT_PAGE_URL, State};
use bertscope_printable::{printable, size};
use bertscope_report::label::{fit, fit_end};

/// The `lead`, and as many keys as fit with their labels, the most specific first; `None` if there is a message instead.
pub fn choose_keys(state: &State, width: u16, lead: ClickableLine) -> Option<ClickableLine> {
    if state.messages.status.is_some() {
        return None;
    }
    // Steps have the keys of what is on the screen, and say how to go on elsewhere.
    let here = match state.scope() {
        Scope::Step | Scope::StepText => Scope::for_focus(state.focus),
        scope => scope,
    };
    // A prompt, a menu or a list shows its own keys alone.
    let here_only = !matches!(
        here,
        Scope::Everywhere | Scope::Text | Scope::Matrix | Scope::Panel
    );
    // A topic of the last session was not asked for in this one. In a lesson, the next is a step.
    let asks_again = state.panel().asked && state.has_own_pair();
    let list = state.pairs.as_ref();
    let list_is_filtered = list.is_some_and(|list| !list.filter.is_empty());
    let own: Vec<&Binding> = labelled(state, here).collect();
    let mut all = Vec::new();
    if state.keeps_saying() && state.models.opening.is_none() {
        let bindings = state.config.keys.bindings.iter();
        all.extend(bindings.filter(|b| b.commands == [Command::CancelOpening]));
    }
    if here_only {
        all.extend(own);
    } else {
        let first = if here == Scope::Panel { 2 } else { 1 };
        let (palette, others): (Vec<_>, Vec<_>) =
            labelled(state, Scope::Everywhere).partition(|b| b.commands == [Command::Commands]);
        all.extend(palette);
        all.extend(own.iter().take(first));
        all.extend(others);
        all.extend(own.iter().skip(first));
        all.retain(|binding| is_shown_beside_texts(state, binding));
    }
    all.retain(|binding| has_effect(state, binding));
    let mut words = lead;
    if state.hides_scores() && !here_only && (state.has_own_pair() || width < 60) {
        let key = state.key_label(Command::Reveal);
        words.push_labelled_key(key, state.next_reveal(), &state.look.theme);
        words.push_plain("  ");
    }
    for binding in all {
        let what = match binding.commands[0] {
            Command::Projector if state.look.has_few_words() => "off",
            Command::NextTopic if asks_again => "next",
            Command::Close if here == Scope::Pairs && list_is_filtered => "clear filter",
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

/// The keys of a scope that have a label.
fn labelled(state: &State, scope: Scope) -> impl Iterator<Item = &Binding> {
    let bindings = state.config.keys.of_scope(scope);
    bindings.filter(|binding| !binding.footer.is_empty())
}

/// The keys of a scope with their labels, for the frame of what may cover the bottom line.
pub fn scope_keys(state: &State, scope: Scope) -> ClickableLine {
    let mut words = ClickableLine::default();
    words.push_plain(" ");
    for binding in labelled(state, scope) {
        push_binding(&mut words, binding, binding.footer, state);
    }
    words
}

/// Whether the keys have room in the scene: a stage has keys of its own before these, a question has no crosshair,
/// and a projector few words.
fn is_shown_beside_texts(state: &State, binding: &Binding) -> bool {
    let first = binding.commands[0];
    if state.look.has_few_words() && !first.is(Flag::OnProjector) {
        return false;
    }
    if state.is_staged() && (binding.scope == Scope::Panel || first.is(Flag::NotBesideStage)) {
        return false;
    }
    state.scope() != Scope::StepText || !matches!(first, Command::Cell(_))
}

/// Whether the keys do something now.
fn has_effect(state: &State, binding: &Binding) -> bool {
    let list = state.pairs.as_ref();
    let is_judged = list.is_some_and(|list| list.human_scores.is_some());
    let systems = list.map_or(0, |list| list.systems.len());
    let has_effect = match binding.commands[..] {
        [Command::SortByDisagreement] => is_judged,
        [Command::HumanColumn] => {
            !is_judged && list.is_some_and(|list| list.columns.iter().next().is_some())
        }
        // Two systems have two scores to sort by, and one difference.
        [Command::NextSystem] if binding.scope == Scope::Summary => systems > 2,
        [Command::NextSystem] => systems > 1,
        _ => true,
    };
    // In a step, some keys of the matrix go on.
    let first = binding.keys.first().copied();
    let first = first.or_else(|| {
        // The user gave it no key that works in a text, too.
        let command = binding.commands[0];
        let key = state.config.keys.first_key(command, state.scope())?;
        Some(BoundKey { key, command })
    });
    let Some(first) = first else { return false };
    let mut commands = binding.commands.iter();
    has_effect
        && state.config.keys.command(first.key, state.scope()) == Some(first.command)
        && commands.all(|command| state.blocked_reason(*command).is_none())
}

/// The keys of a row in the table: each key with its label if there is one for each; otherwise the first key, or both
/// of two that do different things. Arrow keys are shown as arrows.
fn push_binding(words: &mut ClickableLine, binding: &Binding, what: &str, state: &State) {
    let theme = &state.look.theme;
    // Keys that work everywhere are shown only if this terminal delivers them.
    let keys: Vec<KeyLabel> = if binding.scope == Scope::Everywhere {
        // In a text, `Esc` stands before all of them.
        let without_esc = |KeyLabel { key, text }: KeyLabel| KeyLabel {
            key,
            text: text.replacen("Esc ", "", 1),
        };
        let commands = binding.commands.iter();
        commands
            .filter(|command| state.has_key(**command))
            .map(|command| without_esc(state.key_label(*command)))
            .collect()
    } else {
        let keys = binding.first_keys().into_iter();
        keys.map(|key| KeyLabel {
            key,
            text: key.to_string(),
        })
        .collect()
    };
    let each: Vec<&str> = what.split(", ").collect();
    if each.len() > 1 && each.len() == keys.len() {
        for (key, what) in keys.into_iter().zip(each) {
            words.push_labelled_key(key, what, theme);
            words.push_plain("  ");
        }
        return;
    }
    let two_ways = binding.commands[0] == Command::LayerDown;
    match &keys[..] {
        [] => return,
        [first, ..] if first.key.is_arrow() => {
            for label in keys.iter().take_while(|label| label.key.is_arrow()) {
                let sign = Span::styled(label.key.label(), theme.accent());
                words.push_key(label.key, sign);
            }
            words.push(format!(" {what}"), theme.quiet());
        }
        [first, second] if two_ways => {
            words.push_key(
                first.key,
                Span::styled(format!("{}/", first.text), theme.accent()),
            );
            words.push_labelled_key(second.clone(), what, theme);
        }
        keys => words.push_labelled_key(keys[0].clone(), what, theme),
    }
    words.push_plain("  ");
}

/// Clipboard limit of the most restrictive terminals, in bytes of text: as base64, almost 100,000.
const MAX_SAFE_CLIPBOARD_BYTES: usize = 74_994;

/// What was copied, from the longest to the shortest; of a link, the page that it opens.
fn copied_sentences(state: &State, what: CopyContent, bytes: usize) -> Vec<String> {
    let page = &*state.page;
    if what == CopyContent::Link && page == DEFAULT_PAGE_URL {
        return vec![
            format!(
                "Sent to the terminal’s clipboard: a link to {page}, where the page must be served; BERTSCOPE_PAGE sets \
                 another address"
            ),
            format!("Link copied: serve the page at {page} or set BERTSCOPE_PAGE"),
        ];
    }
    let name = match what {
        CopyContent::Link => format!("a link to {}", printable(page)),
        _ => what.name().to_owned(),
    };
    let sent = format!("Sent to the terminal’s clipboard: {name}, {bytes} bytes");
    vec![
        format!("{sent}; {}", state.way_to_show_copied()),
        sent,
        format!("Sent to the clipboard: {name}"),
    ]
}

/// The message in at most `width` columns.
pub fn status_line(state: &State, status: &StatusMessage, width: u16) -> Line<'static> {
    let theme = &state.look.theme;
    let room = width.saturating_sub(2);
    let (text, style): (String, Style) = match status {
        StatusMessage::Written(path, bytes, missing) => {
            let boxes = match missing {
                0 => String::new(),
                1 => ", but 1 character is in no font here".to_owned(),
                n => format!(", but {n} characters are in no font here"),
            };
            let words = "Written: ";
            let size = format!(", {}{boxes}", size(*bytes));
            let room = usize::from(room).saturating_sub(words.width() + size.width());
            let path = fit_end(&printable(&path.to_string_lossy()), room as u16);
            (format!("{words}{path}{size}"), theme.strong())
        }
        StatusMessage::Copied(what, bytes) if *bytes <= MAX_SAFE_CLIPBOARD_BYTES => {
            let sentences = copied_sentences(state, *what, *bytes);
            (longest_that_fits(&sentences, room), theme.strong())
        }
        StatusMessage::Copied(what, bytes) => {
            let what = what.name();
            let amount = size(*bytes as u64);
            let key = state.key_name(Command::Export);
            let limit = format!("but many accept only 75 kB: {key} writes a file");
            let sentences = [
                format!("Sent to the terminal’s clipboard: {what}, {amount}, {limit}"),
                format!(
                    "{what} sent: {amount}, {}",
                    limit.replace("many", "many terminals")
                ),
                format!("{amount} may be too much: {key}"),
            ];
            (longest_that_fits(&sentences, room), theme.warning())
        }
        StatusMessage::Info(what) => (fit(&printable(what), room), theme.strong()),
        StatusMessage::Failed(why) => (fit(&printable(why), room), theme.warning()),
        StatusMessage::Pasted(_) => {
            let words = format!(
                "Pasted outside the texts: Enter inserts it into the {}",
                state.last_text.name()
            );
            (fit(&words, room), theme.strong())
        }
    };
    Line::styled(format!(" {text}"), style)
}
