//! The line about the pair of a file that is on the screen, with its keys; or for a note to it.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Span;
use ratatui::widgets::Paragraph;

use super::super::pairs_list::PairsList;
use super::super::state::State;
use super::super::theme::Theme;
use super::field;
use super::label::fit;
use super::pairs_list::head;
use super::words::Words;
use crate::printable::printable;

/// The line about the pair on the screen, or for a note.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, list: &PairsList) {
    if let Some(words) = words(state, list, area.width) {
        frame.render_widget(Paragraph::new(words.line()), area);
    }
    let theme = &state.theme;
    let area = Rect { x: area.x + 1, width: area.width.saturating_sub(2), height: 1, ..area };
    if let Some(note) = &list.note {
        let words = ["Note › ", "about this pair; kept in the file of marks"];
        field::draw(frame, area, theme, note, words, state.help.is_none());
    }
}

/// What the line says of the pair on the screen, and its keys, in a line of the screen's `width`; `None` for a note.
pub(super) fn words(state: &State, list: &PairsList, width: u16) -> Option<Words> {
    let theme = &state.theme;
    let index = list.current.filter(|_| list.note.is_none())?;
    let Ok(pair) = &list.items.get(index)?.row else { return None };
    let tag = list.tags.get(&index).cloned().unwrap_or_default();
    let mut words = Words::default();
    words.say([Span::styled(if tag.marked { " ● " } else { " " }, theme.warning())]);
    let row = (index + 1).to_string();
    let id = if pair.id == row { String::new() } else { format!(" {}", fit(&printable(&head(&pair.id, 200)), 24)) };
    words.say([Span::styled(format!("Row {row}{id}"), theme.accent())]);
    if [state.reference.text(), state.candidate.text()] != list.shown.each_ref().map(String::as_str) {
        words.say([Span::styled(" (edited)", theme.warning())]);
    }
    let several = pair.references.len();
    if several > 1 {
        words.say([Span::styled(format!("  {several} references: "), theme.text())]);
        words.press("Alt-5", Span::styled("Alt-5 compares", theme.text()));
    }
    if !tag.note.is_empty() {
        words.say([Span::styled(format!("  ¶ {}", printable(&head(&tag.note, 400))), theme.text())]);
    }
    if !list.open {
        let room = usize::from(width).saturating_sub(words.width() + 3);
        let some = [&KEYS[..], &[KEYS[0], KEYS[1], KEYS[3]], &KEYS[..1]];
        if let Some(keys) = some.map(|some| keys(theme, some)).into_iter().find(|keys| keys.width() <= room) {
            words.say([Span::raw(" ".repeat(room + 2 - keys.width()))]);
            words.append(keys);
        }
    }
    Some(words)
}

/// The keys of the pair on the screen: as the table has them, as the line does, and what they do.
const KEYS: [(&str, &str, &str); 5] = [
    ("Alt-o", "Alt-o", "list"),
    ("Alt-Down", "Alt-↓", "next"),
    ("Alt-j", "Alt-j", "worst"),
    ("Alt-m", "Alt-m", "mark"),
    ("Alt-n", "Alt-n", "note"),
];

fn keys(theme: &Theme, some: &[(&'static str, &str, &str)]) -> Words {
    let mut words = Words::default();
    for (i, (key, shown, what)) in some.iter().enumerate() {
        words.say((i > 0).then(|| Span::raw("  ")));
        words.offer(key, *shown, what, theme);
    }
    words
}
